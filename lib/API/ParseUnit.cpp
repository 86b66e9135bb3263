//===- ParseUnit.cpp - one translation unit, parsed in this process -------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/ParseUnit.h"
#include "API/CloseOutputs.h"
#include "API/CudaHeaders.h"
#include "Frontend/ReachableFunctions.h"
#include "Frontend/SourceText.h"
#include "clang/Basic/Stack.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/xxhash.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

uint64_t contentHash(StringRef Text) { return xxh3_64bits(Text); }

namespace {

constexpr size_t MaxErrors = 20;
constexpr unsigned StackBytes = 64u << 20; // Only what is touched takes memory.

/// Keeps errors, drops everything else.
class ErrorCollector : public DiagnosticConsumer {
public:
  explicit ErrorCollector(std::vector<ParseError> &Errors) : Errors(Errors) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level < DiagnosticsEngine::Error || Errors.size() >= MaxErrors)
      return;
    ParseError E;
    SmallString<128> Text;
    Info.FormatDiagnostic(Text);
    E.Text = Text.str();
    if (Info.hasSourceManager() && Info.getLocation().isValid()) {
      PresumedLoc Place = Info.getSourceManager().getPresumedLoc(Info.getLocation());
      FileID File = Info.getSourceManager().getFileID(Info.getSourceManager().getFileLoc(Info.getLocation()));
      E.File = realPath(Info.getSourceManager(), File);
      if (E.File.empty() && Place.isValid())
        E.File = Place.getFilename();
      E.Line = Place.isValid() ? Place.getLine() : 0;
      E.Column = Place.isValid() ? Place.getColumn() : 0;
    }
    Errors.push_back(std::move(E));
  }

private:
  std::vector<ParseError> &Errors;
};

/// The ranges that conditional directives switch off, by file.
class SkippedRanges : public PPCallbacks {
public:
  using Ranges = std::map<FileID, std::vector<std::pair<unsigned, unsigned>>>;
  SkippedRanges(const SourceManager &Sources, Ranges &Out) : Sources(Sources), Out(Out) {}

  void SourceRangeSkipped(SourceRange Range, SourceLocation Endif) override {
    auto [File, Begin] = Sources.getDecomposedLoc(Range.getBegin());
    Out[File].push_back({Begin, Sources.getFileOffset(Endif)});
  }

private:
  const SourceManager &Sources;
  Ranges &Out;
};

/// Hands the finished unit to a function.
class UnitConsumer : public ASTConsumer {
public:
  UnitConsumer(function_ref<void(ASTContext &)> Body, const std::set<std::string> *Functions)
      : Body(Body), Functions(Functions) {}
  void HandleTranslationUnit(ASTContext &Context) override {
    if (!Context.getDiagnostics().hasErrorOccurred())
      Body(Context);
  }
  bool shouldSkipFunctionBody(Decl *D) override {
    const FunctionDecl *F = D->getAsFunction();
    return Functions && F && !Functions->count(plainName(*F));
  }

private:
  function_ref<void(ASTContext &)> Body;
  const std::set<std::string> *Functions;
};

class UnitAction : public ASTFrontendAction {
public:
  UnitAction(ParsedUnit &Unit, function_ref<void(ASTContext &)> Body, const std::set<std::string> *Functions)
      : Unit(Unit), Body(Body), Functions(Functions) {}

protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler, StringRef) override {
    Compiler.getPreprocessor().addPPCallbacks(std::make_unique<SkippedRanges>(Compiler.getSourceManager(), Skipped));
    Compiler.getFrontendOpts().SkipFunctionBodies |= Functions != nullptr;
    return std::make_unique<UnitConsumer>(Body, Functions);
  }

  void EndSourceFileAction() override {
    const SourceManager &Sources = getCompilerInstance().getSourceManager();
    for (unsigned I = 1; I < Sources.local_sloc_entry_size(); ++I) {
      const SrcMgr::SLocEntry &Entry = Sources.getLocalSLocEntry(I);
      if (Entry.isFile() && !SrcMgr::isSystem(Entry.getFile().getFileCharacteristic()))
        addFile(Sources, Sources.getFileID(SourceLocation::getFromRawEncoding(Entry.getOffset())));
    }
  }

