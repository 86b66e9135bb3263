//===- AskInside.h - a loop's condition goes into the loop ------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_ASKINSIDE_H
#define LOOPFUSE_REWRITE_ASKINSIDE_H

#include "Frontend/CallSites.h"
#include "Rewrite/ExpandCall.h"
#include "Rewrite/FileText.h"

namespace loopfuse {

/// "for (…) if (wanted) body" for a site that is "if (wanted) for (…) body". Nothing where the text does not allow it.
std::optional<Expansion> askInside(const CallSite &Site, const FileText &File);

} // namespace loopfuse

#endif
