//===- Layout.cpp - types as rows of scalars ------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness/Layout.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/QualTypeNames.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

constexpr size_t MaxLeaves = 4096;

bool LayoutReader::refuse(QualType T, StringRef Why) {
  PrintingPolicy Policy(Context.getLangOpts());
  Policy.SuppressUnwrittenScope = true;
  Reason = "an object of type '" + T.getUnqualifiedType().getAsString(Policy) + "' " + Why.str();
  return false;
}

std::optional<unsigned> LayoutReader::typeNumber(QualType T) {
  T = Context.getCanonicalType(T.getUnqualifiedType());
  // Pointers that differ in `restrict` are different leaves of one type.
  auto [It, IsNew] = Known.try_emplace(T.getAsOpaquePtr());
  if (!IsNew) {
    if (!It->second)
      refuse(T, "leads to others of its kind");
    return It->second;
  }
  HarnessType Type;
  bool IsObject = !T->isIncompleteType() && !T->isFunctionType() && !T->isDependentType();
  if (!IsObject)
    refuse(T);
  if (!IsObject || !addLeaves(T, 0, Type)) {
    Known.erase(T.getAsOpaquePtr());
    return std::nullopt;
  }
  Type.Size = Context.getTypeSizeInChars(T).getQuantity();
  if (Type.Size == 0) {
    refuse(T);
    Known.erase(T.getAsOpaquePtr());
    return std::nullopt;
  }
  H.Types.push_back(std::move(Type));
  return Known[T.getAsOpaquePtr()] = H.Types.size() - 1;
}

bool LayoutReader::addLeaves(QualType T, uint64_t Offset, HarnessType &Out) {
  if (Out.Leaves.size() > MaxLeaves)
    return refuse(T, "is too large");
  bool IsRestrict = T.isRestrictQualified();
  T = Context.getCanonicalType(T);
  uint64_t Bytes =
      Context.getTypeSizeInChars(T.getNonReferenceType()->isIncompleteType() ? Context.VoidPtrTy : T).getQuantity();
  auto Add = [&](LeafKind Kind) {
    Out.Leaves.push_back({Offset, Kind, Bytes, 1, false, false, 0, 0});
    return true;
  };
  if (T->isBooleanType())
    return Add(LeafKind::Bool);
  if (T->isIntegralOrEnumerationType())
    return Add(T->isSignedIntegerOrEnumerationType() ? LeafKind::Signed : LeafKind::Unsigned);
  if (T->isRealFloatingType())
    return Add(LeafKind::Float);
  if (T->isReferenceType())
    return addPointer(T->getPointeeType(), IsRestrict, /*IsSingle=*/true, Offset, Out);
  if (T->isPointerType())
    return addPointer(T->getPointeeType(), IsRestrict, /*IsSingle=*/false, Offset, Out);
  if (const auto *A = dyn_cast<ConstantArrayType>(T.getTypePtr()))
    return addArray(A->getElementType(), A->getZExtSize(), Offset, Out);
  if (const auto *V = T->getAs<clang::VectorType>())
    return addArray(V->getElementType(), V->getNumElements(), Offset, Out);
  if (const auto *C = T->getAs<ComplexType>())
    return addArray(C->getElementType(), 2, Offset, Out);
  if (const RecordDecl *R = T->getAsRecordDecl())
    return addRecord(*R, T, Offset, Out);
  return refuse(T);
}

bool LayoutReader::addPointer(QualType To, bool IsRestrict, bool IsSingle, uint64_t Offset, HarnessType &Out) {
  // What `void *` points to is anybody's guess; of functions there are none to offer.
  std::optional<unsigned> Type = typeNumber(To);
  if (!Type)
    return false;
  uint64_t Bytes = Context.getTypeSizeInChars(Context.VoidPtrTy).getQuantity();
  Out.Leaves.push_back({Offset, LeafKind::Pointer, Bytes, 1, IsRestrict, IsSingle, *Type, 0});
  return true;
}

