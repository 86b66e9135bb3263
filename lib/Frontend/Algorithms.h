//===- Algorithms.h - algorithms of the standard library as loops -*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "std::transform(a.begin(), a.end(), b.begin(), f)" runs a loop over a
// counter. What its body is, is in the call: in the lambda, function or
// operator that it is given.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_ALGORITHMS_H
#define LOOPFUSE_FRONTEND_ALGORITHMS_H

#include "Frontend/Positions.h"
#include <string>
#include <variant>
#include <vector>

namespace clang {
class CallExpr;
class CXXMethodDecl;
class FunctionDecl;
class LambdaExpr;
class ParmVarDecl;
} // namespace clang

namespace loopfuse {

/// What is applied to the elements.
struct Applied {
  enum class Kind {
    Nothing,  ///< std::copy, std::fill.
    Lambda,   ///< Body's statements; a value is that of a `return` at their end.
    Function, ///< Callee, which is named, is called.
    Operator  ///< std::plus and its like.
  };
  Kind How = Kind::Nothing;
  const clang::Expr *Written = nullptr; ///< The argument.
  const clang::LambdaExpr *Lambda = nullptr;
  const clang::CXXMethodDecl *Body = nullptr; ///< Of the lambda, as it is run: an instance of a generic one.
  std::string Operator;                       ///< "+".
};

struct AlgorithmCall {
  enum class Kind { ForEach, Transform, Copy, Fill, Generate, Iota, Accumulate };
  Kind What = Kind::ForEach;
  std::string Name; ///< "std::transform".
  const clang::CallExpr *Call = nullptr;
  std::vector<Position> Inputs;      ///< Where the ranges begin.
  std::optional<Position> Output;    ///< Where the elements begin that are written.
  std::optional<Position> End;       ///< Of the first range (of the output where there is no input), if it is no count.
  std::optional<Position> SecondEnd; ///< Of the second range, which may end earlier.
  const clang::Expr *Count = nullptr; ///< "n" of std::fill_n.
  Applied Function;
  const clang::Expr *Value = nullptr; ///< What std::fill writes, std::iota and std::accumulate begin with.

  const Position &first() const { return Inputs.empty() ? *Output : Inputs.front(); }
};

/// How a parameter of the lambda is given its element.
enum class ParameterForm {
  Unused,
  Element, ///< The element stands for it.
  Copy     ///< A variable of its own.
};
ParameterForm formOf(const clang::ASTContext &Context, const AlgorithmCall &Call, const clang::ParmVarDecl &P,
                     clang::QualType Element);

/// The call as an algorithm; nothing if it is none of those that are known by name. A reason if it cannot be a loop.
/// \p Caller is the function around it.
std::variant<std::monostate, AlgorithmCall, std::string> readAlgorithm(const clang::ASTContext &Context,
                                                                       const ContainerTable &Containers,
                                                                       const clang::CallExpr &Call,
                                                                       const clang::FunctionDecl &Caller);
/// Which of them \p Call names; "" for none. Quick.
std::string algorithmName(const clang::CallExpr &Call);

/// The call of one of them in \p Statement, on whose value the rest of it depends, or that it consists of. Nothing else
/// in the statement has an effect or hangs on when the call runs.
const clang::CallExpr *algorithmIn(const clang::Stmt &Statement);

} // namespace loopfuse

#endif
