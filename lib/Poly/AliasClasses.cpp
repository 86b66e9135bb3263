//===- AliasClasses.cpp - which arrays may share memory -------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/AliasClasses.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace loopfuse {

namespace {
/// What [basic.lval]/11 tells apart. Integers of the same rank alias whatever their sign.
enum class TypeGroup {
  Unknown,
  Character,
  Bool,
  Short,
  Int,
  Long,
  LongLong,
  SomeInteger,
  Float,
  Double,
  LongDouble,
  Pointer
};
} // namespace

static TypeGroup typeGroup(StringRef Type) {
  Type = Type.trim();
  if (Type.ends_with("*"))
    return TypeGroup::Pointer;
  SmallVector<StringRef, 4> Words;
  SplitString(Type, Words);
  unsigned Longs = 0;
  bool IsInteger = false;
  std::string Rest;
  for (StringRef W : Words) {
    if (W == "const" || W == "volatile")
      continue;
    if (W == "long")
      ++Longs;
    else if (W == "signed" || W == "unsigned" || W == "int")
      IsInteger = true;
    else
      Rest += W;
  }
  if (Longs)
    return Rest == "double" ? TypeGroup::LongDouble
           : Rest.empty()   ? (Longs == 1 ? TypeGroup::Long : TypeGroup::LongLong)
                            : TypeGroup::Unknown;
  if (Rest.empty())
    return IsInteger ? TypeGroup::Int : TypeGroup::Unknown;
  StringRef Name = Rest;
  Name.consume_front("std::");
  return StringSwitch<TypeGroup>(Name)
      .Cases({"char", "char8_t", "byte", "int8_t", "uint8_t"}, TypeGroup::Character)
      .Case("bool", TypeGroup::Bool)
      .Case("short", TypeGroup::Short)
      .Cases({"int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t", "size_t", "ptrdiff_t", "ssize_t",
              "intptr_t", "uintptr_t", "wchar_t", "char16_t", "char32_t"},
             TypeGroup::SomeInteger)
      .Case("float", TypeGroup::Float)
      .Case("double", TypeGroup::Double)
      .Default(TypeGroup::Unknown);
}

static bool isInteger(TypeGroup T) { return T >= TypeGroup::Short && T <= TypeGroup::SomeInteger; }

bool isArithmeticNotCharacter(StringRef Type) {
  TypeGroup T = typeGroup(Type);
  return T != TypeGroup::Unknown && T != TypeGroup::Character && T != TypeGroup::Pointer;
}

/// [basic.lval]/11: an object of one type is not accessed through an lvalue of the other.
static bool differByType(const Array &A, const Array &B) {
  TypeGroup TA = typeGroup(A.ElementType), TB = typeGroup(B.ElementType);
  auto Tells = [](TypeGroup T) { return T != TypeGroup::Unknown && T != TypeGroup::Character; };
  if (!Tells(TA) || !Tells(TB) || TA == TB)
    return false;
  return !(isInteger(TA) && isInteger(TB) && (TA == TypeGroup::SomeInteger || TB == TypeGroup::SomeInteger));
}

static bool isVariable(const Array &A) { return A.Base == BaseKind::LocalObject || A.Base == BaseKind::StaticObject; }

static StringRef className(StringRef Type) {
  for (StringRef Prefix : {"const ", "class ", "struct "})
    Type.consume_front(Prefix);
  return Type;
}

/// Containers that never take over storage that somebody else made.
static bool allocatesItself(const Array &A) {
  StringRef Name = className(A.ObjectType).take_until([](char C) { return C == '<'; });
  return Name == "std::vector" || Name == "std::valarray" || Name == "std::basic_string" ||
         Name == "std::__cxx11::basic_string" || Name == "std::string";
}

/// Whether elements of the two classes may be shared though the objects are different: a vector<double> may be an
/// element of a vector<vector<double>>, and a class of the user may hold either.
static bool mayNest(const Array &A, const Array &B) {
  StringRef TA = className(A.ObjectType), TB = className(B.ObjectType);
  return TA.contains(TB) || TB.contains(TA) || !TA.starts_with("std::") || !TB.starts_with("std::");
}

/// A variable or reference that is the container itself, so that the subscripts name its elements and nothing else.
static bool isContainerItself(const Scop &S, const Array &A) {
  const Array &Owner = S.Arrays[*A.Owner];
  bool IsWhole = isVariable(Owner) || (Owner.Base == BaseKind::Reference && Owner.ObjectType == A.ObjectType);
  return A.OwnerPath.empty() && IsWhole && Owner.Extents.empty();
}

