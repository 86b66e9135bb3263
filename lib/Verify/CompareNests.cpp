//===- CompareNests.cpp - a fused nest against what went into it ----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Verify/CompareNests.h"
#include "Model/OmpDirective.h"
#include "Poly/CopiedElements.h"
#include "Verify/BothTexts.h"
#include "Verify/CompareTerms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace llvm;

namespace loopfuse {

namespace {
class NestComparison {
public:
  NestComparison(const Scop &Before, const FusionGroup &Group, const Scop &After, unsigned Member)
      : B(Before), A(After), Group(Group), Directive(Group.Depth ? mergedDirective(Before, Group) : std::nullopt),
        MemberBefore(Group.Members.front().Member), MemberAfter(Member), Terms(Before, After, Group) {}

  std::optional<std::string> compare();

private:
  const Statement *firstCopy(const Instance &X, unsigned Position) const;
  const Statement *copyIn(unsigned Array) const;
  void useCopy(Instance &X, unsigned Position) const;
  std::optional<std::string> compareConditions() const;
  std::optional<std::string> compareLaunches() const;
  std::optional<std::string> compareStatement(const Instance &X, const Instance &Y);
  std::optional<std::string> compareLoops(const Instance &Old, const Instance &New);
  std::optional<std::string> compareAccesses(const Instance &X, const Instance &Y);
  std::optional<std::string> compareTerms(const Instance &X, const Instance &Y);
  bool sameDomainText(const Instance &X, const Instance &Y) const;
  bool sameLoopText(const Loop &LX, const Loop &LY, int64_t Shift, const Instance &X, const Statement &To) const;
  bool sameSubscripts(const Access &AX, const Access &AY, const Instance &X, const Instance &Y) const;
  BothTexts &sets() {
    if (!Sets)
      Sets = std::make_unique<BothTexts>(B, Group, A, MemberAfter);
    return *Sets;
  }

