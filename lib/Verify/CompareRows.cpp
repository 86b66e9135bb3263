//===- CompareRows.cpp - a nest by rows against what went into it ---------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the plan's rows make of the old region is written down as a region of its
// own, and the new text is compared with that, loop by loop and statement by
// statement. In the new text "acc[x - x0]" is then one variable of iteration x
// of the strip that begins at x0: the loop over x that the plan asks for at
// this place runs from x0 over at most as many iterations as the buffer has
// elements, which the comparison of the loops shows.
//
//===----------------------------------------------------------------------===//
#include "Verify/CompareRows.h"
#include "Model/OmpDirective.h"
#include "Verify/ByRows.h"
#include "Verify/CompareNests.h"
#include "Verify/CompareTerms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace loopfuse {

namespace {
class RowComparison {
public:
  RowComparison(ByRows Wanted, const Scop &After, unsigned Member)
      : Wanted(std::move(Wanted)), New(After), Number(Member) {}

  std::optional<std::string> compare();

private:
  std::vector<Instance> instances() const;
  void dropStripEnds(Scop &S, unsigned Member) const;
  void clearWraps(const RowPlace &Place, const Statement &St);
  void nameElements(const RowPlace &Place, Statement &St);

  ByRows Wanted;
  Scop New;
  unsigned Number;
};
} // namespace

/// Sums near zero do not wrap, nor do those of 64 bits in a loop that starts near zero (assumption A2).
static IndexExpr withoutWrap(const IndexExpr &E, unsigned Bits) {
  return E.kind() == IndexKind::Wrap && E.bits() >= Bits ? E.operands()[0] : E;
}

std::vector<Instance> RowComparison::instances() const {
  std::vector<Instance> Out;
  for (const Placement &P : Wanted.Group.Members)
    append_range(Out, instancesOf(Wanted.Region, P.Member, Wanted.Group, P.Shift));
  return Out;
}

/// "const int xEnd = …" of a strip reads and does no more, and the loops' bounds tell what it says. The old text may
/// have strips of this length, too.
void RowComparison::dropStripEnds(Scop &S, unsigned Member) const {
  auto Mentions = [](const Statement &St, unsigned Local) {
    return any_of(St.Terms, [&](const Term &T) { return T.Kind == TermKind::Local && T.Index == Local; });
  };
  std::vector<unsigned> &Statements = S.Members[Member].Statements;
  std::set<unsigned> Gone;
  for (unsigned I : Statements) {
    const Statement &St = S.Statements[I];
    bool OnlyReads = !St.IsHeader && !St.CallsFunction && St.MathCalls.empty() &&
                     all_of(St.Accesses, [](const Access &A) { return A.Kind == AccessKind::Read; });
    bool SetsLocal = St.Terms.size() > 1 && St.Terms[0].Text == "=" && St.Terms[1].Kind == TermKind::Local;
    if (!OnlyReads || St.Loops.empty() || (!SetsLocal && !St.Terms.empty()))
      continue;
    bool InStrip = any_of(Wanted.Places, [&](const auto &Entry) {
      const RowPlace &P = Entry.second;
      return P.Strip && *P.Strip + 1 == St.Loops.size() && S.Loops[St.Loops.back()].Step.isConstant(P.Length);
    });
    // An end that is reckoned of constants leaves no term.
    bool IsAlone = !SetsLocal || none_of(Statements, [&](unsigned Other) {
      return Other != I && Mentions(S.Statements[Other], St.Terms[1].Index);
    });
    if (InStrip && IsAlone)
      Gone.insert(I);
  }
  erase_if(Statements, [&](unsigned I) { return Gone.count(I); });
}

