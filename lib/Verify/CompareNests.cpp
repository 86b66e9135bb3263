//===- CompareNests.cpp - a fused nest against what went into it ----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verify/CompareNests.h"
#include "Poly/AccessRelations.h"
#include "Poly/CopiedElements.h"
#include "Poly/FusedSpace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace llvm;

namespace loopfuse {

/// More than a pair gets in the proof: the sets here are compared for equality, once.
static constexpr unsigned long Operations = 4000000;

namespace {
/// A statement with what is left of its accesses once the contracted arrays are gone.
struct Instance {
  unsigned Index;
  std::vector<unsigned> Accesses;
  std::vector<int64_t> Shift; ///< Of the member it came from; empty in the new text.
};

class NestComparison {
public:
  NestComparison(const Scop &Before, const FusionGroup &Group, const Scop &After, unsigned Member)
      : B(Before), A(After), Group(Group), MemberBefore(Group.Members.front().Member), MemberAfter(Member) {}

  std::optional<std::string> compare();

private:
  bool isContracted(unsigned Array) const {
    return any_of(Group.Contractions, [&](const Contraction &C) { return C.Array == Array; });
  }
  std::vector<Instance> instances(const Scop &S, unsigned Member, const std::vector<int64_t> &Shift) const;
  bool isSecondCopy(const Instance &X, unsigned Position) const;
  void dropLostReads(Instance &X, const Instance &Y) const;
  std::optional<std::string> compareStatement(Instance X, const Instance &Y);
  std::optional<std::string> compareLoops(const Statement &X, const Statement &Y);
  bool sameTree(const IndexExpr &X, const IndexExpr &Y, const Instance &From, const Statement &To) const;
  bool sameText(const Instance &X, const Instance &Y) const;
  bool sameAccess(const Access &X, const Access &Y, const Instance &From, const Statement &To) const;
  std::optional<std::string> compareSets(const Instance &X, const Instance &Y);
  void buildSets();

  const Scop &B, &A;
  const FusionGroup &Group;
  unsigned MemberBefore, MemberAfter;
  std::map<unsigned, unsigned> Loops;  ///< Of Before to After's.
  std::map<unsigned, unsigned> Origin; ///< The other way round, for loops that are not merged.

