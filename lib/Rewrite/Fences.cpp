//===- Fences.cpp - values that may not meet an addition ------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/Fences.h"
#include "Frontend/SourceText.h"
#include "Poly/AliasClasses.h"
#include "Rewrite/Indent.h"
#include "Rewrite/LooseSums.h"
#include "Rewrite/Products.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {
/// The assignment to an lvalue.
class AssignmentFinder : public RecursiveASTVisitor<AssignmentFinder> {
public:
  explicit AssignmentFinder(const Expr *Target) : Target(Target) {}
  const BinaryOperator *Found = nullptr;
  bool VisitBinaryOperator(BinaryOperator *E) {
    if (E->isAssignmentOp() && E->getLHS()->IgnoreParens() == Target->IgnoreParens())
      Found = E;
    return !Found;
  }

private:
  const Expr *Target;
};
} // namespace

namespace {
class Fencing {
public:
  Fencing(const VariableContext &C, MutableArrayRef<FusedBody> Bodies, Fence Kind, TextPatch &Patch,
          std::vector<LooseRounding> &Rounding)
      : C(C), S(C.Region.Model), Ast(C.Region.Ast), Bodies(Bodies), Kind(Kind), Patch(Patch), Rounding(Rounding) {}

  std::optional<Refusal> run();

private:
  bool isTouchedLater(unsigned Array, unsigned Body) const;
  bool isAddedTo(unsigned Body) const;
  std::optional<Refusal> checkArithmetic(unsigned Body) const;
  std::optional<Refusal> checkSums(unsigned Body);
  std::optional<Refusal> fence(unsigned Statement, unsigned Access, unsigned Body);
  std::optional<Refusal> mayStillChange(const Access &A);
  void wrap(const Expr &Value);
  std::optional<Refusal> block(const Access &A, const Stmt &Statement, FusedBody &Body);
  bool sameArray(unsigned A, unsigned B) const {
    return A == B || aliasRelation(S, A, B, AliasPolicy::Refuse) != AliasRelation::Disjoint;
  }

  const VariableContext &C;
  const Scop &S;
  const RegionAst &Ast;
  MutableArrayRef<FusedBody> Bodies;
  Fence Kind;
  TextPatch &Patch;
  std::vector<LooseRounding> &Rounding;
};
} // namespace

static Refusal mayChange(const Access &A) { return refuse(RefusalId::RoundingMayChange, A.Place, {A.Text}); }

// No fence is sure to hold: said of the finding where that is enough.
std::optional<Refusal> Fencing::mayStillChange(const Access &A) {
  if (!is_contained({Fence::AssocBarrier, Fence::Unbarred, Fence::Unfenced}, Kind))
    return mayChange(A);
  if (none_of(Rounding, [&](const LooseRounding &R) { return R.Place == A.Place; }))
    Rounding.push_back({A.Place, A.Text});
  return std::nullopt;
}

void Fencing::wrap(const Expr &Value) {
  std::optional<TextRange> R = C.File.range(Value.getSourceRange());
  if (!R || isa<InitListExpr>(Value))
    return;
  Patch.insert(R->Begin, "__builtin_assoc_barrier(");
  Patch.insert(R->End, ")");
}

// Read, or overwritten: then nobody may need the value but the sum that it goes into.
bool Fencing::isTouchedLater(unsigned Array, unsigned Body) const {
  for (const FusedBody &Later : Bodies.drop_front(Body + 1))
    for (unsigned St : S.Members[Later.Text.Member].Statements)
      for (const Access &A : S.Statements[St].Accesses)
        if (sameArray(A.Array, Array))
          return true;
  return false;
}

bool Fencing::isAddedTo(unsigned Body) const {
  return llvm::any_of(Bodies.drop_front(Body), [](const FusedBody &B) { return mayAdd(*B.Text.Body); });
}

// The pragma would also keep the statement's own sums from being contracted, which the compiler was free to do.
std::optional<Refusal> Fencing::block(const Access &A, const Stmt &Statement, FusedBody &Body) {
  if (isa<DeclStmt>(Statement) || hasProductSum(Statement) || !statementSpan(C.File.context(), Statement).isValid())
    return mayChange(A);
  if (!llvm::is_contained(Body.Fenced, &Statement))
    Body.Fenced.push_back(&Statement);
  return std::nullopt;
}

