//===- FilterFindings.cpp - which findings count --------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FilterFindings.h"
#include "GitChanges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace loopfuse {

Expected<std::optional<ChangedLines>> readChanges(const Options &O, StringRef Root) {
  if (O.DiffBase.empty() && O.DiffFile.empty())
    return std::nullopt;
  if (!O.DiffBase.empty()) {
    Expected<ChangedLines> Changes = changesSince(O.DiffBase, Root);
    if (!Changes)
      return createStringError("--diff-base: " + toString(Changes.takeError()));
    return std::move(*Changes);
  }
  auto Buffer = MemoryBuffer::getFileOrSTDIN(O.DiffFile);
  if (!Buffer)
    return createStringError("--diff: cannot read '" + O.DiffFile + "': " + Buffer.getError().message());
  Expected<ChangedLines> Changes = changesOf((*Buffer)->getBuffer(), Root);
  if (!Changes)
    return createStringError("--diff: " + toString(Changes.takeError()));
  return std::move(*Changes);
}

static Expected<Baseline> readBaseline(StringRef File) {
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return createStringError("--baseline: cannot read '" + File + "': " + Buffer.getError().message());
  Expected<Baseline> Read = Baseline::parse((*Buffer)->getBuffer());
  if (!Read)
    return createStringError("--baseline: '" + File + "': " + toString(Read.takeError()));
  return Read;
}

Expected<BaselineResult> useBaseline(const Options &O, RunReport &Run, const ReportContext &Context,
                                     function_ref<bool(StringRef)> WasRead) {
  if (O.Baseline.empty())
    return BaselineResult();
  if (O.UseBaseline == BaselineUse::Write) {
    Baseline New;
    for (const ReportedFinding &R : Run.Findings)
      if (!R.IsSuppressed && (!R.Result.Refused || O.Refusals))
        New.add(R, Context);
    erase_if(Run.Findings, [&](const ReportedFinding &R) { return New.knows(R); });
    return BaselineResult{(", " + Twine(New.size()) + " written to the baseline").str(), New.text()};
  }
  Expected<Baseline> Known = readBaseline(O.Baseline);
  if (!Known)
    return Known.takeError();
  BaselineResult Result;
  if (O.UseBaseline == BaselineUse::Prune) {
    size_t Gone = Known->prune(Run.Findings, WasRead);
    Result.ToWrite = Known->text();
    Result.News = (", " + Twine(Gone) + " taken out of the baseline").str();
  }
  size_t Before = Run.Findings.size();
  erase_if(Run.Findings, [&](const ReportedFinding &R) { return !R.IsSuppressed && Known->knows(R); });
  Result.News = (", " + Twine(Before - Run.Findings.size()) + " known from the baseline").str() + Result.News;
  return Result;
}

} // namespace loopfuse
