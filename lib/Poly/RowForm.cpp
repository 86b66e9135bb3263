//===- RowForm.cpp - may a loop run by rows? ------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Let o be the iterations of the loops around the row loop x, and P the parts
// of its body in order. By iteration an instance runs at (o, x, P, …), by rows
// at (o, strip(x), P, x, …) or, in a reduction over r, at (o, strip(x), P, r,
// x, …). Two instances of one o change places only if their x differ and
//   they are in different parts, the later part's having the smaller x, or
//   they are in one reduction, and the one with the greater x has the smaller r.
// The form is legal if no two such instances touch the same element, one of
// them writing. Scalars that the body declares are no elements: each iteration
// of x has its own, and where it lives through several parts, a buffer has one
// for each x of the strip.
//
//===----------------------------------------------------------------------===//
#include "Poly/RowForm.h"
#include "Model/RowParts.h"
#include "Poly/ConflictingPairs.h"
#include "Poly/Strips.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;

namespace loopfuse {

static constexpr int64_t FarthestStart = int64_t(1) << 31;
static constexpr unsigned LongestStrip = 1 << 16;

static bool isPlain(const Loop &L) {
  return L.Kind == LoopVariableKind::Integer && L.Order == DimOrder::Sequential && L.Directive.empty() &&
         !L.LiveBehind && !L.First.isUnknown() && !L.Bound.isUnknown() && L.Step.isConstant() && !L.Step.isConstant(0);
}

static bool canBeRow(const Loop &L) {
  return isPlain(L) && L.Step.isConstant(1) &&
         (L.Relation == BoundRelation::Less || L.Relation == BoundRelation::LessEqual) && L.First.isConstant() &&
         std::abs(L.First.value()) < FarthestStart;
}

std::vector<unsigned> rowCandidates(const Scop &S, const FusionGroup &Group) {
  std::vector<unsigned> Result;
  for (const Placement &P : Group.Members) {
    const Member &M = S.Members[P.Member];
    std::vector<unsigned> Merged = S.perfectLoops(M, Group.Depth);
    if (&P == &Group.Members.front())
      Result.push_back(Merged.back());
    for (unsigned L : M.Loops)
      if (!is_contained(Merged, L))
        Result.push_back(L);
  }
  return Result;
}

namespace {
/// One loop that may come to run over rows. Each function tells whether all is well.
class RowCheck {
public:
  RowCheck(IslContext &Ctx, const RegionRelations &R, const FusionGroup &Group, unsigned Loop)
      : Ctx(Ctx), R(R), S(*R.Region), Group(Group), Level(levelOf(S, Loop)) {
    Row.Loop = Loop;
  }

  bool readLoops();
  bool readReductions(function_ref<bool(unsigned)> Wants);
  bool readLocals();
  bool keepsOrder() const;
  RowLoop Row;

private:
  bool isReduction(unsigned Loop, unsigned RowOfMember) const;
  bool isUnderstood(const RowStatement &RS) const;
  bool keepsOrder(const AccessPair &Pair) const;
  const RowStatement *find(const AccessRelation &A) const;
  isl::map changesPlaces(const RowStatement &A, const RowStatement &B, const isl::space &Space) const;

