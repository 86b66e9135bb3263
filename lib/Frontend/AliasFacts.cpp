//===- AliasFacts.cpp - what is known of the memory behind a name -----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/AliasFacts.h"
#include "Frontend/SourceText.h"
#include "Frontend/Values.h"
#include "Frontend/VariableUses.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/CharInfo.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

/// The type of the scalars or classes at the bottom of nested arrays.
static QualType innermost(const Extraction &X, QualType T) {
  T = T.getNonReferenceType();
  while (const clang::ArrayType *A = X.Context.getAsArrayType(T))
    T = A->getElementType();
  return T.getUnqualifiedType();
}

/// Without names that only the inside of a class knows ("value_type").
static QualType withoutMemberNames(const Extraction &X, QualType T) {
  while (true) {
    const auto *Typedef = dyn_cast<TypedefType>(T.getTypePtr());
    bool IsMember = Typedef && Typedef->getDecl()->getDeclContext()->isRecord();
    if (!IsMember && !isa<SubstTemplateTypeParmType>(T.getTypePtr()))
      return T;
    QualType Next = T.getSingleStepDesugaredType(X.Context);
    if (Next == T)
      return T;
    T = Next;
  }
}

static std::string writtenType(const Extraction &X, QualType T) {
  T = withoutMemberNames(X, T);
  PrintingPolicy Policy = X.Context.getPrintingPolicy();
  Policy.AnonymousTagLocations = false;
  Policy.SuppressTagKeyword = X.Context.getLangOpts().CPlusPlus;
  std::string Text = T.getUnqualifiedType().getAsString(Policy);
  // Lambdas and unnamed classes print as "(lambda)" or "(unnamed struct)".
  return StringRef(Text).contains('(') ? "" : Text;
}

static std::string canonicalType(const Extraction &X, QualType T) {
  return T.getNonReferenceType().getCanonicalType().getUnqualifiedType().getAsString(X.Context.getPrintingPolicy());
}

static void describeElement(Extraction &X, Array &A, QualType T) {
  QualType E = innermost(X, T);
  A.ElementType = writtenType(X, E);
  if (E->isDependentType() || E->isIncompleteType() || E->isFunctionType())
    return;
  A.ElementBytes = X.Context.getTypeSizeInChars(E).getQuantity();
  A.IsTrivial = E.isTriviallyCopyableType(X.Context);
}

/// Appends the sizes of the dimensions of \p T, where they are constants or still have the value of the declaration.
static void describeExtents(Extraction &X, Array &A, QualType T) {
  T = T.getNonReferenceType();
  while (const clang::ArrayType *Dimension = X.Context.getAsArrayType(T)) {
    IndexExpr Extent;
    if (const auto *C = dyn_cast<ConstantArrayType>(Dimension); C && C->getSize().getActiveBits() < 63)
      Extent = IndexExpr::constant(C->getSize().getZExtValue());
    A.Extents.push_back(Extent);
    T = Dimension->getElementType();
  }
}

static unsigned addArray(Extraction &X, ArrayKey Key, Array A, const ValueDecl *Declaration) {
  unsigned Number = X.Model.Arrays.size();
  if (Declaration)
    A.Declared = spanOf(X.Context, Declaration->getSourceRange());
  X.Model.Arrays.push_back(std::move(A));
  X.Ast.Arrays.push_back(Declaration);
  X.ArrayNumbers.emplace(std::move(Key), Number);
  return Number;
}

/// Dead behind the region, and never seen from outside.
static bool isDeadAfter(const Extraction &X, const VarDecl &V) {
  if (!V.hasLocalStorage() || isa<ParmVarDecl>(V) || X.Ast.Members.empty())
    return false;
  return X.Variables.isDeadAfter(V, X.Where, *X.Ast.Members.front(), *X.Ast.Members.back());
}