  const Scop &B, &A;
  const FusionGroup &Group;
  std::optional<std::string> Directive; ///< That the group's say together, of the outermost loops.
  unsigned MemberBefore, MemberAfter;
  std::map<unsigned, unsigned> Loops;      ///< Of Before to After's.
  std::map<unsigned, unsigned> Origin;     ///< The other way round, for loops that are not merged.
  std::map<unsigned, unsigned> Statements; ///< Of Before to After's, as far as they were found to correspond.
  TermComparison Terms;
  std::unique_ptr<BothTexts> Sets; ///< Made when trees differ.
};
} // namespace

/// Loops correspond level by level: the merged ones all to the same, deeper ones one to one and alike.
std::optional<std::string> NestComparison::compareLoops(const Instance &Old, const Instance &New) {
  const Statement &X = B.Statements[Old.Index], &Y = A.Statements[New.Index];
  if (X.Loops.size() != Y.Loops.size())
    return lineOf(Y) + " stands in " + utostr(Y.Loops.size()) + " loops instead of " + utostr(X.Loops.size());
  for (size_t K = 0; K < X.Loops.size(); ++K) {
    const Loop &LX = B.Loops[X.Loops[K]], &LY = A.Loops[Y.Loops[K]];
    bool Reversed = K < Old.Reversed.size() && Old.Reversed[K];
    if ((LX.StepSign != LY.StepSign) != Reversed || LX.Order != LY.Order ||
        !(K == 0 && Group.Depth > 0 ? Directive && saysSame(*Directive, LY.Directive) : LX.Directive == LY.Directive) ||
        LX.Kind != LY.Kind || (LX.Kind != LoopVariableKind::Integer && LX.Base != LY.Base) ||
        (LX.Kind == LoopVariableKind::Thread && LX.Variable != LY.Variable))
      return "the loop at line " + utostr(LY.Span.Line) + " is of another form";
    bool IsNew = Loops.try_emplace(X.Loops[K], Y.Loops[K]).first->second == Y.Loops[K];
    if (IsNew && K >= Group.Depth)
      IsNew = Origin.try_emplace(Y.Loops[K], X.Loops[K]).first->second == X.Loops[K];
    if (!IsNew)
      return lineOf(Y) + " stands in another loop";
  }
  return std::nullopt;
}

bool NestComparison::sameSubscripts(const Access &AX, const Access &AY, const Instance &X, const Instance &Y) const {
  const Statement &SX = B.Statements[X.Index], &SY = A.Statements[Y.Index];
  if (AX.Subscripts.size() != AY.Subscripts.size())
    return false;
  for (size_t K = 0; K < AX.Subscripts.size(); ++K) {
    // What is not known is told by the terms.
    bool Unknown = AX.Subscripts[K].isUnknown() && SX.Terms.empty() && B.Members[SX.Member].Kind == MemberKind::Nest;
    if (Unknown || !sameTree(B, AX.Subscripts[K], AY.Subscripts[K], X, SY))
      return false;
  }
  return true;
}

/// Start or bound that are not known are told by the terms of a statement in front of the loop.
bool NestComparison::sameLoopText(const Loop &LX, const Loop &LY, int64_t Shift, const Instance &X,
                                  const Statement &To) const {
  if (LX.Relation != LY.Relation || LX.Step.isUnknown() || !sameTree(B, LX.Step, LY.Step, X, To))
    return false;
  if (LX.First.isUnknown() || LX.Bound.isUnknown()) {
    auto It = LX.Evaluation ? Statements.find(*LX.Evaluation) : Statements.end();
    if (It == Statements.end() || LY.Evaluation != It->second || B.Statements[*LX.Evaluation].Terms.empty())
      return false;
  }
  return sameTree(B, LX.First + IndexExpr::constant(Shift), LY.First, X, To) &&
         sameTree(B, LX.Bound + IndexExpr::constant(Shift), LY.Bound, X, To);
}

/// The same iterations because they are spelled alike.
bool NestComparison::sameDomainText(const Instance &X, const Instance &Y) const {
  const Statement &SX = B.Statements[X.Index], &SY = A.Statements[Y.Index];
  for (size_t K = 0; K < SX.Loops.size(); ++K)
    if (!sameLoopText(B.Loops[SX.Loops[K]], A.Loops[SY.Loops[K]], K < X.Shift.size() ? X.Shift[K] : 0, X, SY))
      return false;
  if (SX.Guard.size() != SY.Guard.size())
    return false;
  for (size_t K = 0; K < SX.Guard.size(); ++K)
    if (SX.Guard[K].IsEquality != SY.Guard[K].IsEquality || SX.Guard[K].Expr.isUnknown() ||
        !sameTree(B, SX.Guard[K].Expr, SY.Guard[K].Expr, X, SY))
      return false;
  return true;
}

std::optional<std::string> NestComparison::compareAccesses(const Instance &X, const Instance &Y) {
  const Statement &SX = B.Statements[X.Index], &SY = A.Statements[Y.Index];
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
    if (!sameSubscripts(AX, AY, X, Y) && !sets().sameElements(X, X.Accesses[K], Y, Y.Accesses[K]))
      return lineOf(SY) + " touches other elements of '" + B.Arrays[AX.Array].Name + "'";
  }
  return std::nullopt;
}

std::optional<std::string> NestComparison::compareTerms(const Instance &X, const Instance &Y) {
  // Of "double *t = new double[n], s = 0" the first half may have gone.
  if (X.TouchesContracted && B.Members[B.Statements[X.Index].Member].Kind != MemberKind::Nest)
    return std::nullopt;
  return Terms.compare(X, Y, [&](unsigned VX, unsigned VY) { return sets().sameValue(X, VX, Y, VY); });
}

