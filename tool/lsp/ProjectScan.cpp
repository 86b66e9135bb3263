//===- ProjectScan.cpp - the whole project, in the background -------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ProjectScan.h"
#include "API/Executor.h"
#include "Render.h"
#include "Report/ScanTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Threading.h"

using namespace llvm;
using ::llvm::lsp::Callback;
using ::llvm::lsp::ErrorCode;
using ::llvm::lsp::LSPError;

namespace loopfuse::lsp {

/// An answer that says nothing.
struct Ignored {};

static bool fromJSON(const json::Value &, Ignored &, json::Path) { return true; }

ProjectScan::ProjectScan(::llvm::lsp::MessageHandler &Messages, std::function<std::string()> NewToken)
    : Progress(Messages.outgoingNotification<json::Value>("$/progress")),
      CreateProgress(Messages.outgoingRequest<json::Value, Ignored>(
          "window/workDoneProgress/create", [](json::Value, Expected<Ignored> R) { consumeError(R.takeError()); })),
      NewToken(std::move(NewToken)) {}

ProjectScan::~ProjectScan() {
  IsCancelled = true;
  if (Thread.joinable())
    Thread.join();
}

void ProjectScan::cancel(StringRef Given) {
  if (IsRunning && Given == Token)
    IsCancelled = true;
}

void ProjectScan::progress(json::Object Value) {
  if (!Token.empty())
    Progress(json::Object{{"token", Token}, {"value", std::move(Value)}});
}

void ProjectScan::start(ScanRequest Request, Callback<json::Value> Then) {
  if (IsRunning.exchange(true))
    return Then(make_error<LSPError>("a scan is running", ErrorCode::RequestFailed));
  if (Thread.joinable())
    Thread.join();
  IsCancelled = false;
  Token = Request.ShowsProgress ? NewToken() : "";
  if (!Token.empty())
    CreateProgress(json::Object{{"token", Token}}, NewToken());
  Thread = std::thread([this, Request = std::move(Request), Then = std::move(Then)]() mutable {
    progress(json::Object{
        {"kind", "begin"}, {"title", "Looking for loops to fuse"}, {"cancellable", true}, {"percentage", 0}});
    run(Request, std::move(Then));
    progress(json::Object{{"kind", "end"}});
    IsRunning = false;
  });
}

void ProjectScan::run(const ScanRequest &Request, Callback<json::Value> Then) {
  ProjectOptions Where;
  Where.BuildPath = Request.Given.BuildPath;
  Where.Commands.ResourceDirectory = Request.Given.ResourceDirectory;
  if (!Request.Root.empty())
    Where.Sources = {Request.Root};
  Expected<Project> P = loadProject(Where);
  if (!P)
    return Then(make_error<LSPError>(toString(P.takeError()), ErrorCode::RequestFailed));
  Selection All = cantFail(selectUnits(*P, {}, 1));
  ConfigTree Configs(Request.Given.Overlay);
  AnalysisScope Scope(*P, Configs, All);
  Scope.Parse = [&](const UnitCommand &Command, const FileOverlay &Overlay,
                    function_ref<void(clang::ASTContext &)> Body, const std::set<std::string> *Functions) {
    if (!IsCancelled)
      return parseUnit(Command, Overlay, Body, Functions);
    ParsedUnit None;
    None.Errors.push_back({Command.File, 0, 0, "cancelled"});
    return None;
  };
  auto Tell = [&](size_t Number, size_t Total, StringRef File) {
    progress(json::Object{{"kind", "report"},
                          {"message", (Twine(Number) + "/" + Twine(Total) + " " + sys::path::filename(File)).str()},
                          {"percentage", int64_t(100 * (Number - 1) / Total)}});
  };
  Snapshot Open{{}, Request.Open, Request.Given};
  Executor Exec(*P, Scope,
                {.Jobs = hardware_concurrency().compute_thread_count(), .Progress = Tell, .Unsaved = overlayOf(Open)});
  for (const auto &[Path, D] : Request.Open)
    Exec.texts().set(Path, *D.Text);
  auto Results = Exec.analyse(All.Units, Exec.unsaved(), {});
  ProjectReport Report = Exec.report(Results, All, [&](StringRef File) { return Exec.texts().original(File); });
  if (IsCancelled)
    return Then(make_error<LSPError>("the scan was cancelled", ErrorCode::RequestCancelled));
  std::vector<const Finding *> Ranked;
  for (const ProjectFinding &M : Report.Findings)
    if (!M.Result.Refused)
      Ranked.push_back(&M.Result);
  sort(Ranked, [](const Finding *A, const Finding *B) {
    if (savesMore(*A, *B) || savesMore(*B, *A))
      return savesMore(*A, *B);
    return std::tuple(StringRef(A->Place.File), A->Place.Offset) <
           std::tuple(StringRef(B->Place.File), B->Place.Offset);
  });
  json::Array Entries;
  for (const Finding *F : Ranked)
    Entries.push_back(scanEntry(*F));
  Then(std::move(Entries));
}

} // namespace loopfuse::lsp