  // Both texts in one Scop, for isl; made when trees differ.
  Scop Both;
  std::map<unsigned, unsigned> OldStatements, NewStatements;
  std::unique_ptr<IslContext> Isl;
  RegionRelations Relations;
  isl::set Ends; ///< What the original loops' ends say about the parameters.
};
} // namespace

static std::string lineOf(const Statement &St) { return "the statement at line " + utostr(St.Span.Line); }

std::vector<Instance> NestComparison::instances(const Scop &S, unsigned Member,
                                                const std::vector<int64_t> &Shift) const {
  std::vector<Instance> Result;
  for (unsigned I : S.Members[Member].Statements) {
    const Statement &St = S.Statements[I];
    Instance X{I, {}, Shift};
    for (unsigned K = 0; K < St.Accesses.size(); ++K)
      if (!isContracted(St.Accesses[K].Array))
        X.Accesses.push_back(K);
    // What touches nothing but the iteration's own variables needs no place in the order.
    if (!St.IsHeader && !X.Accesses.empty())
      Result.push_back(std::move(X));
  }
  llvm::sort(Result, [&](const Instance &X, const Instance &Y) {
    return std::tie(S.Statements[X.Index].Position, X.Index) < std::tie(S.Statements[Y.Index].Position, Y.Index);
  });
  return Result;
}

/// Loops correspond level by level: the merged ones all to the same, deeper ones one to one and alike.
std::optional<std::string> NestComparison::compareLoops(const Statement &X, const Statement &Y) {
  if (X.Loops.size() != Y.Loops.size())
    return lineOf(Y) + " stands in " + utostr(Y.Loops.size()) + " loops instead of " + utostr(X.Loops.size());
  for (size_t K = 0; K < X.Loops.size(); ++K) {
    const Loop &LX = B.Loops[X.Loops[K]], &LY = A.Loops[Y.Loops[K]];
    if (LX.StepSign != LY.StepSign || LX.Order != LY.Order || LX.Directive != LY.Directive || LX.Kind != LY.Kind ||
        (LX.Kind != LoopVariableKind::Integer && LX.Base != LY.Base))
      return "the loop at line " + utostr(LY.Span.Line) + " is of another form";
    bool IsNew = Loops.try_emplace(X.Loops[K], Y.Loops[K]).first->second == Y.Loops[K];
    if (IsNew && K >= Group.Depth)
      IsNew = Origin.try_emplace(Y.Loops[K], X.Loops[K]).first->second == X.Loops[K];
    if (!IsNew)
      return lineOf(Y) + " stands in another loop";
  }
  return std::nullopt;
}

/// \p X, of the old text, with the new text's variables is \p Y.
bool NestComparison::sameTree(const IndexExpr &X, const IndexExpr &Y, const Instance &From, const Statement &To) const {
  const Statement &St = B.Statements[From.Index];
  return X.mapLeaves([&](const IndexExpr &Leaf) {
    if (Leaf.kind() != IndexKind::Iterator)
      return Leaf;
    for (size_t K = 0; K < St.Loops.size(); ++K)
      if (St.Loops[K] == Leaf.index())
        return IndexExpr::iterator(To.Loops[K]) - IndexExpr::constant(K < From.Shift.size() ? From.Shift[K] : 0);
    return Leaf;
  }) == Y;
}

bool NestComparison::sameAccess(const Access &X, const Access &Y, const Instance &From, const Statement &To) const {
  if (X.Subscripts.size() != Y.Subscripts.size())
    return false;
  for (size_t K = 0; K < X.Subscripts.size(); ++K)
    if (!sameTree(X.Subscripts[K], Y.Subscripts[K], From, To))
      return false;
  return true;
}

/// The same iterations and elements because they are spelled alike.
bool NestComparison::sameText(const Instance &X, const Instance &Y) const {
  const Statement &SX = B.Statements[X.Index], &SY = A.Statements[Y.Index];
  for (size_t K = 0; K < SX.Loops.size(); ++K) {
    const Loop &LX = B.Loops[SX.Loops[K]], &LY = A.Loops[SY.Loops[K]];
    int64_t Shift = K < X.Shift.size() ? X.Shift[K] : 0;
    if (LX.Relation != LY.Relation || LX.First.isUnknown() || LX.Bound.isUnknown() || LX.Step.isUnknown() ||
        !sameTree(LX.First + IndexExpr::constant(Shift), LY.First, X, SY) ||
        !sameTree(LX.Bound + IndexExpr::constant(Shift), LY.Bound, X, SY) || !sameTree(LX.Step, LY.Step, X, SY))
      return false;
  }
  if (SX.Guard.size() != SY.Guard.size())
    return false;
  for (size_t K = 0; K < SX.Guard.size(); ++K)
    if (SX.Guard[K].IsEquality != SY.Guard[K].IsEquality || !sameTree(SX.Guard[K].Expr, SY.Guard[K].Expr, X, SY))
      return false;
  for (size_t K = 0; K < X.Accesses.size(); ++K)
    if (!sameAccess(SX.Accesses[X.Accesses[K]], SY.Accesses[Y.Accesses[K]], X, SY))
      return false;
  return true;
}

/// Appends a member of \p From to \p To, which has the same arrays and parameters.
static void appendMember(Scop &To, const Scop &From, unsigned Index, std::map<unsigned, unsigned> &Statements) {
  const Member &M = From.Members[Index];
  Member Copy = M;
  Copy.Statements.clear();
  Copy.Loops.clear();
  std::map<unsigned, unsigned> Loops;
  auto Renumber = [&](IndexExpr &E) {
    E = E.mapLeaves([&](const IndexExpr &Leaf) {
      if (Leaf.kind() != IndexKind::Iterator)
        return Leaf;
      auto It = Loops.find(Leaf.index());
      return It == Loops.end() ? IndexExpr::unknown() : IndexExpr::iterator(It->second);
    });
  };
  for (unsigned L : M.Loops) {
    Loops[L] = To.Loops.size();
    Copy.Loops.push_back(To.Loops.size());
    Loop New = From.Loops[L];
    New.Member = To.Members.size();
    if (New.Parent)
      New.Parent = Loops[*New.Parent];
    for (IndexExpr *E : {&New.First, &New.Bound, &New.Step})
      Renumber(*E);
    To.Loops.push_back(std::move(New));
  }
  for (unsigned I : M.Statements) {
    Statements[I] = To.Statements.size();
    Copy.Statements.push_back(To.Statements.size());
    Statement New = From.Statements[I];
    New.Member = To.Members.size();
    for (unsigned &L : New.Loops)
      L = Loops[L];
    for (Constraint &C : New.Guard)
      Renumber(C.Expr);
    for (Access &A : New.Accesses)
      for (IndexExpr &E : A.Subscripts)
        Renumber(E);
    To.Statements.push_back(std::move(New));
  }
  To.Members.push_back(std::move(Copy));
}

void NestComparison::buildSets() {
  if (Isl)
    return;
  Both.Arrays = A.Arrays;
  Both.Parameters = A.Parameters;
  Both.Context = B.Context;
  for (const Placement &P : Group.Members)
    appendMember(Both, B, P.Member, OldStatements);
  appendMember(Both, A, MemberAfter, NewStatements);
  Isl = std::make_unique<IslContext>(Operations);
  Relations = buildAccessRelations(*Isl, Both, AliasPolicy::Refuse);
  Ends = isl::set::universe(isl::space::params_alloc(Isl->get(), 0));
  for (unsigned L = 0; L < Both.Loops.size(); ++L)
    if (Both.Loops[L].Member < Group.Members.size())
      Ends = Ends.intersect(endsInItsType(*Relations.Parameters, L));
}

std::optional<std::string> NestComparison::compareSets(const Instance &X, const Instance &Y) {
  buildSets();
  Isl->resetQuota();
  const Statement &SX = B.Statements[X.Index], &SY = A.Statements[Y.Index];
  const StatementRelations &RX = Relations.Statements[OldStatements[X.Index]],
                           &RY = Relations.Statements[NewStatements[Y.Index]];
  std::vector<int64_t> Shift = X.Shift, None(SY.Loops.size(), 0);
  Shift.resize(SX.Loops.size(), 0);
  isl::map ToX = toFused(RX.Domain.space(), Shift), ToY = toFused(RY.Domain.space(), None);
  isl::set Context =
      Ends.intersect(Relations.Parameters->contextFor(RX.Domain.space().align_params(RY.Domain.space())));
  auto InContext = [&](const isl::set &Domain, const isl::map &Map) {
    return Domain.apply(Map).intersect_params(Context);
  };
  if (!RX.Exact || !RY.Exact || !InContext(RX.Domain, ToX).is_equal(InContext(RY.Domain, ToY)).is_true())
    return lineOf(SY) + " does not run for the same iterations";
  for (size_t K = 0; K < X.Accesses.size(); ++K) {
    const Access &AX = SX.Accesses[X.Accesses[K]], &AY = SY.Accesses[Y.Accesses[K]];
    if (sameAccess(AX, AY, X, SY))
      continue;
    const AccessRelation &EX = RX.Accesses[X.Accesses[K]], &EY = RY.Accesses[Y.Accesses[K]];
    isl::map MX = EX.Relation.apply_domain(ToX).intersect_params(Context),
             MY = EY.Relation.apply_domain(ToY).intersect_params(Context);
    if (!EX.Exact || !EY.Exact || !MX.is_equal(MY).is_true())
      return lineOf(SY) + " touches other elements of '" + B.Arrays[AX.Array].Name + "'";
  }
  return std::nullopt;
}

/// With "t[n - i]" goes its read of n: takes the reads out of \p X that \p Y lacks, if X has a contracted access.
void NestComparison::dropLostReads(Instance &X, const Instance &Y) const {
  const Statement &SX = B.Statements[X.Index], &SY = A.Statements[Y.Index];
  if (X.Accesses.size() == SX.Accesses.size())
    return;
  std::vector<unsigned> Kept;
  for (unsigned K : X.Accesses) {
    const Access &AX = SX.Accesses[K];
    const Access *AY = Kept.size() < Y.Accesses.size() ? &SY.Accesses[Y.Accesses[Kept.size()]] : nullptr;
    bool Same = AY && AX.Kind == AY->Kind && AX.Array == AY->Array;
    if (Same || AX.Kind == AccessKind::Write)
      Kept.push_back(K);
  }
  X.Accesses = std::move(Kept);
}

std::optional<std::string> NestComparison::compareStatement(Instance X, const Instance &Y) {
  const Statement &SX = B.Statements[X.Index], &SY = A.Statements[Y.Index];
  if (std::optional<std::string> Why = compareLoops(SX, SY))
    return Why;
  dropLostReads(X, Y);
  if (SX.GuardIsExact != SY.GuardIsExact)
    return lineOf(SY) + " stands under another condition";
  for (size_t K = 0; K < std::max(X.Accesses.size(), Y.Accesses.size()); ++K) {
    if (K >= X.Accesses.size())
      return lineOf(SY) + " touches '" + A.Arrays[SY.Accesses[Y.Accesses[K]].Array].Name + "', which it did not";
    const Access &AX = SX.Accesses[X.Accesses[K]];
    if (K >= Y.Accesses.size())
      return lineOf(SY) + " does not touch '" + B.Arrays[AX.Array].Name + "' any more";
    const Access &AY = SY.Accesses[Y.Accesses[K]];
    if (AX.Kind != AY.Kind || AX.Array != AY.Array || AX.Must != AY.Must)
      return lineOf(SY) + (AY.Kind == AccessKind::Read ? " reads '" : " writes '") + A.Arrays[AY.Array].Name +
             "' where the original " + (AX.Kind == AccessKind::Read ? "reads '" : "writes '") +
             B.Arrays[AX.Array].Name + "'";
  }
  return sameText(X, Y) ? std::nullopt : compareSets(X, Y);
}

/// The loop that copies an array's elements one after the other with the statement \p St, and does nothing in it but
/// that; null of other statements.
static const Loop *copyingLoop(const Scop &S, const Statement &St) {
  if (St.IsHeader || St.Loops.empty() || St.Accesses.size() != 1 || !St.Guard.empty() || !St.GuardIsExact)
    return nullptr;
  const Access &A = St.Accesses.front();
  const Loop &L = S.Loops[St.Loops.back()];
  bool IsElement = L.Kind == LoopVariableKind::Element && L.Base == A.Array && A.Kind == AccessKind::Read && A.Must &&
                   !A.Subscripts.empty() && A.Subscripts.back() == IndexExpr::iterator(St.Loops.back());
  return IsElement && St.Position.back() == 0 ? &L : nullptr;
}

/// The copy that a later range-for makes of an element which the first one has copied: the fused loop makes one.
bool NestComparison::isSecondCopy(const Instance &X, unsigned Position) const {
  const Loop *Own = copyingLoop(B, B.Statements[X.Index]);
  bool IsMerged = Own && B.Statements[X.Index].Loops.size() == Group.Depth;
  if (!IsMerged || mayOutdateCopy(B, Group, Position, *Own->Base))
    return false;
  return any_of(B.Members[MemberBefore].Statements, [&](unsigned I) {
    const Loop *First = copyingLoop(B, B.Statements[I]);
    return First && First->Base == Own->Base && B.Statements[I].Loops.size() == Group.Depth &&
           First->VariableType == Own->VariableType;
  });
}

std::optional<std::string> NestComparison::compare() {
  const Member &M = A.Members[MemberAfter];
  if (M.Kind != B.Members[MemberBefore].Kind || M.TouchesUnknown != B.Members[MemberBefore].TouchesUnknown ||
      M.PerfectDepth < Group.Depth)
    return "line " + utostr(M.Span.Line) + " is not the kind of statement that was planned";
  std::vector<Instance> Old;
  for (unsigned I = 0; I < Group.Members.size(); ++I) {
    std::vector<Instance> Own = instances(B, Group.Members[I].Member, Group.Members[I].Shift);
    if (I)
      llvm::erase_if(Own, [&](const Instance &X) { return isSecondCopy(X, I); });
    llvm::append_range(Old, Own);
  }
  std::vector<Instance> New = instances(A, MemberAfter, {});
  for (size_t I = 0; I < std::max(Old.size(), New.size()); ++I) {
    if (I >= New.size())
      return lineOf(B.Statements[Old[I].Index]) + " is missing";
    if (I >= Old.size())
      return lineOf(A.Statements[New[I].Index]) + " was not there before";
    if (std::optional<std::string> Why = compareStatement(Old[I], New[I]))
      return Why;
  }
  return std::nullopt;
}

std::optional<std::string> compareNest(const Scop &Before, const FusionGroup &Group, const Scop &After,
                                       unsigned Member) {
  return NestComparison(Before, Group, After, Member).compare();
}

std::optional<std::string> compareMember(const Scop &Before, unsigned MemberBefore, const FusionGroup &Contracted,
                                         const Scop &After, unsigned MemberAfter) {
  FusionGroup Alone;
  Alone.Members = {{MemberBefore, {}}};
  Alone.Depth = 0;
  Alone.Contractions = Contracted.Contractions;
  return compareNest(Before, Alone, After, MemberAfter);
}

} // namespace loopfuse