/// "x0 + 512" as the bound of the row's loop.
void RowComparison::clearWraps(const RowPlace &Place, const Statement &St) {
  if (!Place.Strip)
    return;
  IndexExpr Origin = IndexExpr::iterator(St.Loops[*Place.Strip]);
  Loop &L = New.Loops[St.Loops[Place.Row]];
  IndexExpr End = Origin + IndexExpr::constant(int64_t(Place.Length) - L.boundToEnd());
  if (withoutWrap(L.First, 64) == Origin)
    L.First = Origin;
  if (withoutWrap(L.Bound, 64) == End)
    L.Bound = End;
  if (L.Bound.kind() != IndexKind::Minimum)
    return;
  std::vector<IndexExpr> Bounds;
  for (const IndexExpr &E : L.Bound.operands())
    Bounds.push_back(withoutWrap(E, 64) == End ? End : E);
  L.Bound = IndexExpr::minimum(std::move(Bounds));
}

/// "acc[x - x0]" is one variable of iteration x if acc has as many elements as a strip has iterations.
void RowComparison::nameElements(const RowPlace &Place, Statement &St) {
  IndexExpr Row = IndexExpr::iterator(St.Loops[Place.Row]);
  IndexExpr Element =
      Row - (Place.Strip ? IndexExpr::iterator(St.Loops[*Place.Strip]) : IndexExpr::constant(Place.First));
  std::vector<Term> &Terms = St.Terms;
  for (size_t I = 0; I + 2 < Terms.size(); ++I) {
    StringRef Of = Terms[I].Text, Type = Terms[I + 1].Text;
    uint64_t Length = 0;
    if (Terms[I].Kind != TermKind::Operation || !Of.consume_front("ArraySubscriptExpr ") ||
        Terms[I + 1].Kind != TermKind::Local || Terms[I + 2].Kind != TermKind::Value ||
        !(withoutWrap(Terms[I + 2].Values.front(), 32) == Element) || !Type.consume_front(Of) ||
        !Type.consume_front("[") || !Type.consume_back("]") || Type.getAsInteger(10, Length) || Length != Place.Length)
      continue;
    Term One = Terms[I + 1];
    One.Text = Of.str();
    for (size_t Around = 0; Around < I; ++Around)
      if (Terms[Around].Below >= I - Around)
        Terms[Around].Below -= 2;
    Terms.erase(Terms.begin() + I + 1, Terms.begin() + I + 3);
    Terms[I] = std::move(One);
  }
}

std::optional<std::string> RowComparison::compare() {
  const Member &M = New.Members[Number];
  if (M.Kind != MemberKind::Nest || M.IsConditional)
    return "line " + utostr(M.Span.Line) + " is not the kind of statement that was planned";
  // Of the variables that the merged directive names, contracted ones are gone.
  const std::string &Directive =
      Wanted.Region.Loops[Wanted.Region.Members[Wanted.Group.Members.front().Member].Loops.front()].Directive;
  if (std::string &Written = New.Loops[M.Loops.front()].Directive; saysSame(Directive, Written))
    Written = Directive;
  dropStripEnds(New, Number);
  for (const Placement &P : Wanted.Group.Members)
    dropStripEnds(Wanted.Region, P.Member);
  // Pairs that do not belong together are left to the comparison.
  std::vector<Instance> Old = instances(), Present = instancesOf(New, Number, Wanted.Group, {});
  for (size_t I = 0; I < std::min(Old.size(), Present.size()); ++I) {
    auto Place = Wanted.Places.find(Old[I].Index);
    Statement &St = New.Statements[Present[I].Index];
    if (Place == Wanted.Places.end() || St.Loops.size() != Wanted.Region.Statements[Old[I].Index].Loops.size())
      continue;
    clearWraps(Place->second, St);
    nameElements(Place->second, St);
  }
  return compareNest(Wanted.Region, Wanted.Group, New, Number);
}

std::optional<std::string> compareRows(const Scop &Before, const FusionGroup &Group, const Scop &After,
                                       unsigned Member) {
  std::vector<Instance> Old;
  for (const Placement &P : Group.Members)
    append_range(Old, instancesOf(Before, P.Member, Group, P.Shift));
  if (std::optional<std::string> Why =
          TermComparison(Before, After, Group).checkDefinitions(Old, [](const Instance &, const Instance &) {
            return false;
          }))
    return Why;
  return RowComparison(byRows(Before, Group), After, Member).compare();
}

} // namespace loopfuse
