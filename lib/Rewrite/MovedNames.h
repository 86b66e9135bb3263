//===- MovedNames.h - members that pass each other --------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_MOVEDNAMES_H
#define LOOPFUSE_REWRITE_MOVEDNAMES_H

#include "Rewrite/MemberText.h"

namespace loopfuse {

/// A nest that moves to the first one's place passes the members that go behind it; a member that goes in front passes
/// all between the first nest and itself. Refuses a group in which one of them declares what the other names. \p
/// Members are those from the group's first to its last.
std::optional<Refusal> checkMovedNames(const FileText &File, const ExtractedRegion &Region, const FusionGroup &Group,
                                       llvm::ArrayRef<MemberText> Members);

} // namespace loopfuse

#endif
