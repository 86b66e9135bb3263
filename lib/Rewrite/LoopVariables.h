//===- LoopVariables.h - the variables of a moved body ---------*- C++ -*--===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_LOOPVARIABLES_H
#define LOOPFUSE_REWRITE_LOOPVARIABLES_H

#include "Frontend/ExtractScop.h"
#include "Frontend/Variables.h"
#include "Model/FusionPlan.h"
#include "Rewrite/MemberText.h"
#include "Rewrite/Names.h"
#include "Rewrite/TextPatch.h"
#include <variant>

namespace loopfuse {

/// Gives names that nothing in the function has.
class FreshNames {
public:
  FreshNames(const clang::ASTContext &Context, const FunctionVariables &Variables)
      : Context(Context), Variables(Variables) {}
  /// \p Wanted, or with the smallest number behind it that makes it new.
  std::string get(llvm::StringRef Wanted);
  bool isUsed(llvm::StringRef Name) const;

private:
  const clang::ASTContext &Context;
  const FunctionVariables &Variables;
  llvm::StringSet<> Given;
};

/// What a moved body needs besides the changes to its own text.
struct MovedVariables {
  std::vector<std::string> Declarations; ///< "const size_t k = i;", in order.
  std::vector<std::string> Names;        ///< What they declare.
  std::vector<std::string> Behind;       ///< "k = i;", for behind the nest.
  std::vector<TextRange> Rebound;        ///< Uses whose text stays, but names another variable than before.
};

struct VariableContext {
  const FileText &File;
  const ExtractedRegion &Region;
  const FusionGroup &Group;
  const FunctionVariables &Variables;
  FreshNames &Fresh;
};

/// Makes the body of \p Moved (member number \p Position of the group) use the variables of \p Kept's loops: renames
/// its own ones in \p Patch, or says how to declare them. With a shift, `i` becomes `i - shift`.
std::variant<MovedVariables, Refusal> mapLoopVariables(const VariableContext &Context, const BodyText &Kept,
                                                       const BodyText &Moved, unsigned Position,
                                                       const NameUse &MovedNames, TextPatch &Patch);

/// The name of a loop variable, or those of the parts if it is a structured binding.
std::vector<llvm::StringRef> namesOf(const clang::VarDecl &V);

/// Whether somebody may still read the value that the loop \p Loop leaves in its variable \p V, which is declared
/// outside of it. Loops that set V first do not count.
bool isLiveBehindLoop(const clang::FunctionDecl &Function, const clang::VarDecl &V, const clang::Stmt &Loop);

} // namespace loopfuse

#endif