static AliasRelation ownedRelation(const Scop &S, const Array &A, const Array &B, AliasPolicy Policy) {
  bool SameType = !A.ObjectType.empty() && A.ObjectType == B.ObjectType;
  if (!A.Owner || !B.Owner)
    return SameType || mayNest(A, B) ? AliasRelation::MayOverlap : AliasRelation::Disjoint;
  if (*A.Owner == *B.Owner)
    return A.OwnerPath == B.OwnerPath ? AliasRelation::SameOrDisjoint : AliasRelation::Disjoint;
  if (isVariable(S.Arrays[*A.Owner]) && isVariable(S.Arrays[*B.Owner]))
    return AliasRelation::Disjoint;
  if (!SameType)
    return mayNest(A, B) ? AliasRelation::MayOverlap : AliasRelation::Disjoint;
  switch (aliasRelation(S, *A.Owner, *B.Owner, Policy)) {
  case AliasRelation::Disjoint:
    return AliasRelation::Disjoint;
  case AliasRelation::SameOrDisjoint:
    return A.OwnerPath == B.OwnerPath ? AliasRelation::SameOrDisjoint : AliasRelation::Disjoint;
  case AliasRelation::MayOverlap:
    // "p[1].v" and "q[0].v" may be one container under two numbers.
    return isContainerItself(S, A) && isContainerItself(S, B) ? AliasRelation::SameOrDisjoint
                                                              : AliasRelation::MayOverlap;
  }
  llvm_unreachable("covered switch");
}

/// Whether \p B cannot be an access through the __restrict pointer behind \p A. A pointer that is no parameter may
/// have been computed from it.
static bool restrictSeparates(const Array &A, const Array &B) {
  if (!A.IsRestrict)
    return false;
  return isVariable(B) || B.Base == BaseKind::Allocation || B.IsParameter ||
         (B.Base == BaseKind::Owned && allocatesItself(B));
}

static bool ownsStorage(const Array &X) { return isVariable(X) || X.Base == BaseKind::Allocation; }

/// Nobody else knows where it is.
static bool isPrivate(const Array &X) { return !X.Escapes && (ownsStorage(X) || X.Base == BaseKind::Owned); }

/// \p Old was there before the function began, \p Young was made in it.
static bool predates(const Array &Old, const Array &Young) {
  return Old.IsParameter && (Old.Base == BaseKind::Pointer || Old.Base == BaseKind::Reference) &&
         (Young.Base == BaseKind::LocalObject || Young.Base == BaseKind::Allocation);
}

AliasRelation aliasRelation(const Scop &S, unsigned IndexA, unsigned IndexB, AliasPolicy Policy) {
  const Array &A = S.Arrays[IndexA], &B = S.Arrays[IndexB];
  if (IndexA == IndexB)
    return AliasRelation::SameOrDisjoint;
  auto Assumed = [&](AliasRelation R) {
    return R == AliasRelation::MayOverlap && Policy == AliasPolicy::AssumeNoAlias ? AliasRelation::Disjoint : R;
  };
  if (A.IsConstantObject || B.IsConstantObject)
    return AliasRelation::Disjoint;
  if (ownsStorage(A) && ownsStorage(B))
    return AliasRelation::Disjoint;
  if (isPrivate(A) || isPrivate(B))
    return AliasRelation::Disjoint;
  if (predates(A, B) || predates(B, A))
    return AliasRelation::Disjoint;
  if (A.Base == BaseKind::Owned && B.Base == BaseKind::Owned)
    return Assumed(ownedRelation(S, A, B, Policy));
  auto OwnedAgainst = [](const Array &X, const Array &Y) {
    return X.Base == BaseKind::Owned && (isVariable(Y) || (Y.Base == BaseKind::Allocation && allocatesItself(X)));
  };
  if (OwnedAgainst(A, B) || OwnedAgainst(B, A))
    return AliasRelation::Disjoint;
  // The storage of a vector<float> holds floats: no object of a class that is more than its bytes lives in there.
  auto OwnedAgainstClass = [](const Array &X, const Array &Y) {
    return X.Base == BaseKind::Owned && allocatesItself(X) && isArithmeticNotCharacter(X.ElementType) &&
           Y.Base == BaseKind::Reference && !Y.IsTrivial;
  };
  if (OwnedAgainstClass(A, B) || OwnedAgainstClass(B, A))
    return AliasRelation::Disjoint;
  if (restrictSeparates(A, B) || restrictSeparates(B, A))
    return AliasRelation::Disjoint;
  if (A.Base == BaseKind::Reference && B.Base == BaseKind::Reference && !A.ObjectType.empty() &&
      A.ObjectType == B.ObjectType)
    return AliasRelation::SameOrDisjoint;
  if (Policy == AliasPolicy::Strict && differByType(A, B))
    return AliasRelation::Disjoint;
  return Assumed(AliasRelation::MayOverlap);
}

/// Its address is read from memory, as far as the code of the function shows.
static bool isLoaded(const Array &X) {
  return X.Base == BaseKind::Owned ? !isPrivate(X) : !ownsStorage(X) && !X.IsParameter;
}

