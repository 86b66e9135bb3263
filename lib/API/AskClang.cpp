//===- AskClang.cpp - clang's vectors, in this process --------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/AskClang.h"
#include "API/ParseUnit.h"
#include "Frontend/SourceText.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {

/// Keeps the remarks of the loop passes.
class RemarkReader : public DiagnosticConsumer {
public:
  explicit RemarkReader(CompilerRemarks &Out) : Out(Out) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    SmallString<256> Text;
    Info.FormatDiagnostic(Text);
    if (Level >= DiagnosticsEngine::Error && Out.Error.empty())
      Out.Error = Text.str();
    if (Level != DiagnosticsEngine::Remark || !Info.hasSourceManager() || Info.getLocation().isInvalid())
      return;
    if (Info.getDiags()->getDiagnosticIDs()->getWarningOptionForDiag(Info.getID()) == "pass-analysis") {
      Reason = StringRef(Text).split(';').first.str(); // Its place is the statement that is to blame.
      return;
    }
    const SourceManager &SM = Info.getSourceManager();
    SourceLocation Place = SM.getFileLoc(Info.getLocation());
    LoopRemark R;
    R.File = realPath(SM, SM.getFileID(Place));
    R.Line = SM.getSpellingLineNumber(Place);
    R.Column = SM.getSpellingColumnNumber(Place);
    StringRef Pass = Info.getFlagValue();
    R.IsVectorized = Pass == "loop-idiom" || StringRef(Text).starts_with("vectorized loop");
    if (std::string Why = std::exchange(Reason, ""); !R.IsVectorized)
      R.Why = std::move(Why);
    addRemark(Out.Loops, std::move(R));
  }

private:
  CompilerRemarks &Out;
  std::string Reason; ///< Said in front of the remark about the loop.
};

/// Runs all of the optimiser and writes no file.
class CompileToNowhere : public EmitObjAction {
protected:
  bool BeginSourceFileAction(CompilerInstance &Compiler) override {
    Compiler.setOutputStream(std::make_unique<raw_null_ostream>());
    return EmitObjAction::BeginSourceFileAction(Compiler);
  }
};

} // namespace

static void knowTargets() {
  static const bool Done = [] {
    InitializeAllTargets();
    InitializeAllTargetMCs();
    InitializeAllAsmPrinters();
    InitializeAllAsmParsers();
    return true;
  }();
  (void)Done;
}

CompilerRemarks askClang(const UnitCommand &Command, const ChangedTexts &Texts) {
  CompilerRemarks Out;
  Out.Compiler = "clang";
  FileOverlay Overlay;
  for (const auto &[File, Text] : Texts)
    if (Error E = Overlay.set(File, Text)) {
      Out.Error = toString(std::move(E));
      return Out;
    }
  knowTargets();
  UnitCommand Asking = Command;
  auto Dashes = find(Asking.Arguments, "--");
  Asking.Arguments.insert(Dashes, {"-Rpass=^(loop-vectorize|loop-idiom)$", "-Rpass-missed=^loop-vectorize$",
                                   "-Rpass-analysis=^loop-vectorize$"});
  RemarkReader Reader(Out);
  std::vector<ParseError> Errors;
  bool Succeeded = runOnUnit(Asking, Overlay, std::make_unique<CompileToNowhere>(), Reader, Errors);
  if (!Succeeded && Out.Error.empty())
    Out.Error = Errors.empty() ? "it did not compile the file" : Errors.front().Text;
  return Out;
}

} // namespace loopfuse
