//===- ParseUnit.h - one translation unit, parsed in this process --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_PARSEUNIT_H
#define LOOPFUSE_API_PARSEUNIT_H

#include "API/CompileCommands.h"
#include "API/FileOverlay.h"
#include <functional>
#include <map>
#include <set>

namespace clang {
class CompilerInvocation;
}

namespace clang {
class DiagnosticConsumer;
class FrontendAction;
} // namespace clang

namespace loopfuse {

/// Why a translation unit could not be parsed: the first errors, in clang's words.
struct ParseError {
  std::string File; ///< Absolute where known; empty for errors of the command itself.
  unsigned Line = 0;
  unsigned Column = 0;
  std::string Text;
};

/// A file of the user's that took part in a translation unit.
struct SeenFile {
  uint64_t Hash = 0; ///< contentHash of the text that was parsed.
  /// Byte ranges [begin, end) that the preprocessor skipped each time it read the file.
  std::vector<std::pair<unsigned, unsigned>> Skipped;
};

struct ParsedUnit {
  bool Succeeded = false; ///< Without a single error.
  bool Crashed = false;   ///< The parser or the analysis failed; Files is empty then.
  std::vector<ParseError> Errors;
  std::map<std::string, SeenFile> Files; ///< By real path; without those that only system headers use.
};

/// Parses the unit with the overlay's texts and, if it has no error, calls \p Body on it. Runs on a thread of its own
/// with a big stack; a crash in there is caught. With \p Functions only functions of these plain names
/// (ReachableFunctions.h), and those that Clang itself must run, get their bodies: faster, and errors in the others are
/// not seen.
ParsedUnit parseUnit(const UnitCommand &Command, const FileOverlay &Overlay,
                     llvm::function_ref<void(clang::ASTContext &)> Body,
                     const std::set<std::string> *Functions = nullptr);

/// The same with settings that a front end has already, which become this parse's own. \p Files: a file system for it
/// alone, in the command's folder.
ParsedUnit parseInvocation(std::shared_ptr<clang::CompilerInvocation> Settings,
                           llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
                           llvm::function_ref<void(clang::ASTContext &)> Body,
                           const std::set<std::string> *Functions = nullptr);

/// How units are parsed: parseUnit, or a front end's own way. Called from many threads.
using UnitParser = std::function<ParsedUnit(const UnitCommand &Command, const FileOverlay &Overlay,
                                            llvm::function_ref<void(clang::ASTContext &)> Body,
                                            const std::set<std::string> *Functions)>;

/// Runs \p Action on the unit with the overlay's texts, as parseUnit does. \p Errors gets what is wrong with the
/// command itself. False after an error or a crash.
bool runOnUnit(const UnitCommand &Command, const FileOverlay &Overlay, std::unique_ptr<clang::FrontendAction> Action,
               clang::DiagnosticConsumer &Diagnostics, std::vector<ParseError> &Errors);

/// The real paths of all files that the unit includes, system headers too: preprocesses only, ignores errors.
std::vector<std::string> includedFiles(const UnitCommand &Command);

/// A fast hash of a file's bytes.
uint64_t contentHash(llvm::StringRef Text);

} // namespace loopfuse

#endif
