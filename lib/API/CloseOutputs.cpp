//===- CloseOutputs.cpp - a front end that only reads ---------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/CloseOutputs.h"
#include "clang/Frontend/CompilerInvocation.h"

using namespace clang;

namespace loopfuse {

static void closeFrontend(FrontendOptions &O) {
  O.Plugins.clear();
  O.PluginArgs.clear();
  O.AddPluginActions.clear();
  O.ActionName.clear();
  O.LLVMArgs.clear();
  O.OutputFile.clear();
  O.StatsFile.clear();
  O.TimeTracePath.clear();
  O.SymbolGraphOutputDir.clear();
}

static void closeCodeGen(CodeGenOptions &O) {
  O.PassPlugins.clear();
  for (std::string *File : {&O.CoverageDataFile, &O.CoverageNotesFile, &O.DIBugsReportFilePath, &O.SplitDwarfFile,
                            &O.SplitDwarfOutput, &O.InstrProfileOutput, &O.MemoryProfileOutput, &O.ThinLinkBitcodeFile,
                            &O.SaveTempsFilePrefix, &O.OptRecordFile, &O.StackUsageOutput, &O.AsSecureLogFile})
    File->clear();
}

static void closeModules(CompilerInvocation &Settings) {
  Settings.getLangOpts().ImplicitModules = false;
  HeaderSearchOptions &O = Settings.getHeaderSearchOpts();
  O.ImplicitModuleMaps = false;
  O.ModuleCachePath.clear();
  Settings.getFrontendOpts().ModuleMapFiles.clear();
}

void closeOutputs(CompilerInvocation &Settings) {
  closeFrontend(Settings.getFrontendOpts());
  closeCodeGen(Settings.getCodeGenOpts());
  closeModules(Settings);
  Settings.getDependencyOutputOpts() = DependencyOutputOptions();
  Settings.getDiagnosticOpts().DiagnosticLogFile.clear();
  Settings.getDiagnosticOpts().DiagnosticSerializationFile.clear();
}

} // namespace loopfuse
