//===- LoopBody.cpp - the loops and statements of a member ------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/LoopBody.h"
#include "Frontend/Accesses.h"
#include "Frontend/AliasFacts.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/Assertions.h"
#include "Frontend/BodyWalker.h"
#include "Frontend/Computation.h"
#include "Frontend/Guards.h"
#include "Frontend/LoopHeader.h"
#include "Frontend/Places.h"
#include "Frontend/RangeFor.h"
#include "Frontend/SourceText.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

static const Stmt *bodyOf(const Stmt &Loop) {
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    return For->getBody();
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(&Loop))
    return Range->getBody();
  if (const auto *While = dyn_cast<WhileStmt>(&Loop))
    return While->getBody();
  return cast<DoStmt>(&Loop)->getBody();
}

static bool isLoop(const Stmt &S) { return isa<ForStmt, CXXForRangeStmt, WhileStmt, DoStmt>(&S); }

bool hasBreak(const Stmt &S) {
  if (isa<BreakStmt>(&S))
    return true;
  return !isLoop(S) && !isa<SwitchStmt>(&S) && !isa<Expr>(&S) &&
         any_of(S.children(), [](const Stmt *C) { return C && hasBreak(*C); });
}

const Stmt *findContinue(const Stmt &S) {
  if (isa<ContinueStmt>(&S))
    return &S;
  if (isLoop(S) || isa<Expr>(&S))
    return nullptr;
  for (const Stmt *Child : S.children())
    if (const Stmt *Found = Child ? findContinue(*Child) : nullptr)
      return Found;
  return nullptr;
}

const Stmt *bodyRunOnce(const Stmt &S) {
  const auto *Do = dyn_cast<DoStmt>(&S);
  const Expr *Again = Do ? Do->getCond()->IgnoreParenImpCasts() : nullptr;
  const auto *Number = dyn_cast_or_null<IntegerLiteral>(Again);
  const auto *Truth = dyn_cast_or_null<CXXBoolLiteralExpr>(Again);
  bool IsFalse = (Number && Number->getValue().isZero()) || (Truth && !Truth->getValue());
  return IsFalse && !hasBreak(*Do->getBody()) ? Do->getBody() : nullptr;
}

const IfStmt *asSkip(const Stmt &S) {
  const auto *If = dyn_cast<IfStmt>(&S);
  if (!If || If->getElse() || If->getInit() || If->getConditionVariable() || If->isConstexpr() || If->isConsteval())
    return nullptr;
  const Stmt *Then = If->getThen();
  if (const auto *Block = dyn_cast<CompoundStmt>(Then))
    Then = Block->size() == 1 ? Block->body_front() : nullptr;
  return isa_and_nonnull<ContinueStmt>(Then) ? If : nullptr;
}

/// A range-for stands for the copy of an element that its variable is.
std::vector<Term> BodyWalker::termsOf(ArrayRef<const Stmt *> Evaluated, const AccessList &List) {
  std::vector<Term> Terms;
  for (const Stmt *S : Evaluated)
    if (const auto *Range = dyn_cast<CXXForRangeStmt>(S))
      appendElementCopy(X, *Range->getLoopVariable(), List, Terms);
    else
      appendTerms(X, *S, List, Terms);
  if (Terms.empty())
    return Terms;
  std::vector<Term> Prefix;
  for (const std::string &Where : Path)
    Prefix.push_back({TermKind::Operation, Where, 0, {}, 0});
  Terms.insert(Terms.begin(), Prefix.begin(), Prefix.end());
  return Terms;
}

void BodyWalker::addStatement(const Stmt *S, ArrayRef<const Stmt *> Evaluated, AccessList &List) {
  if (List.Failed)
    return fail(*List.Failed);
  Statement St;
  St.Member = X.Member;
  St.Loops = Loops;
  St.Position = Position;
  ++Position.back();
  St.Guard = Guard;
  St.GuardIsExact = !Maybe;
  St.Terms = termsOf(Evaluated, List);
  St.Accesses = std::move(List.Accesses);
  St.CallsFunction = List.CallsFunction;
  St.MathCalls = std::move(List.MathCalls);
  if (S)
    St.Span = isa<Expr, DeclStmt>(S) ? statementSpan(X.Context, *S) : spanOf(X.Context, S->getSourceRange());
  M.Statements.push_back(X.Model.Statements.size());
  X.Model.Statements.push_back(std::move(St));
  X.Ast.Statements.push_back(S);
  X.Ast.Accesses.push_back(std::move(List.Text));
  X.OfAccesses.push_back(std::move(List.Facts));
}

