//===- CompareRuns.cpp - functions run before and after a fusion ----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/CompareRuns.h"
#include "API/BuildPair.h"
#include "API/ParseUnit.h"
#include "Harness/Describe.h"
#include "Harness/Globals.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace loopfuse {

namespace {

/// One function at one place. Functions are told apart by their names: overloads are named with their parameters.
struct Driven {
  size_t Place = 0;
  size_t Number = 0; ///< In its harness.
  std::string Name;
  std::string Why; ///< It cannot be driven.
};

/// The work for one unit.
class RunComparison {
public:
  RunComparison(const UnitCommand &Command, const ChangedTexts &Before, const ChangedTexts &After,
                ArrayRef<EditedPlace> Places)
      : Command(Command), Before(Before), After(After), Places(Places), Verdicts(Places.size()) {}

  std::vector<RunVerdict> run() {
    if (std::string Why = describeAll(); !Why.empty()) {
      for (RunVerdict &V : Verdicts)
        V.Text = Why;
      return std::move(Verdicts);
    }
    // One build for all; where that fails, one for each, so that one function spoils no other one.
    if (Together.Functions.size() < 2 || !runHarness(Together, std::nullopt))
      for (size_t I = 0; I < Alone.size(); ++I)
        runHarness(Alone[I], I);
    for (size_t P = 0; P < Places.size(); ++P)
      Verdicts[P] = verdictOf(P);
    return std::move(Verdicts);
  }

private:
  /// Reads what the functions want from the text before.
  std::string describeAll() {
    FileOverlay Overlay;
    for (const auto &[File, Text] : Before)
      if (Error E = Overlay.set(File, Text))
        return toString(std::move(E));
    if (Command.IsCuda)
      return "it is a CUDA source";
    ParsedUnit Unit = parseUnit(Command, Overlay, [&](clang::ASTContext &Context) {
      Together.Weak = undefinedVariables(Context);
      for (size_t P = 0; P < Places.size(); ++P)
        for (const clang::FunctionDecl *F : functionsAt(Context, Places[P].File, Places[P].Offset))
          add(P, *F);
    });
    return Unit.Succeeded ? "" : "the text before does not compile";
  }

  void add(size_t P, const clang::FunctionDecl &F) {
    Driven D{P, 0, nameOf(F), ""};
    Harness One;
    One.Weak = Together.Weak;
    D.Why = describe(F, One);
    if (D.Why.empty()) {
      std::vector<std::string> Texts = Places[P].Texts;
      Texts.push_back(textOf(F));
      One.Functions.front().Sizes = sizesAround(Texts);
      One.Functions.front().MayOverlap = Places[P].MayOverlap;
      D.Number = Alone.size();
      (void)describe(F, Together);
      Together.Functions.back().Sizes = One.Functions.front().Sizes;
      Together.Functions.back().MayOverlap = Places[P].MayOverlap;
      Alone.push_back(std::move(One));
    }
    Functions.push_back(std::move(D));
  }

  /// Builds and runs a harness: of the function \p Only, or of all. False if it cannot be built.
  bool runHarness(const Harness &H, std::optional<size_t> Only) {
    bool MayContract = any_of(Places, [](const EditedPlace &P) { return P.MayContract; });
    BuildPair Pair(Command, H, MayContract);
    std::string Why = Pair.build(Before, After);
    if (!Why.empty() && Only)
      Results[*Only] = {RunVerdict::NotVerified, "", Why};
    if (!Why.empty())
      return false;
    for (size_t I = 0; I < H.Functions.size(); ++I)
      Results[Only ? *Only : I] = runFunction(Pair, I);
    return true;
  }

  RunVerdict runFunction(BuildPair &Pair, size_t I) const {
    std::string Done;
    for (StringRef Build : {StringRef(BuildPair::Sanitized), StringRef(BuildPair::Optimised)}) {
      std::string Output;
      int Code = 0;
      if (std::string Why = Pair.run(Build, I, Output, Code); !Why.empty())
        return {RunVerdict::NotVerified, "", Why};
      StringRef Line = StringRef(Output).trim();
      if (Code == 1 && Line.consume_front("differs: "))
        return {RunVerdict::Differs, "", (Line + "; all of it is in " + Pair.keep(I)).str()};
      if (Code == 2)
        return {RunVerdict::NotVerified, "", whyNothingRan(Line)};
      if (Code != 0)
        return {RunVerdict::NotVerified, "", "the driver failed"};
      auto [Ran, Rest] = Line.drop_front(StringRef("alike: ").size()).split(' ');
      StringRef Dropped = Rest.drop_front(StringRef("dropped: ").size()).split(' ').first;
      if (Build == BuildPair::Sanitized) {
        Done = ("does the same on " + Ran + " samples, under sanitizers and at -O3").str();
        if (Dropped != "0")
          Done += ("; " + Dropped + " more were dropped, since the text before has no defined behaviour on them").str();
      }
    }
    return {RunVerdict::Alike, "", Done};
  }

  static std::string whyNothingRan(StringRef Line) {
    if (Line.consume_front("cannot run: "))
      return Line.str();
    size_t At = Line.find("why: ");
    return "the text before runs on no sample" + (At == StringRef::npos ? "" : ": " + Line.drop_front(At + 5).str());
  }

  RunVerdict verdictOf(size_t Place) const {
    RunVerdict Out;
    Out.Text = "no function was found there";
    for (const Driven &D : Functions) {
      if (D.Place != Place)
        continue;
      bool IsFirst = Out.Function.empty();
      RunVerdict One = D.Why.empty() ? Results.at(D.Number) : RunVerdict{RunVerdict::NotVerified, "", D.Why};
      Out.Function += (IsFirst ? "" : ", ") + D.Name;
      // The worst counts.
      auto Badness = [](const RunVerdict &V) {
        return V.Kind == RunVerdict::Alike ? 0 : V.Kind == RunVerdict::NotVerified ? 1 : 2;
      };
      if (IsFirst || Badness(One) > Badness(Out)) {
        Out.Kind = One.Kind;
        Out.Text = One.Text;
      }
    }
    return Out;
  }

  const UnitCommand &Command;
  const ChangedTexts &Before, &After;
  ArrayRef<EditedPlace> Places;
  std::vector<Driven> Functions;
  Harness Together;
  std::vector<Harness> Alone;
  std::map<size_t, RunVerdict> Results; ///< By the number in Alone.
  std::vector<RunVerdict> Verdicts;
};

} // namespace

std::vector<RunVerdict> compareRuns(const UnitCommand &Command, const ChangedTexts &Before, const ChangedTexts &After,
                                    ArrayRef<EditedPlace> Places) {
  return RunComparison(Command, Before, After, Places).run();
}

} // namespace loopfuse
