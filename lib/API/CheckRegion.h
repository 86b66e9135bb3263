//===- CheckRegion.h - a parsed new text against what was proved --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_CHECKREGION_H
#define LOOPFUSE_API_CHECKREGION_H

#include "Frontend/Containers.h"
#include "Model/FusionPlan.h"
#include "Model/OuterStatements.h"
#include "Model/Scop.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
} // namespace clang

namespace loopfuse {

/// A region whose new text is to be compared with what was proved about the old one.
struct RegionCheck {
  std::string File;
  unsigned Offset = 0; ///< Where its compound statement begins in the new text.
  std::shared_ptr<const Scop> Before;
  OuterTexts Outer; ///< The statements of the compound statement that were no members of it.
  FusionPlan Plan;
  std::vector<size_t> Fusions; ///< Whose plans these are; meaning is the caller's.
};

struct CheckedRegion {
  std::optional<std::string> Failure; ///< Why the new text is not what was proved, if it is not.
  Scop New;                           ///< Its model: of the fused branch, where a guard has two.
};

/// Extracts the region from the new text, with what was moved out of its loops, and re-checks it.
CheckedRegion checkRegion(clang::ASTContext &Context, const RegionCheck &Check, const ContainerTable &Containers);

} // namespace loopfuse

#endif