unsigned objectArray(Extraction &X, const VarDecl &Variable) {
  const VarDecl &V = *Variable.getCanonicalDecl();
  ArrayKey Key{ArrayKey::Object, &V, ~0u, {}, nullptr};
  if (auto It = X.ArrayNumbers.find(Key); It != X.ArrayNumbers.end())
    return It->second;
  Array A;
  A.Name = printedName(V);
  QualType T = V.getType();
  describeElement(X, A, T);
  describeExtents(X, A, T);
  A.IsParameter = isa<ParmVarDecl>(V) && !X.isCaptured(V);
  if (T->isReferenceType() || X.isCaptured(V)) {
    A.Base = BaseKind::Reference;
    A.ObjectType = canonicalType(X, T);
    A.IsRestrict = T.isRestrictQualified();
  } else {
    A.Base = V.hasLocalStorage() ? BaseKind::LocalObject : BaseKind::StaticObject;
    A.Escapes = X.isOpen(V);
    const CXXRecordDecl *Class = innermost(X, T)->getAsCXXRecordDecl();
    A.IsConstantObject = T.isConstant(X.Context) && !(Class && Class->hasMutableFields());
    A.DeadAfter = !A.Escapes && isDeadAfter(X, V);
  }
  return addArray(X, std::move(Key), std::move(A), &V);
}

std::string printedName(const VarDecl &V) {
  std::string Name;
  raw_string_ostream OS(Name);
  V.printName(OS, V.getASTContext().getPrintingPolicy());
  return Name;
}

unsigned nameArray(Extraction &X, const VarDecl &Variable) {
  const VarDecl &V = *Variable.getCanonicalDecl();
  if (!V.getType()->isReferenceType())
    return objectArray(X, V);
  ArrayKey Key{ArrayKey::Name, &V, ~0u, {}, nullptr};
  if (auto It = X.ArrayNumbers.find(Key); It != X.ArrayNumbers.end())
    return It->second;
  Array A;
  A.Name = printedName(V);
  A.Base = BaseKind::LocalObject;
  A.Escapes = false;
  return addArray(X, std::move(Key), std::move(A), nullptr);
}

unsigned thisArray(Extraction &X, QualType Class) {
  ArrayKey Key{ArrayKey::Object, nullptr, ~0u, {}, nullptr};
  if (auto It = X.ArrayNumbers.find(Key); It != X.ArrayNumbers.end())
    return It->second;
  Array A;
  A.Name = "*this";
  A.Base = BaseKind::Reference;
  A.IsParameter = true;
  A.ObjectType = canonicalType(X, Class);
  describeElement(X, A, Class);
  return addArray(X, std::move(Key), std::move(A), nullptr);
}

bool isAllocator(StringRef Name) {
  Name.consume_front("__builtin_");
  return is_contained({"malloc", "calloc", "aligned_alloc", "alloca"}, Name);
}

/// Whether it is a call or new-expression that makes fresh storage.
static bool isAllocation(const Expr *Init) {
  if (!Init)
    return false;
  Init = Init->IgnoreParenCasts();
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(Init))
    Init = Cleanups->getSubExpr()->IgnoreParenCasts();
  if (const auto *New = dyn_cast<CXXNewExpr>(Init))
    return New->getNumPlacementArgs() == 0;
  const auto *Call = dyn_cast<CallExpr>(Init);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !Callee->getIdentifier())
    return false;
  return isAllocator(Callee->getName()) || Callee->hasAttr<RestrictAttr>();
}