std::optional<std::string> NestComparison::compareStatement(const Instance &X, const Instance &Y) {
  const Statement &SX = B.Statements[X.Index], &SY = A.Statements[Y.Index];
  if (std::optional<std::string> Why = compareLoops(X, Y))
    return Why;
  if (SX.GuardIsExact != SY.GuardIsExact)
    return lineOf(SY) + " stands under another condition";
  if (std::optional<std::string> Why = compareAccesses(X, Y))
    return Why;
  if (!sameDomainText(X, Y) && !sets().sameDomain(X, Y))
    return lineOf(SY) + " does not run for the same iterations";
  if (std::optional<std::string> Why = compareTerms(X, Y))
    return Why;
  Statements[X.Index] = Y.Index;
  return std::nullopt;
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

/// The statement with which the first range-for copied the element that \p X, of the member at \p Position, copies
/// again; null if X does no such thing. The fused loop copies the element once.
const Statement *NestComparison::firstCopy(const Instance &X, unsigned Position) const {
  const Loop *Own = Position ? copyingLoop(B, B.Statements[X.Index]) : nullptr;
  bool IsMerged = Own && B.Statements[X.Index].Loops.size() == Group.Depth;
  if (!IsMerged || mayOutdateCopy(B, Group, Position, *Own->Base))
    return nullptr;
  const Statement *First = copyIn(*Own->Base);
  return First && B.Loops[First->Loops.back()].VariableType == Own->VariableType ? First : nullptr;
}

/// The statement with which the first member's merged loop copies the elements of \p Array; null if there is none.
const Statement *NestComparison::copyIn(unsigned Array) const {
  for (unsigned I : B.Members[MemberBefore].Statements) {
    const Loop *First = copyingLoop(B, B.Statements[I]);
    if (First && First->Base == Array && B.Statements[I].Loops.size() == Group.Depth)
      return &B.Statements[I];
  }
  return nullptr;
}

/// Where a later range-for reads its element through a reference, the first one's copy serves as well, if nobody
/// writes the element or the copy.
void NestComparison::useCopy(Instance &X, unsigned Position) const {
  const Statement &St = B.Statements[X.Index];
  if (Position == 0 || St.IsHeader || Group.Depth == 0 || St.Loops.size() < Group.Depth)
    return;
  unsigned Number = St.Loops[Group.Depth - 1];
  const Loop &L = B.Loops[Number];
  const Statement *Copy = L.Kind == LoopVariableKind::Element && L.Base ? copyIn(*L.Base) : nullptr;
  std::optional<unsigned> Local = Copy ? TermComparison::copyOf(*Copy) : std::nullopt;
  if (!Local || copyingLoop(B, St) || mayOutdateCopy(B, Group, Position + 1, *L.Base) ||
      any_of(B.Members[MemberBefore].Statements, [&](unsigned I) {
        return &B.Statements[I] != Copy && TermComparison::mayChange(B.Statements[I], *Local);
      }))
    return;
  erase_if(X.Accesses, [&](unsigned I) {
    const Access &Ac = St.Accesses[I];
    bool IsElement = Ac.Kind == AccessKind::Read && Ac.Array == *L.Base && Ac.Must &&
                     Ac.Subscripts.size() == Copy->Accesses.front().Subscripts.size() &&
                     Ac.Subscripts.back() == IndexExpr::iterator(Number);
    if (IsElement)
      X.Copies[I] = *Local;
    return IsElement;
  });
}

/// The fused nest has the first member's condition, if that has one.
std::optional<std::string> NestComparison::compareConditions() const {
  const Member &X = B.Members[MemberBefore], &Y = A.Members[MemberAfter];
  bool Same = X.IsConditional == Y.IsConditional;
  if (Same && X.IsConditional)
    Same = sameCondition(B.Statements[X.Statements.front()], A.Statements[Y.Statements.front()]);
  return Same ? std::nullopt
              : std::optional("line " + utostr(Y.Span.Line) + " does not stand under the condition that line " +
                              utostr(X.Span.Line) + " stood under");
}

/// One launch with the sizes and the queue of each that it stands for.
std::optional<std::string> NestComparison::compareLaunches() const {
  const std::optional<LaunchConfiguration> &Y = A.Members[MemberAfter].Launch;
  for (const Placement &P : Group.Members) {
    const std::optional<LaunchConfiguration> &X = B.Members[P.Member].Launch;
    bool Same = X.has_value() == Y.has_value();
    if (Same && X)
      Same = X->Grid == Y->Grid && X->Block == Y->Block && X->Stream == Y->Stream;
    if (!Same)
      return "line " + utostr(A.Members[MemberAfter].Span.Line) + " does not start the threads that line " +
             utostr(B.Members[P.Member].Span.Line) + " started";
  }
  return std::nullopt;
}

std::optional<std::string> NestComparison::compare() {
  const Member &M = A.Members[MemberAfter];
  if (M.Kind != B.Members[MemberBefore].Kind || M.TouchesUnknown != B.Members[MemberBefore].TouchesUnknown ||
      M.PerfectDepth < Group.Depth)
    return "line " + utostr(M.Span.Line) + " is not the kind of statement that was planned";
  if (std::optional<std::string> Why = compareConditions())
    return Why;
  if (std::optional<std::string> Why = compareLaunches())
    return Why;
  std::vector<Instance> Old, New = instancesOf(A, MemberAfter, Group, {});
  std::map<size_t, const Statement *> FirstCopies; // Of Old's positions.
  for (unsigned I = 0; I < Group.Members.size(); ++I)
    for (Instance &X : instancesOf(B, Group.Members[I].Member, Group, Group.Members[I].Shift)) {
      if (const Statement *First = firstCopy(X, I))
        FirstCopies[Old.size()] = First;
      useCopy(X, I);
      X.Reversed = Group.Members[I].Reversed;
      Old.push_back(std::move(X));
    }
  if (M.Kind == MemberKind::Nest && Group.Depth > 0)
    if (std::optional<std::string> Why = Terms.checkDefinitions(
            Old, [&](const Instance &Inner, const Instance &Outer) { return sets().runsIn(Inner, Outer); }))
      return Why;
  size_t Next = 0; // In New.
  for (size_t I = 0; I < Old.size(); ++I) {
    const Statement &SX = B.Statements[Old[I].Index];
    if (auto It = FirstCopies.find(I); It != FirstCopies.end()) {
      Next += Terms.copiesAgain(SX, *It->second, Next < New.size() ? &A.Statements[New[Next].Index] : nullptr);
      continue;
    }
    if (Next >= New.size())
      return lineOf(SX) + " is missing";
    if (std::optional<std::string> Why = compareStatement(Old[I], New[Next++]))
      return Why;
  }
  if (Next < New.size())
    return lineOf(A.Statements[New[Next].Index]) + " was not there before";
  return std::nullopt;
}

std::optional<std::string> compareNest(const Scop &Before, const FusionGroup &Group, const Scop &After,
                                       unsigned Member) {
  return NestComparison(Before, Group, After, Member).compare();
}

/// Opaque members are told by their text. Declarators that nobody needs any more may have gone from it.
static bool sameText(const Member &Old, const Member &New) {
  if (Old.Declares == New.Declares)
    return Old.Text == New.Text;
  SmallVector<StringRef> Left, Known;
  StringRef(New.Text).split(Left, ' ');
  StringRef(Old.Text).split(Known, ' ');
  ArrayRef<StringRef> Rest = Known;
  return all_of(Left, [&](StringRef Token) {
    Rest = Rest.drop_until([&](StringRef Other) { return Other == Token; });
    bool IsThere = !Rest.empty();
    Rest = Rest.drop_front(IsThere);
    return IsThere;
  });
}

std::optional<std::string> compareMember(const Scop &Before, unsigned MemberBefore, const FusionGroup &Contracted,
                                         const Scop &After, unsigned MemberAfter) {
  FusionGroup Alone;
  Alone.Members = {{MemberBefore, {}}};
  Alone.Depth = 0;
  Alone.Contractions = Contracted.Contractions;
  const Member &Old = Before.Members[MemberBefore], &New = After.Members[MemberAfter];
  if (Old.Kind == MemberKind::Opaque && New.Kind == MemberKind::Opaque && !sameText(Old, New))
    return "line " + utostr(New.Span.Line) + " is not what line " + utostr(Old.Span.Line) + " was";
  return compareNest(Before, Alone, After, MemberAfter);
}

} // namespace loopfuse
