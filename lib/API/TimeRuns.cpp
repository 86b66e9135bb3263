//===- TimeRuns.cpp - functions timed before and after a fusion -----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/TimeRuns.h"
#include "API/BuildPair.h"
#include "API/ParseUnit.h"
#include "Harness/Describe.h"
#include "Harness/Globals.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace loopfuse {

RunTimes readTimes(StringRef Output) {
  RunTimes Out;
  while (!Output.empty()) {
    auto [Line, Rest] = Output.split('\n');
    Output = Rest;
    if (Line.consume_front("end: ")) {
      Out.Why = Out.Times.empty() ? (Line.empty() ? "it runs at no size" : Line.str()) : "";
      return Out;
    }
    SmallVector<StringRef> Fields;
    Line.split(Fields, ' ');
    RunTime T;
    if (Fields.size() != 4 || Fields[0].getAsInteger(10, T.Size) || Fields[1].getAsInteger(10, T.Bytes) ||
        Fields[2].getAsDouble(T.SecondsBefore) || Fields[3].getAsDouble(T.SecondsAfter) || T.SecondsBefore <= 0 ||
        T.SecondsAfter <= 0)
      break;
    Out.Times.push_back(T);
  }
  Out.Times.clear();
  Out.Why = "the driver failed";
  return Out;
}

/// What the first function at the place that can be called wants, in the text before.
static std::string describeFunction(const UnitCommand &Command, const ChangedTexts &Before, StringRef File,
                                    unsigned Offset, Harness &H, std::string &Name) {
  FileOverlay Overlay;
  for (const auto &[Changed, Text] : Before)
    if (Error E = Overlay.set(Changed, Text))
      return toString(std::move(E));
  if (Command.IsCuda)
    return "it is a CUDA source";
  std::string Why = "no function was found there";
  ParsedUnit Unit = parseUnit(Command, Overlay, [&](clang::ASTContext &Context) {
    H.Weak = undefinedVariables(Context);
    for (const clang::FunctionDecl *F : functionsAt(Context, File, Offset)) {
      Name = nameOf(*F);
      Why = describe(*F, H);
      if (Why.empty())
        break;
    }
  });
  if (!Unit.Succeeded)
    return "the text before does not compile";
  if (Why.empty())
    H.Functions.front().MayOverlap = false;
  return Why;
}

RunTimes timeRuns(const UnitCommand &Command, const ChangedTexts &Before, const ChangedTexts &After, StringRef File,
                  unsigned Offset) {
  RunTimes Out;
  Harness H;
  std::string Name;
  Out.Why = describeFunction(Command, Before, File, Offset, H, Name);
  if (Out.Why.empty()) {
    BuildPair Pair(Command, H, /*MayContract=*/false);
    std::string Output;
    Out.Why = Pair.buildTimed(Before, After);
    if (Out.Why.empty())
      Out.Why = Pair.time(0, Output);
    if (Out.Why.empty())
      Out = readTimes(Output);
  }
  Out.Function = Name;
  return Out;
}

} // namespace loopfuse
