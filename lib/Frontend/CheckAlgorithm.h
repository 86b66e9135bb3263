//===- CheckAlgorithm.h - does the loop do what the algorithm did? -*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_CHECKALGORITHM_H
#define LOOPFUSE_FRONTEND_CHECKALGORITHM_H

#include "Frontend/Algorithms.h"
#include "Frontend/TreeImage.h"

namespace clang {
class CompoundStmt;
} // namespace clang

namespace loopfuse {

/// A Position as plain data.
struct PositionImage {
  std::vector<TreeNode> Object;
  bool FromEnd = false;
  std::vector<TreeNode> Added;
  int64_t Constant = 0;
  int64_t Extent = -1; ///< Of an array whose end is asked for.
};

/// An AlgorithmCall as plain data: the call is not in the new text any more.
struct AlgorithmImage {
  AlgorithmCall::Kind What = AlgorithmCall::Kind::ForEach;
  std::vector<PositionImage> Inputs;
  std::optional<PositionImage> Output, End, SecondEnd;
  std::vector<TreeNode> Count;
  std::string CountType; ///< Of Count, or of what the offsets of the first range add; "" where all are literals.
  Applied::Kind How = Applied::Kind::Nothing;
  std::string Operator;
  std::vector<TreeNode> Callee;
  struct Parameter {
    ParameterForm Form = ParameterForm::Unused;
    std::string Type;
  };
  std::vector<Parameter> Parameters;
  std::vector<TreeNode> Body;    ///< Statements of the lambda but for the `return` at its end.
  std::vector<TreeNode> Value;   ///< What it returns.
  std::vector<TreeNode> Initial; ///< What std::fill writes, std::iota and std::accumulate begin with.
  std::string InitialType;
  std::vector<TreeNode> Statement; ///< The whole of it, in which the call is the "result".
  std::string Declared;            ///< The variable that Statement declares.
};

AlgorithmImage imageOf(const clang::ASTContext &Context, const AlgorithmCall &Call, const clang::Stmt &Statement);

/// Whether the \p Count children of \p Compound from number \p First on do what the call did. \p IsSame compares nodes
/// of the old text with those of the new one. Reads the AST of the new text alone and shares nothing with the rewriter.
bool checkAlgorithm(const clang::ASTContext &Context, const ContainerTable &Containers, const AlgorithmImage &Call,
                    const clang::CompoundStmt &Compound, unsigned First, unsigned Count,
                    const std::function<bool(const TreeNode &, const TreeNode &)> &IsSame);

} // namespace loopfuse

#endif
