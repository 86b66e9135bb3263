//===- MessageText.h - what a finding says, in one text ---------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REPORT_MESSAGETEXT_H
#define LOOPFUSE_REPORT_MESSAGETEXT_H

#include "Report/Diagnostics.h"

namespace loopfuse {

/// The message as the first line of a diagnostic has it: "these 2 loops can be fused: …" or "not fused: …".
std::string headline(const Finding &F);

/// The headline and, one a line, the notes with their places.
std::string messageWithNotes(const Finding &F, const ReportContext &Context);

} // namespace loopfuse

#endif
