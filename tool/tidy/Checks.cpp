//===- Checks.cpp - fusions as checks of clang-tidy -------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/FindRegions.h"
#include "Frontend/SourceText.h"
#include "UnitProposals.h"
#include "clang-tidy/ClangTidyCheck.h"
#include "clang-tidy/ClangTidyModule.h"

#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace clang::tidy;
using namespace llvm;

namespace loopfuse {

namespace {

/// The settings of .loopfuse.yaml that are options of the checks too.
constexpr llvm::StringLiteral SettingNames[] = {"Alias", "Fp", "CostModel", "Calls"};

/// What the checks of one unit share: each different set of options is analysed once.
struct UnitAnalyses {
  CompilerInstance *Compiler = nullptr;
  std::map<std::string, Proposals> BySettings;
};

/// One of the checks: reports the findings that have its name.
class FusionCheck : public ClangTidyCheck {
public:
  FusionCheck(StringRef Name, ClangTidyContext *Context, std::shared_ptr<UnitAnalyses> Shared)
      : ClangTidyCheck(Name, Context), Name(Name), Context(Context), Shared(std::move(Shared)),
        ReportRefusals(option("ReportRefusals") == "true") {
    for (StringRef Setting : SettingNames)
      if (std::optional<StringRef> Value = option(Setting))
        Given.push_back({Setting, Value->str()});
  }

  void storeOptions(ClangTidyOptions::OptionMap &Stored) override {
    for (const auto &[Setting, Value] : Given)
      Options.store(Stored, Setting, Value);
    Options.store(Stored, "ReportRefusals", StringRef(ReportRefusals ? "true" : "false"));
  }

  void registerPPCallbacks(const SourceManager &, Preprocessor *PP, Preprocessor *) override {
    // Who loads modules for a tool's preprocessor is the compiler instance.
    auto *Compiler = static_cast<CompilerInstance *>(&PP->getModuleLoader());
    if (std::exchange(Shared->Compiler, Compiler) != Compiler)
      Shared->BySettings.clear();
  }

  void registerMatchers(ast_matchers::MatchFinder *Finder) override {
    Finder->addMatcher(ast_matchers::translationUnitDecl(), this);
  }

  void check(const ast_matchers::MatchFinder::MatchResult &Result) override {
    if (!Shared->Compiler || Result.Context->getDiagnostics().hasUncompilableErrorOccurred() ||
        !hasLoops(*Result.Context))
      return;
    const Proposals *All = proposals();
    if (!All)
      return;
    for (const Finding &F : All->Findings)
      if (F.check() == Name && (!F.Refused || ReportRefusals))
        report(F, *Result.SourceManager);
  }

private:
  /// An option of this check, else that of all of them: "loopfuse.Alias".
  std::optional<StringRef> option(StringRef Option) {
    if (std::optional<StringRef> Value = Options.get(Option))
      return Value;
    return OptionsView("loopfuse", Context->getOptions().CheckOptions, Context).get(Option);
  }

  /// Most units hold no loop of the user's, and need no second parse.
  static bool hasLoops(ASTContext &Unit) {
    return any_of(countSources(Unit, [](StringRef) { return true; }),
                  [](const auto &InFile) { return InFile.second.Loops > 0; });
  }

  /// The settings as .loopfuse.yaml would give them. False after a wrong one, which is reported.
  bool readSettings(Config &Settings) {
    bool IsGood = true;
    for (const auto &[Setting, Value] : Given) {
      std::optional<Config> One = parseSetting(Setting, Value);
      if (One)
        Settings = overlay(std::move(Settings), *One);
      else
        configurationDiag("'%0' is no value of '%1.%2'") << Value << Name << Setting;
      IsGood &= One.has_value();
    }
    Settings.HeaderFilter = Context->getOptions().HeaderFilterRegex.value_or("");
    return IsGood;
  }

