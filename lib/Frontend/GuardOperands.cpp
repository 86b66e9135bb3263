//===- GuardOperands.cpp - what a run-time test may name -----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/GuardOperands.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

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

class OperandNames {
public:
  explicit OperandNames(const Extraction &X);

  /// The address of the array's element 0, or of the object if it is one; "" if it has no name.
  std::string addressOf(const ArrayKey &Key, const Array &A) const;
  /// The parameter's value.
  std::string valueOf(const ParameterKey &Key, const Parameter &P) const;

private:
  bool isUnique(const ValueDecl &V) const;
  bool isLocal(const ValueDecl *D) const;
  bool isReference(const ValueDecl *D) const;
  bool isGlobal(const ValueDecl *D) const;
  bool keepHandles() const;
  bool isThere(const VarDecl &V) const;
  bool isRoot(StringRef Name) const;
  bool mayBeRead(StringRef Text) const;
  bool isMember(StringRef Name) const;
  const NamedDecl *find(StringRef Name) const;
  std::string addressOfObject(const ValueDecl *D) const;
  std::string addressOfElements(const ArrayKey &Key, const Array &A) const;
  std::string addressOfOwned(const ArrayKey &Key, const Array &A) const;

  const Extraction &X;
  NameCounter Names;
  bool KeepHandles; ///< Nothing in the region gives a pointer or a container in memory another value.
};
} // namespace

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Whether all parts of an object of type \p T that the program may name lie in the bytes that `sizeof` tells: an array
/// at its end may go on behind them, and a virtual base lies where the whole object has it.
static bool isClosed(const ASTContext &Context, QualType T) {
  if (T.isVolatileQualified() || T->isDependentType())
    return false;
  if (const clang::ArrayType *A = Context.getAsArrayType(T)) {
    const auto *Constant = dyn_cast<ConstantArrayType>(A);
    return Constant && Constant->getSize().ugt(1) && isClosed(Context, A->getElementType());
  }
  const RecordDecl *Record = T->getAsRecordDecl();
  if (!Record)
    return T->isScalarType() || T->isReferenceType();
  Record = Record->getDefinition();
  if (!Record || Record->isInvalidDecl())
    return false;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record)) {
    if (Class->getNumVBases() || !Class->lookup(Context.DeclarationNames.getCXXOperatorName(OO_Amp)).empty() ||
        !all_of(Class->bases(), [&](const CXXBaseSpecifier &B) { return isClosed(Context, B.getType()); }))
      return false;
  }
  return all_of(Record->fields(), [&](const FieldDecl *F) { return isClosed(Context, F->getType()); });
}

