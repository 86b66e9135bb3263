//===- ScanTable.cpp - what there is to gain, best first --------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/ScanTable.h"
#include "Report/SourceLines.h"
#include "Support/Seconds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <array>

using namespace llvm;

namespace loopfuse {

std::string formatBytes(double Bytes) {
  static const char *const Units[] = {"B", "kB", "MB", "GB", "TB"};
  size_t Unit = 0;
  for (; Bytes >= 1000 && Unit + 1 < std::size(Units); ++Unit)
    Bytes /= 1000;
  return formatv(Unit == 0 ? "{0:f0} {1}" : "{0:f1} {1}", Bytes, Units[Unit]);
}

bool savesMore(const Finding &A, const Finding &B) {
  double TimeA = A.SecondsBefore - A.SecondsAfter, TimeB = B.SecondsBefore - B.SecondsAfter;
  return TimeA != TimeB ? TimeA > TimeB : A.BytesSaved > B.BytesSaved;
}

void printRanking(raw_ostream &OS, ArrayRef<Finding> Findings, StringRef WorkingDirectory) {
  std::vector<const Finding *> Ranked;
  for (const Finding &F : Findings)
    if (!F.Refused)
      Ranked.push_back(&F);
  // All point into one array, so equal savings stay in source order.
  sort(Ranked, [](const Finding *A, const Finding *B) { return savesMore(*A, *B) || (!savesMore(*B, *A) && A < B); });
  if (Ranked.empty())
    return;

  // Times are estimated for all or for none.
  bool HasTimes = any_of(Ranked, [](const Finding *F) { return F->SecondsBefore > 0; });
  OS.changeColor(raw_ostream::SAVEDCOLOR, true);
  OS << formatv("{0,10}  {1,8}  {2,5}  {3,-10}  {4,-5}  {5}\n", "saves", HasTimes ? "time" : "traffic", "loops", "kind",
                "depth", "where");
  OS.resetColor();
  for (const Finding *F : Ranked) {
    std::string Saves = HasTimes ? formatSeconds(F->SecondsBefore - F->SecondsAfter) : formatBytes(F->BytesSaved);
    double Ratio = !HasTimes ? F->Ratio : F->SecondsBefore > 0 ? F->SecondsBefore / F->SecondsAfter : 1;
    OS << formatv("{0,10}  {1,8}  {2,5}  {3,-10}  {4,5}  {5}:{6}", Saves, formatv("{0:f0}%", 100 / Ratio - 100).str(),
                  F->Loops.size(), F->Kind == FusionKind::Vertical ? "vertical" : "horizontal", F->Depth,
                  displayPath(F->Place.File, WorkingDirectory), F->Place.Line);
    if (!F->Function.empty())
      OS << " in " << F->Function;
    if (!F->Contracted.empty())
      OS << " (to scalars: " << join(F->Contracted, ", ") << ")";
    OS << '\n';
  }
}

Statistics countFindings(ArrayRef<Finding> Findings) {
  Statistics S;
  S.RefusedBy.resize(allRefusals().size());
  for (const Finding &F : Findings) {
    // A region that is refused as a whole (in a macro, say) has no members; it counts as one pair.
    unsigned Pairs = std::max<size_t>(F.Loops.size(), 2) - 1;
    S.Pairs += Pairs;
    if (!F.Refused)
      S.Fused += Pairs;
    else
      S.RefusedBy[static_cast<unsigned>(F.Refused->Id)] += Pairs;
    if (!F.Refused || refusalClass(F.Refused->Id) != RefusalClass::Unsupported)
      S.Modelled += Pairs;
  }
  return S;
}

std::string closingLine(const Statistics &S, double Seconds) {
  std::array<unsigned, 4> By = {};
  for (size_t Id = 0; Id < S.RefusedBy.size(); ++Id)
    By[static_cast<unsigned>(refusalClass(static_cast<RefusalId>(Id)))] += S.RefusedBy[Id];
  auto Of = [&](RefusalClass Class) { return By[static_cast<unsigned>(Class)]; };
  return formatv("files {0}, functions {1}, loops {2}, pairs {3}, fused {4}, refused {5} (illegal {6}, unproven {7}, "
                 "unsupported {8}, unprofitable {9}), {10:f1} s",
                 S.Files, S.Functions, S.Loops, S.Pairs, S.Fused, By[0] + By[1] + By[2] + By[3],
                 Of(RefusalClass::Illegal), Of(RefusalClass::Unproven), Of(RefusalClass::Unsupported),
                 Of(RefusalClass::Unprofitable), Seconds);
}

} // namespace loopfuse
