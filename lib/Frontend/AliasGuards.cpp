//===- AliasGuards.cpp - run-time tests for overlap ----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/AliasGuards.h"
#include "Frontend/Guards.h"
#include "Frontend/Places.h"
#include "Frontend/Values.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

//===----------------------------------------------------------------------===//
// The form of a condition
//===----------------------------------------------------------------------===//

/// Calls \p Visit for the operands of a chain of \p Op from left to right.
static bool forEachOperand(const Expr &E, BinaryOperatorKind Op, function_ref<bool(const Expr &)> Visit) {
  const Expr &Plain = *E.IgnoreParenImpCasts();
  const auto *B = dyn_cast<BinaryOperator>(&Plain);
  if (B && B->getOpcode() == Op)
    return forEachOperand(*B->getLHS(), Op, Visit) && forEachOperand(*B->getRHS(), Op, Visit);
  return Visit(Plain);
}

/// \p E without parentheses and implicit conversions from integer to integer.
static const Expr *withoutConversions(const Expr *E) {
  E = E->IgnoreParens();
  while (const auto *Cast = dyn_cast<ImplicitCastExpr>(E)) {
    if (Cast->getCastKind() != CK_IntegralCast)
      break;
    E = Cast->getSubExpr()->IgnoreParens();
  }
  return E;
}

/// The pointer of "(uintptr_t)pointer + bytes", else null.
static const Expr *addressBase(const Expr &E) {
  const Expr *At = withoutConversions(&E);
  while (const auto *B = dyn_cast<BinaryOperator>(At)) {
    if (!B->isAdditiveOp())
      return nullptr;
    At = withoutConversions(B->getLHS());
  }
  const auto *Cast = dyn_cast<CastExpr>(At);
  return Cast && Cast->getCastKind() == CK_PointerToIntegral ? Cast->getSubExpr() : nullptr;
}

static const BinaryOperator *addressOrder(const Expr &E) {
  const auto *B = dyn_cast<BinaryOperator>(&E);
  return B && B->getOpcode() == BO_LE && addressBase(*B->getLHS()) && addressBase(*B->getRHS()) ? B : nullptr;
}

static bool comparesAddresses(const Expr &E) {
  return forEachOperand(E, BO_LOr, [&](const Expr &Side) {
    return forEachOperand(Side, BO_LAnd, [&](const Expr &Order) { return addressOrder(Order) != nullptr; });
  });
}

/// Variables and numbers, and sums and products of them.
static bool isNumber(const Expr &Given) {
  const Expr &E = *Given.IgnoreParenImpCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(&E))
    return (B->isAdditiveOp() || B->getOpcode() == BO_Mul) && isNumber(*B->getLHS()) && isNumber(*B->getRHS());
  if (const auto *U = dyn_cast<UnaryOperator>(&E); U && U->getOpcode() == UO_Minus)
    return isa<IntegerLiteral>(U->getSubExpr()->IgnoreParens());
  const auto *Ref = dyn_cast<DeclRefExpr>(&E);
  return E.getType()->isIntegerType() && (isa<IntegerLiteral, MemberExpr>(&E) || (Ref && isa<VarDecl>(Ref->getDecl())));
}

/// "m <= stride", of values that the loops work with.
static bool comparesNumbers(const Expr &E) {
  const auto *B = dyn_cast<BinaryOperator>(&E);
  return B && B->isRelationalOp() && isNumber(*B->getLHS()) && isNumber(*B->getRHS());
}

static bool asksForOverlap(const Expr &E) {
  bool HasAddresses = false;
  bool Holds = forEachOperand(E, BO_LAnd, [&](const Expr &Part) {
    HasAddresses |= comparesAddresses(Part);
    return comparesAddresses(Part) || comparesNumbers(Part);
  });
  return Holds && HasAddresses;
}

bool isAliasGuard(const Stmt &S) {
  const auto *If = dyn_cast<IfStmt>(&S);
  return If && !If->getInit() && !If->getConditionVariable() && !If->isConstexpr() && !If->isConsteval() &&
         isa_and_nonnull<CompoundStmt>(If->getThen()) && isa_and_nonnull<CompoundStmt>(If->getElse()) &&
         asksForOverlap(*If->getCond());
}

