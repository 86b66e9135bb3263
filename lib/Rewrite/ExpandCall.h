//===- ExpandCall.h - a function's statements in place of a call -*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_EXPANDCALL_H
#define LOOPFUSE_REWRITE_EXPANDCALL_H

#include "Frontend/CallSites.h"
#include "Frontend/CheckExpansion.h"
#include "Support/TextEdit.h"
#include <variant>

namespace loopfuse {

/// A call with the text that takes its place.
struct Expansion {
  ExpandedCall Call;
  TextEdit Edit; ///< Replaces the statement.
  /// New names of variables, and the ones that the user wrote.
  std::vector<std::pair<std::string, std::string>> Renamed;
};

/// The statements of the callees in the place of their calls, in the order of the chain's calls: the user's text with
/// parameters and the callee's own variables renamed where they must be, behind a comment that is the call. An argument
/// is evaluated once, in front. Names that are new in the caller differ from all that its text mentions. A refusal
/// (callee-form, name-capture) where the text does not allow it; what the text means is checkExpansion's question.
std::vector<std::variant<Expansion, Refusal>> expandCalls(const CallChain &Chain, const ContainerTable &Containers);

} // namespace loopfuse

#endif
