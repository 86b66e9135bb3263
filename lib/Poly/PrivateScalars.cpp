//===- PrivateScalars.cpp - variables that carry nothing along ------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/PrivateScalars.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

static bool touches(const Statement &St, unsigned Array) {
  return any_of(St.Accesses, [&](const Access &A) { return A.Array == Array; });
}

/// The statement of \p Member that always writes \p Array before all others of the member touch it, which do so in the
/// same iteration of all loops around it; null if there is none.
static const Statement *definitionIn(const Scop &S, unsigned Member, unsigned Array) {
  std::vector<const Statement *> Uses;
  for (unsigned Number : S.Members[Member].Statements)
    if (touches(S.Statements[Number], Array))
      Uses.push_back(&S.Statements[Number]);
  if (Uses.empty())
    return nullptr;
  const Statement &First =
      **llvm::min_element(Uses, [](const Statement *A, const Statement *B) { return A->Position < B->Position; });
  const Access &Definition = *llvm::find_if(First.Accesses, [&](const Access &A) { return A.Array == Array; });
  if (Definition.Kind != AccessKind::Write || !Definition.Must || !First.Guard.empty() || !First.GuardIsExact)
    return nullptr;
  auto IsBehindIt = [&](const Statement *St) {
    bool IsInside =
        St->Loops.size() >= First.Loops.size() && std::equal(First.Loops.begin(), First.Loops.end(), St->Loops.begin());
    // An access without subscripts to something that has elements touches them all.
    return IsInside && !St->IsHeader &&
           none_of(St->Accesses, [&](const Access &A) { return A.Array == Array && !A.Subscripts.empty(); });
  };
  return all_of(Uses, IsBehindIt) ? &First : nullptr;
}

/// Whether nobody but the two members reads what they leave in \p Array.
static bool isSpareBehind(const Scop &S, unsigned Earlier, unsigned Later, unsigned Array) {
  if (!S.Arrays[Array].DeadAfter || S.Arrays[Array].Escapes)
    return false;
  for (unsigned M = 0; M < S.Members.size(); ++M) {
    if (M == Earlier || M == Later)
      continue;
    auto Reads = [&](unsigned Number) {
      return any_of(S.Statements[Number].Accesses, [&](const Access &A) {
        return A.Array == Array && (A.Kind == AccessKind::Read || S.Members[M].Kind == MemberKind::Opaque);
      });
    };
    if (any_of(S.Members[M].Statements, Reads) && (S.Members[M].Kind != MemberKind::Nest || !definitionIn(S, M, Array)))
      return false;
  }
  return true;
}

bool isPrivateToIterations(const Scop &S, unsigned Earlier, unsigned Later, unsigned Depth, unsigned Array) {
  if (!S.Arrays[Array].Extents.empty() || S.Arrays[Array].Base == BaseKind::Owned)
    return false;
  const Statement *A = definitionIn(S, Earlier, Array), *B = definitionIn(S, Later, Array);
  if (!A || !B || A->Loops.size() < Depth || B->Loops.size() < Depth)
    return false;
  // Deeper loops may have no iteration in the last one of those around them.
  return B->Loops.size() == Depth || isSpareBehind(S, Earlier, Later, Array);
}

} // namespace loopfuse
