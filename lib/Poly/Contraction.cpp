//===- Contraction.cpp - which arrays become smaller ----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/FusedSpace.h"
#include "Poly/Legality.h"
#include "Poly/RowContraction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace loopfuse {

/// Whether the array may vanish once the group needs it no longer (docs/LEGALITY.md, "Contraction").
static bool mayVanish(const Scop &S, unsigned Index) {
  const Array &A = S.Arrays[Index];
  bool IsLocal = A.Base == BaseKind::LocalObject || A.Base == BaseKind::Allocation ||
                 (A.Base == BaseKind::Owned && A.Owner && S.Arrays[*A.Owner].Base == BaseKind::LocalObject);
  if (!IsLocal || A.Escapes || !A.DeadAfter || !A.IsTrivial || A.ElementType.empty())
    return false;
  // A loop over its elements, or a bound that is its size, needs the array itself.
  auto IsNeeded = [&](unsigned Other) { return Other == Index || A.Owner == Other; };
  if (any_of(S.Loops, [&](const Loop &L) { return L.Base && IsNeeded(*L.Base); }))
    return false;
  return none_of(S.Parameters, [&](const Parameter &P) {
    return any_of(P.Sources, [&](const Parameter::Source &Source) { return IsNeeded(Source.Array); });
  });
}

static bool encloses(const SourceSpan &Outer, const SourceSpan &Inner) {
  return Outer.isValid() && Outer.File == Inner.File && Outer.Offset <= Inner.Offset && Inner.end() <= Outer.end();
}

/// Whether a statement outside the group leaves the array's values alone: its declaration, whose values are overwritten
/// before they are read, or its release behind the group.
static bool isBirthOrDeath(const Scop &S, const FusionGroup &Group, const Statement &St, unsigned Array) {
  const Member &M = S.Members[St.Member];
  if (M.Kind != MemberKind::Plain)
    return false;
  bool IsInFront = St.Member < Group.Members.front().Member || is_contained(Group.Before, St.Member);
  bool IsDeclaration = IsInFront && encloses(M.Span, S.Arrays[Array].Declared);
  bool IsBehind = St.Member > Group.Members.back().Member && St.CallsFunction;
  return all_of(St.Accesses, [&](const Access &A) {
    bool IsRelease = IsBehind && A.Subscripts.empty() && !A.Must;
    return A.Array != Array || (A.Kind == AccessKind::Write && (IsDeclaration || IsRelease));
  });
}

/// The statements that touch \p Array, in the order in which one fused iteration runs them. std::nullopt if the array
/// is needed outside the group.
static std::optional<std::vector<unsigned>> statementsWith(const Scop &S, const FusionGroup &Group, unsigned Array) {
  auto PlaceInGroup = [&](unsigned Member) {
    return llvm::find_if(Group.Members, [&](const Placement &P) { return P.Member == Member; }) - Group.Members.begin();
  };
  std::vector<unsigned> Result;
  for (unsigned I = 0; I < S.Statements.size(); ++I) {
    const Statement &St = S.Statements[I];
    if (none_of(St.Accesses, [&](const Access &A) { return A.Array == Array; }))
      continue;
    bool InGroup = size_t(PlaceInGroup(St.Member)) < Group.Members.size();
    if (InGroup ? St.IsHeader : !isBirthOrDeath(S, Group, St, Array))
      return std::nullopt;
    if (InGroup)
      Result.push_back(I);
  }
  llvm::sort(Result, [&](unsigned A, unsigned B) {
    auto Key = [&](unsigned St) {
      return std::tuple(PlaceInGroup(S.Statements[St].Member), S.Statements[St].Position, St);
    };
    return Key(A) < Key(B);
  });
  return Result;
}

/// Whether the access names one element of the array, and not the whole of it or a member of an element: the scalar has
/// the element's type.
static bool isElement(const Array &A, const Access &Ac) {
  size_t Dimensions = A.Extents.empty() && A.Base == BaseKind::Owned ? 1 : A.Extents.size();
  return Dimensions > 0 && Ac.Subscripts.size() == Dimensions;
}

static std::string scalarName(const Scop &S, const FusionGroup &Group, unsigned Array) {
  StringRef Name = S.Arrays[Array].Name;
  size_t Last = Name.find_last_of(".>:");
  if (Last != StringRef::npos)
    Name = Name.drop_front(Last + 1);
  const Member &First = S.Members[Group.Members.front().Member];
  const std::string &Variable = S.Loops[First.Loops.front()].Variable;
  bool IsSimple = Group.Depth == 1 && !Variable.empty() && all_of(Variable, isAlnum);
  return (Name + "_" + (IsSimple ? Variable : "value")).str();
}