/// A member that is extracted again may have other loops.
void BodyWalker::noteDeclarations(const DeclStmt &S) {
  for (const Decl *D : S.decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V || Loops.empty())
      continue;
    X.DeclaredIn[V] = Loops.back();
    if (auto Known = X.LocalNumbers.find(V); Known != X.LocalNumbers.end())
      X.Model.LocalVariables[Known->second].Loop = Loops.back();
  }
}

void BodyWalker::leaf(const Stmt &S) {
  AccessList List;
  if (const auto *D = dyn_cast<DeclStmt>(&S)) {
    noteDeclarations(*D);
    collectAccesses(X, *D, List);
  } else {
    collectAccesses(X, *cast<Expr>(&S), List);
  }
  addStatement(&S, &S, List);
}

void BodyWalker::visitMaybe(const char *Where, function_ref<void()> Visit) {
  ++Maybe;
  Path.push_back(Where);
  Visit();
  Path.pop_back();
  --Maybe;
}

void BodyWalker::visitMaybe(const Stmt *S, const char *Where) {
  if (S)
    visitMaybe(Where, [&] { visit(*S); });
}

bool hasOpposite(const BinaryOperator &E) {
  QualType L = E.getLHS()->getType(), R = E.getRHS()->getType();
  auto IsOrdered = [](QualType T) { return T->isIntegralOrEnumerationType() || T->isPointerType(); };
  return E.isEqualityOp() ? L->isScalarType() && R->isScalarType() : E.isRelationalOp() && IsOrdered(L) && IsOrdered(R);
}

/// What a condition compares is told in one way, whichever of a comparison and its opposite is written: of integers and
/// pointers all have one, of floating-point numbers `==` and `!=`. True if \p T is the opposite now.
static bool turnComparison(const Expr &Condition, Term &T) {
  const auto *B = dyn_cast<BinaryOperator>(&Condition);
  if (!B || T.Kind != TermKind::Operation || T.Text != B->getOpcodeStr() || !hasOpposite(*B))
    return false;
  if (!is_contained({BO_NE, BO_GT, BO_GE}, B->getOpcode()))
    return false;
  T.Text = BinaryOperator::getOpcodeStr(BinaryOperator::negateComparisonOp(B->getOpcode())).str();
  return true;
}

/// An `if` whose branches visit what they hold; one that is not there is null.
void BodyWalker::visitBranches(const Expr &Given, Branch Then, Branch Else) {
  const Expr *Condition = stripTransparent(&Given);
  bool IsOpposite = false; // "Then" is what stands second.
  auto TurnRound = [&] {
    std::swap(Then, Else);
    IsOpposite = !IsOpposite;
  };
  while (const auto *Not = dyn_cast<UnaryOperator>(Condition)) {
    if (Not->getOpcode() != UO_LNot)
      break;
    Condition = stripTransparent(Not->getSubExpr());
    TurnRound();
  }
  auto Holds = Flat ? std::nullopt : constraintsOf(X, *Condition);
  auto Fails = Flat ? std::nullopt : negatedConstraintsOf(X, *Condition);
  bool IsTold = Then && Else ? Holds.has_value() : Then ? Holds.has_value() : Fails.has_value();
  if (!IsTold) {
    size_t Number = X.Model.Statements.size();
    leaf(*Condition);
    if (X.Model.Statements.size() > Number)
      if (std::vector<Term> &Terms = X.Model.Statements.back().Terms;
          Terms.size() > Path.size() && turnComparison(*Condition, Terms[Path.size()])) {
        TurnRound();
        std::swap(Holds, Fails);
      }
  }
  auto Visit = [&](Branch B, const std::optional<std::vector<Constraint>> &Known, const char *Where) {
    if (!B)
      return;
    if (!Known)
      return visitMaybe(Where, *B);
    size_t Outer = Guard.size();
    Guard.insert(Guard.end(), Known->begin(), Known->end());
    (*B)();
    Guard.resize(Outer);
  };
  if (IsOpposite)
    Visit(Else, Fails, "else");
  Visit(Then, Holds, "then");
  if (!IsOpposite)
    Visit(Else, Fails, "else");
}

void BodyWalker::visitIf(const IfStmt &S) {
  if (S.getInit())
    visit(*S.getInit());
  if (S.getConditionVariableDeclStmt())
    visit(*S.getConditionVariableDeclStmt());
  if (S.isConsteval())
    return fail(S, "'if consteval'");
  if (S.isConstexpr()) {
    if (auto Taken = S.getNondiscardedCase(X.Context); Taken && *Taken)
      visit(**Taken);
    return;
  }
  auto Then = [&] { visit(*S.getThen()); };
  auto Else = [&] { visit(*S.getElse()); };
  if (S.getElse())
    visitBranches(*S.getCond(), Branch(Then), Branch(Else));
  else
    visitBranches(*S.getCond(), Branch(Then), std::nullopt);
}

