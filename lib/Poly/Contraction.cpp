//===- Contraction.cpp - which arrays become smaller ----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Model/Elements.h"
#include "Poly/FusedSpace.h"
#include "Poly/Legality.h"
#include "Poly/RowContraction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace loopfuse {

static bool isLocal(const Scop &S, const Array &A) {
  return A.Base == BaseKind::LocalObject || A.Base == BaseKind::Allocation ||
         (A.Base == BaseKind::Owned && A.Owner && S.Arrays[*A.Owner].Base == BaseKind::LocalObject);
}

/// Why the array may not vanish once the group needs it no longer (docs/LEGALITY.md, "Contraction"); "" if it may.
static StringRef whyNeeded(const Scop &S, unsigned Index) {
  const Array &A = S.Arrays[Index];
  if (!isLocal(S, A))
    return "it is no local array";
  if (A.Escapes)
    return "something besides the accesses of the loops may use it";
  if (!A.DeadAfter)
    return "its values may be read behind the loops";
  if (!A.IsTrivial || A.ElementType.empty())
    return "its elements are not copied as numbers are";
  // A loop over its elements, or a bound that is its size, needs the array itself.
  auto IsNeeded = [&](unsigned Other) { return Other == Index || A.Owner == Other; };
  bool IsWalkedOver = any_of(S.Loops, [&](const Loop &L) { return L.Base && IsNeeded(*L.Base); });
  bool IsBound = any_of(S.Parameters, [&](const Parameter &P) {
    return any_of(P.Sources, [&](const Parameter::Source &Source) { return IsNeeded(Source.Array); });
  });
  return IsWalkedOver || IsBound ? "a loop walks over it or ends where it does" : "";
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

/// Whether the accesses of one fused iteration all touch the same element, be it \p Parts subscripts of it.
static bool oneElementAnIteration(const RegionRelations &R, const FusionGroup &Group, ArrayRef<AccessRef> Accesses,
                                  unsigned Parts) {
  isl::map Touched;
  for (AccessRef Ref : Accesses) {
    const AccessRelation &A = R.Statements[Ref.Statement].Accesses[Ref.Access];
    unsigned Member = R.Region->Statements[Ref.Statement].Member;
    auto Place = llvm::find_if(Group.Members, [&](const Placement &P) { return P.Member == Member; });
    if (!A.Exact || A.Relation.is_null())
      return false;
    isl::map InFused = A.Relation.apply_domain(toFused(A.Relation.domain().space(), Place->Shift));
    if (Parts > 0) {
      isl::size Dimensions = InFused.dim(isl::dim::out);
      if (Dimensions.is_error() || unsigned(Dimensions) < Parts)
        return false;
      InFused = InFused.project_out(isl::dim::out, unsigned(Dimensions) - Parts, Parts);
    }
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

/// Whether a statement's write happens in every iteration of the fused loops, before anything in deeper loops.
static bool isUnconditional(const RegionRelations &R, const FusionGroup &Group, AccessRef Ref) {
  const Statement &St = R.Region->Statements[Ref.Statement];
  const Access &A = St.Accesses[Ref.Access];
  return A.Kind == AccessKind::Write && A.Must && St.Loops.size() == Group.Depth && St.Guard.empty() && St.GuardIsExact;
}

/// Of accesses to members of elements: whether each read finds what an unconditional write in front of it has written.
static bool readsWhatIsWritten(const RegionRelations &R, const FusionGroup &Group, ArrayRef<AccessRef> Accesses) {
  const Scop &S = *R.Region;
  auto Get = [&](AccessRef Ref) -> const Access & { return S.Statements[Ref.Statement].Accesses[Ref.Access]; };
  for (size_t I = 0; I < Accesses.size(); ++I) {
    const Access &Read = Get(Accesses[I]);
    if (Read.Kind == AccessKind::Read && none_of(Accesses.take_front(I), [&](AccessRef Ref) {
          return isUnconditional(R, Group, Ref) && holdsPartOf(S.Arrays[Read.Array], Get(Ref), Read);
        }))
      return false;
  }
  return true;
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
                                           unsigned Array, std::string *Why) {
  const Scop &S = *R.Region;
  auto Touches = [&](const Placement &P) {
    return R.Members[P.Member].Written.test(Array) || R.Members[P.Member].Read.test(Array);
  };
  auto Stays = [&](StringRef Reason) {
    if (Why)
      *Why = Reason.str();
    return std::nullopt;
  };
  if (none_of(Group.Members, Touches))
    return Stays("");
  if (StringRef Reason = whyNeeded(S, Array); !Reason.empty())
    return Stays(Reason);
  std::optional<std::vector<unsigned>> Statements = statementsWith(S, Group, Array);
  if (!Statements || Statements->empty())
    return Stays("a statement besides these loops uses it");
  Contraction C;
  C.Array = Array;
  unsigned Writes = 0;
  size_t Parts = 0; // Subscripts of the longest access behind those of the element.
  for (unsigned St : *Statements)
    for (unsigned A = 0; A < S.Statements[St].Accesses.size(); ++A)
      if (S.Statements[St].Accesses[A].Array == Array) {
        const Access &Ac = S.Statements[St].Accesses[A];
        if (!isInOneElement(S.Arrays[Array], Ac))
          return Stays("more than one element is used at a time");
        Parts = std::max(Parts, Ac.Subscripts.size() - elementDimensions(S.Arrays[Array]));
        C.Accesses.push_back({St, A});
        Writes += Ac.Kind == AccessKind::Write;
      }
  if (Writes == C.Accesses.size())
    return Stays("nobody reads it"); // It gains nothing as a scalar.
  C.IsConstant = Writes == 1;
  C.Definition = C.Accesses.front();
  Ctx.resetQuota();
  bool IsDefined = Parts > 0 ? readsWhatIsWritten(R, Group, C.Accesses) : isDefinedFirst(R, Group, C.Accesses);
  if (IsDefined) {
    Ctx.resetQuota();
    if (oneElementAnIteration(R, Group, C.Accesses, Parts)) {
      C.Scalar = scalarName(S, Group, Array);
      return C;
    }
  }
  std::optional<unsigned> Kept = Parts > 0 ? std::nullopt : keptDimensions(Ctx, R, Group, Array, C.Accesses);
  if (!Kept)
    return Stays(IsDefined ? "an iteration may need what another one wrote"
                           : "what an iteration reads of it may not be what that iteration has written");
  C.Kept = *Kept;
  C.Scalar = S.Arrays[Array].Name;
  return C;
}

bool isTemporaryOf(const RegionRelations &R, const FusionGroup &Group, unsigned Array) {
  if (!isLocal(*R.Region, R.Region->Arrays[Array]) || elementDimensions(R.Region->Arrays[Array]) == 0)
    return false;
  bool IsWritten = false;
  for (const Placement &P : Group.Members) {
    if (IsWritten && R.Members[P.Member].Read.test(Array))
      return true;
    IsWritten |= R.Members[P.Member].Written.test(Array);
  }
  return false;
}

} // namespace loopfuse
