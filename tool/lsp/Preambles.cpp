//===- Preambles.cpp - headers parsed once --------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Preambles.h"
#include "API/CloseOutputs.h"
#include "Frontend/TopLevel.h"
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/PrecompiledPreamble.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/PCHContainerOperations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CrashRecoveryContext.h"

using namespace clang;
using namespace llvm;

namespace loopfuse::lsp {

/// Each takes some tens of megabytes.
static constexpr size_t MaxPreambles = 4;
static constexpr unsigned StackBytes = 64u << 20;

struct Preambles::Entry {
  UnitCommand Command;
  std::string Others;
  std::unique_ptr<CompilerInvocation> Settings;
  std::optional<PrecompiledPreamble> Precompiled;
  uint64_t LastUse = 0;
};

Preambles::Preambles() = default;
Preambles::~Preambles() = default;

static std::unique_ptr<CompilerInvocation> settingsOf(const UnitCommand &Command, vfs::FileSystem &Files) {
  DiagnosticOptions Options;
  IgnoringDiagConsumer Ignored;
  CreateInvocationOptions How;
  How.VFS = &Files;
  How.Diags = CompilerInstance::createDiagnostics(Files, Options, &Ignored, /*ShouldOwnClient=*/false);
  std::vector<const char *> Arguments;
  for (const std::string &A : Command.Arguments)
    Arguments.push_back(A.c_str());
  auto Settings = createInvocation(Arguments, How);
  if (!Settings)
    return nullptr;
  closeOutputs(*Settings);
  Settings->getFrontendOpts().DisableFree = false;
  Settings->getPreprocessorOpts().RetainRemappedFileBuffers = true; // Who parses keeps them.
  return Settings;
}

/// Precompiles the includes of \p Text; none where that fails: then there is a full parse.
static std::optional<PrecompiledPreamble> precompile(const CompilerInvocation &Settings, const MemoryBuffer &Text,
                                                     PreambleBounds Bounds, IntrusiveRefCntPtr<vfs::FileSystem> Files) {
  DiagnosticOptions Options;
  IgnoringDiagConsumer Ignored;
  auto Diagnostics = CompilerInstance::createDiagnostics(*Files, Options, &Ignored, /*ShouldOwnClient=*/false);
  PreambleCallbacks Callbacks;
  std::optional<PrecompiledPreamble> Made;
  auto Work = [&] {
    auto Built = PrecompiledPreamble::Build(Settings, &Text, Bounds, Diagnostics, Files,
                                            std::make_shared<PCHContainerOperations>(), /*StoreInMemory=*/true,
                                            /*StoragePath=*/"", Callbacks);
    if (Built)
      Made.emplace(std::move(*Built));
  };
  CrashRecoveryContext().RunSafelyOnThread(Work, StackBytes);
  return Made;
}

ParsedUnit Preambles::parse(const UnitCommand &Command, const FileOverlay &Overlay, const std::string &Others,
                            function_ref<void(ASTContext &)> Body, const std::set<std::string> *Functions) {
  IntrusiveRefCntPtr<vfs::FileSystem> Files = Overlay.fileSystem();
  if (Command.NeedsCudaHeaders || Files->setCurrentWorkingDirectory(Command.Directory))
    return parseUnit(Command, Overlay, Body, Functions);
  auto Text = Files->getBufferForFile(Command.Arguments.back());
  if (!Text)
    return parseUnit(Command, Overlay, Body, Functions);

  std::unique_ptr<Entry> &E = ByFile[Command.File];
  if (!E || E->Command != Command || E->Others != Others) {
    E = std::make_unique<Entry>();
    E->Command = Command;
    E->Others = Others;
    E->Settings = settingsOf(Command, *Files);
  }
  E->LastUse = ++Uses;
  if (!E->Settings)
    return parseUnit(Command, Overlay, Body, Functions);
  PreambleBounds Bounds = ComputePreambleBounds(E->Settings->getLangOpts(), **Text, 0);
  if (!E->Precompiled || !E->Precompiled->CanReuse(*E->Settings, **Text, Bounds, *Files))
    E->Precompiled = Bounds.Size ? precompile(*E->Settings, **Text, Bounds, Files) : std::nullopt;
  auto Settings = std::make_shared<CompilerInvocation>(*E->Settings);
  if (E->Precompiled)
    E->Precompiled->AddImplicitPreamble(*Settings, Files, Text->get());
  auto Limited = [&](ASTContext &Context) {
    limitToParsedText(Context);
    Body(Context);
  };
  ParsedUnit Unit = parseInvocation(std::move(Settings), Files, Limited, Functions);
  if (ByFile.size() > MaxPreambles)
    ByFile.erase(std::min_element(ByFile.begin(), ByFile.end(),
                                  [](const auto &A, const auto &B) { return A.second->LastUse < B.second->LastUse; }));
  return Unit;
}

void Preambles::forget(StringRef File) { ByFile.erase(File.str()); }

} // namespace loopfuse::lsp
