//===- RowLoops.h - the text of loops that run by rows ----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_ROWLOOPS_H
#define LOOPFUSE_REWRITE_ROWLOOPS_H

#include "Rewrite/RowText.h"

namespace loopfuse {

/// Chooses how the rows' elements, strips and buffers are written, and writes the buffers' elements for the variables
/// that become buffers. \p Earlier: how many groups of the region run by strips already. The constant of the strips'
/// length stands in front of the nest; there is none if all rows are whole.
std::variant<StripConstant, Refusal> expandRows(const VariableContext &Context, llvm::MutableArrayRef<RowText> Rows,
                                                unsigned Earlier, TextPatch &Patch);

/// Puts the row loop's new text in its place. Changes inside of it must be in \p Patch already, and of a merged one
/// what is merged into it.
void writeRow(const FileText &File, const Layout &Style, const RowText &Row, TextPatch &Patch);

} // namespace loopfuse

#endif