std::optional<Refusal> Fencing::fence(unsigned StatementIndex, unsigned AccessIndex, unsigned Body) {
  const Access &A = S.Statements[StatementIndex].Accesses[AccessIndex];
  const Expr *Target = Ast.Accesses[StatementIndex][AccessIndex];
  const Stmt *Statement = Ast.Statements[StatementIndex];
  if (!Target || !Statement)
    return mayStillChange(A);
  bool HasProduct = mayMultiply(*Bodies[Body].Text.Body);
  if (!holdsFloats(Target->getType()) || (!HasProduct && !Target->getType()->isRealFloatingType()))
    return std::nullopt;
  if (!Target->getType()->isRealFloatingType())
    return mayStillChange(A);
  AssignmentFinder Finder(Target);
  Finder.TraverseStmt(const_cast<Stmt *>(Statement));
  if (!Finder.Found)
    return HasProduct ? mayStillChange(A) : std::nullopt;
  ProductSource Source = productSource(*Finder.Found, HasProduct);
  if (Source == ProductSource::None)
    return std::nullopt;
  // The pragma holds for the operations that stand in the block, and only for them.
  if (Kind == Fence::ContractOff && Source == ProductSource::Visible)
    return block(A, *Statement, Bodies[Body]);
  if (Kind == Fence::AssocBarrier && Finder.Found->getOpcode() == BO_Assign)
    wrap(*Finder.Found->getRHS());
  return mayStillChange(A);
}

// A value of the body that the compiler may round differently once other code stands beside it.
std::optional<Refusal> Fencing::checkArithmetic(unsigned Body) const {
  const Stmt &Text = *Bodies[Body].Text.Body;
  if (!(Kind == Fence::NoArithmetic ? mayCompute(Text) : hasLoosePragma(Text)))
    return std::nullopt;
  for (unsigned St : S.Members[Bodies[Body].Text.Member].Statements)
    for (unsigned A = 0; A < S.Statements[St].Accesses.size(); ++A)
      if (const Expr *E = Ast.Accesses[St][A];
          E && holdsFloats(E->getType()) && S.Statements[St].Accesses[A].Kind == AccessKind::Write)
        return mayChange(S.Statements[St].Accesses[A]);
  SourceSpan Place = S.Loops[S.Members[Bodies[Body].Text.Member].Loops.front()].Header;
  return refuse(RefusalId::RoundingMayChange, Place, {"a floating-point value"});
}

// A value of the body that keeps to itself, but not to one way of being contracted.
std::optional<Refusal> Fencing::checkSums(unsigned Body) {
  bool InOrder = is_contained({Fence::AssocBarrier, Fence::Unbarred, Fence::Forbidden}, Kind);
  for (auto [St, A] : looseSums(C.Region, Bodies, Body, C.Group.Depth, InOrder))
    if (std::optional<Refusal> R = mayStillChange(S.Statements[St].Accesses[A]))
      return R;
  return std::nullopt;
}

std::optional<Refusal> Fencing::run() {
  for (unsigned B = 0; B < Bodies.size(); ++B)
    if (std::optional<Refusal> R = checkArithmetic(B))
      return R;
  if (Kind == Fence::AsWritten || Kind == Fence::NoArithmetic)
    return std::nullopt;
  for (unsigned B = 0; B < Bodies.size(); ++B)
    if (std::optional<Refusal> R = checkSums(B))
      return R;
  for (unsigned B = 0; B + 1 < Bodies.size(); ++B)
    for (unsigned St : S.Members[Bodies[B].Text.Member].Statements)
      for (unsigned A = 0; A < S.Statements[St].Accesses.size(); ++A) {
        const Access &Written = S.Statements[St].Accesses[A];
        if (S.Statements[St].IsHeader || Written.Kind != AccessKind::Write || !isTouchedLater(Written.Array, B) ||
            !isAddedTo(B))
          continue;
        if (std::optional<Refusal> R = fence(St, A, B))
          return R;
      }
  return std::nullopt;
}

std::optional<Refusal> addFences(const VariableContext &C, MutableArrayRef<FusedBody> Bodies, Fence Kind,
                                 TextPatch &Patch, std::vector<LooseRounding> &Rounding) {
  if (Kind == Fence::None)
    return std::nullopt;
  // Between the inner loops of a strip nothing is contracted: their values go through memory.
  for (unsigned B = 0, End = 0; B < Bodies.size(); B = End) {
    while (End < Bodies.size() && leaderOf(C.Group, End) == B)
      ++End;
    if (std::optional<Refusal> R = Fencing(C, Bodies.slice(B, End - B), Kind, Patch, Rounding).run())
      return R;
  }
  return std::nullopt;
}

static void writeBlock(const FileText &File, const Layout &Style, const Stmt &S, TextPatch &Patch) {
  SourceSpan Span = statementSpan(File.context(), S);
  TextRange R{Span.Offset, Span.end()};
  PieceIndent Old = indentAt(File.text(), R.Begin);
  std::string Inner = Old.Line + Style.Unit;
  std::string New = "{" + Style.LineEnd + Inner + "#pragma clang fp contract(off)" + Style.LineEnd;
  New += reindentedText(Patch.patched(R), Old, Inner, File.langOpts(), Style.LineEnd);
  Patch.replace(R, New + Old.Line + "}");
}

void writeFenceBlocks(const FileText &File, const Layout &Style, ArrayRef<FusedBody> Bodies, TextPatch &Patch) {
  for (const FusedBody &B : Bodies)
    for (const Stmt *S : B.Fenced)
      writeBlock(File, Style, *S, Patch);
}

} // namespace loopfuse