//===----------------------------------------------------------------------===//
// What it says
//===----------------------------------------------------------------------===//

static bool isAddressSized(const Extraction &X, QualType T) {
  return T->isUnsignedIntegerType() && X.Context.getIntWidth(T) == 64;
}

/// A number of bytes, modulo 2^64. Only arithmetic at that width is read: narrower one may overflow.
static IndexExpr readBytes(Extraction &X, const Expr &Given) {
  const Expr &E = *Given.IgnoreParens();
  Expr::EvalResult Constant;
  if (E.EvaluateAsInt(Constant, X.Context, Expr::SE_NoSideEffects) && Constant.Val.getInt().isRepresentableByInt64())
    return IndexExpr::constant(Constant.Val.getInt().getExtValue());
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(&E)) {
    if (Cast->getCastKind() == CK_IntegralCast && X.Context.getIntWidth(Cast->getType()) == 64)
      return readBytes(X, *Cast->getSubExpr());
    bool IsVariable =
        Cast->getCastKind() == CK_LValueToRValue && isa<DeclRefExpr, MemberExpr>(Cast->getSubExpr()->IgnoreParens());
    Value V = IsVariable ? valueOf(X, E) : Value::unknown();
    return V.isKnown() ? V.Expr : IndexExpr::unknown();
  }
  const auto *B = dyn_cast<BinaryOperator>(&E);
  if (!B || !isAddressSized(X, B->getType()))
    return IndexExpr::unknown();
  IndexExpr L = readBytes(X, *B->getLHS()), R = readBytes(X, *B->getRHS());
  if (L.isUnknown() || R.isUnknown())
    return IndexExpr::unknown();
  switch (B->getOpcode()) {
  case BO_Add:
    return L + R;
  case BO_Sub:
    return L - R;
  case BO_Mul:
    return L * R;
  default:
    return IndexExpr::unknown();
  }
}

static std::optional<Address> readAddress(Extraction &X, const Expr &Given) {
  const Expr &E = *withoutConversions(&Given);
  if (!isAddressSized(X, Given.getType()) || !isAddressSized(X, E.getType()))
    return std::nullopt;
  if (const auto *B = dyn_cast<BinaryOperator>(&E)) {
    std::optional<Address> A = readAddress(X, *B->getLHS());
    IndexExpr Bytes = readBytes(X, *B->getRHS());
    if (!A || Bytes.isUnknown())
      return std::nullopt;
    A->Bytes = B->getOpcode() == BO_Add ? A->Bytes + Bytes : A->Bytes - Bytes;
    return A;
  }
  const Expr *Base = addressBase(E);
  std::optional<Place> P = Base ? resolvePointer(X, *Base) : std::nullopt;
  if (!P || P->IsPrivate || !P->IsExact || P->Path.size() != 1 || !P->lastIsElement() ||
      !P->Path.front().Index.isConstant(0))
    return std::nullopt;
  return Address{P->Array, IndexExpr::constant(0)};
}

GuardCondition readCondition(Extraction &X, const IfStmt &S) {
  GuardCondition Condition;
  auto AddSide = [&](const Expr &Side, std::vector<AddressOrder> &Orders) {
    return forEachOperand(Side, BO_LAnd, [&](const Expr &E) {
      const BinaryOperator *B = addressOrder(E);
      std::optional<Address> Below = B ? readAddress(X, *B->getLHS()) : std::nullopt,
                             Above = B ? readAddress(X, *B->getRHS()) : std::nullopt;
      if (Below && Above)
        Orders.push_back({*Below, *Above});
      return Below && Above;
    });
  };
  bool Read = forEachOperand(*S.getCond(), BO_LAnd, [&](const Expr &Pair) {
    if (comparesNumbers(Pair)) {
      std::optional<std::vector<Constraint>> Numbers = constraintsOf(X, Pair);
      append_range(Condition.Numbers, Numbers.value_or(std::vector<Constraint>()));
      return Numbers.has_value();
    }
    OrderAlternative Sides;
    size_t Count = 0;
    bool ReadSides = forEachOperand(
        Pair, BO_LOr, [&](const Expr &Side) { return Count < Sides.size() && AddSide(Side, Sides[Count++]); });
    Condition.Orders.push_back(std::move(Sides));
    return ReadSides && Count == 2;
  });
  return Read ? Condition : GuardCondition();
}

