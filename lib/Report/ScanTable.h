//===- ScanTable.h - what there is to gain, best first ----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REPORT_SCANTABLE_H
#define LOOPFUSE_REPORT_SCANTABLE_H

#include "Report/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace loopfuse {

/// Whether \p A saves more in one execution than \p B: of time, where it is estimated, or else of bytes.
bool savesMore(const Finding &A, const Finding &B);

/// The fusable findings as a table, ranked by that.
void printRanking(llvm::raw_ostream &OS, llvm::ArrayRef<Finding> Findings, llvm::StringRef WorkingDirectory);

/// Pairs, Modelled, Fused and RefusedBy of \p Findings. Files, Functions and Loops stay 0: findings do not tell them.
Statistics countFindings(llvm::ArrayRef<Finding> Findings);

/// "files 3, functions 10, loops 24, pairs 9, fused 4, refused 5 (illegal 1, unproven 2, unsupported 2, unprofitable
/// 0), 0.8 s": the closing line of `scan`.
std::string closingLine(const Statistics &S, double Seconds);

/// A number of bytes for people: "512 B", "16.0 MB".
std::string formatBytes(double Bytes);

} // namespace loopfuse

#endif