private:
  void addFile(const SourceManager &Sources, FileID File) {
    std::string Path = realPath(Sources, File);
    if (Path.empty())
      return;
    auto [It, IsNew] = Unit.Files.try_emplace(std::move(Path));
    auto Ranges = Skipped.find(File);
    if (!IsNew) {
      // Read again: what counts as skipped must be so each time.
      if (Ranges == Skipped.end())
        It->second.Skipped.clear();
      else
        erase_if(It->second.Skipped, [&](const auto &R) { return !is_contained(Ranges->second, R); });
      return;
    }
    It->second.Hash = contentHash(Sources.getBufferData(File));
    if (Ranges != Skipped.end())
      It->second.Skipped = Ranges->second;
  }

  ParsedUnit &Unit;
  function_ref<void(ASTContext &)> Body;
  const std::set<std::string> *Functions;
  SkippedRanges::Ranges Skipped;
};

/// Notes every file that is entered.
class IncludeRecorder : public PPCallbacks {
public:
  IncludeRecorder(const SourceManager &Sources, std::vector<std::string> &Out) : Sources(Sources), Out(Out) {}
  void FileChanged(SourceLocation Place, FileChangeReason Reason, SrcMgr::CharacteristicKind, FileID) override {
    if (Reason == EnterFile)
      if (std::string Path = realPath(Sources, Sources.getFileID(Place)); !Path.empty())
        Out.push_back(std::move(Path));
  }

private:
  const SourceManager &Sources;
  std::vector<std::string> &Out;
};

class IncludesAction : public PreprocessOnlyAction {
public:
  explicit IncludesAction(std::vector<std::string> &Out) : Out(Out) {}

protected:
  bool BeginSourceFileAction(CompilerInstance &Compiler) override {
    Compiler.getPreprocessor().addPPCallbacks(std::make_unique<IncludeRecorder>(Compiler.getSourceManager(), Out));
    return true;
  }

private:
  std::vector<std::string> &Out;
};

} // namespace

namespace {

/// Runs an action once, with settings that cannot do anything but read.
class ReadOnlyAction : public tooling::ToolAction {
public:
  explicit ReadOnlyAction(FrontendAction &Action) : Action(Action) {}

  bool runInvocation(std::shared_ptr<CompilerInvocation> Settings, FileManager *Files,
                     std::shared_ptr<PCHContainerOperations> Containers, DiagnosticConsumer *Consumer) override {
    closeOutputs(*Settings);
    CompilerInstance Compiler(std::move(Settings), std::move(Containers));
    Compiler.setVirtualFileSystem(Files->getVirtualFileSystemPtr());
    Compiler.setFileManager(Files);
    Compiler.createDiagnostics(Consumer, /*ShouldOwnClient=*/false);
    Compiler.createSourceManager();
    return Compiler.ExecuteAction(Action);
  }

private:
  FrontendAction &Action;
};

} // namespace

static bool runAction(const UnitCommand &Command, const FileOverlay &Overlay, std::unique_ptr<FrontendAction> Action,
                      DiagnosticConsumer &Diagnostics, std::vector<ParseError> &Errors) {
  IntrusiveRefCntPtr<vfs::FileSystem> Disk = Overlay.fileSystem();
  if (Command.NeedsCudaHeaders)
    Disk = withCudaHeaders(Disk);
  if (std::error_code EC = Disk->setCurrentWorkingDirectory(Command.Directory)) {
    Errors.push_back({"", 0, 0, "cannot enter the command's folder '" + Command.Directory + "': " + EC.message()});
    return false;
  }
  auto Stat = Disk->status(Command.Arguments.back());
  if (!Stat || Stat->isDirectory()) {
    Errors.push_back({Command.File, 0, 0,
                      Stat ? "is a folder, not a source file" : "cannot read the file: " + Stat.getError().message()});
    return false;
  }
  auto Files = makeIntrusiveRefCnt<FileManager>(FileSystemOptions(), Disk);
  ReadOnlyAction ReadOnly(*Action);
  tooling::ToolInvocation Invocation(Command.Arguments, &ReadOnly, Files.get(),
                                     std::make_shared<PCHContainerOperations>());
  Invocation.setDiagnosticConsumer(&Diagnostics);
  return Invocation.run() && Errors.empty();
}

