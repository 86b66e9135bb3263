//===- GuardText.h - a choice between two texts -----------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_GUARDTEXT_H
#define LOOPFUSE_REWRITE_GUARDTEXT_H

#include "Frontend/ExtractScop.h"
#include "Model/FusionPlan.h"
#include "Rewrite/Layout.h"
#include "Rewrite/MemberText.h"
#include "Rewrite/TextPatch.h"

namespace loopfuse {

/// How numbers of the width of addresses are written.
struct AddressSpelling {
  std::string Type = "uintptr_t";
  std::string Suffix = "ul"; ///< Of literals.
};

/// The test that the assumptions and guards of \p Group hold. Nothing in it is undefined for any values: sums and
/// products are taken at 64 bits, those of addresses at unsigned ones.
std::string guardCondition(const Scop &S, const FusionGroup &Group, const AddressSpelling &Spelling);

/// The member with the loop directives in front of it.
TextRange withDirectives(const MemberText &M);

/// Whether the text of the members may stand in two branches: no labels, no static variables, no directives but those
/// of OpenMP in front of loops, nothing else on their lines, not too many of them.
std::optional<Refusal> mayStandTwice(const FileText &File, const ExtractedRegion &Region, const FusionGroup &Group,
                                     llvm::ArrayRef<MemberText> Members);

/// Puts `if (…) { fused } else { original }` in the place of the members. \p Fused is what goes into
/// the first branch. Includes the header that declares the type of addresses where nothing in the file does so far.
void writeGuard(const FileText &File, const Layout &Style, const ExtractedRegion &Region, const FusionGroup &Group,
                llvm::ArrayRef<MemberText> Members, const std::string &Fused, TextPatch &Patch);

} // namespace loopfuse

#endif
