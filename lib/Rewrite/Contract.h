//===- Contract.h - an array's accesses become a scalar --------*- C++ -*--===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_CONTRACT_H
#define LOOPFUSE_REWRITE_CONTRACT_H

#include "Rewrite/Assemble.h"
#include "Rewrite/EmitLoop.h"
#include "Rewrite/LoopVariables.h"

namespace loopfuse {

struct RowText;
struct StripText;

/// The expression of an access; null if there is none.
const clang::Expr *accessExpr(const RegionAst &Ast, AccessRef Ref);

struct ContractedArrays {
  std::vector<Contraction> Done; ///< With the scalars' final names.
  std::vector<StayingArray> Staying;
};

/// Writes scalars for the accesses of each contraction of the group that the text allows; of arrays that keep rows, the
/// outer dimensions go (KeepRows.h). The definition becomes the scalar's declaration where it is a plain assignment in
/// the outermost scope of its body; else the scalar is declared in front (FusedBody::Outside). \p Bodies are in the
/// group's order.
/// \p Strip, if the group runs by strips, gets the buffers of the arrays that several inner loops need; so do the
/// \p Rows.
ContractedArrays contractArrays(const VariableContext &Context, std::vector<FusedBody> &Bodies, StripText *Strip,
                                llvm::MutableArrayRef<RowText> Rows, TextPatch &Patch);

/// What goes in the place of an access: \p New with the comments that stood inside of it. A comment that ends its line
/// still does.
std::string withInnerComments(const FileText &File, TextRange Access, llvm::StringRef New);

} // namespace loopfuse

#endif
