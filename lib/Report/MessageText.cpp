//===- MessageText.cpp - what a finding says, in one text -----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/MessageText.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace loopfuse {

std::string headline(const Finding &F) { return F.Refused ? "not fused: " + F.Message : F.Message; }

std::string messageWithNotes(const Finding &F, const ReportContext &Context) {
  std::string Out = headline(F);
  for (const FindingNote &N : F.Notes) {
    Out += '\n';
    if (N.Place.isValid())
      Out += displayPath(N.Place.File, Context.WorkingDirectory) + ":" + utostr(N.Place.Line) + ": ";
    Out += N.Text;
  }
  return Out;
}

} // namespace loopfuse