static bool runInvocation(std::shared_ptr<CompilerInvocation> Settings, IntrusiveRefCntPtr<vfs::FileSystem> Files,
                          FrontendAction &Action, std::vector<ParseError> &Errors) {
  ErrorCollector Collector(Errors);
  closeOutputs(*Settings);
  CompilerInstance Compiler(std::move(Settings));
  Compiler.setVirtualFileSystem(std::move(Files));
  Compiler.createDiagnostics(&Collector, /*ShouldOwnClient=*/false);
  Compiler.createFileManager();
  Compiler.createSourceManager();
  return Compiler.ExecuteAction(Action) && Errors.empty();
}

/// Parses on a thread of its own. \p Parse fills the unit.
static ParsedUnit parseSafely(StringRef File, function_ref<void(ParsedUnit &)> Parse) {
  ParsedUnit Unit;
  auto Work = [&] {
    noteBottomOfStack();
    Parse(Unit);
  };
  if (CrashRecoveryContext().RunSafelyOnThread(Work, StackBytes)) {
    if (!Unit.Succeeded && Unit.Errors.empty())
      Unit.Errors.push_back({File.str(), 0, 0, "clang could not use the compile command"});
    return Unit;
  }
  ParsedUnit Failed;
  Failed.Crashed = true;
  Failed.Errors.push_back({File.str(), 0, 0, "internal error while analysing this file; please report it"});
  return Failed;
}

ParsedUnit parseUnit(const UnitCommand &Command, const FileOverlay &Overlay, function_ref<void(ASTContext &)> Body,
                     const std::set<std::string> *Functions) {
  return parseSafely(Command.File, [&](ParsedUnit &Unit) {
    ErrorCollector Collector(Unit.Errors);
    Unit.Succeeded =
        runAction(Command, Overlay, std::make_unique<UnitAction>(Unit, Body, Functions), Collector, Unit.Errors);
  });
}

ParsedUnit parseInvocation(std::shared_ptr<CompilerInvocation> Settings, IntrusiveRefCntPtr<vfs::FileSystem> Files,
                           function_ref<void(ASTContext &)> Body, const std::set<std::string> *Functions) {
  const FrontendOptions &Frontend = Settings->getFrontendOpts();
  std::string File = Frontend.Inputs.empty() ? "" : Frontend.Inputs.front().getFile().str();
  return parseSafely(File, [&](ParsedUnit &Unit) {
    UnitAction Action(Unit, Body, Functions);
    Unit.Succeeded = runInvocation(std::move(Settings), std::move(Files), Action, Unit.Errors);
  });
}

bool runOnUnit(const UnitCommand &Command, const FileOverlay &Overlay, std::unique_ptr<FrontendAction> Action,
               DiagnosticConsumer &Diagnostics, std::vector<ParseError> &Errors) {
  bool Succeeded = false;
  auto Work = [&] {
    noteBottomOfStack();
    Succeeded = runAction(Command, Overlay, std::move(Action), Diagnostics, Errors);
  };
  return CrashRecoveryContext().RunSafelyOnThread(Work, StackBytes) && Succeeded;
}

std::vector<std::string> includedFiles(const UnitCommand &Command) {
  std::vector<std::string> Included;
  auto Work = [&] {
    noteBottomOfStack();
    std::vector<ParseError> Ignored;
    ErrorCollector Collector(Ignored);
    runAction(Command, {}, std::make_unique<IncludesAction>(Included), Collector, Ignored);
  };
  CrashRecoveryContext().RunSafelyOnThread(Work, StackBytes);
  sort(Included);
  Included.erase(llvm::unique(Included), Included.end());
  return Included;
}

} // namespace loopfuse