bool compilerMustCheck(const Scop &S, unsigned IndexA, unsigned IndexB, bool BothWritten, bool UsesTypes) {
  const Array &A = S.Arrays[IndexA], &B = S.Arrays[IndexB];
  // A local container hands its storage to a destructor, so it may be what a pointer from elsewhere leads to.
  auto IsOwn = [](const Array &X, const Array &Y) {
    return isPrivate(X) && (X.Base != BaseKind::Owned || !isLoaded(Y));
  };
  bool AreDistinct = A.IsConstantObject || B.IsConstantObject || (ownsStorage(A) && ownsStorage(B)) || IsOwn(A, B) ||
                     IsOwn(B, A) || predates(A, B) || predates(B, A) || restrictSeparates(A, B) ||
                     restrictSeparates(B, A);
  return !AreDistinct && !(UsesTypes && !BothWritten && differByType(A, B));
}

std::vector<unsigned> aliasClasses(const Scop &S, AliasPolicy Policy) {
  unsigned N = S.Arrays.size();
  std::vector<unsigned> Class(N);
  for (unsigned A = 0; A < N; ++A) {
    Class[A] = A;
    const Array &X = S.Arrays[A];
    if (X.Base != BaseKind::Owned && X.Base != BaseKind::Reference)
      continue; // Only these can be the same object under two names.
    for (unsigned B = 0; B < A; ++B) {
      if (S.Arrays[B].Base != X.Base || Class[B] == Class[A] ||
          aliasRelation(S, A, B, Policy) != AliasRelation::SameOrDisjoint)
        continue;
      unsigned Low = std::min(Class[A], Class[B]), High = std::max(Class[A], Class[B]);
      for (unsigned C = 0; C <= A; ++C)
        if (Class[C] == High)
          Class[C] = Low;
    }
  }
  return Class;
}

/// Whether its declaration may say `__restrict`, and the promise is understood there.
static bool mayBeRestrict(const Array &X) {
  if (X.IsRestrict)
    return false;
  if (X.Base == BaseKind::Reference)
    return X.IsParameter && X.Name != "*this";
  // "double *", "double (*)[8]"
  return X.Base == BaseKind::Pointer &&
         (StringRef(X.ObjectType).ends_with("*") || StringRef(X.ObjectType).contains("(*)"));
}

/// The array whose `__restrict` would tell the two apart; null if none would.
static const Array *wouldSeparate(const Scop &S, const Array &X, const Array &Other) {
  if (X.Base == BaseKind::Owned && X.Owner && Other.Base == BaseKind::Owned && Other.Owner)
    return wouldSeparate(S, S.Arrays[*X.Owner], S.Arrays[*Other.Owner]);
  Array Qualified = X;
  Qualified.IsRestrict = true;
  return mayBeRestrict(X) && restrictSeparates(Qualified, Other) ? &X : nullptr;
}

std::string aliasRemedy(const Scop &S, unsigned IndexA, unsigned IndexB) {
  const Array &A = S.Arrays[IndexA], &B = S.Arrays[IndexB];
  // A parameter first: there the qualifier is a promise of the caller that the whole function can use.
  const Array *Best = nullptr;
  for (const Array *X : {wouldSeparate(S, A, B), wouldSeparate(S, B, A)})
    if (X && (!Best || (X->IsParameter && !Best->IsParameter)))
      Best = X;
  if (Best)
    return "'__restrict' on '" + Best->Name + "'";
  if (differByType(A, B))
    return "--alias=strict";
  for (const Array *X : {&A, &B})
    if (isVariable(*X) && X->Extents.empty())
      return "a local copy of '" + X->Name + "'";
  // What one of many pointers leads to cannot be handed to a function once and for all.
  auto MayBePassed = [](const Array &X) {
    return X.Base != BaseKind::Owned && !(X.Base == BaseKind::Pointer && StringRef(X.Name).contains("[…]"));
  };
  if (MayBePassed(A) && MayBePassed(B))
    return "a function that takes both as '__restrict' parameters";
  return "--alias=assume-noalias, where that is true,";
}

Refusal mayAlias(const Scop &S, unsigned A, unsigned B, const SourceSpan &Place) {
  std::string Remedy = aliasRemedy(S, A, B);
  const Array &X = S.Arrays[A], &Y = S.Arrays[B];
  std::string Second = Y.Name;
  if (X.Name == Y.Name) // Two views of one memory, or two things that are loaded from one place.
    Second = X.ElementType != Y.ElementType ? Y.Name + " as " + Y.ElementType : "other parts of " + Y.Name;
  Refusal Why = refuse(RefusalId::MayAlias, Place, {X.Name, Second, Remedy});
  Why.Remedy = Remedy;
  return Why;
}

} // namespace loopfuse
