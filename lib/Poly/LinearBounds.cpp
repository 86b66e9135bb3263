//===- LinearBounds.cpp - bounds of functions over the rationals ----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/LinearBounds.h"
#include "Poly/IndexSets.h"

namespace loopfuse {

isl::val rationalMinimum(const isl::set &Set, const isl::aff &Function) {
  isl::set Aligned = Set.align_params(Function.domain_space());
  isl::aff Same = isl::manage(isl_aff_align_params(Function.copy(), Aligned.space().release()));
  if (Aligned.is_null() || Same.is_null())
    return isl::val();
  isl::basic_set_list Parts = Aligned.get_basic_set_list();
  isl::val Least = isl::val::nan(Set.ctx());
  for (int I = 0, N = isl_set_n_basic_set(Aligned.get()); I < N; ++I) {
    isl::basic_set Part = Parts.get_at(I);
    isl::val Own = isl::manage(isl_basic_set_min_lp_val(Part.get(), Same.get()));
    if (Own.is_null())
      return Own;
    if (!Own.is_nan().is_true())
      Least = Least.is_nan().is_true() ? Own : Least.min(Own);
  }
  return Least;
}

isl::val rationalMaximum(const isl::set &Set, const isl::aff &Function) {
  return rationalMinimum(Set, Function.neg()).neg();
}

bool isAtLeast(const IndexScope &Scope, const isl::pw_aff &Value, const isl::val &Low) {
  isl::set Domain = Scope.Parameters.inContext(Scope.Domain.align_params(Value.space().domain()));
  bool Holds = true;
  isl::stat Seen = Value.foreach_piece([&](const isl::set &Where, const isl::aff &Function) {
    isl::set Piece = Value.isa_aff().is_true() ? Domain : Domain.intersect(Where);
    isl::val Least = rationalMinimum(Piece, Function);
    Holds &= Least.is_nan().is_true() || Least.ge(Low).is_true();
    return isl::stat::ok();
  });
  return Holds && Seen.is_ok() && !Domain.is_null();
}

} // namespace loopfuse