/// The children of a block, of which some may skip those behind them. \p IsBody: the block is all that a loop runs in
/// one iteration.
void BodyWalker::visitAll(ArrayRef<Stmt *> Children, bool IsBody) {
  for (size_t I = 0; I < Children.size() && !Failed; ++I) {
    ArrayRef<Stmt *> Behind = Children.drop_front(I + 1);
    auto Rest = [&] { visitAll(Behind, IsBody); };
    if (const IfStmt *Skip = IsBody && !Behind.empty() ? asSkip(*Children[I]) : nullptr)
      return visitBranches(*Skip->getCond(), std::nullopt, Branch(Rest));
    visit(*Children[I]);
    if (!Behind.empty() && findContinue(*Children[I]))
      return visitMaybe("rest", Rest);
  }
}

/// Of a loop.
void BodyWalker::visitBody(const Stmt &Body) {
  ++Bodies;
  if (const auto *Block = dyn_cast<CompoundStmt>(&Body))
    visitAll({const_cast<CompoundStmt *>(Block)->body_begin(), Block->size()}, /*IsBody=*/true);
  else
    visit(Body);
  --Bodies;
}

static std::string caseName(const Extraction &X, const SwitchCase &S) {
  const auto *Case = dyn_cast<CaseStmt>(&S);
  if (!Case)
    return "default";
  SmallString<16> Text("case ");
  for (const Expr *Bound : {Case->getLHS(), Case->getRHS()})
    if (Bound)
      Bound->EvaluateKnownConstInt(X.Context).toString(Text, 10);
  return Text.str().str();
}

void BodyWalker::visitSwitch(const SwitchStmt &S) {
  if (S.getInit())
    visit(*S.getInit());
  if (S.getConditionVariableDeclStmt())
    visit(*S.getConditionVariableDeclStmt());
  leaf(*S.getCond());
  // Whatever stands behind a label may be reached from the condition.
  visitMaybe("switch", [&] {
    if (const auto *Block = dyn_cast<CompoundStmt>(S.getBody()))
      for (const Stmt *Child : Block->body())
        visit(*Child);
    else
      visit(*S.getBody());
  });
}

/// A loop as statements that may run any number of times.
void BodyWalker::flatLoop(const Stmt &S) {
  const VarDecl *Cursor = nullptr;
  if (const auto *For = dyn_cast<ForStmt>(&S)) {
    if (For->getInit())
      visit(*For->getInit());
    if (For->getConditionVariableDeclStmt())
      visitMaybe(For->getConditionVariableDeclStmt(), "condition");
    visitMaybe(For->getCond(), "condition");
    visitMaybe(For->getInc(), "step");
  } else if (const auto *While = dyn_cast<WhileStmt>(&S)) {
    if (While->getConditionVariableDeclStmt())
      visitMaybe(While->getConditionVariableDeclStmt(), "condition");
    visitMaybe(While->getCond(), "condition");
  } else if (const auto *Do = dyn_cast<DoStmt>(&S)) {
    visitMaybe(Do->getCond(), "do condition");
  }
  // A pointer or element that walks over an array designates some element of it.
  if (isa<ForStmt, CXXForRangeStmt>(&S)) {
    const auto *Range = dyn_cast<CXXForRangeStmt>(&S);
    auto Read = readHeader(X, S, X.Model.Loops.size(), /*MayBeOpen=*/true);
    auto *H = std::get_if<LoopHeader>(&Read);
    if (!H && Range)
      return fail(std::get<Refusal>(Read));
    if (H && H->Target) {
      Place P = *H->Target;
      if (!P.IsPrivate && P.IsExact)
        P.Path.back().Index = IndexExpr::unknown();
      if (Range) {
        ++Maybe;
        AccessList List;
        collectAccesses(X, *Range->getRangeInit(), List);
        if (H->IsCopy)
          addAccess(X, P, AccessKind::Read, false, nullptr, List);
        addStatement(Range->getLoopVarStmt(), {Range->getRangeInit(), Range}, List);
        --Maybe;
      }
      if (!H->IsCopy) {
        Cursor = H->Variable;
        X.Cursors[Cursor] = P;
      }
    }
  }
  visitMaybe("loop", [&] { visitBody(*bodyOf(S)); });
  if (Cursor)
    X.Cursors.erase(Cursor);
}

