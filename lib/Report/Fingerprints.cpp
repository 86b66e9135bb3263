//===- Fingerprints.cpp - names of findings that outlive edits elsewhere --===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/Fingerprints.h"
#include "Support/Blanks.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace loopfuse {

static std::string nature(const ReportedFinding &R, ReportContext &Context) {
  const Finding &F = R.Result;
  std::string Out = R.rule() + '\n' + displayPath(F.Place.File, Context.WorkingDirectory) + '\n' + F.Function;
  for (const SourceSpan &Loop : F.Loops.empty() ? std::vector<SourceSpan>{F.Place} : F.Loops)
    Out += '\n' + withoutBlanks(Context.Lines.text(Loop.File).substr(Loop.Offset, Loop.Length));
  return Out;
}

void setFingerprints(std::vector<ReportedFinding> &Findings, ReportContext &Context) {
  StringMap<unsigned> Alike; // The findings come in the order of their places.
  for (ReportedFinding &R : Findings) {
    std::string Text = nature(R, Context);
    Text += '\n' + utostr(Alike[Text]++);
    XXH128_hash_t Hash = xxh3_128bits(ArrayRef(reinterpret_cast<const uint8_t *>(Text.data()), Text.size()));
    R.Fingerprint = utohexstr(Hash.high64, /*LowerCase=*/true, /*Width=*/16) +
                    utohexstr(Hash.low64, /*LowerCase=*/true, /*Width=*/16);
  }
}

} // namespace loopfuse
