//===- FindRegions.h - where loops stand side by side -----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_FINDREGIONS_H
#define LOOPFUSE_FRONTEND_FINDREGIONS_H

#include "Support/Refusal.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class CompoundStmt;
class FunctionDecl;
class Stmt;
} // namespace clang

namespace loopfuse {

struct FunctionFacts;

/// A compound statement with two or more loops among its children.
struct Region {
  clang::ASTContext *Context = nullptr;
  const clang::CompoundStmt *Compound = nullptr;
  const clang::FunctionDecl *Function = nullptr; ///< Innermost enclosing function (a lambda's call operator too).
  std::vector<const clang::Stmt *> Enclosing;    ///< Enclosing statements in the function, outermost first.
  SourceSpan Span;                               ///< Of the compound statement.
  bool IsInstantiation = false;                  ///< From a template's instantiation.
  std::optional<Refusal> Refused;                ///< For example: in-macro, template-uninstantiated.
  std::shared_ptr<FunctionFacts> Facts;          ///< Of Function, for all its regions; extractScop fills them.
};

/// Regions of functions whose body is in a file that \p WantsFile accepts (a real path; system headers are never
/// asked for), in source order. Every instantiation of a template gives its own region; a template without any gives
/// one that is refused.
std::vector<Region> findRegions(clang::ASTContext &Context, llvm::function_ref<bool(llvm::StringRef)> WantsFile);

/// The compound statements that \p Wants accepts, likewise, but for those that come from macros or templates.
std::vector<Region> findRegionsThat(clang::ASTContext &Context, llvm::function_ref<bool(llvm::StringRef)> WantsFile,
                                    llvm::function_ref<bool(const clang::CompoundStmt &)> Wants);

/// The compound statements that begin at byte \p Offset of \p File (one an instantiation), in the same order, as
/// regions whatever number of loops they have: a fused region may have a single loop left. For the re-check.
std::vector<Region> findRegionsAt(clang::ASTContext &Context, llvm::StringRef File, unsigned Offset);

/// Whether a child of a compound statement is a loop, or one behind labels, attributes, directives or conditions.
bool leadsToLoop(const clang::Stmt &S);

/// Numbers for the closing line of `scan`.
struct SourceCounts {
  unsigned Functions = 0;
  unsigned Loops = 0;
};
/// By the real paths of the files they stand in.
std::map<std::string, SourceCounts> countSources(clang::ASTContext &Context,
                                                 llvm::function_ref<bool(llvm::StringRef)> WantsFile);

} // namespace loopfuse

#endif
