//===- RecordedTimes.cpp - what was measured ------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Cost/RecordedTimes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <cmath>

using namespace llvm;

namespace loopfuse {

/// So much slower at one size is a loss, and so much faster at one of them a gain: the noise of interleaved medians is
/// less than that.
static constexpr double LeastRatio = 0.97, Gain = 1.02;

std::vector<RecordedTime> RecordedTimes::of(StringRef Identity, StringRef Machine) const {
  std::vector<RecordedTime> Out;
  for (const RecordedTime &T : Times) {
    if (T.Identity != Identity || (!Machine.empty() && T.Machine != Machine))
      continue;
    auto Same = find_if(Out, [&](const RecordedTime &O) { return O.Machine == T.Machine && O.Bytes == T.Bytes; });
    Same == Out.end() ? Out.push_back(T) : void(*Same = T);
  }
  return Out;
}

std::string slowerAsMeasured(const std::vector<RecordedTime> &Times) {
  auto Ratio = [](const RecordedTime &T) { return T.SecondsBefore / T.SecondsAfter; };
  auto Worst =
      llvm::min_element(Times, [&](const RecordedTime &A, const RecordedTime &B) { return Ratio(A) < Ratio(B); });
  bool Gains = any_of(Times, [&](const RecordedTime &T) { return Ratio(T) >= Gain; });
  if (Gains && Ratio(*Worst) >= LeastRatio)
    return "";
  return formatv("measured {0:f2} times as fast with {1} bytes of memory on {2}", Ratio(*Worst), Worst->Bytes,
                 Worst->Machine)
      .str();
}

static std::optional<RecordedTime> readLine(const json::Value &V) {
  const json::Object *O = V.getAsObject();
  if (!O)
    return std::nullopt;
  auto Identity = O->getString("fusion"), Machine = O->getString("machine");
  auto Bytes = O->getInteger("bytes");
  auto Before = O->getNumber("secondsBefore"), After = O->getNumber("secondsAfter");
  auto IsTime = [](std::optional<double> T) { return T && std::isfinite(*T) && *T > 0; };
  if (!Identity || !Machine || !Bytes || *Bytes < 0 || !IsTime(Before) || !IsTime(After))
    return std::nullopt;
  return RecordedTime{Identity->str(), Machine->str(), static_cast<uint64_t>(*Bytes), *Before, *After};
}

std::optional<RecordedTimes> parseRecord(StringRef Text, StringRef Path, std::vector<std::string> &Errors) {
  RecordedTimes Out;
  for (unsigned Number = 1; !Text.empty(); ++Number) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    if (Line.trim().empty())
      continue;
    std::string Why = "not a measurement: an object with fusion, machine, bytes, secondsBefore and secondsAfter";
    std::optional<RecordedTime> Time;
    if (Expected<json::Value> V = json::parse(Line))
      Time = readLine(*V);
    else
      Why = toString(V.takeError());
    if (!Time) {
      Errors.push_back((Path + ":" + Twine(Number) + ": error: " + Why).str());
      return std::nullopt;
    }
    Out.Times.push_back(std::move(*Time));
  }
  return Out;
}

std::string recordLine(const RecordedTime &T) {
  return formatv("{0}\n", json::Value(json::Object{{"fusion", T.Identity},
                                                   {"machine", json::fixUTF8(T.Machine)},
                                                   {"bytes", static_cast<int64_t>(T.Bytes)},
                                                   {"secondsBefore", T.SecondsBefore},
                                                   {"secondsAfter", T.SecondsAfter}}))
      .str();
}

} // namespace loopfuse