  IslContext &Ctx;
  const RegionRelations &R;
  const Scop &S;
  const FusionGroup &Group;
  unsigned Level;
  std::vector<RowStatement> Statements;
};
} // namespace

bool RowCheck::readLoops() {
  bool IsMerged = isMergedRow(S, Group, Row);
  for (unsigned P = 0; P < Group.Members.size(); ++P) {
    const Placement &Place = Group.Members[P];
    std::optional<unsigned> L = rowLoopIn(S, Group, Row, P);
    if (!L)
      continue;
    const Member &M = S.Members[Place.Member];
    bool IsShifted = Place.isReversed() || any_of(Place.Shift, [](int64_t By) { return By != 0; });
    bool IsCollapsed = M.CollapsedLoops > 1 && M.CollapsedLoops > Level; // A directive makes one loop of them.
    if (!canBeRow(S.Loops[*L]) || IsCollapsed || M.IsConditional || M.TouchesUnknown || M.Continue.isValid() ||
        M.Launch || (IsMerged && IsShifted))
      return false;
  }
  std::optional<int64_t> Length = constantLength(S.Loops[Row.Loop]);
  Row.IsWhole = Level > 0 && Length && *Length > 0 && *Length <= LongestWholeRow;
  return true;
}

/// Whether the loops below hold one another and then statements, and run alike for every iteration of the row.
bool RowCheck::isReduction(unsigned Loop, unsigned RowOfMember) const {
  for (std::optional<unsigned> At = Loop, Inner; At; At = Inner, Inner.reset()) {
    const struct Loop &L = S.Loops[*At];
    if (!isPlain(L) || L.First.usesIterator(RowOfMember) || L.Bound.usesIterator(RowOfMember))
      return false;
    for (unsigned Other : S.Members[L.Member].Loops)
      if (S.Loops[Other].Parent == *At) {
        if (Inner)
          return false;
        Inner = Other;
      }
  }
  return true;
}

/// Statements between the loops of a reduction have no effect: they name what is known from the loops.
bool RowCheck::isUnderstood(const RowStatement &RS) const {
  const Statement &St = S.Statements[RS.Statement];
  bool Jumps = any_of(St.Terms, [](const Term &T) {
    return T.Kind == TermKind::Operation && (T.Text == "BreakStmt" || T.Text == "ContinueStmt");
  });
  if (Jumps || St.CallsFunction || (St.Terms.empty() && !St.Accesses.empty()))
    return false;
  if (!RS.Reduction)
    return true;
  bool IsInnermost = none_of(S.Loops, [&](const Loop &L) { return L.Parent == St.Loops.back(); });
  return IsInnermost || (St.Terms.empty() && St.Accesses.empty());
}

bool RowCheck::readReductions(function_ref<bool(unsigned)> Wants) {
  for (unsigned P = 0; P < Group.Members.size(); ++P)
    if (std::optional<unsigned> Loop = rowLoopIn(S, Group, Row, P))
      for (unsigned L : S.Members[Group.Members[P].Member].Loops)
        if (S.Loops[L].Parent == *Loop && isReduction(L, *Loop) && Wants(L))
          Row.Reductions.push_back(L);
  Statements = rowStatements(S, Group, Row);
  return !Row.Reductions.empty() && all_of(Statements, [&](const RowStatement &RS) { return isUnderstood(RS); });
}

static bool isFloating(StringRef Type) { return Type == "float" || Type == "double" || Type == "_Float16"; }

/// What lives through several parts, or through a whole reduction, is expanded.
bool RowCheck::readLocals() {
  struct Use {
    std::set<unsigned> Parts;
    bool InReduction = false, IsFloating = false;
  };
  std::map<unsigned, Use> Uses;
  for (const RowStatement &RS : Statements) {
    const Statement &St = S.Statements[RS.Statement];
    for (const Term &T : St.Terms) {
      if (T.Kind != TermKind::Local)
        continue;
      const LocalVariable &V = S.LocalVariables[T.Index];
      auto At = V.Loop ? llvm::find(St.Loops, *V.Loop) : St.Loops.end();
      if (At == St.Loops.end())
        return false;
      unsigned Declared = At - St.Loops.begin();
      if (Declared < Level && !V.KeepsValue)
        return false; // The iterations of the row share it.
      if (Declared > Level && RS.Reduction && *V.Loop != St.Loops.back())
        return false;
      if (Declared != Level)
        continue;
      Use &U = Uses[T.Index];
      U.Parts.insert(RS.Part);
      U.InReduction |= RS.Reduction.has_value();
      U.IsFloating |= isFloating(T.Text);
    }
  }
  for (const auto &[Local, U] : Uses) {
    if (U.Parts.size() == 1 && !U.InReduction)
      continue;
    const LocalVariable &V = S.LocalVariables[Local];
    // An integer that is given once may be part of subscripts.
    if (V.Bytes == 0 || (V.KeepsValue && !U.IsFloating))
      return false;
    Row.Expanded.push_back(Local);
  }
  return true;
}

const RowStatement *RowCheck::find(const AccessRelation &A) const {
  auto It = find_if(Statements, [&](const RowStatement &RS) { return RS.Statement == A.Ref.Statement; });
  return It == Statements.end() ? nullptr : &*It;
}

/// { a -> b } of one iteration of the loops around the row that change places.
isl::map RowCheck::changesPlaces(const RowStatement &A, const RowStatement &B, const isl::space &Space) const {
  isl::local_space Local(Space);
  auto Ahead = [&](unsigned K, int Sign) { // The distance from a to b, or from b to a, is at least 1.
    return isl::constraint::alloc_inequality(Local)
        .set_coefficient_si(isl::dim::out, K, Sign)
        .set_coefficient_si(isl::dim::in, K, -Sign)
        .set_constant_si(-1);
  };
  auto Equal = [&](unsigned K) {
    return isl::constraint::alloc_equality(Local)
        .set_coefficient_si(isl::dim::out, K, 1)
        .set_coefficient_si(isl::dim::in, K, -1);
  };
  isl::map Around = isl::map::universe(Space);
  for (unsigned K = 0; K < Level; ++K)
    Around = Around.add_constraint(Equal(K));
  if (A.Part != B.Part)
    return Around.add_constraint(Ahead(Level, A.Part < B.Part ? -1 : 1));
  isl::map Changed = isl::map::empty(Space);
  if (!A.Reduction)
    return Changed;
  const std::vector<unsigned> &Loops = S.Statements[A.Statement].Loops;
  for (int Sign : {1, -1}) { // b's x is the greater one, or a's.
    isl::map Prefix = Around.add_constraint(Ahead(Level, Sign));
    for (unsigned K = Level + 1; K < Loops.size(); ++K) {
      Changed = Changed.unite(Prefix.add_constraint(Ahead(K, goesUp(S.Loops[Loops[K]]) ? -Sign : Sign)));
      Prefix = Prefix.add_constraint(Equal(K));
    }
  }
  return Changed;
}

bool RowCheck::keepsOrder(const AccessPair &Pair) const {
  if (Pair.Alias == AliasRelation::MayOverlap)
    return false;
  const RowStatement *A = find(*Pair.From), *B = find(*Pair.To);
  bool AnyHeader = R.statement(*Pair.From).IsHeader || R.statement(*Pair.To).IsHeader;
  if ((!A || !B) && !(AnyHeader && (A || B)))
    return true; // Counters that two headers set are not read behind.
  isl::map Same = sameElement(Pair);
  if (Same.is_empty().is_true())
    return true;
  if (AnyHeader || Same.is_null())
    return false;
  return Same.intersect(changesPlaces(*A, *B, Same.space())).is_empty().is_true();
}

bool RowCheck::keepsOrder() const {
  for (unsigned J = 0; J < Group.Members.size(); ++J)
    for (unsigned I = 0; I <= J; ++I) {
      if (!rowLoopIn(S, Group, Row, I) || !rowLoopIn(S, Group, Row, J))
        continue;
      Ctx.resetQuota();
      for (const AccessPair &Pair : conflictingPairs(R, Group.Members[I].Member, Group.Members[J].Member))
        if (!keepsOrder(Pair))
          return false;
    }
  return true;
}

std::optional<RowLoop> findRowLoop(IslContext &Ctx, const RegionRelations &R, const FusionGroup &Group, unsigned Loop,
                                   function_ref<bool(unsigned)> Wants) {
  if (Group.Common || Group.ByStrips || Group.isGuarded() || R.LeavesToGuards || !R.Assumed.empty())
    return std::nullopt;
  RowCheck Check(Ctx, R, Group, Loop);
  if (!Check.readLoops() || !Check.readReductions(Wants) || !Check.readLocals() || !Check.keepsOrder())
    return std::nullopt;
  return std::move(Check.Row);
}

uint64_t rowBufferBytes(const Scop &S, const FusionGroup &Group) {
  uint64_t Bytes = 0;
  for (const RowLoop &Row : Group.ByRows->Loops)
    for (unsigned Local : Row.Expanded)
      Bytes += S.LocalVariables[Local].Bytes * rowLength(S, *Group.ByRows, Row);
  for (const Contraction &C : Group.Contractions)
    if (const RowLoop *Row = bufferedIn(S, Group, C))
      Bytes += S.Arrays[C.Array].ElementBytes * rowLength(S, *Group.ByRows, *Row);
  return Bytes;
}

std::optional<Refusal> checkRows(IslContext &Ctx, const RegionRelations &R, const FusionGroup &Group) {
  const Scop &S = *R.Region;
  const SourceSpan &Place = S.Members[Group.Members.front().Member].Span;
  auto Malformed = [&] { return refuse(RefusalId::LoopForm, Place, {"the plan's rows are malformed"}); };
  const RowForm &Rows = *Group.ByRows;
  if (Rows.Loops.empty() || Rows.Length < 2 || Rows.Length > LongestStrip)
    return Malformed();
  std::vector<unsigned> Candidates = rowCandidates(S, Group);
  for (const RowLoop &Row : Rows.Loops) {
    if (!is_contained(Candidates, Row.Loop))
      return Malformed();
    // No row inside another one.
    for (const RowLoop &Other : Rows.Loops)
      if (&Other != &Row && (isInside(S, Row.Loop, Other.Loop) || isMergedRow(S, Group, Other)))
        return Malformed();
    auto IsPlanned = [&](unsigned L) { return is_contained(Row.Reductions, L); };
    std::optional<RowLoop> Found = findRowLoop(Ctx, R, Group, Row.Loop, IsPlanned);
    if (Found && isCutEvenly(S, Rows, Row))
      Found->IsWhole = false; // Two iterations change places by strips only if they do in the whole row.
    if (Found != Row)
      return refuse(RefusalId::LoopForm, S.Loops[Row.Loop].Header, {"this loop cannot run by rows"});
  }
  if (rowBufferBytes(S, Group) > MaxBufferBytes)
    return refuse(RefusalId::LoopForm, Place, {"the plan's rows are too long for their buffers"});
  return std::nullopt;
}

} // namespace loopfuse
