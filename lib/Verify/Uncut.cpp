//===- Uncut.cpp - a loop over strips as one over iterations --------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With a first value F, a bound B and a length L, the strips begin at F, F + L,
// … below B, and the inner loops run from such an i0 to the least of i0 + L and
// B: every value from F to B comes up once, in order, and i - i0 is one of the
// numbers from 0 to L - 1, each at most once in a strip. So an element i - i0
// of a buffer that has L of them belongs to iteration i alone.
//
//===----------------------------------------------------------------------===//
#include "Verify/Uncut.h"
#include "Poly/Strips.h"
#include "Verify/Instances.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <set>

using namespace llvm;

namespace loopfuse {

namespace {
class Uncutter {
public:
  Uncutter(const Scop &Before, const FusionGroup &Group, const Scop &After, unsigned Member)
      : S(After), Before(Before), Group(Group), Number(Member) {}

  std::optional<std::string> run();
  Scop S;

private:
  std::optional<std::string> readLoops();
  std::optional<std::string> mergeStatement(unsigned I);
  std::optional<std::string> checkParts();
  bool isStripEnd(const Statement &St) const;
  bool isInner(const Loop &L) const;
  void nameElements(std::vector<Term> &Terms, unsigned Inner);
  bool usesOrigin(const Statement &St) const;
  std::string differs(const SourceSpan &At, StringRef What) const {
    return ("the loop at line " + utostr(At.Line) + " " + What).str();
  }

