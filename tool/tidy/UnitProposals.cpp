//===- UnitProposals.cpp - the pipeline inside clang-tidy -------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "UnitProposals.h"
#include "API/VectorizerFlags.h"
#include "Frontend/SourceText.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

/// The compiler's settings for parses of our own.
static CompilerInvocation parseSettings(CompilerInstance &Compiler, bool IsGcc) {
  CompilerInvocation Settings(Compiler.getInvocation());
  Settings.getPreprocessorOpts().SetUpStaticAnalyzer = false;
  if (IsGcc) // As for every command of GCC.
    Settings.getPreprocessorOpts().addMacroDef("__builtin_assoc_barrier(...)=(__VA_ARGS__)");
  Settings.getDependencyOutputOpts() = {};
  FrontendOptions &Frontend = Settings.getFrontendOpts();
  Frontend.DisableFree = false;
  Frontend.Plugins.clear();
  Frontend.AddPluginActions.clear();
  DiagnosticOptions &Diagnostics = Settings.getDiagnosticOpts();
  Diagnostics.IgnoreWarnings = true;
  Diagnostics.Warnings = {"no-everything"};
  Diagnostics.ShowCarets = false; // Nothing is counted on standard error.
  return Settings;
}

/// The project that the file belongs to by the database that clang-tidy would find.
static std::optional<Project> projectOf(const std::string &File, const std::string &BuildDirectory) {
  for (const std::string &BuildPath : {BuildDirectory, std::string()}) {
    ProjectOptions Options;
    Options.BuildPath = BuildPath;
    Options.Sources = {File};
    Expected<Project> P = loadProject(Options);
    if (P && P->MainFiles.contains(File))
      return std::move(*P);
    consumeError(P.takeError());
  }
  return std::nullopt;
}

/// Nothing is known of a compiler that no database names: it may round as any compiler may.
static void assumeAnyCompiler(CompilerInstance &Compiler, UnitCommand &Command, Config &Settings) {
  Command.IsGcc = true;
  bool Contracts = Compiler.getLangOpts().getDefaultFPContractMode() != LangOptions::FPModeKind::FPM_Off;
  Command.ContractFlag = Contracts ? "" : "off";
  Command.FpUnit = Compiler.getInvocation().getTargetOpts().FPMath;
  Command.Vectorizer = vectorizerFlags({}, /*IsGcc=*/false); // As of a command that says nothing of speed.
  Settings.Fp = Settings.Fp.value_or(FpPolicy::Source);
  if (Settings.Fp == FpPolicy::Source)
    Settings.Fp = FpPolicy::Exact;
}

namespace {

/// One unit as a project of its own.
struct UnitProject {
  Project P;
  Config Settings;
  bool IsCompiledOnce = true; ///< The database has no second command for the file.
};

} // namespace

static std::optional<UnitProject> unitProject(const TidyUnit &Unit, const std::string &File) {
  UnitProject Out;
  Out.Settings = Unit.Settings;
  UnitCommand Command;
  if (std::optional<Project> Whole = projectOf(File, Unit.BuildDirectory)) {
    Out.P.Root = Whole->Root;
    auto IsMine = [&](const UnitCommand &C) { return C.File == File; };
    Command = *find_if(Whole->Units, IsMine);
    Out.IsCompiledOnce = count_if(Whole->Units, IsMine) == 1;
  } else {
    ProjectOptions Alone;
    Alone.Sources = {File};
    Alone.FixedFlags.emplace();
    Expected<Project> P = loadProject(Alone);
    if (!P) {
      consumeError(P.takeError());
      return std::nullopt;
    }
    Out.P.Root = P->Root;
    Command.File = File;
    Command.Directory = Unit.BuildDirectory;
    assumeAnyCompiler(*Unit.Compiler, Command, Out.Settings);
  }
  Out.P.Units = {std::move(Command)};
  Out.P.MainFiles.insert(File);
  return Out;
}

/// Edits that only this unit was asked about go.
static void keepOwnEdits(Finding &F, const UnitProject &Unit, StringRef File) {
  bool IsOwn = all_of(F.Edits, [&](const TextEdit &E) { return E.File == File; });
  if (F.Refused || F.Edits.empty() || (IsOwn && Unit.IsCompiledOnce))
    return;
  F.Edits.clear();
  F.Notes.push_back({F.Place, IsOwn ? "the file is compiled with several commands: 'loopfuse fix' asks them all"
                                    : "other units may see this header differently: 'loopfuse fix' asks them all"});
}

static Proposals propose(const UnitProject &Unit, const Config &Settings, const UnitParser &Parser,
                         ConfigErrors &Errors) {
  ConfigTree Configs(Settings);
  Selection All;
  All.Units = {0};
  AnalysisScope Scope(Unit.P, Configs, All);
  Scope.KeepProofs = true;
  Scope.Parse = Parser;
  Executor Exec(Unit.P, Scope, {});
  Configs.settingsOf(Unit.P.Units.front().File);
  if (Errors = Configs.errors(); !Errors.empty())
    return {};
  Proposals Out = proposeFusions(Exec, All);
  Errors = Configs.errors();
  return Out;
}

std::variant<Proposals, ConfigErrors> proposalsOf(const TidyUnit &Unit) {
  const SourceManager &Sources = Unit.Compiler->getSourceManager();
  std::string File = realPath(Sources, Sources.getMainFileID());
  std::optional<UnitProject> Mine = unitProject(Unit, File);
  if (!Mine)
    return Proposals();
  CompilerInvocation Parse = parseSettings(*Unit.Compiler, Mine->P.Units.front().IsGcc);
  IntrusiveRefCntPtr<vfs::FileSystem> Files = Unit.Compiler->getVirtualFileSystemPtr();
  auto Parser = [&](const UnitCommand &, const FileOverlay &Overlay, function_ref<void(ASTContext &)> Body,
                    const std::set<std::string> *Functions) {
    return parseInvocation(std::make_shared<CompilerInvocation>(Parse), Overlay.fileSystem(Files), Body, Functions);
  };

  // What is found in headers must not come in the way of what may be edited.
  ConfigErrors Errors;
  Config WithoutHeaders = Mine->Settings;
  WithoutHeaders.HeaderFilter = "";
  Proposals Out = propose(*Mine, WithoutHeaders, Parser, Errors);
  bool SeesHeaders = any_of(Out.Parses, [&](const auto &P) { return P.second.Files.size() > 1; });
  if (Errors.empty() && SeesHeaders && Mine->Settings.HeaderFilter != "") {
    Proposals WithHeaders = propose(*Mine, Mine->Settings, Parser, Errors);
    for (Finding &F : WithHeaders.Findings)
      if (F.Place.File != File)
        Out.Findings.push_back(std::move(F));
  }
  if (!Errors.empty())
    return Errors;
  for (Finding &F : Out.Findings)
    keepOwnEdits(F, *Mine, File);
  return Out;
}

} // namespace loopfuse