/// Types of elements that are read and written as a whole, of the size that `sizeof` gives.
static bool isPlainNumber(StringRef Type) {
  Type.consume_front("const ");
  return is_contained({"float", "double", "int", "unsigned int", "long", "unsigned long", "short", "unsigned short"},
                      Type);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

OperandNames::OperandNames(const Extraction &X) : X(X) {
  for (const ParmVarDecl *P : X.Where.Function->parameters())
    Names.VisitNamedDecl(const_cast<ParmVarDecl *>(P));
  Names.TraverseStmt(X.Where.Function->getBody());
  KeepHandles = keepHandles();
}

bool OperandNames::keepHandles() const {
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

/// Whether its name means it and nothing else, anywhere in the function.
bool OperandNames::isUnique(const ValueDecl &V) const {
  return V.getIdentifier() && Names.Count.lookup(V.getIdentifier()) == 1 && !V.getType().isVolatileQualified();
}

/// A variable of the function that is there in front of the region, with a value: loops that do not run may use what
/// has none, but the test reads it all the same.
bool OperandNames::isLocal(const ValueDecl *D) const {
  const auto *V = dyn_cast_or_null<VarDecl>(D);
  return V && (isa<ParmVarDecl>(V) || V->hasInit()) && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
         isUnique(*V) && !X.isCaptured(*V) && !X.DeclaredByMembers.contains(V);
}

bool OperandNames::isReference(const ValueDecl *D) const {
  const auto *V = dyn_cast_or_null<VarDecl>(D);
  return V && V->hasLocalStorage() && V->getType()->isReferenceType() && isUnique(*V) && !X.isCaptured(*V) &&
         !V->getType().getNonReferenceType().isVolatileQualified() && !X.DeclaredByMembers.contains(V);
}

/// A global variable or a static member that the function calls by its plain name.
bool OperandNames::isGlobal(const ValueDecl *D) const {
  const auto *V = dyn_cast_or_null<VarDecl>(D);
  return V && V->hasGlobalStorage() && !V->isStaticLocal() && V->getTLSKind() == VarDecl::TLS_None &&
         V->getIdentifier() && !V->getType()->isReferenceType() && !V->getType().isVolatileQualified() &&
         Names.Count.lookup(V->getIdentifier()) == 0 &&
         V->getDeclContext()->getRedeclContext()->Encloses(X.Where.Function->getDeclContext());
}

/// A field of the method's class, without `this->`.
bool OperandNames::isMember(StringRef Name) const {
  const auto *Method = dyn_cast<CXXMethodDecl>(X.Where.Function);
  if (!Method || Method->isStatic() || Method->getParent()->isLambda() || Name.empty())
    return false;
  const IdentifierInfo *Id = &X.Context.Idents.get(Name);
  return Names.Count.lookup(Id) == 0 && Method->getParent()->hasMemberName(Id);
}

/// What \p Name means in front of the region: a variable of the function, or a global one.
const NamedDecl *OperandNames::find(StringRef Name) const {
  auto It = X.Context.Idents.find(Name);
  if (Name.empty() || It == X.Context.Idents.end())
    return nullptr;
  if (const NamedDecl *Local = Names.Last.lookup(It->second))
    return Local;
  for (const NamedDecl *D : X.Context.getTranslationUnitDecl()->lookup(It->second))
    if (isa<VarDecl>(D))
      return cast<VarDecl>(D)->getCanonicalDecl();
  return nullptr;
}

/// An object or a reference to one, a pointer made of the address of one, or one that all loops' headers read through.
bool OperandNames::isThere(const VarDecl &V) const {
  if (!V.getType()->isPointerType())
    return V.getType().getNonReferenceType()->isRecordType();
  const Expr *Init = V.getInit() ? V.getInit()->IgnoreParenCasts() : nullptr;
  const auto *Address = dyn_cast_or_null<clang::UnaryOperator>(Init);
  bool IsFixed = V.hasLocalStorage();
  if (IsFixed && ((Address && Address->getOpcode() == UO_AddrOf) || isa_and_nonnull<CXXThisExpr>(Init)))
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

/// Whether \p Name is a variable whose parts may be read in front of the region though no loop may run, and the same
/// one there and in the loops.
bool OperandNames::isRoot(StringRef Name) const {
  const auto *V = dyn_cast_or_null<VarDecl>(find(Name));
  if (!V || !isThere(*V))
    return false;
  if (isGlobal(V))
    return KeepHandles;
  return V->hasLocalStorage() && (isa<ParmVarDecl>(V) || V->hasInit()) && isUnique(*V) && !X.isCaptured(*V) &&
         !X.DeclaredByMembers.contains(V) &&
         (V->getType()->isReferenceType() || V->getType()->isRecordType() || !X.mayChange(*V));
}

/// Whether \p Text, "p->x", "this->x", "s.t.x", "x" of `this`, names something kept in an object, and that object is
/// there though no loop may run.
bool OperandNames::mayBeRead(StringRef Text) const {
  StringRef Name = Text.take_while([](char C) { return isAsciiIdentifierContinue(C); }),
            Rest = Text.substr(Name.size());
  bool IsOwn = isMember(Name);
  if (IsOwn && Rest.empty())
    return true;
  // Pointers further on the way to it may point nowhere.
  if (Name.empty() || !(Rest.consume_front(".") || (!IsOwn && Rest.consume_front("->"))) || Rest.empty() ||
      !all_of(Rest, [](char C) { return isAsciiIdentifierContinue(C) || C == '.'; }))
    return false;
  return IsOwn || Name == "this" || isRoot(Name);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// "&n", "table", "this": of an object that may be reached by a pointer.
std::string OperandNames::addressOfObject(const ValueDecl *D) const {
  if (!D) {
    const auto *Method = dyn_cast<CXXMethodDecl>(X.Where.Function);
    return Method && isClosed(X.Context, X.Context.getCanonicalTagType(Method->getParent())) ? "this" : "";
  }
  const auto *V = cast<VarDecl>(D);
  bool IsNamed = isGlobal(V) || isReference(V) ||
                 (V->hasLocalStorage() && isUnique(*V) && !X.isCaptured(*V) && !X.DeclaredByMembers.contains(V) &&
                  V->getStorageClass() != SC_Register && !V->getType()->isReferenceType());
  QualType T = V->getType().getNonReferenceType();
  if (!IsNamed || !isClosed(X.Context, T))
    return "";
  const clang::ArrayType *Elements = X.Context.getAsArrayType(T);
  if (!Elements)
    return "&" + V->getNameAsString();
  return Elements->getElementType()->isArrayType() ? "" : V->getNameAsString();
}

/// "a", "s->x": a pointer that leads there.
std::string OperandNames::addressOfElements(const ArrayKey &Key, const Array &A) const {
  if (A.Base != BaseKind::Pointer)
    return "";
  const auto *V = dyn_cast_or_null<VarDecl>(Key.Decl);
  if (!V) {
    bool IsConstantPath = !is_contained(Key.Path, ArrayKey::AnyIndex);
    return KeepHandles && IsConstantPath && isPlainNumber(A.ElementType) && mayBeRead(A.Name) ? A.Name : "";
  }
  if (!Key.Path.empty() || Key.Base != ~0u || !V->getType()->isPointerType() ||
      !(isGlobal(V) ? KeepHandles : isLocal(V) && !X.mayChange(*V)))
    return "";
  QualType Element = V->getType()->getPointeeType();
  bool IsWhole = Element->isArithmeticType() || (Element->isRecordType() && isClosed(X.Context, Element));
  bool HasSize = IsWhole && !Element->isVoidType() && !Element.isVolatileQualified() &&
                 A.ElementBytes == X.Context.getTypeSizeInChars(Element).getQuantity();
  return HasSize ? V->getNameAsString() : "";
}

/// "v.data()"
std::string OperandNames::addressOfOwned(const ArrayKey &Key, const Array &A) const {
  if (!KeepHandles || A.Base != BaseKind::Owned || !isPlainNumber(A.ElementType) ||
      is_contained(Key.Path, ArrayKey::AnyIndex))
    return "";
  StringRef Class = A.ObjectType;
  for (StringRef Prefix : {"const ", "class "})
    Class.consume_front(Prefix);
  const ValueDecl *Holder = Key.Path.empty() ? X.Ast.Arrays[Key.Base] : nullptr;
  bool IsNamed = Holder ? (isGlobal(Holder) || isReference(Holder) || isLocal(Holder)) && A.Name == Holder->getName()
                        : mayBeRead(A.Name);
  return Class.starts_with("std::vector<") && IsNamed ? A.Name + ".data()" : "";
}

std::string OperandNames::addressOf(const ArrayKey &Key, const Array &A) const {
  if (Key.View)
    return "";
  switch (Key.Kind) {
  case ArrayKey::Object:
    return A.Escapes || A.Base != BaseKind::LocalObject ? addressOfObject(Key.Decl) : "";
  case ArrayKey::Pointee:
    return addressOfElements(Key, A);
  case ArrayKey::Owned:
    return addressOfOwned(Key, A);
  case ArrayKey::Name:
  case ArrayKey::List:
    return "";
  }
  llvm_unreachable("covered switch");
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

std::string OperandNames::valueOf(const ParameterKey &Key, const Parameter &P) const {
  const ValueDecl *D = Key.Array < X.Ast.Arrays.size() ? X.Ast.Arrays[Key.Array] : nullptr;
  if (Key.Kind == ParameterKey::Size) {
    StringRef Holder = P.Name;
    bool IsNamed = Key.Method.empty() && Holder.consume_back(".size()") && KeepHandles &&
                   (D && Key.Path.empty() ? (isGlobal(D) || isReference(D) || isLocal(D)) && Holder == D->getName()
                                          : mayBeRead(Holder));
    return IsNamed ? P.Name : "";
  }
  if (Key.Kind != ParameterKey::Value)
    return "";
  if (Key.Path.empty()) {
    QualType T = D ? D->getType().getNonReferenceType() : QualType();
    bool IsNamed = (isLocal(D) || isGlobal(D) || isReference(D)) && T->isIntegerType() && !T->isBooleanType();
    return IsNamed && P.Name == D->getName() && P.Bits == X.Context.getIntWidth(T) ? P.Name : "";
  }
  StringRef Pointer = P.Name;
  if (Pointer.consume_front("*")) {
    const auto *V = dyn_cast_or_null<VarDecl>(find(Pointer));
    bool IsPointer = V && V == D && V->getType()->isPointerType();
    return IsPointer && P.Bits >= 32 && isRoot(Pointer) ? P.Name : "";
  }
  return P.Bits >= 32 && mayBeRead(P.Name) ? P.Name : "";
}

void nameOperands(Extraction &X) {
  // Sizes and addresses are reckoned at 64 bits.
  if (X.Context.getTypeSize(X.Context.VoidPtrTy) != 64)
    return;
  // The value of an address as a number is no constant.
  if (X.Where.Function->isConstexpr())
    return;
  OperandNames Names(X);
  for (const auto &[Key, Number] : X.ArrayNumbers)
    X.Model.Arrays[Number].Pointer = Names.addressOf(Key, X.Model.Arrays[Number]);
  for (size_t I = 0; I < X.ParameterKeys.size(); ++I)
    X.Model.Parameters[I].Text = Names.valueOf(X.ParameterKeys[I], X.Model.Parameters[I]);
}

} // namespace loopfuse
