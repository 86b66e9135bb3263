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
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {
/// What a body says about products.
class Products : public RecursiveASTVisitor<Products> {
public:
  bool HasProduct = false;    ///< A floating-point multiplication anywhere.
  bool HasProductSum = false; ///< An addition that the compiler may contract already.
  bool VisitBinaryOperator(BinaryOperator *E);
};

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

static const Expr *stripped(const Expr *E) {
  while (true) {
    E = E->IgnoreParens();
    if (const auto *Cast = dyn_cast<CastExpr>(E); Cast && Cast->getSubExpr()->getType()->isRealFloatingType())
      E = Cast->getSubExpr();
    else if (const auto *Unary = dyn_cast<UnaryOperator>(E);
             Unary && (Unary->getOpcode() == UO_Plus || Unary->getOpcode() == UO_Minus))
      E = Unary->getSubExpr();
    else
      return E;
  }
}

// Whether the value of E may come straight from a multiplication. A value that is only read may hold a product that
// was stored before: \p LoadsToo.
static bool mayBeProduct(const Expr *E, bool LoadsToo) {
  E = stripped(E);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->isAssignmentOp() || Binary->getOpcode() == BO_Comma)
      return Binary->getOpcode() == BO_MulAssign ||
             ((Binary->getOpcode() == BO_Assign || Binary->getOpcode() == BO_Comma) &&
              mayBeProduct(Binary->getRHS(), LoadsToo));
    return Binary->getOpcode() == BO_Mul;
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return mayBeProduct(Choice->getTrueExpr(), LoadsToo) || mayBeProduct(Choice->getFalseExpr(), LoadsToo);
  if (isa<FloatingLiteral, IntegerLiteral>(E) || !E->getType()->isRealFloatingType())
    return false;
  if (const auto *Call = dyn_cast<CallExpr>(E); Call && !isa<CXXOperatorCallExpr>(Call)) {
    // Only functions with a body can be expanded in place.
    const FunctionDecl *Callee = Call->getDirectCallee();
    return !Callee || (!Callee->getBuiltinID() && Callee->hasBody());
  }
  if (E->isLValue())
    return LoadsToo;
  return true;
}

bool Products::VisitBinaryOperator(BinaryOperator *E) {
  if (!E->getType()->isRealFloatingType())
    return true;
  if (E->getOpcode() == BO_Mul || E->getOpcode() == BO_MulAssign)
    HasProduct = true;
  if (E->isAdditiveOp() && (mayBeProduct(E->getLHS(), true) || mayBeProduct(E->getRHS(), true)))
    HasProductSum = true;
  return true;
}

static Products productsIn(const Stmt &S) {
  Products P;
  P.TraverseStmt(const_cast<Stmt *>(&S));
  return P;
}

namespace {
class Fencing {
public:
  Fencing(const VariableContext &C, MutableArrayRef<FusedBody> Bodies, Fence Kind, TextPatch &Patch)
      : C(C), S(C.Region.Model), Ast(C.Region.Ast), Bodies(Bodies), Kind(Kind), Patch(Patch) {}

  std::optional<Refusal> run();

private:
  bool isReadLater(unsigned Array, unsigned Body) const;
  std::optional<Refusal> fence(unsigned Statement, unsigned Access, unsigned Body);
  std::optional<Refusal> fenceValue(const Access &A, const BinaryOperator &Assignment);
  std::optional<Refusal> fenceReads(const Access &A, unsigned Body);
  std::optional<Refusal> block(const Access &A, const Stmt &Statement, FusedBody &Body);
  bool sameArray(unsigned A, unsigned B) const {
    return A == B || aliasRelation(S, A, B, AliasPolicy::Refuse) != AliasRelation::Disjoint;
  }
  void wrap(TextRange R) {
    if (llvm::is_contained(Wrapped, R))
      return;
    Wrapped.push_back(R);
    Patch.insert(R.Begin, "__builtin_assoc_barrier(");
    Patch.insert(R.End, ")");
  }

  const VariableContext &C;
  const Scop &S;
  const RegionAst &Ast;
  MutableArrayRef<FusedBody> Bodies;
  Fence Kind;
  TextPatch &Patch;
  std::vector<TextRange> Wrapped;
};
} // namespace

static Refusal mayChange(const Access &A) { return refuse(RefusalId::RoundingMayChange, A.Place, {A.Text}); }

bool Fencing::isReadLater(unsigned Array, unsigned Body) const {
  for (const FusedBody &Later : Bodies.drop_front(Body + 1))
    for (unsigned St : S.Members[Later.Text.Member].Statements)
      for (const Access &A : S.Statements[St].Accesses)
        if (A.Kind == AccessKind::Read && sameArray(A.Array, Array))
          return true;
  return false;
}

