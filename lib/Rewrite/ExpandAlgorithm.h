//===- ExpandAlgorithm.h - a loop in place of an algorithm's call -*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_EXPANDALGORITHM_H
#define LOOPFUSE_REWRITE_EXPANDALGORITHM_H

#include "Frontend/Algorithms.h"
#include "Rewrite/CallerNames.h"
#include "Rewrite/ExpandCall.h"

namespace loopfuse {

/// The loop that \p Call, in the statement \p Statement of \p Where, runs: with the statements of its lambda, whose
/// parameters are written as elements. Beside a loop over the elements of the same container it is one, else it counts.
/// A reason where the text does not allow it; what the text means is checkAlgorithm's question.
std::variant<Expansion, std::string> expandAlgorithm(const AlgorithmCall &Call, const clang::Stmt &Statement,
                                                     const Region &Where, const FileText &File, CallerNames &Names);

} // namespace loopfuse

#endif
