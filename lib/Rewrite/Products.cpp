//===- Products.cpp - where a product may come from -----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/Products.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

bool holdsFloats(QualType Type) {
  Type = Type.getNonReferenceType().getCanonicalType();
  if (Type->isPointerType())
    Type = Type->getPointeeType();
  while (const clang::ArrayType *Array = Type->getAsArrayTypeUnsafe())
    Type = Array->getElementType();
  if (const auto *Vector = Type->getAs<clang::VectorType>())
    Type = Vector->getElementType();
  if (Type->isFloatingType() || Type->isDependentType())
    return true;
  const RecordDecl *Record = Type->getAsRecordDecl();
  if (!Record || !(Record = Record->getDefinition()))
    return false;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (holdsFloats(Base.getType()))
        return true;
  // What a member points to is another object.
  return llvm::any_of(Record->fields(), [](const FieldDecl *F) {
    return !F->getType()->isPointerType() && !F->getType()->isReferenceType() && holdsFloats(F->getType());
  });
}

static bool isProduct(const BinaryOperator &E) { return E.getOpcode() == BO_Mul || E.getOpcode() == BO_MulAssign; }
static bool isSum(const BinaryOperator &E) {
  return E.isAdditiveOp() || E.getOpcode() == BO_AddAssign || E.getOpcode() == BO_SubAssign;
}
static bool isArithmetic(const BinaryOperator &E) {
  return E.isMultiplicativeOp() || E.isAdditiveOp() || E.isCompoundAssignmentOp();
}
static bool isLoose(const BinaryOperator &E) {
  using Mode = LangOptions::FPModeKind;
  FPOptionsOverride Own = E.hasStoredFPFeatures() ? E.getStoredFPFeatures() : FPOptionsOverride();
  bool Contracts = Own.hasFPContractModeOverride() && (Own.getFPContractModeOverride() == Mode::FPM_Fast ||
                                                       Own.getFPContractModeOverride() == Mode::FPM_FastHonorPragmas);
  return Contracts || (Own.hasAllowFPReassociateOverride() && Own.getAllowFPReassociateOverride());
}

namespace {
/// Whether there is a floating-point operation of a kind, in what is visited or in what it calls.
class OperationFinder : public RecursiveASTVisitor<OperationFinder> {
public:
  using Kind = bool (*)(const BinaryOperator &);
  explicit OperationFinder(Kind Wanted) : Wanted(Wanted) {}
  bool Found = false;

  bool shouldVisitImplicitCode() const { return true; }
  bool VisitBinaryOperator(BinaryOperator *E) {
    Found |= Wanted(*E) && holdsFloats(E->getType());
    return !Found;
  }
  bool VisitUnaryOperator(UnaryOperator *E) {
    // "++x" is a sum; the products among the operations are all binary.
    Found |= (Wanted == isSum || Wanted == isArithmetic) && E->isIncrementDecrementOp() && holdsFloats(E->getType());
    return !Found;
  }
  bool VisitCallExpr(CallExpr *E) {
    const FunctionDecl *Callee = E->getDirectCallee();
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
    // An indirect call may be resolved when the compiler knows more.
    Found |= !Callee || (Method && Method->isVirtual());
    if (!Found && !Callee->getBuiltinID())
      read(*Callee);
    return !Found;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    read(*E->getConstructor());
    return !Found;
  }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *E) { return TraverseStmt(E->getExpr()); }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *E) { return TraverseStmt(E->getExpr()); }

private:
  // Only functions with a body can be expanded in place.
  void read(const FunctionDecl &Callee) {
    const FunctionDecl *Definition = nullptr;
    if (!Callee.hasBody(Definition) || !Seen.insert(Definition).second)
      return;
    Found |= Seen.size() > MaximumFunctions;
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
      for (const CXXCtorInitializer *Init : Constructor->inits())
        TraverseStmt(Init->getInit());
    if (!Found)
      TraverseStmt(Definition->getBody());
  }

  static constexpr unsigned MaximumFunctions = 200;
  const Kind Wanted;
  DenseSet<const FunctionDecl *> Seen;
};