unsigned pointeeArray(Extraction &X, const VarDecl &Variable, QualType Element) {
  const VarDecl &V = *Variable.getCanonicalDecl();
  ArrayKey Key{ArrayKey::Pointee, &V, ~0u, {}, nullptr};
  if (auto It = X.ArrayNumbers.find(Key); It != X.ArrayNumbers.end())
    return It->second;
  Array A;
  A.Name = printedName(V);
  describeElement(X, A, Element);
  A.Extents.push_back(IndexExpr::unknown());
  describeExtents(X, A, Element);
  bool IsFixed =
      V.hasLocalStorage() && !V.getType()->isReferenceType() && !X.isCaptured(V) && !X.Variables.isModified(V);
  A.IsParameter = IsFixed && isa<ParmVarDecl>(V);
  A.IsRestrict = IsFixed && V.getType().isRestrictQualified();
  const ContainerClass *View = findContainer(X.Containers, V.getType());
  A.IsConstantObject = View && View->Name == "std::initializer_list"; // [dcl.init.list]/5: an array of const E.
  // A pointer that nobody gives a value was handed to cudaMalloc.
  bool IsDevice = X.Context.getLangOpts().CUDA && !isa<ParmVarDecl>(V) && isUnsetPointer(X.Context, V) &&
                  !V.isCXXForRangeDecl() && !X.fixedInit(V);
  if (IsFixed && V.getType()->isPointerType() && (IsDevice || isAllocation(X.fixedInit(V)))) {
    A.Base = BaseKind::Allocation;
    A.Escapes = X.Variables.escapes(V);
    A.DeadAfter = !A.Escapes && isDeadAfter(X, V);
  }
  if (IsFixed && A.Base == BaseKind::Pointer)
    A.ObjectType = canonicalType(X, V.getType());
  return addArray(X, std::move(Key), std::move(A), &V);
}

/// "dets[…].prob", "resized.data": what holds the pointer, in the region's own names, which ones of several left open.
/// \p Text is how the pointer is written where it is loaded, be it in another function.
static std::string loadedName(const Extraction &X, const Place &Holder, StringRef Text) {
  bool IsIndexed = any_of(Holder.Path, [](const PathStep &S) { return !S.Index.isConstant(); });
  if (!IsIndexed && !X.Frame)
    return Text.str();
  std::string Name = X.Model.Arrays[Holder.Array].Name;
  if (IsIndexed)
    Name += "[…]";
  StringRef Field = Text.take_back(Text.size() - std::min(Text.size(), Text.find_last_of(".>") + 1));
  if (Holder.Path.empty() || !Holder.Path.back().IsField || !isValidAsciiIdentifier(Field))
    return Name;
  bool IsPointee = !IsIndexed && !Holder.Path.front().IsField;
  return Name + (IsPointee ? "->" : ".") + Field.str();
}

unsigned pointeeArray(Extraction &X, const Place &Holder, QualType Element, StringRef Name) {
  const auto *V = Holder.Path.empty() ? dyn_cast_or_null<VarDecl>(X.Ast.Arrays[Holder.Array]) : nullptr;
  if (V && X.ArrayNumbers.count({ArrayKey::Object, V, ~0u, {}, nullptr}))
    return pointeeArray(X, *V, Element);
  ArrayKey Key{ArrayKey::Pointee, nullptr, Holder.Array, {}, nullptr};
  for (const PathStep &S : Holder.Path)
    Key.Path.push_back(S.Index.isConstant() ? S.Index.value() : ArrayKey::AnyIndex);
  if (auto It = X.ArrayNumbers.find(Key); It != X.ArrayNumbers.end())
    return It->second;
  Array A;
  A.Name = loadedName(X, Holder, Name);
  describeElement(X, A, Element);
  A.Extents.push_back(IndexExpr::unknown());
  describeExtents(X, A, Element);
  return addArray(X, std::move(Key), std::move(A), nullptr);
}

unsigned viewOf(Extraction &X, unsigned Number, QualType Element) {
  ArrayKey Key;
  for (const auto &[K, N] : X.ArrayNumbers)
    if (N == Number)
      Key = K;
  Key.View = Element.getCanonicalType().getUnqualifiedType().getAsOpaquePtr();
  if (auto It = X.ArrayNumbers.find(Key); It != X.ArrayNumbers.end())
    return It->second;
  Array A = X.Model.Arrays[Number];
  A.Extents = {IndexExpr::unknown()};
  describeElement(X, A, Element);
  describeExtents(X, A, Element);
  // Two views of one allocation are not distinct objects.
  if (A.Base == BaseKind::Allocation) {
    A.Base = BaseKind::Pointer;
    A.Escapes = true;
    A.DeadAfter = false;
  }
  A.IsRestrict = false; // The two views overlap.
  const ValueDecl *Declaration = X.Ast.Arrays[Number];
  return addArray(X, std::move(Key), std::move(A), Declaration);
}