  /// Null if the settings are wrong.
  const Proposals *proposals() {
    TidyUnit Unit{Shared->Compiler, Context->getCurrentBuildDirectory(), {}};
    if (!readSettings(Unit.Settings))
      return nullptr;
    std::string Key = dumpConfig(Unit.Settings);
    if (auto Known = Shared->BySettings.find(Key); Known != Shared->BySettings.end())
      return &Known->second;
    auto Found = proposalsOf(Unit);
    if (auto *All = std::get_if<Proposals>(&Found))
      return &Shared->BySettings.emplace(Key, std::move(*All)).first->second;
    for (const std::string &Error : std::get<ConfigErrors>(Found))
      configurationDiag("%0") << Error;
    return nullptr;
  }

  static SourceLocation locationOf(const SourceSpan &Place, const SourceManager &Sources) {
    FileID File = Place.isValid() ? fileOf(Sources, Place.File) : FileID();
    return File.isValid() ? Sources.getLocForStartOfFile(File).getLocWithOffset(Place.Offset) : SourceLocation();
  }

  /// Clang drops a blank beside text that is only removed; text that becomes what stands behind it is not.
  static EditGroup withoutRemovals(const EditGroup &Edits, const SourceManager &Sources) {
    EditGroup Out;
    for (const TextEdit &E : Edits) {
      bool Touches = !Out.empty() && Out.back().File == E.File && Out.back().Offset + Out.back().Length == E.Offset;
      if (Touches) {
        Out.back().Length += E.Length;
        Out.back().Text += E.Text;
      } else {
        Out.push_back(E);
      }
    }
    for (TextEdit &E : Out) {
      StringRef Text = Sources.getBufferData(fileOf(Sources, E.File));
      if (!E.Text.empty())
        continue;
      if (E.Offset + E.Length < Text.size())
        E.Text = Text[E.Offset + E.Length];
      else if (E.Offset > 0)
        E.Text = Text[--E.Offset];
      E.Length += E.Text.size();
    }
    return Out;
  }

  void report(const Finding &F, const SourceManager &Sources) {
    SourceLocation Place = locationOf(F.Place, Sources);
    if (Place.isInvalid())
      return;
    if (F.Refused) {
      diag(Place, "not fused: %0 (%1)", DiagnosticIDs::Remark) << F.Message << refusalName(F.Refused->Id);
    } else {
      DiagnosticBuilder Warning = diag(Place, "%0");
      Warning << F.Message;
      for (const TextEdit &E : withoutRemovals(F.Edits, Sources)) {
        SourceLocation Begin = locationOf({E.File, E.Offset, E.Length}, Sources);
        Warning << FixItHint::CreateReplacement(CharSourceRange::getCharRange(Begin, Begin.getLocWithOffset(E.Length)),
                                                E.Text);
      }
    }
    for (const FindingNote &N : F.Notes) {
      SourceLocation At = locationOf(N.Place, Sources);
      diag(At.isValid() ? At : Place, "%0", DiagnosticIDs::Note) << N.Text;
    }
  }

  std::string Name;
  ClangTidyContext *Context;
  std::shared_ptr<UnitAnalyses> Shared;
  bool ReportRefusals;
  std::vector<std::pair<StringRef, std::string>> Given; ///< Settings by name.
};

class LoopfuseModule : public ClangTidyModule {
public:
  void addCheckFactories(ClangTidyCheckFactories &Factories) override {
    auto Shared = std::make_shared<UnitAnalyses>();
    for (StringRef Name : allChecks())
      Factories.registerCheckFactory(Name, [Shared](StringRef Name, ClangTidyContext *Context) {
        return std::make_unique<FusionCheck>(Name, Context, Shared);
      });
  }
};

} // namespace

// clang-tidy finds the module by this.
static ClangTidyModuleRegistry::Add<LoopfuseModule> Registered("loopfuse-module",
                                                               "Loops that can be fused: loopfuse's checks.");

} // namespace loopfuse