/// What the header reads, and the variable it writes if that is one of the function's.
void BodyWalker::addHeader(LoopHeader &H, const Stmt &S) {
  AccessList Own;
  if (!H.IsOpen) {
    for (const Expr *E : H.Evaluated) {
      collectAccesses(X, *E, Own);
      if (E->isGLValue() && E->getType()->isIntegerType()) // The end of an iota is handed over by reference.
        collectAccess(X, *E, AccessKind::Read, Own);
    }
  } else {
    // These depend on the iteration: a statement of their own.
    AccessList Condition;
    for (const Expr *E : H.Evaluated)
      collectAccesses(X, *E, Condition);
    const auto *For = dyn_cast<ForStmt>(&S);
    std::vector<const Stmt *> Evaluated(H.Evaluated.begin(), H.Evaluated.end());
    addStatement(For ? For->getCond() : cast<CXXForRangeStmt>(&S)->getRangeInit(), Evaluated, Condition);
  }
  bool IsOutermost = Loops.empty();
  if (H.Model.DeclaredOutside) {
    Place P;
    P.Array = objectArray(X, *H.Variable);
    H.Model.Counter = P.Array;
    P.Type = H.Variable->getType();
    addAccess(X, P, AccessKind::Write, true, nullptr, Own);
  }
  if (Own.Failed)
    return fail(*Own.Failed);
  for (size_t I = 0; I < Own.Accesses.size(); ++I) {
    Access &A = Own.Accesses[I];
    A.Must &= IsOutermost;
    for (IndexExpr &Subscript : A.Subscripts)
      if (Subscript.usesAnyIterator())
        Subscript = IndexExpr::unknown();
    Header.Accesses.push_back(std::move(A));
    Header.Text.push_back(Own.Text[I]);
    Header.Facts.push_back(Own.Facts[I]);
  }
}

void BodyWalker::modelLoop(const Stmt &S, LoopHeader &H) {
  addHeader(H, S);
  unsigned Number = X.Model.Loops.size();
  Loop L = std::move(H.Model);
  if (H.IsOpen && !X.Model.Statements.empty())
    L.Evaluation = X.Model.Statements.size() - 1;
  L.Member = X.Member;
  if (!Loops.empty())
    L.Parent = Loops.back();
  L.Span = statementSpan(X.Context, S);
  L.Header = headerSpan(X.Context, S);
  X.Model.Loops.push_back(std::move(L));
  X.LoopRanges.push_back(H.Range);
  X.Ast.Loops.push_back(&S);
  X.Ast.LoopVariables.push_back(H.Variable);
  M.Loops.push_back(Number);
  IsPlain.push_back(!H.IsCopy && !H.IsOpen);

  Loops.push_back(Number);
  Position.push_back(0);
  // A loop that may be left early, or of which no more is known: nothing in it is sure to run.
  bool MayEndEarly = hasBreak(*bodyOf(S)) || H.IsOpen;
  Maybe += MayEndEarly;
  if (!H.Target)
    X.Counters[H.Variable] = Number;
  else if (!H.IsCopy)
    X.Cursors[H.Variable] = *H.Target;
  else if (!H.Target->IsPrivate) {
    AccessList List;
    addAccess(X, *H.Target, AccessKind::Read, true, nullptr, List);
    addStatement(cast<CXXForRangeStmt>(&S)->getLoopVarStmt(), &S, List);
  }
  visitBody(*bodyOf(S));
  X.Counters.erase(H.Variable);
  X.Cursors.erase(H.Variable);
  Maybe -= MayEndEarly;
  Position.pop_back();
  Loops.pop_back();
  ++Position.back();
}

void BodyWalker::visitLoop(const Stmt &S) {
  if (Flat || isa<WhileStmt, DoStmt>(&S))
    return flatLoop(S);
  auto Read = readHeader(X, S, X.Model.Loops.size(), /*MayBeOpen=*/!Loops.empty());
  if (auto *H = std::get_if<LoopHeader>(&Read))
    return modelLoop(S, *H);
  if (Loops.empty())
    return fail(std::get<Refusal>(Read));
  flatLoop(S);
}

