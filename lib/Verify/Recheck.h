//===- Recheck.h - does the new text mean what was proved? ------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_VERIFY_RECHECK_H
#define LOOPFUSE_VERIFY_RECHECK_H

#include "Model/FusionPlan.h"
#include "Model/OuterStatements.h"
#include "Model/Scop.h"
#include <optional>
#include <string>

namespace loopfuse {

/// Translation validation. \p After was extracted from the rewritten text of the region \p Before: every statement of
/// the original must be there, in the order the plan gives, over the same iterations, touching the same elements and
/// computing the same from them (Model/Term.h). In place of a contracted array there must be one variable of the
/// iteration that stands for nothing else. Opaque members are compared by what they touch alone. Shares nothing with
/// the rewriter. The reason if not.
///
/// What the plan moves in front of the first loop, or behind the last one, is looked for in \p After as well: that must
/// have been extracted with as many statements around its loops as are left of them.
std::optional<std::string> recheck(const Scop &Before, const FusionPlan &Plan, const Scop &After);

/// The most statements around the loops of the new text that the plan can have moved there: some of them may vanish.
OuterStatements movedOut(const Scop &Before, const FusionPlan &Plan);

} // namespace loopfuse

#endif