class ProductSums : public RecursiveASTVisitor<ProductSums> {
public:
  bool Found = false;
  bool VisitBinaryOperator(BinaryOperator *E) {
    if (E->isAdditiveOp() && E->getType()->isRealFloatingType())
      Found |= productSource(*E->getLHS(), true) != ProductSource::None ||
               productSource(*E->getRHS(), true) != ProductSource::None;
    return !Found;
  }
};
} // namespace

static bool holds(const Stmt &S, OperationFinder::Kind Wanted) {
  OperationFinder Finder(Wanted);
  Finder.TraverseStmt(const_cast<Stmt *>(&S));
  return Finder.Found;
}

bool mayMultiply(const Stmt &S) { return holds(S, isProduct); }

bool mayCompute(const Stmt &S) { return holds(S, isArithmetic); }

bool hasLoosePragma(const Stmt &S) { return holds(S, isLoose); }

bool mayAdd(const Stmt &S) { return holds(S, isSum); }

bool hasProductSum(const Stmt &S) {
  ProductSums P;
  P.TraverseStmt(const_cast<Stmt *>(&S));
  return P.Found;
}

namespace {
class ProductLister : public RecursiveASTVisitor<ProductLister> {
public:
  std::vector<Product> Products;
  DenseSet<const VarDecl *> Inside;

  bool VisitVarDecl(VarDecl *V) {
    Inside.insert(V);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) {
    if (isProduct(*E) && holdsFloats(E->getType()))
      Products.push_back(describe(*E));
    return true;
  }
  bool VisitCallExpr(CallExpr *E) {
    if (mayMultiply(*E))
      Products.push_back({{}, {}, false});
    return true;
  }

private:
  Product describe(const Expr &E) const {
    Product P;
    add(E, P);
    llvm::sort(P.Numbers);
    return P;
  }
  void add(const Stmt &S, Product &P) const {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(&S))
      addName(*Ref->getDecl(), P);
    else if (const auto *Member = dyn_cast<MemberExpr>(&S))
      addName(*Member->getMemberDecl(), P);
    else if (const auto *Number = dyn_cast<FloatingLiteral>(&S))
      P.Numbers.push_back(std::to_string(Number->getValueAsApproximateDouble()));
    P.IsKnown &= !isa<CallExpr>(&S) || isa<CXXOperatorCallExpr>(&S);
    for (const Stmt *Child : S.children())
      if (Child)
        add(*Child, P);
  }
  void addName(const ValueDecl &D, Product &P) const {
    const auto *V = dyn_cast<VarDecl>(&D);
    P.IsKnown &= !V || !Inside.contains(V) || D.getType()->isIntegerType();
    if (holdsFloats(D.getType()))
      P.Factors.push_back(&D);
  }
};
} // namespace

std::vector<Product> productsIn(const Stmt &S) {
  ProductLister Lister;
  Lister.TraverseStmt(const_cast<Stmt *>(&S));
  return std::move(Lister.Products);
}

// Without what hands a value on and rounds nothing.
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

ProductSource productSource(const Expr &Whole, bool LoadsToo) {
  const Expr *E = stripped(&Whole);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->getOpcode() == BO_Assign || Binary->getOpcode() == BO_Comma)
      return productSource(*Binary->getRHS(), LoadsToo);
    return isProduct(*Binary) ? ProductSource::Visible : ProductSource::None;
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return std::max(productSource(*Choice->getTrueExpr(), LoadsToo), productSource(*Choice->getFalseExpr(), LoadsToo));
  const auto *Cast = dyn_cast<CastExpr>(E);
  if (isa<FloatingLiteral, IntegerLiteral>(E) || !E->getType()->isRealFloatingType() ||
      (Cast && Cast->getCastKind() == CK_IntegralToFloating))
    return ProductSource::None;
  if (isa<CallExpr>(E) && !E->isLValue())
    return mayMultiply(*E) ? ProductSource::Hidden : ProductSource::None;
  if (E->isLValue())
    return LoadsToo ? ProductSource::Hidden : ProductSource::None;
  return ProductSource::Hidden;
}

} // namespace loopfuse
