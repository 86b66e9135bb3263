//===- CompilerRemarks.h - what a compiler makes of loops -------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For --check-vectorization a unit is compiled with the user's own command, and
// the compiler's remarks say which loops became vectors. clang runs in this
// process; another compiler is run as the command names it, writes to a
// temporary folder only, and only because the user asked for it.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_COMPILERREMARKS_H
#define LOOPFUSE_API_COMPILERREMARKS_H

#include "API/CompileCommands.h"
#include "API/FileOverlay.h"

namespace loopfuse {

/// One loop of the user's text; several machine loops may have come of it.
struct LoopRemark {
  std::string File; ///< Real path.
  unsigned Line = 0;
  unsigned Column = 0;
  bool IsVectorized = false; ///< At least one was vectorized, or became a call of memset or memcpy.
  std::string Why;           ///< Why one was not, in the compiler's words.
};

struct CompilerRemarks {
  std::string Compiler; ///< "g++"
  std::vector<LoopRemark> Loops;
  std::string Error; ///< Why nothing is known; else "".
};

/// The texts that differ from the disk's, by real path.
using ChangedTexts = std::map<std::string, std::string>;

/// Compiles the unit, with \p Texts in the place of what is on disk. Another compiler than clang can be shown a changed
/// main file only.
CompilerRemarks askCompiler(const UnitCommand &Command, const ChangedTexts &Texts);

/// What compilers print about a file with -fopt-info-loop-vec-optimized-missed. \p Alias is the name that the file was
/// compiled under.
std::vector<LoopRemark> readGccRemarks(llvm::StringRef Printed, llvm::StringRef Alias, llvm::StringRef File);

/// Adds what is known of a loop: remarks about one place are put together.
void addRemark(std::vector<LoopRemark> &Loops, LoopRemark New);

/// Why a fusion loses vectors, to be read in front of "would keep the fused loop from being vectorized"; none if it
/// does not: of the loops in \p After's region no smaller share is vectorized than before. \p HasParts: there are short
/// loops in front of and behind the fused one.
std::optional<std::string> lostVectors(const CompilerRemarks &Before, const SourceSpan &Old,
                                       const CompilerRemarks &After, const SourceSpan &New, bool HasParts);

} // namespace loopfuse

#endif
