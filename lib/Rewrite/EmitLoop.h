//===- EmitLoop.h - a proved plan as edits of the user's text ---*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_EMITLOOP_H
#define LOOPFUSE_REWRITE_EMITLOOP_H

#include "Frontend/ExtractScop.h"
#include "Poly/Legality.h"
#include "Support/TextEdit.h"
#include <variant>

namespace loopfuse {

/// How values that flow from member to member are kept from being contracted into fused multiply-adds (--fp).
enum class Fence {
  None,
  AssocBarrier, ///< GCC: __builtin_assoc_barrier
  ContractOff   ///< clang: a block with #pragma clang fp contract(off)
};

struct EmitOptions {
  Fence ContractionFence = Fence::None;
};

/// The edits that carry out group \p Group of \p Plan. The first member's header is kept; the other bodies move in
/// with their variables mapped; comments go with what they stand in front of; names are changed only where they would
/// collide. A refusal if the text does not allow it (macros, directives, captured names).
std::variant<EditGroup, Refusal> emitFusion(const ExtractedRegion &Region, const LegalPlan &Plan, unsigned Group,
                                            const EmitOptions &Options);

} // namespace loopfuse

#endif
