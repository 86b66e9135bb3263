//===- ExtractScop.h - from Clang's AST to a Scop ---------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_EXTRACTSCOP_H
#define LOOPFUSE_FRONTEND_EXTRACTSCOP_H

#include "Frontend/Containers.h"
#include "Frontend/FindRegions.h"
#include "Model/OuterStatements.h"
#include "Model/Scop.h"
#include "llvm/ADT/StringSet.h"
#include <map>

namespace clang {
class FunctionDecl;
class Expr;
class Stmt;
class ValueDecl;
class VarDecl;
} // namespace clang

namespace loopfuse {

/// The AST behind a Scop, index by index: what the rewriter needs to edit the text.
struct RegionAst {
  clang::ASTContext *Context = nullptr;
  const clang::CompoundStmt *Compound = nullptr;
  const clang::FunctionDecl *Function = nullptr;
  OuterStatements Outer;                    ///< Children of Compound that are no members.
  bool IsInstantiation = false;             ///< The types are those of one instance of a template; the text has others.
  std::vector<const clang::Stmt *> Members; ///< Per member.
  std::vector<const clang::Stmt *> Loops;   ///< Per loop: ForStmt or CXXForRangeStmt.
  std::vector<const clang::VarDecl *> LoopVariables;      ///< Per loop.
  std::vector<const clang::Stmt *> Statements;            ///< Per statement; null for headers.
  std::vector<std::vector<const clang::Expr *>> Accesses; ///< Per statement and access; null where there is no text.
  std::vector<const clang::ValueDecl *> Arrays;           ///< Per array: the variable, or null.
};

/// Of vectors whose loops ask for their size: how many elements they are made with, which is their size and the value
/// of this expression wherever the loops ask for it.
using VectorSizes = std::map<const clang::VarDecl *, const clang::Expr *>;

struct ExtractedRegion {
  Scop Model;
  RegionAst Ast;
  VectorSizes Sizes;
};

/// The branches of a guard statement.
enum class GuardBranch { Fused, Original };

/// A statement of the region that chooses between a fused nest and the original loops: the Guard-th such statement of
/// the compound statement. The children of one branch stand for it.
struct ChosenBranch {
  unsigned Guard = 0;
  GuardBranch Branch = GuardBranch::Fused;
};

struct ExtractOptions {
  ContainerTable Containers;
  bool ForGuards = false;                  ///< Array::Pointer and Parameter::Text are wanted.
  std::vector<ChosenBranch> Branches = {}; ///< By Guard.
  /// Names of scalars that stand for contracted arrays. What they are initialised with is not looked through, as what
  /// an element was given is not.
  llvm::StringSet<> Scalars = {};
  /// These belong to the region too: for the re-check, which looks for what the plan moved there.
  OuterStatements Outer = {};
};

/// The statements that \p Region.Outer counts.
OuterTexts outerTexts(const RegionAst &Region);

/// All regions of one findRegions are extracted with the same options. Never fails: what is not modelled becomes an
/// Opaque member that carries its refusals.
ExtractedRegion extractScop(const Region &R, const ExtractOptions &Options);

} // namespace loopfuse

#endif
