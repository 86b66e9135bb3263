//===- CostModel.h - does a fusion pay? -------------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_COST_COSTMODEL_H
#define LOOPFUSE_COST_COSTMODEL_H

#include "Support/Refusal.h"
#include <optional>
#include <string>
#include <vector>

namespace loopfuse {

/// Who says whether a legal fusion is worth it (--cost-model).
enum class CostModel {
  Rules,    ///< estimateByRules.
  Roofline, ///< estimateByRoofline: what the rules allow, if it takes less time on a machine.
  Recorded, ///< What was measured, where it was; the rules elsewhere.
  Always    ///< Nobody: whatever is legal is fused, for trials.
};

/// What members of a group take turns by (--granularity).
enum class Granularity {
  Auto,      ///< Rows where reductions gain by them, strips where iterations would lose what the compiler does for one
             ///< of the loops.
  Iteration, ///< Iterations only.
  Strip,     ///< Strips wherever they can be written, for trials.
  Row        ///< Rows wherever they can be written, for trials.
};

/// What the compile command says of the compiler's vectorizer.
struct VectorizerFlags {
  std::optional<unsigned>
      AliasChecks;              ///< So many run-time tests a vectorized loop may need; none: it makes no vectors.
  bool KnowsTripCounts = false; ///< It takes only loops whose trip count is a constant.
  bool UsesTypes = true;        ///< -fstrict-aliasing.
  bool UsesOpenMP = false;      ///< "#pragma omp simd" is in force.
  bool Regroups = false;        ///< Sums of floating-point numbers may be vectorized: -ffast-math.
  bool AddsInOrder = false;     ///< Strict sums leave the rest of the loop its vectors: GCC adds up their elements.
  unsigned VectorBytes = 16;    ///< Of a vector of the command's target, as the compiler uses them.
  friend auto operator<=>(const VectorizerFlags &, const VectorizerFlags &) = default;
};

/// What one member does in an iteration of the merged loops; loops inside it are multiplied out.
struct MemberWork {
  double BytesRead = 0, BytesWritten = 0;
  double Operations = 0;     ///< Arithmetic.
  double Calls = 0;          ///< Of mathematical functions.
  double Chain = 0;          ///< Operations that each wait for the one before: a sum in strict order, a recurrence.
  unsigned ElementBytes = 4; ///< Of the widest element.
  bool Vectorizes = true;
};

/// All a cost model sees of a group: numbers. Bytes are counted for one iteration of the fused loops.
struct PlanFeatures {
  double TripCount = 0; ///< Iterations of the fused loops: known, or the assumed size.
  bool TripCountIsAssumed = false;
  double BytesReadBefore = 0; ///< Distinct elements read by each member, summed over the members.
  double BytesWrittenBefore = 0;
  double BytesReadAfter = 0; ///< Distinct elements read by the fused body; contracted arrays count nothing.
  double BytesWrittenAfter = 0;
  unsigned Members = 0;
  unsigned Streams = 0;      ///< Different arrays walked over by the fused body.
  unsigned SharedArrays = 0; ///< Arrays that two members touch.
  unsigned Contracted = 0;
  unsigned RowLoops = 0;     ///< So many loops become the innermost ones of their reductions.
  bool MergedByRows = false; ///< The innermost merged loop is one of them: each part of its body is a loop of its own.
  unsigned StripLength = 0;  ///< Each inner loop is a loop of its own, over so many iterations; 0: by iteration.
  std::vector<bool> MemberVectorizes;      ///< Per member with vectors to lose or none to have: no call, no scatter.
  std::vector<unsigned> MemberAliasChecks; ///< Per member: tests at run time before the compiler uses vectors.
  unsigned AliasChecks = 0;                ///< The same of the fused body.
  std::optional<unsigned> AliasCheckLimit; ///< The compiler makes no more; none: it makes no vectors.
  /// An array of which an iteration of the innermost loop reads what one of the few before it wrote, where before the
  /// fusion a loop of its own did: "" if there is none.
  std::string Carried;
  SourceSpan CarriedPlace;
  /// What would keep a member that gains by vectors from having them, and is no blocker: a sum in strict order, the
  /// greatest element so far. "" if there is nothing.
  std::string Serial;
  SourceSpan SerialPlace;
  /// Two arrays that the innermost loop would fill in turn, a vector at a time, where before the fusion a loop
  /// went along each: "" if there are none.
  std::string Turns;
  bool SharesRowsOnly = false; ///< The innermost loops touch the same rows, but never the same elements at a time.
  // What the roofline asks besides: Work.h.
  double Iterations = 0;                      ///< As TripCount, but each loop of unknown length counts by itself.
  std::vector<MemberWork> Work;               ///< Per member.
  double ReadAfter = 0, WrittenAfter = 0;     ///< Bytes that the fused body moves in an iteration of the merged loops.
  double TouchedBefore = 0, TouchedAfter = 0; ///< Bytes of all arrays, in all iterations.
  double FreshBytes = 0;                      ///< Of these, what is asked for and contracted away.
  unsigned Launches = 0;                      ///< Kernels, or loops whose iterations threads share, before the fusion.
  bool IsOfDevice = false;                    ///< They are kernels.
  unsigned GuardTests = 0;                    ///< Tests that the fused text does before it runs.
  unsigned VectorBytes = 0;                   ///< 0: the compiler makes no vectors.

  std::string Blocker; ///< What keeps a member from vectorizing: "the call to 'tanh'".
  SourceSpan BlockerPlace;
};

/// The estimate with its terms, for `explain` and the ranking of `scan`.
struct CostEstimate {
  double BytesSaved = 0;                      ///< Memory traffic saved in one execution of the group.
  double Ratio = 1;                           ///< Estimated time before / time after.
  std::string Terms;                          ///< Readable: "24 -> 16 bytes an iteration, 1 loop fewer".
  double SecondsBefore = 0, SecondsAfter = 0; ///< Of one execution; 0 where the model tells no times.
  std::optional<Refusal> Refused;             ///< Unprofitable.
};

/// The rules of docs/COST.md: fuse what shares data; do not take a vectorizable loop down with one that is not.
CostEstimate estimateByRules(const PlanFeatures &F, const SourceSpan &Place);

struct Machine;

/// The same, with times on \p M; what takes no less time there is refused as well (docs/COST.md, "Times").
CostEstimate estimateByRoofline(const PlanFeatures &F, const Machine &M, const SourceSpan &Place);

} // namespace loopfuse

#endif
