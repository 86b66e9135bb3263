//===- MakeReport.cpp - a project's results as plain data -----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/MakeReport.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

static bool touch(const TextEdit &A, const TextEdit &B) {
  return A.File == B.File && A.Offset <= B.Offset + B.Length && B.Offset <= A.Offset + A.Length;
}

/// Takes the offer from findings whose edits touch those of an earlier one.
static void partEdits(std::vector<ReportedFinding> &Findings) {
  std::map<std::string, std::vector<const TextEdit *>> Taken;
  for (ReportedFinding &R : Findings) {
    if (!R.OffersEdits)
      continue;
    R.OffersEdits = none_of(R.Result.Edits, [&](const TextEdit &E) {
      return any_of(Taken[E.File], [&](const TextEdit *T) { return touch(E, *T); });
    });
    for (const TextEdit &E : R.Result.Edits)
      if (R.OffersEdits)
        Taken[E.File].push_back(&E);
  }
}

RunReport makeRunReport(const Project &P, const ProjectReport &Report, const std::map<unsigned, UnitAnalysis> &Results,
                        StringRef Version) {
  RunReport Run;
  Run.Version = Version.str();
  Run.Files = Results.size();
  for (const ProjectFinding &M : Report.Findings)
    Run.Findings.push_back({M.Result, false, M.OffersEdits, ""});
  for (const ProjectFinding &M : Report.Suppressed)
    Run.Findings.push_back({M.Result, true, false, ""});
  sort(Run.Findings, [](const ReportedFinding &A, const ReportedFinding &B) {
    auto Key = [](const ReportedFinding &R) {
      return std::tuple(StringRef(R.Result.Region.File), R.Result.Region.Offset, R.Result.Region.Length,
                        R.IsSuppressed);
    };
    return Key(A) < Key(B);
  });
  partEdits(Run.Findings);
  for (const auto &[Unit, Result] : Results)
    if (!Result.Parse.Succeeded) {
      const ParseError &E = Result.Parse.Errors.front();
      UnreadSource U;
      U.Place.File = E.File.empty() ? P.Units[Unit].File : E.File;
      U.Place.Line = E.Line;
      U.Place.Column = E.Column;
      U.Text = E.Text;
      if (U.Place.File != P.Units[Unit].File)
        U.Unit = P.Units[Unit].File;
      Run.Unread.push_back(std::move(U));
    }
  return Run;
}

} // namespace loopfuse