void BodyWalker::visit(const Stmt &S) {
  if (Failed)
    return;
  if (isa<Expr, DeclStmt>(&S))
    return leaf(S);
  if (const Expr *Condition = assertedCondition(X.Context, S))
    return leaf(*Condition);
  if (const Stmt *Body = bodyRunOnce(S))
    return visitBody(*Body);
  if (isLoop(S))
    return visitLoop(S);
  if (const auto *If = dyn_cast<IfStmt>(&S))
    return visitIf(*If);
  if (const auto *Switch = dyn_cast<SwitchStmt>(&S))
    return visitSwitch(*Switch);
  if (const auto *Case = dyn_cast<SwitchCase>(&S)) {
    if (!Path.empty())
      Path.back() = caseName(X, *Case);
    return Case->getSubStmt() ? visit(*Case->getSubStmt()) : void();
  }
  if (const auto *A = dyn_cast<AttributedStmt>(&S))
    return visit(*A->getSubStmt());
  if (const auto *C = dyn_cast<CompoundStmt>(&S))
    return visitAll({const_cast<CompoundStmt *>(C)->body_begin(), C->size()}, /*IsBody=*/false);
  if (isa<BreakStmt>(&S) || (isa<ContinueStmt>(&S) && Bodies > 0)) {
    AccessList Nothing;
    return addStatement(&S, {&S}, Nothing);
  }
  if (isa<NullStmt>(&S))
    return;
  fail(S,
       isa<OMPExecutableDirective>(&S) ? "an OpenMP directive that is in force (-fopenmp)" : "this kind of statement");
}

/// The only statement of a body that is not empty, or null.
static const Stmt *onlyChild(const Stmt *Body) {
  while (const auto *C = dyn_cast_or_null<CompoundStmt>(Body)) {
    const Stmt *Only = nullptr;
    for (const Stmt *Child : C->body()) {
      if (isa<NullStmt>(Child))
        continue;
      if (Only)
        return nullptr;
      Only = Child;
    }
    Body = Only;
  }
  return Body;
}

unsigned BodyWalker::perfectDepth(const Stmt &Loop) const {
  unsigned Depth = 1;
  const Stmt *At = &Loop;
  // Loops are numbered in textual order, so the next one of a perfect chain has the next number.
  while (Depth < M.Loops.size() && IsPlain[Depth - 1]) {
    const Stmt *Inner = onlyChild(bodyOf(*At));
    if (!Inner || Inner != X.Ast.Loops[M.Loops[Depth]] || X.Model.Loops[M.Loops[Depth]].Bound.isUnknown() ||
        X.Model.Loops[M.Loops[Depth]].First.isUnknown() || hasBreak(*bodyOf(*Inner)))
      break;
    At = Inner;
    ++Depth;
  }
  return Depth;
}

/// The reads of the condition go in front of those of the loop headers.
void BodyWalker::addCondition(const Expr &Condition) {
  M.IsConditional = true;
  M.Condition = constraintsOf(X, Condition);
  collectAccesses(X, Condition, Header);
  if (Header.Failed)
    return fail(*Header.Failed);
  if (any_of(Header.Accesses, [](const Access &A) { return A.Kind == AccessKind::Write; }))
    return fail(Condition, "a condition with an effect");
}

std::optional<Refusal> BodyWalker::nest(const Stmt &Loop, const Expr *Condition) {
  AccessList Empty;
  addStatement(nullptr, {}, Empty); // The header's; filled below.
  unsigned HeaderNumber = M.Statements.front();
  std::vector<Term> Terms;
  if (Condition) {
    addCondition(*Condition);
    Terms = termsOf(Condition, Header);
  }
  visit(Loop);
  if (Failed)
    return Failed;
  Statement &St = X.Model.Statements[HeaderNumber];
  St.IsHeader = true;
  St.Terms = std::move(Terms);
  St.Accesses = std::move(Header.Accesses);
  St.Span = headerSpan(X.Context, Loop);
  X.Ast.Accesses[HeaderNumber] = std::move(Header.Text);
  X.OfAccesses[HeaderNumber] = std::move(Header.Facts);
  M.PerfectDepth = perfectDepth(Loop);
  anyStmt(Loop, [&](const Stmt &S) {
    if (isa<ContinueStmt>(&S))
      M.Continue = placeOf(X.Context, S.getBeginLoc());
    return M.Continue.isValid();
  });
  return std::nullopt;
}

std::optional<Refusal> BodyWalker::plain(const Stmt &S) {
  visit(S);
  return Failed;
}

std::optional<Refusal> extractNest(Extraction &X, const Stmt &Loop, const Expr *Condition, Member &M) {
  return BodyWalker(X, M, /*Flat=*/false).nest(Loop, Condition);
}

std::optional<Refusal> extractPlain(Extraction &X, const Stmt &S, Member &M) {
  return BodyWalker(X, M, /*Flat=*/true).plain(S);
}

} // namespace loopfuse
