//===- AccessRelations.h - domains and accesses as isl sets -----*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_ACCESSRELATIONS_H
#define LOOPFUSE_POLY_ACCESSRELATIONS_H

#include "Model/FusionPlan.h"
#include "Model/Isl.h"
#include "Model/Scop.h"
#include "Poly/AliasClasses.h"
#include <memory>

namespace loopfuse {

/// Owns an isl context with an operations quota and errors that are returned, not printed. One a region.
class IslContext {
public:
  explicit IslContext(unsigned long MaxOperations);
  ~IslContext();
  IslContext(const IslContext &) = delete;
  IslContext &operator=(const IslContext &) = delete;
  isl::ctx get() const { return isl::ctx(Ctx); }
  bool quotaExceeded() const;
  /// Starts a new quota, so that one hard pair does not spoil the others of its region.
  void resetQuota();

private:
  isl_ctx *Ctx;
  unsigned long MaxOperations;
};

/// The isl form of one access.
struct AccessRelation {
  AccessRef Ref;
  AccessKind Kind = AccessKind::Read;
  bool Must = false;  ///< Exact and unconditional: usable as a must-write.
  bool Exact = true;  ///< False: an over-approximation (a subscript is not affine).
  unsigned Class = 0; ///< Alias class.
  isl::map Relation;  ///< [Params] -> { Statement[iterators] -> Class[element] }
};

struct StatementRelations {
  isl::set Domain; ///< [Params] -> { Statement[iterators] }, values of the loop variables, outermost first
  std::vector<AccessRelation> Accesses;
};

/// A region's sets: parameters are the Scop's (isl parameter "p<index>"), tuples are "S<index>" and "A<class>".
struct RegionRelations {
  const Scop *Region = nullptr;
  AliasPolicy Policy = AliasPolicy::Refuse;
  std::vector<unsigned> Classes;              ///< Per array: its alias class.
  isl::set Context;                           ///< [Params] -> { : } types' ranges and what is known at the entry
  std::vector<StatementRelations> Statements; ///< Per statement of the Scop.

  /// [Params] -> { Loop[values of the loops from the outermost to L] }: the iterations of loop \p L of its nest.
  std::vector<isl::set> LoopDomains;
};

/// Flattened accesses ("a[i*n + j]") become two-dimensional where 0 <= j < n is proved for every access of the class;
/// unsigned wrap-around is taken away where it is proved not to happen and modelled exactly elsewhere.
RegionRelations buildAccessRelations(IslContext &Ctx, const Scop &S, AliasPolicy Policy);

} // namespace loopfuse

#endif
