//===- FusedSpace.cpp - which fused iteration runs an instance ------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/FusedSpace.h"
#include "Poly/IndexSets.h"

using namespace llvm;

namespace loopfuse {

isl::map toFused(const isl::space &Tuple, ArrayRef<int64_t> Shift) {
  isl::size Dimensions = Tuple.dim(isl::dim::set);
  if (Dimensions.is_error())
    return isl::map();
  isl::multi_aff Translate = Tuple.identity_multi_aff_on_domain();
  for (unsigned K = 0; K < Shift.size(); ++K)
    Translate = Translate.set_at(K, Translate.at(K).add_constant(isl::val(Tuple.ctx(), Shift[K])));
  unsigned Inner = unsigned(Dimensions) - Shift.size();
  return isl::map::from_multi_aff(Translate)
      .project_out(isl::dim::out, Shift.size(), Inner)
      .set_tuple_id(isl::dim::out, namedId(Tuple.ctx(), "Fused"));
}

} // namespace loopfuse