bool LayoutReader::addArray(QualType Element, uint64_t Count, uint64_t Offset, HarnessType &Out) {
  size_t First = Out.Leaves.size();
  if (Count == 0)
    return true;
  if (!addLeaves(Element, Offset, Out))
    return false;
  uint64_t Size = Context.getTypeSizeInChars(Element).getQuantity();
  // One leaf that fills the element is a row; the elements of a row of rows stand one behind the other too.
  if (Out.Leaves.size() == First + 1 && Out.Leaves.back().Bytes * Out.Leaves.back().Repeat == Size &&
      Out.Leaves.back().Kind != LeafKind::Vector) {
    Out.Leaves.back().Repeat *= Count;
    return true;
  }
  for (uint64_t I = 1; I < Count; ++I)
    if (!addLeaves(Element, Offset + I * Size, Out))
      return false;
  return true;
}

bool LayoutReader::addRecord(const RecordDecl &Declared, QualType T, uint64_t Offset, HarnessType &Out) {
  const RecordDecl *R = Declared.getDefinition();
  if (!R || R->isUnion() || R->isInvalidDecl())
    return refuse(T);
  const auto *Class = dyn_cast<CXXRecordDecl>(R);
  if (const auto *V = dyn_cast<ClassTemplateSpecializationDecl>(R);
      V && V->isInStdNamespace() && V->getName() == "vector")
    return addVector(*V, T, Offset, Out);
  if (Class && (Class->isPolymorphic() || Class->getNumVBases()))
    return refuse(T);
  // What keeps memory of its own has rules that only its constructors know.
  bool IsForeign = Context.getSourceManager().isInSystemHeader(R->getLocation());
  if (Class && IsForeign && !Class->hasTrivialDestructor())
    return refuse(T);
  const ASTRecordLayout &Layout = Context.getASTRecordLayout(R);
  if (Class)
    for (const CXXBaseSpecifier &B : Class->bases()) {
      const CXXRecordDecl *Base = B.getType()->getAsCXXRecordDecl();
      if (!Base || !addRecord(*Base, B.getType(), Offset + Layout.getBaseClassOffset(Base).getQuantity(), Out))
        return Base ? false : refuse(T);
    }
  for (const FieldDecl *F : R->fields()) {
    if (F->isBitField() || F->getType()->isIncompleteArrayType())
      return refuse(T);
    uint64_t Bits = Layout.getFieldOffset(F->getFieldIndex());
    if (!addLeaves(F->getType(), Offset + Bits / 8, Out))
      return false;
  }
  return true;
}

bool LayoutReader::addVector(const ClassTemplateSpecializationDecl &V, QualType T, uint64_t Offset, HarnessType &Out) {
  QualType Element = V.getTemplateArgs()[0].getAsType();
  std::optional<unsigned> Type = Element->isBooleanType() ? std::nullopt : typeNumber(Element);
  std::optional<std::string> Spelling = spelling(T.getUnqualifiedType());
  if (!Type || !Spelling)
    return refuse(T);
  for (const HarnessLeaf &L : H.Types[*Type].Leaves)
    if (L.Kind == LeafKind::Pointer || L.Kind == LeafKind::Vector)
      return refuse(T);
  auto It = llvm::find(H.Vectors, *Spelling);
  unsigned Number = It - H.Vectors.begin();
  if (It == H.Vectors.end())
    H.Vectors.push_back(*Spelling);
  uint64_t Bytes = Context.getTypeSizeInChars(T).getQuantity();
  Out.Leaves.push_back({Offset, LeafKind::Vector, Bytes, 1, false, false, *Type, Number});
  return true;
}

std::optional<std::string> LayoutReader::spelling(QualType T) {
  PrintingPolicy Policy(Context.getLangOpts());
  Policy.SuppressUnwrittenScope = true;
  std::string Out =
      Context.getLangOpts().CPlusPlus ? TypeName::getFullyQualifiedName(T, Context, Policy) : T.getAsString(Policy);
  static constexpr StringRef Unwritten = "(anonymous namespace)::";
  for (size_t At = Out.find(Unwritten); At != std::string::npos; At = Out.find(Unwritten))
    Out.erase(At, Unwritten.size());
  for (StringRef Nameless : {"(unnamed", "(anonymous", "(lambda"})
    if (StringRef(Out).contains(Nameless)) {
      refuse(T, "has no name");
      return std::nullopt;
    }
  return Out;
}

} // namespace loopfuse
