//===- LoopHeader.h - which values a loop's variable takes ------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_LOOPHEADER_H
#define LOOPFUSE_FRONTEND_LOOPHEADER_H

#include "Frontend/Extraction.h"
#include <variant>

namespace clang {
class CXXForRangeStmt;
class ForStmt;
} // namespace clang

namespace loopfuse {

/// A loop header that is understood.
struct LoopHeader {
  Loop Model; ///< Without Member, Parent and the spans.
  const clang::VarDecl *Variable = nullptr;
  Interval Range;                             ///< Of the iterator's value in the body.
  std::optional<Place> Target;                ///< Pointer and Element: what the variable designates.
  bool IsCopy = false;                        ///< Element: the variable is a copy of it.
  bool IsOpen = false;                        ///< Start or bound are unknown.
  std::vector<const clang::Expr *> Evaluated; ///< What the header evaluates, for its reads.
};

/// Reads the header of \p Loop, a ForStmt or CXXForRangeStmt that will get the number \p Number. The header evaluates
/// nothing with an effect but on the variable, the bound and the step keep their values as long as the loop runs (or
/// the refusal says they do not), and the variable's values follow from them by mathematics alone: where the counter
/// may wrap around before the bound is reached ([basic.fundamental]/2), the loop is refused.
/// With \p MayBeOpen start and bound may be unknown: the loop then takes some of the values that lie a step apart.
std::variant<LoopHeader, Refusal> readHeader(Extraction &X, const clang::Stmt &Loop, unsigned Number,
                                             bool MayBeOpen = false);

} // namespace loopfuse

#endif