//===----------------------------------------------------------------------===//
// What a condition may name
//===----------------------------------------------------------------------===//

namespace {
/// The declarations of each name in a function.
class NameCounter : public RecursiveASTVisitor<NameCounter> {
public:
  bool VisitNamedDecl(NamedDecl *D) {
    if (D->getIdentifier()) {
      ++Count[D->getIdentifier()];
      Last[D->getIdentifier()] = D;
    }
    return true;
  }
  DenseMap<const IdentifierInfo *, unsigned> Count;
  DenseMap<const IdentifierInfo *, const NamedDecl *> Last;
};

/// "p->x", "this->x": pointers that are kept in objects.
class LoadedPointers {
public:
  LoadedPointers(const Extraction &X, const NameCounter &Names) : X(X), Names(Names) {}

  /// Whether nothing in the region gives a pointer in memory another value.
  bool keepTheirValues() const;
  /// Whether \p Text names one, and what it is kept in is there though no loop may run.
  bool mayBeRead(StringRef Text) const;

private:
  bool isThere(const VarDecl &V) const;

  const Extraction &X;
  const NameCounter &Names;
};
} // namespace

bool LoadedPointers::keepTheirValues() const {
  if (any_of(X.Model.Members, [](const Member &M) { return M.TouchesUnknown; }))
    return false;
  for (size_t I = 0; I < X.Model.Statements.size(); ++I) {
    const std::vector<Access> &Accesses = X.Model.Statements[I].Accesses;
    for (size_t K = 0; K < Accesses.size(); ++K)
      if (Accesses[K].Kind == AccessKind::Write && X.OfAccesses[I][K].MayWriteHandle)
        return false;
  }
  return true;
}

/// An object or a reference to one, a pointer made of the address of one, or one that all loops' headers read through.
bool LoadedPointers::isThere(const VarDecl &V) const {
  if (!V.getType()->isPointerType())
    return V.getType().getNonReferenceType()->isRecordType();
  const Expr *Init = V.getInit() ? V.getInit()->IgnoreParenCasts() : nullptr;
  const auto *Address = dyn_cast_or_null<clang::UnaryOperator>(Init);
  if ((Address && Address->getOpcode() == UO_AddrOf) || isa_and_nonnull<CXXThisExpr>(Init))
    return true;
  auto Pointee = X.ArrayNumbers.find({ArrayKey::Pointee, &V, ~0u, {}, nullptr});
  if (Pointee == X.ArrayNumbers.end())
    return false;
  return all_of(X.Model.Members, [&](const Member &M) {
    return M.Kind != MemberKind::Nest || any_of(M.Statements, [&](unsigned St) {
             const Statement &Header = X.Model.Statements[St];
             return Header.IsHeader && any_of(Header.Accesses, [&](const Access &A) {
                      return A.Must && A.Kind == AccessKind::Read && A.Array == Pointee->second;
                    });
           });
  });
}

bool LoadedPointers::mayBeRead(StringRef Text) const {
  StringRef Name = Text.take_while([](char C) { return isAsciiIdentifierContinue(C); }),
            Rest = Text.substr(Name.size());
  // Pointers further on the way to it may point nowhere.
  if (Name.empty() || Rest.empty() || !(Rest.consume_front("->") || Rest.consume_front(".")) ||
      !all_of(Rest, [](char C) { return isAsciiIdentifierContinue(C) || C == '.'; }))
    return false;
  if (Name == "this")
    return true;
  auto It = X.Context.Idents.find(Name);
  const IdentifierInfo *Root = It == X.Context.Idents.end() ? nullptr : It->second;
  const auto *V = dyn_cast_or_null<VarDecl>(Root ? Names.Last.lookup(Root) : nullptr);
  return V && Names.Count.lookup(Root) == 1 && V->hasLocalStorage() && (isa<ParmVarDecl>(V) || V->hasInit()) &&
         !V->getType().isVolatileQualified() && !X.isCaptured(*V) && !X.DeclaredByMembers.contains(V) &&
         (V->getType()->isReferenceType() || V->getType()->isRecordType() || !X.mayChange(*V)) && isThere(*V);
}

