//===- AccessRelations.h - domains and accesses as isl sets -----*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_ACCESSRELATIONS_H
#define LOOPFUSE_POLY_ACCESSRELATIONS_H

#include "Model/FusionPlan.h"
#include "Poly/AliasClasses.h"
#include "Poly/Delinearize.h"
#include "Poly/Domains.h"
#include "Poly/OnDemand.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <set>

namespace loopfuse {

/// The isl form of one access.
struct AccessRelation {
  AccessRef Ref;
  AccessKind Kind = AccessKind::Read;
  bool Must = false;     ///< Exact and unconditional: usable as a must-write.
  bool Exact = true;     ///< False: an over-approximation (a subscript or a bound is not affine).
  bool Repeated = false; ///< An earlier access of the statement has the same relation and kind.
  unsigned Class = 0;    ///< Alias class.
  isl::map Relation;     ///< [Params] -> { Statement[iterators] -> Class[element] }; null if isl gave up
};

struct StatementRelations {
  isl::set Domain;   ///< [Params] -> { Statement[iterators] }, values of the loop variables, outermost first
  bool Exact = true; ///< False: Domain holds more.
  std::vector<AccessRelation> Accesses;
};

/// What a member touches, as sets of arrays: what prunes pairs before isl is asked.
struct MemberTouches {
  llvm::BitVector Read; ///< With what the values of its parameters are read from.
  llvm::BitVector Written;
  llvm::BitVector NearRead; ///< Arrays that are not known to be disjoint from one that is read.
  llvm::BitVector NearWritten;
  std::vector<unsigned> Parameters; ///< That its loops, guards and subscripts use.
};

/// A region's sets: parameters are named as in IndexSets.h, tuples are "S<index>" and "A<class>". A set is made when it
/// is first asked for, with a quota of its own: most members of a region are refused before their accesses matter.
struct RegionRelations {
  const Scop *Region = nullptr;
  AliasPolicy Policy = AliasPolicy::Refuse;
  std::vector<Constraint> Assumed; ///< What the sets were made under, beside the region's context.
  std::vector<unsigned> Classes;   ///< Per array: its alias class.
  std::shared_ptr<const ParameterSpace> Parameters;
  OnDemand<ElementShape> Shapes;           ///< Per class: how its flat subscript is split.
  OnDemand<StatementRelations> Statements; ///< Per statement of the Scop.
  OnDemand<LoopDomain> Loops;              ///< Per loop of the Scop.
  std::vector<MemberTouches> Members;      ///< Per member of the Scop.
  llvm::BitVector Escaping;                ///< Arrays that an opaque member may touch.
  std::vector<llvm::BitVector> Near;       ///< Per array: those that are not known to be disjoint from it.
  /// checkPair leaves arrays that a guard can tell apart (mayGuard) to the guards of the group, which checkLegality
  /// asks for.
  bool LeavesToGuards = false;

  /// Pairs that checkPair has proved: member, member, the shifts and directions of both, and what they may run over, as
  /// numbers (there are many pairs). Its answers depend on nothing else but LeavesToGuards, which is only ever switched
  /// on; the planner, the gate and every later plan of the region ask the same.
  using PairKey = llvm::SmallVector<int64_t, 8>;
  mutable std::set<PairKey> ProvedPairs;

  const Statement &statement(const AccessRelation &A) const { return Region->Statements[A.Ref.Statement]; }
  const Access &access(const AccessRelation &A) const { return statement(A).Accesses[A.Ref.Access]; }
};

/// Flattened accesses ("a[i*n + j]") become two-dimensional where 0 <= j < n is proved; what is not proved stays an
/// over-approximation. Unsigned wrap-around is taken away where it is proved not to happen and modelled exactly
/// elsewhere. All of it holds where \p Assumed does, constraints on parameters. \p S must outlive the result, and the
/// result must not outlive \p Ctx.
RegionRelations buildAccessRelations(IslContext &Ctx, const Scop &S, AliasPolicy Policy,
                                     std::vector<Constraint> Assumed = {});

} // namespace loopfuse

#endif