// Around the value where it is made.
std::optional<Refusal> Fencing::fenceValue(const Access &A, const BinaryOperator &Assignment) {
  std::optional<TextRange> Value = C.File.range(Assignment.getRHS()->getSourceRange());
  if (!Value || isa<InitListExpr>(Assignment.getRHS()))
    return mayChange(A);
  wrap(*Value);
  return std::nullopt;
}

// Around the value where the later bodies read it.
std::optional<Refusal> Fencing::fenceReads(const Access &A, unsigned Body) {
  for (const FusedBody &Later : Bodies.drop_front(Body + 1))
    for (unsigned St : S.Members[Later.Text.Member].Statements) {
      const Statement &Reader = S.Statements[St];
      for (unsigned R = 0; R < Reader.Accesses.size(); ++R) {
        if (Reader.Accesses[R].Kind != AccessKind::Read || !sameArray(Reader.Accesses[R].Array, A.Array))
          continue;
        const Expr *E = Ast.Accesses[St][R];
        std::optional<TextRange> Place = E ? C.File.range(E->getSourceRange()) : std::nullopt;
        bool AlsoWritten = false;
        for (unsigned W = 0; W < Reader.Accesses.size(); ++W)
          AlsoWritten |= Reader.Accesses[W].Kind == AccessKind::Write && Ast.Accesses[St][W] == E;
        if (!Place || AlsoWritten)
          return mayChange(Reader.Accesses[R]);
        wrap(*Place);
      }
    }
  return std::nullopt;
}

// The pragma would also keep the statement's own sums from being contracted, which the compiler was free to do.
std::optional<Refusal> Fencing::block(const Access &A, const Stmt &Statement, FusedBody &Body) {
  if (isa<DeclStmt>(Statement) || productsIn(Statement).HasProductSum ||
      !statementSpan(C.File.context(), Statement).isValid())
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
    return mayChange(A);
  if (!Target->getType()->isRealFloatingType())
    return std::nullopt;
  AssignmentFinder Finder(Target);
  Finder.TraverseStmt(const_cast<Stmt *>(Statement));
  bool HasProduct = productsIn(*Bodies[Body].Text.Body).HasProduct;
  if (!Finder.Found) {
    if (!HasProduct)
      return std::nullopt;
    return Kind == Fence::AssocBarrier ? fenceReads(A, Body) : mayChange(A);
  }
  const BinaryOperator &Assignment = *Finder.Found;
  bool IsPlain = Assignment.getOpcode() == BO_Assign;
  if (!(IsPlain ? mayBeProduct(Assignment.getRHS(), HasProduct) : Assignment.getOpcode() == BO_MulAssign))
    return std::nullopt;
  if (Kind == Fence::ContractOff)
    return block(A, *Statement, Bodies[Body]);
  return IsPlain ? fenceValue(A, Assignment) : fenceReads(A, Body);
}

std::optional<Refusal> Fencing::run() {
  for (unsigned B = 0; B + 1 < Bodies.size(); ++B)
    for (unsigned St : S.Members[Bodies[B].Text.Member].Statements)
      for (unsigned A = 0; A < S.Statements[St].Accesses.size(); ++A) {
        const Access &Written = S.Statements[St].Accesses[A];
        if (S.Statements[St].IsHeader || Written.Kind != AccessKind::Write || !isReadLater(Written.Array, B))
          continue;
        if (std::optional<Refusal> R = fence(St, A, B))
          return R;
      }
  return std::nullopt;
}

std::optional<Refusal> addFences(const VariableContext &C, MutableArrayRef<FusedBody> Bodies, Fence Kind,
                                 TextPatch &Patch) {
  if (Kind == Fence::None)
    return std::nullopt;
  return Fencing(C, Bodies, Kind, Patch).run();
}

static void writeBlock(const FileText &File, const Layout &Style, const Stmt &S, TextPatch &Patch) {
  SourceSpan Span = statementSpan(File.context(), S);
  TextRange R{Span.Offset, Span.end()};
  PieceIndent Old = indentAt(File.text(), R.Begin);
  std::string Inner = Old.Line + Style.Unit;
  std::string New = "{" + Style.LineEnd + Inner + "#pragma clang fp contract(off)" + Style.LineEnd;
  std::vector<std::string> Lines = reindented(Patch.patched(R), Old, Inner, File.langOpts());
  for (size_t I = 0; I < Lines.size(); ++I)
    New += Lines[I] + (I + 1 == Lines.size() ? Style.LineEnd : "\n");
  Patch.replace(R, New + Old.Line + "}");
}

void writeFenceBlocks(const FileText &File, const Layout &Style, ArrayRef<FusedBody> Bodies, TextPatch &Patch) {
  for (const FusedBody &B : Bodies)
    for (const Stmt *S : B.Fenced)
      writeBlock(File, Style, *S, Patch);
}

} // namespace loopfuse