/// Whether the accesses of one fused iteration all touch the same element.
static bool oneElementAnIteration(const RegionRelations &R, const FusionGroup &Group, ArrayRef<AccessRef> Accesses) {
  isl::map Touched;
  for (AccessRef Ref : Accesses) {
    const AccessRelation &A = R.Statements[Ref.Statement].Accesses[Ref.Access];
    unsigned Member = R.Region->Statements[Ref.Statement].Member;
    auto Place = llvm::find_if(Group.Members, [&](const Placement &P) { return P.Member == Member; });
    if (!A.Exact || A.Relation.is_null())
      return false;
    isl::map InFused = A.Relation.apply_domain(toFused(A.Relation.domain().space(), Place->Shift));
    Touched = Touched.is_null() ? InFused : Touched.unite(InFused);
  }
  return Touched.is_single_valued().is_true();
}

/// The iterations of the fused loops that run a statement.
static isl::set fusedDomain(const RegionRelations &R, const FusionGroup &Group, unsigned Statement) {
  unsigned Member = R.Region->Statements[Statement].Member;
  auto Place = llvm::find_if(Group.Members, [&](const Placement &P) { return P.Member == Member; });
  isl::set Domain = R.Statements[Statement].Domain;
  return R.Parameters->inContext(Domain).apply(toFused(Domain.space(), Place->Shift));
}

/// Whether the first access of an iteration is a write that always happens, before anything in deeper loops. A kernel's
/// threads may do it under a condition that holds for all who do the others.
static bool isDefinedFirst(const RegionRelations &R, const FusionGroup &Group, ArrayRef<AccessRef> Accesses) {
  const Scop &S = *R.Region;
  AccessRef Ref = Accesses.front();
  const Statement &First = S.Statements[Ref.Statement];
  const AccessRelation &Definition = R.Statements[Ref.Statement].Accesses[Ref.Access];
  if (Definition.Kind != AccessKind::Write || !Definition.Must || First.Loops.size() != Group.Depth)
    return false;
  if (First.Guard.empty())
    return true;
  if (!S.Members[First.Member].Launch || !First.GuardIsExact || !R.Statements[Ref.Statement].Exact)
    return false;
  isl::set Defined = fusedDomain(R, Group, Ref.Statement);
  return all_of(Accesses.drop_front(),
                [&](AccessRef A) { return fusedDomain(R, Group, A.Statement).is_subset(Defined).is_true(); });
}

std::optional<Contraction> findContraction(IslContext &Ctx, const RegionRelations &R, const FusionGroup &Group,
                                           unsigned Array) {
  const Scop &S = *R.Region;
  auto Touches = [&](const Placement &P) {
    return R.Members[P.Member].Written.test(Array) || R.Members[P.Member].Read.test(Array);
  };
  if (none_of(Group.Members, Touches) || !mayVanish(S, Array))
    return std::nullopt;
  std::optional<std::vector<unsigned>> Statements = statementsWith(S, Group, Array);
  if (!Statements || Statements->empty())
    return std::nullopt;
  Contraction C;
  C.Array = Array;
  unsigned Writes = 0;
  for (unsigned St : *Statements)
    for (unsigned A = 0; A < S.Statements[St].Accesses.size(); ++A)
      if (S.Statements[St].Accesses[A].Array == Array) {
        if (!isElement(S.Arrays[Array], S.Statements[St].Accesses[A]))
          return std::nullopt;
        C.Accesses.push_back({St, A});
        Writes += S.Statements[St].Accesses[A].Kind == AccessKind::Write;
      }
  if (Writes == C.Accesses.size())
    return std::nullopt; // What nobody reads gains nothing as a scalar.
  C.IsConstant = Writes == 1;
  C.Definition = C.Accesses.front();
  Ctx.resetQuota();
  if (isDefinedFirst(R, Group, C.Accesses)) {
    Ctx.resetQuota();
    if (oneElementAnIteration(R, Group, C.Accesses)) {
      C.Scalar = scalarName(S, Group, Array);
      return C;
    }
  }
  std::optional<unsigned> Kept = keptDimensions(Ctx, R, Group, Array, C.Accesses);
  if (!Kept)
    return std::nullopt;
  C.Kept = *Kept;
  C.Scalar = S.Arrays[Array].Name;
  return C;
}

} // namespace loopfuse
