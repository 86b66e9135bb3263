//===- Finding.h - one result, as every front end gets it -------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REPORT_FINDING_H
#define LOOPFUSE_REPORT_FINDING_H

#include "Model/FusionPlan.h"
#include "Support/Refusal.h"
#include "Support/TextEdit.h"
#include <string>
#include <vector>

namespace loopfuse {

struct FindingNote {
  SourceSpan Place;
  std::string Text;
};

/// Loops that can be fused (Refused is empty), or a neighbouring pair that cannot. The three answers of `explain`:
/// Form, Legality, Profit.
struct Finding {
  FusionKind Kind = FusionKind::Vertical;
  std::string Function;
  SourceSpan Place;              ///< Header of the first loop: the primary location.
  SourceSpan Region;             ///< From the first member to the last.
  std::vector<SourceSpan> Loops; ///< Headers of all members.
  std::optional<Refusal> Refused;
  std::string Message;            ///< One line, without the check's name.
  std::vector<FindingNote> Notes; ///< Witness, contracted arrays, what the compiler may still change.
  std::string Form;
  std::string Legality;
  std::string Profit;
  std::vector<std::string> Contracted; ///< Arrays that become scalars.
  double BytesSaved = 0;
  double Ratio = 1;
  double SecondsBefore = 0, SecondsAfter = 0; ///< Of one execution, where the cost model tells: both or none.
  std::string Identity;                       ///< What measured times of it are kept under, on any machine.
  unsigned Depth = 0;
  bool AcrossCalls = false; ///< Loops of different functions, one call apart.
  EditGroup Edits;          ///< Empty where refused.
  /// Declarations of variables that lose uses by the edits, but stay. Where two findings have one of them, only who is
  /// carried out last can tell whether it goes.
  std::vector<SourceSpan> Fading;

  /// "loopfuse-vertical", "loopfuse-horizontal" or "loopfuse-call-chain": what NOLINT names.
  std::string check() const {
    return AcrossCalls                    ? "loopfuse-call-chain"
           : Kind == FusionKind::Vertical ? "loopfuse-vertical"
                                          : "loopfuse-horizontal";
  }
};

/// Counts for the closing line of `scan`.
struct Statistics {
  unsigned Files = 0, Functions = 0, Loops = 0, Pairs = 0, Modelled = 0, Fused = 0;
  std::vector<unsigned> RefusedBy; ///< Per RefusalId.
};

} // namespace loopfuse

#endif