/// Types of elements that are read and written as a whole, of the size that `sizeof` gives.
static bool isPlainNumber(StringRef Type) {
  Type.consume_front("const ");
  return is_contained({"float", "double", "int", "unsigned int", "long", "unsigned long", "short", "unsigned short"},
                      Type);
}

void nameOperands(Extraction &X) {
  // Sizes and addresses are reckoned at 64 bits.
  if (X.Context.getTypeSize(X.Context.VoidPtrTy) != 64)
    return;
  // The value of an address as a number is no constant.
  if (X.Where.Function->isConstexpr())
    return;
  NameCounter Names;
  for (const ParmVarDecl *P : X.Where.Function->parameters())
    Names.VisitNamedDecl(const_cast<ParmVarDecl *>(P));
  Names.TraverseStmt(X.Where.Function->getBody());
  auto IsPlain = [&](const ValueDecl *D) {
    const auto *V = dyn_cast_or_null<VarDecl>(D);
    // Loops that do not run may use what has no value: the test reads it all the same.
    return V && (isa<ParmVarDecl>(V) || V->hasInit()) && V->hasLocalStorage() && V->getIdentifier() &&
           !V->getType()->isReferenceType() && !V->getType().isVolatileQualified() && !X.isCaptured(*V) &&
           !X.DeclaredByMembers.contains(V) && Names.Count.lookup(V->getIdentifier()) == 1;
  };
  for (const auto &[Key, Number] : X.ArrayNumbers) {
    const auto *V = dyn_cast_or_null<VarDecl>(Key.Decl);
    if (Key.Kind != ArrayKey::Pointee || Key.View || !Key.Path.empty() || Key.Base != ~0u || !IsPlain(V) ||
        !V->getType()->isPointerType() || X.mayChange(*V))
      continue;
    QualType Element = V->getType()->getPointeeType();
    Array &A = X.Model.Arrays[Number];
    if (Element->isArithmeticType() && !Element.isVolatileQualified() && A.Base == BaseKind::Pointer &&
        A.ElementBytes == X.Context.getTypeSizeInChars(Element).getQuantity())
      A.Pointer = V->getNameAsString();
  }
  LoadedPointers Loaded(X, Names);
  bool KeepTheirValues = Loaded.keepTheirValues();
  for (const auto &[Key, Number] : X.ArrayNumbers) {
    Array &A = X.Model.Arrays[Number];
    bool IsConstantPath = !is_contained(Key.Path, ArrayKey::AnyIndex);
    if (KeepTheirValues && Key.Kind == ArrayKey::Pointee && !Key.View && !Key.Decl && IsConstantPath &&
        A.Base == BaseKind::Pointer && isPlainNumber(A.ElementType) && Loaded.mayBeRead(A.Name))
      A.Pointer = A.Name;
  }
  for (size_t I = 0; I < X.ParameterKeys.size(); ++I) {
    const ParameterKey &Key = X.ParameterKeys[I];
    Parameter &P = X.Model.Parameters[I];
    const ValueDecl *D = Key.Array < X.Ast.Arrays.size() ? X.Ast.Arrays[Key.Array] : nullptr;
    bool IsVariable = Key.Kind == ParameterKey::Value && Key.Path.empty() && IsPlain(D) &&
                      D->getType()->isIntegerType() && !D->getType()->isBooleanType();
    if (IsVariable && P.Name == D->getName() && P.Bits == X.Context.getIntWidth(D->getType()))
      P.Text = P.Name;
    if (Key.Kind == ParameterKey::Value && !Key.Path.empty() && P.Bits >= 32 && Loaded.mayBeRead(P.Name))
      P.Text = P.Name;
  }
}

} // namespace loopfuse
