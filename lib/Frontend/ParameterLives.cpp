//===- ParameterLives.cpp - as long as a parameter has one value ------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/ParameterLives.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

/// Whether the object at \p Path and what \p A touches, both of one array, may overlap.
static bool mayMeet(const Access &A, ArrayRef<int64_t> Path) {
  for (size_t I = 0; I < Path.size() && I < A.Subscripts.size(); ++I)
    if (A.Subscripts[I].isConstant() && A.Subscripts[I].value() != Path[I])
      return false;
  return true;
}

static bool writes(const Extraction &X, const Member &M, const Parameter::Source &S) {
  for (unsigned St : M.Statements)
    for (const Access &A : X.Model.Statements[St].Accesses)
      if (A.Kind == AccessKind::Write && A.Array == S.Array && mayMeet(A, S.Path))
        return true;
  return false;
}

bool findVarying(Extraction &X, const Member &M) {
  bool Found = false;
  for (unsigned P : X.UsedParameters) {
    if (P >= X.Model.Parameters.size() || is_contained(X.Varying, X.ParameterKeys[P]))
      continue;
    if (any_of(X.Model.Parameters[P].Sources, [&](const Parameter::Source &S) { return writes(X, M, S); })) {
      X.Varying.push_back(X.ParameterKeys[P]);
      Found = true;
    }
  }
  return Found;
}

void endLives(Extraction &X, const Member &M) {
  for (Parameter &P : X.Model.Parameters) {
    if (P.LastMember != ~0u)
      continue;
    bool Ends = any_of(P.Sources, [&](const Parameter::Source &S) {
      return writes(X, M, S) ||
             (M.TouchesUnknown && X.Model.Arrays[S.Array].Escapes && !X.Model.Arrays[S.Array].IsConstantObject);
    });
    // The member itself does not use it: findVarying would have said so.
    if (Ends)
      P.LastMember = std::max(P.FirstMember, X.Member ? X.Member - 1 : 0);
  }
}

/// Whether some write of the region may change the pointer or header that is read by \p Read.
static bool mayBeOverwritten(const Extraction &X, unsigned Array, ArrayRef<int64_t> Path) {
  const loopfuse::Array &Object = X.Model.Arrays[Array];
  for (const Member &M : X.Model.Members)
    if (M.TouchesUnknown && Object.Escapes)
      return true;
  bool IsHidden = (Object.Base == BaseKind::LocalObject || Object.Base == BaseKind::Allocation) && !Object.Escapes;
  for (size_t S = 0; S < X.Model.Statements.size(); ++S)
    for (size_t I = 0; I < X.Model.Statements[S].Accesses.size(); ++I) {
      const Access &A = X.Model.Statements[S].Accesses[I];
      if (A.Kind != AccessKind::Write)
        continue;
      if (A.Array == Array) {
        if (mayMeet(A, Path))
          return true;
        continue;
      }
      // Through another base: only a write that may hit such a thing at all, and that is not known to go elsewhere.
      BaseKind Base = X.Model.Arrays[A.Array].Base;
      bool Elsewhere =
          IsHidden || Base == BaseKind::LocalObject || Base == BaseKind::StaticObject || Base == BaseKind::Allocation;
      bool HoldsNumbers = Base == BaseKind::Owned && X.Model.Arrays[A.Array].IsTrivial;
      if (!Elsewhere && X.OfAccesses[S][I].MayWriteHandle &&
          !(HoldsNumbers && !StringRef(X.Model.Arrays[A.Array].ElementType).ends_with("*")))
        return true;
    }
  return false;
}

static std::vector<int64_t> constantPrefix(const Access &A) {
  std::vector<int64_t> Path;
  for (const IndexExpr &S : A.Subscripts) {
    if (!S.isConstant())
      break;
    Path.push_back(S.value());
  }
  return Path;
}

void dropStableHandles(Extraction &X) {
  std::map<std::pair<unsigned, std::vector<int64_t>>, bool> Answers;
  auto MayChange = [&](unsigned Array, std::vector<int64_t> Path) {
    auto [It, IsNew] = Answers.try_emplace({Array, Path}, false);
    if (IsNew)
      It->second = mayBeOverwritten(X, Array, Path);
    return It->second;
  };
  // Decide all first: the answers look at the accesses.
  std::vector<std::vector<bool>> Keep(X.Model.Statements.size());
  for (size_t S = 0; S < X.Model.Statements.size(); ++S)
    for (size_t I = 0; I < X.Model.Statements[S].Accesses.size(); ++I) {
      const Access &A = X.Model.Statements[S].Accesses[I];
      Keep[S].push_back(!A.ReadsHandle || MayChange(A.Array, constantPrefix(A)));
    }
  for (size_t P = 0; P < X.Model.Parameters.size(); ++P)
    if (X.ParameterKeys[P].Kind != ParameterKey::Value)
      erase_if(X.Model.Parameters[P].Sources, [&](const Parameter::Source &S) { return !MayChange(S.Array, S.Path); });
  for (size_t S = 0; S < X.Model.Statements.size(); ++S) {
    Statement &St = X.Model.Statements[S];
    for (Term &T : St.Terms) // Never of a handle.
      if (T.Kind == TermKind::Memory)
        T.Index = std::count(Keep[S].begin(), Keep[S].begin() + T.Index, true);
    size_t Kept = 0;
    for (size_t I = 0; I < Keep[S].size(); ++I) {
      if (!Keep[S][I])
        continue;
      if (Kept != I) {
        St.Accesses[Kept] = std::move(St.Accesses[I]);
        X.Ast.Accesses[S][Kept] = X.Ast.Accesses[S][I];
        X.OfAccesses[S][Kept] = X.OfAccesses[S][I];
      }
      ++Kept;
    }
    St.Accesses.resize(Kept);
    X.Ast.Accesses[S].resize(Kept);
    X.OfAccesses[S].resize(Kept);
  }
}

} // namespace loopfuse