  const Scop &Before;
  const FusionGroup &Group;
  unsigned Number;
  unsigned Outer = 0;
  std::vector<unsigned> Inner;         ///< The loops of a strip, in order.
  std::map<unsigned, unsigned> PartOf; ///< Statements to positions in Inner.
  std::set<unsigned> Buffers;          ///< Local variables.
};
} // namespace

/// Sums that do not wrap: near zero, or of 64 bits in a loop of fewer than 2^60 iterations (assumption A2) that starts
/// near zero.
static IndexExpr withoutWrap(const IndexExpr &E, unsigned Bits) {
  return E.kind() == IndexKind::Wrap && E.bits() >= Bits ? E.operands()[0] : E;
}

static bool isPlainLoop(const Loop &L, int64_t Step) {
  return L.Kind == LoopVariableKind::Integer && L.Order == DimOrder::Sequential && L.Directive.empty() &&
         !L.DeclaredOutside && L.Step.isConstant(Step) && !L.First.isUnknown() && !L.Bound.isUnknown() &&
         (L.Relation == BoundRelation::Less || L.Relation == BoundRelation::LessEqual);
}

/// "for (i = i0; i < least of i0 + L and B; ++i)"
bool Uncutter::isInner(const Loop &L) const {
  const Loop &O = S.Loops[Outer];
  if (!isPlainLoop(L, 1) || L.Relation != O.Relation || !(withoutWrap(L.First, 64) == IndexExpr::iterator(Outer)) ||
      L.Bound.kind() != IndexKind::Minimum)
    return false;
  IndexExpr End = IndexExpr::iterator(Outer) + IndexExpr::constant(int64_t(Group.ByStrips->Length) - L.boundToEnd());
  std::vector<IndexExpr> Wanted{End}, Have;
  if (O.Bound.kind() == IndexKind::Minimum)
    append_range(Wanted, O.Bound.operands());
  else
    Wanted.push_back(O.Bound);
  for (const IndexExpr &E : L.Bound.operands())
    Have.push_back(withoutWrap(E, 64) == End ? End : E);
  return Have.size() == Wanted.size() && all_of(Wanted, [&](const IndexExpr &E) { return is_contained(Have, E); });
}

std::optional<std::string> Uncutter::readLoops() {
  Member &M = S.Members[Number];
  if (M.Kind != MemberKind::Nest || M.TouchesUnknown || M.IsConditional)
    return "line " + utostr(M.Span.Line) + " is not the kind of statement that was planned";
  Outer = M.Loops.front();
  const Loop &O = S.Loops[Outer];
  if (!isPlainLoop(O, Group.ByStrips->Length) || !isNearZero(S, O.First))
    return differs(O.Span, "is not the loop over strips that was planned");
  for (unsigned L : M.Loops)
    if (S.Loops[L].Parent == Outer) {
      if (!isInner(S.Loops[L]))
        return differs(S.Loops[L].Span, "does not run over its strip");
      Inner.push_back(L);
    }
  if (Inner.size() != Group.ByStrips->Begins.size())
    return differs(O.Span, "has other inner loops than planned");
  return std::nullopt;
}

static bool onlyReads(const Statement &St) {
  return !St.CallsFunction && St.MathCalls.empty() &&
         all_of(St.Accesses, [](const Access &A) { return A.Kind == AccessKind::Read; });
}

/// The declaration of the strip's end: it writes nothing, and touches no other variable of the strip.
bool Uncutter::isStripEnd(const Statement &St) const {
  if (!onlyReads(St) || St.Terms.size() < 2 || St.Terms[0].Text != "=" || St.Terms[1].Kind != TermKind::Local ||
      Buffers.count(St.Terms[1].Index))
    return false;
  return none_of(drop_begin(St.Terms, 2), [](const Term &T) { return T.Kind == TermKind::Local; });
}

/// "t[i - i0]" is one variable of iteration i if t has as many elements as a strip has iterations.
void Uncutter::nameElements(std::vector<Term> &Terms, unsigned InnerLoop) {
  IndexExpr Place = IndexExpr::iterator(InnerLoop) - IndexExpr::iterator(Outer);
  for (size_t I = 0; I + 2 < Terms.size(); ++I) {
    StringRef Element = Terms[I].Text, Type = Terms[I + 1].Text;
    unsigned Length = 0;
    if (Terms[I].Kind != TermKind::Operation || !Element.consume_front("ArraySubscriptExpr ") ||
        Terms[I + 1].Kind != TermKind::Local || Terms[I + 2].Kind != TermKind::Value ||
        !(withoutWrap(Terms[I + 2].Values.front(), 32) == Place) || !Type.consume_front(Element) ||
        !Type.consume_front("[") || !Type.consume_back("]") || Type.getAsInteger(10, Length) ||
        Length != Group.ByStrips->Length)
      continue;
    Term One = Terms[I + 1];
    One.Text = Element.str();
    for (size_t Around = 0; Around < I; ++Around)
      if (Terms[Around].Below >= I - Around)
        Terms[Around].Below -= 2;
    Terms.erase(Terms.begin() + I + 1, Terms.begin() + I + 3);
    Buffers.insert(One.Index);
    Terms[I] = std::move(One);
  }
}

bool Uncutter::usesOrigin(const Statement &St) const {
  auto Uses = [&](const IndexExpr &E) { return E.usesIterator(Outer); };
  return any_of(St.Guard, [&](const Constraint &C) { return Uses(C.Expr); }) ||
         any_of(St.Accesses, [&](const Access &A) { return any_of(A.Subscripts, Uses); }) ||
         any_of(St.Terms, [&](const Term &T) { return any_of(T.Values, Uses); });
}

/// Puts the statement into the one loop.
std::optional<std::string> Uncutter::mergeStatement(unsigned I) {
  Statement &St = S.Statements[I];
  auto At = St.Loops.size() > 1 ? find(Inner, St.Loops[1]) : Inner.end();
  if (At == Inner.end())
    return lineOf(St) + " stands in no inner loop";
  unsigned Part = At - Inner.begin();
  PartOf[I] = Part;
  nameElements(St.Terms, *At);
  if (usesOrigin(St))
    return lineOf(St) + " depends on where its strip begins";
  auto Rename = [&](IndexExpr &E) {
    E = E.mapLeaves([&](const IndexExpr &Leaf) {
      return Leaf.kind() == IndexKind::Iterator && Leaf.index() == Inner[Part] ? IndexExpr::iterator(Inner.front())
                                                                               : Leaf;
    });
  };
  for (Constraint &C : St.Guard)
    Rename(C.Expr);
  for (Access &A : St.Accesses)
    for (IndexExpr &E : A.Subscripts)
      Rename(E);
  for (Term &T : St.Terms)
    for (IndexExpr &E : T.Values)
      Rename(E);
  St.Loops.erase(St.Loops.begin());
  St.Loops.front() = Inner.front();
  // The parts one behind the other: no body has so many statements.
  St.Position[2] += Part << 16;
  St.Position.erase(St.Position.begin() + 1);
  return std::nullopt;
}

/// Each inner loop holds the members that the plan gives it.
std::optional<std::string> Uncutter::checkParts() {
  std::vector<size_t> Have(Inner.size()), Wanted(Inner.size());
  for (const Instance &X : instancesOf(S, Number, Group, {}))
    ++Have[PartOf[X.Index]];
  for (unsigned P = 0; P < Group.Members.size(); ++P) {
    size_t Part = find(Group.ByStrips->Begins, leaderOf(Group, P)) - Group.ByStrips->Begins.begin();
    Wanted[Part] += instancesOf(Before, Group.Members[P].Member, Group, Group.Members[P].Shift).size();
  }
  for (size_t K = 0; K < Inner.size(); ++K)
    if (Have[K] != Wanted[K])
      return differs(S.Loops[Inner[K]].Span, "does not hold what was planned");
  return std::nullopt;
}

std::optional<std::string> Uncutter::run() {
  if (std::optional<std::string> Why = readLoops())
    return Why;
  Member &M = S.Members[Number];
  std::vector<unsigned> Kept, OfStrip;
  for (unsigned I : M.Statements)
    (S.Statements[I].IsHeader || S.Statements[I].Loops.size() > 1 ? Kept : OfStrip).push_back(I);
  unsigned FirstPart = ~0u;
  for (unsigned I : Kept) {
    if (S.Statements[I].IsHeader)
      continue;
    FirstPart = std::min(FirstPart, S.Statements[I].Position[1]);
    if (std::optional<std::string> Why = mergeStatement(I))
      return Why;
  }
  // The strip's end, then the buffers, which are declared and no more; an end that is reckoned of the strip's start and
  // constants alone leaves nothing, either.
  for (unsigned I : OfStrip) {
    const Statement &St = S.Statements[I];
    bool IsNothing = St.Terms.empty() && onlyReads(St);
    if ((!IsNothing && !(I == OfStrip.front() && isStripEnd(St))) || St.Position[1] > FirstPart)
      return lineOf(St) + " was not there before";
  }
  M.Statements = Kept;
  std::vector<unsigned> Loops{Inner.front()};
  Loop &All = S.Loops[Inner.front()];
  All.Parent = std::nullopt;
  All.First = S.Loops[Outer].First;
  All.Bound = S.Loops[Outer].Bound;
  for (unsigned L : M.Loops) {
    if (L == Outer || is_contained(Inner, L))
      continue;
    if (S.Loops[L].Parent && is_contained(Inner, *S.Loops[L].Parent))
      S.Loops[L].Parent = Inner.front();
    for (const IndexExpr *E : {&S.Loops[L].First, &S.Loops[L].Bound, &S.Loops[L].Step})
      if (E->usesIterator(Outer) || any_of(Inner, [&](unsigned In) { return E->usesIterator(In); }))
        return differs(S.Loops[L].Span, "is not one that strips are understood with");
    Loops.push_back(L);
  }
  M.Loops = std::move(Loops);
  M.PerfectDepth = 1;
  return checkParts();
}

std::variant<Scop, std::string> uncut(const Scop &Before, const FusionGroup &Group, const Scop &After,
                                      unsigned Member) {
  Uncutter U(Before, Group, After, Member);
  if (std::optional<std::string> Why = U.run())
    return *Why;
  return std::move(U.S);
}

} // namespace loopfuse
