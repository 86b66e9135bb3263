//===- MeasureCommand.cpp - the subcommand measure --------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/CostData.h"
#include "API/HostMachine.h"
#include "API/TimeRuns.h"
#include "NextStep.h"
#include "Report/Explain.h"
#include "Report/ScanTable.h"
#include "Session.h"
#include "Support/Seconds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace llvm;

namespace loopfuse {

/// The texts of the files that the fusion alone changes; std::nullopt if one cannot be read.
static std::optional<ChangedTexts> textsAfter(const Finding &F, SourceTexts &Texts) {
  std::map<std::string, EditGroup> ByFile;
  for (const TextEdit &E : F.Edits)
    ByFile[E.File].push_back(E);
  ChangedTexts Out;
  for (auto &[File, Edits] : ByFile) {
    std::optional<StringRef> Before = Texts.original(File);
    if (!Before)
      return std::nullopt;
    Expected<std::string> After = applyEdits(*Before, File, Edits);
    if (!After) {
      consumeError(After.takeError());
      return std::nullopt;
    }
    Out[File] = std::move(*After);
  }
  return Out;
}

static void printTimes(raw_ostream &OS, const RunTimes &T) {
  OS << "  '" << T.Function << "', medians of runs in turn:\n";
  OS << formatv("{0,12}  {1,10}  {2,9}  {3,9}  {4,6}\n", "size", "memory", "before", "after", "speed");
  double Logs = 0;
  for (const RunTime &R : T.Times) {
    double Speed = R.SecondsBefore / R.SecondsAfter;
    Logs += std::log(Speed);
    OS << formatv("{0,12}  {1,10}  {2,9}  {3,9}  {4,6:f2}\n", R.Size, formatBytes(R.Bytes),
                  formatSeconds(R.SecondsBefore), formatSeconds(R.SecondsAfter), Speed);
  }
  OS << formatv("{0,12}  {1,10}  {2,9}  {3,9}  {4,6:f2}\n", "mean", "", "", "", std::exp(Logs / T.Times.size()));
}

/// The lines that are added to the record.
static std::string recordOf(const Finding &F, const RunTimes &T, StringRef MachineName) {
  std::string Out;
  for (const RunTime &R : T.Times)
    Out += recordLine({F.Identity, MachineName.str(), R.Bytes, R.SecondsBefore, R.SecondsAfter});
  return Out;
}

/// The machine that times are kept for: the one that is named, or this one.
static std::string machineName(const Options &O) {
  std::vector<std::string> Errors;
  std::shared_ptr<const Machine> Named = O.Settings.OnMachine ? loadMachine(*O.Settings.OnMachine, Errors) : nullptr;
  return Named ? Named->Name : describeHost("/sys/devices/system/cpu", "/proc/cpuinfo").Name;
}

static Error addTo(StringRef File, StringRef Lines) {
  std::error_code EC;
  raw_fd_ostream OS(File, EC, sys::fs::OF_Append);
  OS << Lines;
  OS.close();
  if (!EC)
    EC = OS.error();
  OS.clear_error();
  return EC ? createStringError(EC, "cannot write '" + File + "': " + EC.message()) : Error::success();
}

void Session::measure() {
  if (!findAll())
    return;
  SmallString<256> File;
  sys::fs::real_path(O.ExplainFile, File);
  std::string Record;
  std::string MachineName = machineName(O);
  unsigned Measured = 0, NotMeasured = 0;
  for (const ProjectFinding &M : Report.Findings) {
    const Finding &F = M.Result;
    if (F.Refused || !counts(F) || (O.ExplainLine && !coversLine(F, File, O.ExplainLine)))
      continue;
    printDiagnostic(Out, F, Context);
    RunTimes Times;
    std::optional<ChangedTexts> After = M.OffersEdits ? textsAfter(F, Exec.texts()) : std::nullopt;
    if (After)
      Times = timeRuns(Work.Units[M.Sources.front().first], {}, *After, F.Region.File, F.Region.Offset);
    else
      Times.Why = "its edits meet those of another fusion, or failed their re-check";
    if (Times.Why.empty()) {
      ++Measured;
      printTimes(Out, Times);
      Record += recordOf(F, Times, MachineName);
    } else {
      ++NotMeasured;
      Out << "  not measured: " << (Times.Function.empty() ? "" : "'" + Times.Function + "': ") << Times.Why << '\n';
    }
    Out.flush();
  }
  if (!O.RecordTo.empty())
    if (Error E = addTo(O.RecordTo, Record)) {
      printError(toString(std::move(E)));
      atLeast(ExitConflict);
    }
  summary(plural(Measured, "fusion") + " measured, " + Twine(NotMeasured) + " not measured", 0);
  if (Measured && O.RecordTo.empty())
    next(nextCommand(O, "measure --record=times.jsonl"), "keeps the times");
  else if (Measured)
    next(nextCommand(O, "check --cost-model=recorded --record=" + quoted(O.RecordTo)), "goes by them");
}

} // namespace loopfuse
