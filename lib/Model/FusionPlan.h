//===- FusionPlan.h - what to fuse, and how ---------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan is a proposal and is trusted by nobody: checkLegality (Poly/Legality.h)
// turns it into a LegalPlan or refuses it.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_MODEL_FUSIONPLAN_H
#define LOOPFUSE_MODEL_FUSIONPLAN_H

#include "Model/AliasGuard.h"
#include "Support/Refusal.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loopfuse {

struct Loop;
struct Scop;

/// An access: position of the statement in the Scop and of the access in the statement.
struct AccessRef {
  unsigned Statement = 0;
  unsigned Access = 0;
  friend auto operator<=>(const AccessRef &, const AccessRef &) = default;
};

/// A member's place in a group.
struct Placement {
  unsigned Member = 0;
  /// One number a fused loop: iteration v of the member's own loop runs in iteration v + Shift of the fused loop,
  /// both counted in values of the loop variables. Allen & Kennedy, "Optimizing Compilers", section 8.6 (alignment).
  std::vector<int64_t> Shift;
  /// One a fused loop; empty: none. The member's iterations run in the other direction than its own loop has them.
  std::vector<bool> Reversed = {};

  bool isReversed(unsigned Level) const { return Level < Reversed.size() && Reversed[Level]; }
  bool isReversed() const { return llvm::is_contained(Reversed, true); }
};

/// Leaves the outermost \p Depth levels.
inline void cutTo(Placement &P, unsigned Depth) {
  P.Shift.resize(Depth);
  if (!P.Reversed.empty())
    P.Reversed.resize(Depth);
  if (!P.isReversed())
    P.Reversed.clear();
}

/// Whether the loop's variable grows.
bool goesUp(const Loop &L);

/// \p Member placed behind \p First, whose direction the fused loops have.
Placement placedBehind(const Scop &S, const Placement &First, unsigned Member, std::vector<int64_t> Shift);

/// What the merged loops of two members run over, with their shifts.
enum class Iterations {
  Same,
  Differ ///< The group has a CommonRange.
};

/// Where a fused nest begins and ends if its members run over different iterations (counted in the fused loop). It runs
/// from the latest start of a member to the earliest end, the iterations that all members share. What a member runs
/// before that goes into a loop of its own in front of the fused nest (its prologue), what it runs behind that into one
/// behind the fused nest (its epilogue), in the order of the members.
struct CommonRange {
  unsigned First = 0;           ///< Position in the group of the member that starts last.
  std::vector<unsigned> Bounds; ///< Positions of the members of which one ends first.
  /// Members of which a prologue or an epilogue may hold iterations; the others' have none.
  std::vector<unsigned> Prologues, Epilogues;
  bool MayBeEmpty = true; ///< It may end before it starts.
  friend bool operator==(const CommonRange &, const CommonRange &) = default;
};

/// An array of which one iteration of the fused loops needs a part only: it becomes a scalar inside the fused body, or
/// loses its outer dimensions.
struct Contraction {
  unsigned Array = 0;
  /// How many of its inner dimensions are kept: 0, a scalar; 1, a row; 2, a plane. What is kept keeps its name.
  unsigned Kept = 0;
  /// Of a flat array whose rows are kept: how long they are.
  std::optional<IndexExpr> RowLength;
  std::string Scalar;              ///< Name of the scalar: free in the whole function.
  AccessRef Definition;            ///< The scalar's: the unconditional write that comes first.
  std::vector<AccessRef> Accesses; ///< All accesses to the array, the definition included.
  bool IsConstant = false;         ///< The definition is the only write.
};

/// The fused loop cut into strips of so many iterations (strip-mining: Bacon, Graham & Sharp, section 6.2.4). In a
/// strip one inner loop runs after the other, each over the whole strip: what one body computes is still in the first
/// cache when the next one needs it, and each loop is vectorized or not by itself.
struct Strips {
  unsigned Length = 0;
  /// Positions in the group of the members that begin an inner loop, ascending, the first 0. The members up to the next
  /// one share that loop.
  std::vector<unsigned> Begins;
  friend bool operator==(const Strips &, const Strips &) = default;
};

/// One loop of a group whose body holds reductions: it is distributed over the parts of its body and becomes the
/// innermost loop of each reduction (scalar expansion, loop distribution and interchange: Allen & Kennedy, "Optimizing
/// Compilers", chapter 5). Each iteration still adds in its old order.
struct RowLoop {
  /// The innermost merged loop, as the first member has it, or a loop of one member inside the merged ones.
  unsigned Loop = 0;
  /// It runs over a constant number of iterations, all of them at a time; else by strips. Of a constant number, that of
  /// the strips divides it: all of them are equally long.
  bool IsWhole = false;
  /// Loops of the body, the outermost ones of their nests, in order: each nest is a part of its own, and so is what
  /// stands in front of the first, behind the last and between two of them.
  std::vector<unsigned> Reductions;
  std::vector<unsigned> Expanded; ///< Local variables that several parts need: they become buffers of the row.
  std::vector<unsigned> Repeated; ///< Those that each part declares for itself: integers that the loops alone tell.
  friend bool operator==(const RowLoop &, const RowLoop &) = default;
};

/// The loops of a group that run by rows.
struct RowForm {
  unsigned Length = 0; ///< Of the strips of those that are not whole.
  std::vector<RowLoop> Loops;
  friend bool operator==(const RowForm &, const RowForm &) = default;
};

/// Members that become one nest, in original order.
struct FusionGroup {
  std::vector<Placement> Members;
  unsigned Depth = 1; ///< Number of outermost loops that are merged.
  /// Set if the members' iterations differ; Depth is 1 then.
  std::optional<CommonRange> Common;
  /// Set if the group runs by strips, not by iterations; Depth is 1 then, and contracted arrays that two inner loops
  /// need become buffers as long as a strip.
  std::optional<Strips> ByStrips;
  std::optional<RowForm> ByRows; ///< Not together with ByStrips or Common.
  std::vector<Contraction> Contractions;
  /// Members of the region that stand between the group's first and last member and are not part of it: each goes
  /// before or behind the fused nest.
  std::vector<unsigned> Before;
  std::vector<unsigned> After;
  /// The plan is legal where these hold when the first member is reached. If there are any, the text tests them there
  /// and keeps the original loops for the other case.
  std::vector<AliasGuard> Guards;
  std::vector<Constraint> Assumptions; ///< As Guards; affine in parameters that can be written there.
  bool isGuarded() const { return !Guards.empty() || !Assumptions.empty(); }
};

/// Of the member at \p Position: the position of the one that begins its inner loop. 0 in a group without strips.
unsigned leaderOf(const FusionGroup &Group, unsigned Position);

/// Whether a contracted array of a group that runs by strips is touched in two inner loops: it becomes a buffer.
bool isStripBuffer(const Scop &S, const FusionGroup &Group, const Contraction &C);

enum class FusionKind {
  Vertical,  ///< A later member reads what an earlier one writes.
  Horizontal ///< The members only share inputs.
};

/// Why two neighbouring nests are not in one group.
struct PairRefusal {
  unsigned First = 0;
  unsigned Second = 0;
  Refusal Reason;
};

struct FusionPlan {
  std::vector<FusionGroup> Groups; ///< Each with two members at least.
  std::vector<PairRefusal> Refused;
};

} // namespace loopfuse

#endif