unsigned ownedArray(Extraction &X, const Place &Holder, QualType Element, StringRef Name) {
  ArrayKey Key{ArrayKey::Owned, nullptr, Holder.Array, {}, nullptr};
  std::vector<int64_t> Fields;
  for (const PathStep &S : Holder.Path) {
    // One array for all containers that differ by subscripts only, so that v[0] and v[i] may be the same one.
    Key.Path.push_back(S.IsField ? S.Index.value() : ArrayKey::AnyIndex);
    if (S.IsField)
      Fields.push_back(S.Index.value());
  }
  if (auto It = X.ArrayNumbers.find(Key); It != X.ArrayNumbers.end())
    return It->second;
  Array A;
  // "rows" for rows[i]: the index is one of the subscripts. "p->x" stays.
  size_t Arrow = Holder.Path.size() > 1 && Holder.Path[1].IsField && Holder.Path[0].Index.isConstant(0) ? 1 : 0;
  bool IsIndexed = any_of(drop_begin(Holder.Path, Arrow), [](const PathStep &S) { return !S.IsField; });
  A.Name = IsIndexed ? X.Model.Arrays[Holder.Array].Name : Name.str();
  A.Base = BaseKind::Owned;
  describeElement(X, A, Element);
  A.ObjectType = canonicalType(X, Holder.Type);
  A.Owner = Holder.Array;
  A.OwnerPath = std::move(Fields);
  // The container variable itself may be contracted; a part of something else may not.
  const auto *V = Holder.Path.empty() ? dyn_cast_or_null<VarDecl>(X.Ast.Arrays[Holder.Array]) : nullptr;
  const Array &Owner = X.Model.Arrays[Holder.Array];
  if (V && Owner.Base == BaseKind::LocalObject) {
    A.Escapes = X.Variables.escapes(*V);
    A.DeadAfter = !A.Escapes && isDeadAfter(X, *V);
  }
  return addArray(X, std::move(Key), std::move(A), V);
}

unsigned listArray(Extraction &X, const InitListExpr &List, StringRef Name) {
  auto Profile = [&](const InitListExpr &L) {
    FoldingSetNodeID ID;
    L.Profile(ID, X.Context, /*Canonical=*/true);
    return ID;
  };
  for (const auto &[Key, Number] : X.ArrayNumbers) {
    const auto *Known = Key.Kind == ArrayKey::List ? static_cast<const InitListExpr *>(Key.View) : nullptr;
    if (Known && X.Context.hasSameType(Known->getType(), List.getType()) && Profile(*Known) == Profile(List))
      return Number;
  }
  Array A;
  A.Name = Name.str();
  A.Base = BaseKind::StaticObject;
  A.Escapes = false;
  A.IsConstantObject = true;
  describeElement(X, A, List.getType());
  describeExtents(X, A, List.getType());
  return addArray(X, {ArrayKey::List, nullptr, ~0u, {}, &List}, std::move(A), nullptr);
}

bool mayOverwriteHandle(const Extraction &X, QualType T) {
  T = innermost(X, T);
  if (T->isEnumeralType())
    return T->isStdByteType();
  if (T->isArithmeticType())
    return T->isAnyCharacterType();
  if (T->isAnyComplexType() || T->isVectorType())
    return false;
  const RecordDecl *Class = T->getAsRecordDecl();
  if (!Class || !Class->getDefinition())
    return true;
  if (const auto *C = dyn_cast<CXXRecordDecl>(Class->getDefinition())) {
    if (findContainer(X.Containers, C) || !C->isTriviallyCopyable() || C->isPolymorphic())
      return true;
    if (any_of(C->bases(), [&](const CXXBaseSpecifier &B) { return mayOverwriteHandle(X, B.getType()); }))
      return true;
  }
  // A character member is overwritten as a part of the object, not through an lvalue that may alias anything.
  return any_of(Class->getDefinition()->fields(), [&](const FieldDecl *F) {
    return !F->getType()->isAnyCharacterType() && mayOverwriteHandle(X, F->getType());
  });
}

} // namespace loopfuse
