//===- CheckExpansion.h - does the text say what the call did? --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_CHECKEXPANSION_H
#define LOOPFUSE_FRONTEND_CHECKEXPANSION_H

#include "Frontend/CheckAlgorithm.h"
#include "Support/SourceSpan.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class CompoundStmt;
class FunctionDecl;
} // namespace clang

namespace loopfuse {

/// How a parameter of an expanded call is written.
struct ParameterText {
  enum class Kind {
    Variable, ///< The caller's variable stands for it.
    Literal,  ///< The argument, a literal, stands for it.
    Copy,     ///< A variable of its own, initialised with the argument.
    Unused    ///< The body does not name it.
  };
  Kind How = Kind::Unused;
  std::string Name;     ///< Of the variable.
  std::string Argument; ///< Of a copy or literal: spellingOf the argument.
};

/// A call whose callee's statements were written in its place: copies of arguments, the statements, and, if the value
/// is wanted, a statement that gives it to Result.
struct ExpandedCall {
  unsigned Child = 0;   ///< Of the compound statement, as it was with the calls.
  SourceSpan Statement; ///< In the old text.
  std::string Callee;   ///< As the user names it.
  SourceSpan Body;      ///< Of the callee's definition, in the old text.
  SourceSpan Name;      ///< Where the callee is defined.
  /// Of a static function: how often the unit names it.
  std::optional<unsigned> Uses;
  std::string Definition; ///< Its qualified name with template arguments.
  /// Of an instance of a template: a line that keeps it alive in the new text, for the comparison.
  std::string Instantiation;
  std::vector<ParameterText> Parameters;
  std::string Result; ///< The variable that gets the value, or empty.
  bool Declares = false;
  /// It is no call but a block that was opened: how many statements stood between its braces, two or more; or a loop
  /// whose condition went inside: one. All else but Child and
  /// Statement is empty then, and checkExpansion has nothing to say.
  unsigned BlockSize = 0;
  /// It is an algorithm's: then checkAlgorithm has something to say, checkExpansion has not.
  std::shared_ptr<const AlgorithmImage> Algorithm;
  unsigned NumStatements = 0; ///< Of an algorithm: how many stand for it.
};

/// The function with this name and template arguments whose body begins at byte \p Offset of \p File, or null.
const clang::FunctionDecl *findDefinition(const clang::ASTContext &Context, const std::string &Name,
                                          const std::string &File, unsigned Offset);
/// The name findDefinition asks for.
std::string definitionName(const clang::FunctionDecl &F);
/// ExpandedCall::Instantiation; "" for what is no instance of a function template.
std::string explicitInstantiation(const clang::FunctionDecl &F);

/// How many statements stand for the call.
unsigned numStatements(const clang::FunctionDecl &Callee, const ExpandedCall &Call);

/// Whether the children of \p Compound from number \p First on, as many as numStatements says, are what the call \p
/// Call of \p Callee does. Reads the AST of the new text alone and shares nothing with the rewriter.
bool checkExpansion(const clang::ASTContext &Context, const clang::FunctionDecl &Callee, const ExpandedCall &Call,
                    const clang::CompoundStmt &Compound, unsigned First);

} // namespace loopfuse

#endif
