//===- EmitLoop.h - the text of a fused loop nest ---------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_EMITLOOP_H
#define LOOPFUSE_REWRITE_EMITLOOP_H

#include "Frontend/ExtractScop.h"
#include "Frontend/Variables.h"
#include "Poly/Legality.h"
#include "Support/TextEdit.h"
#include <variant>

namespace loopfuse {

/// How values that flow from member to member are kept from being contracted into fused multiply-adds (--fp).
enum class Fence {
  None,
  AsWritten,   ///< The compiler does that only where a pragma in the text lets it: such a fusion is refused.
  ContractOff, ///< clang: a block with #pragma clang fp contract(off)
  /// GCC: __builtin_assoc_barrier around the product. GCC 12 honours it but where it vectorizes (-O3), so the value is
  /// named in Emission::Rounding.
  AssocBarrier,
  Unbarred,       ///< A GCC that may not have that function: the value is named in Emission::Rounding.
  Unfenced,       ///< clang's -ffp-contract=fast passes over the pragma: the value is named in Emission::Rounding.
  Forbidden,      ///< Such a fusion is refused.
  RoundedProduct, ///< CUDA: __fmul_rn or __dmul_rn in the place of the product.
  NoArithmetic    ///< The compiler may round any operation differently in another place: all are refused.
};

struct EmitOptions {
  Fence ContractionFence = Fence::None;
  Fence KernelFence = Fence::None;              ///< The same in kernels: None, RoundedProduct or Forbidden.
  const FunctionVariables *Variables = nullptr; ///< Of the region's function; null: they are looked up.
};

/// A value that the compiler may round differently in the fused nest, though its operations are the same.
struct LooseRounding {
  SourceSpan Place;
  std::string Text; ///< "t[i]"
};

/// An array that stays one though the plan would have contracted it.
struct StayingArray {
  unsigned Array = 0;
  std::string Why; ///< What about the text does not allow it.
};

/// What emitFusion wrote.
struct Emission {
  EditGroup Edits;
  /// The plan reduced to the one group, as it was carried out: without the contractions that the text does not allow
  /// (an access inside a macro's argument, a type that cannot be spelled). Taking a contraction away keeps a plan
  /// legal.
  FusionPlan Plan;
  std::vector<LooseRounding> Rounding;
  std::vector<SourceSpan> Fading; ///< See Finding.
  std::vector<StayingArray> Staying;
};

/// The edits that carry out group \p Group of \p Plan. The first member's headers are kept; the other bodies move in
/// with their variables mapped; comments go with what they stand in front of; names are changed only where they would
/// collide. A refusal if the text does not allow it (macros, directives, captured names). Every byte of the new text
/// is a slice of the user's or one of a few fixed pieces; nothing is printed from the AST. A group with guards is put
/// into an `if` that tests them, in front of the original loops.
std::variant<Emission, Refusal> emitFusion(const ExtractedRegion &Region, const LegalPlan &Plan, unsigned Group,
                                           const EmitOptions &Options);

} // namespace loopfuse

#endif
