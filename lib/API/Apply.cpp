//===- Apply.cpp - fusions carried out until nothing is left to do --------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/Apply.h"
#include "API/CompilerRemarks.h"
#include "API/TextHistory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <set>

using namespace llvm;

namespace loopfuse {

namespace {

/// A fusion that is tried in the present round.
struct Candidate {
  ProjectFinding Found;
  SourceSpan Compound; ///< Of the region's compound statement.
  const Scop *Before;  ///< What it was proved of.
};

/// The work of `fix`: the texts as far as they have come, and what has been done.
class FixPoint {
public:
  FixPoint(Executor &Exec, std::map<unsigned, UnitAnalysis> Results, const Selection &Asked,
           const ApplyOptions &Options)
      : Exec(Exec), Results(std::move(Results)), Asked(Asked), Options(Options) {}

  FixReport run() {
    while (round())
      ;
    finish();
    return std::move(Report);
  }

  /// One step only, over one unit: what came of its findings.
  std::vector<EditTrial> firstRound(unsigned Unit) {
    std::vector<EditTrial> Trials(Results.at(Unit).Findings.size());
    round();
    for (unsigned Index : Passed)
      Trials[Index].Passed = true;
    for (auto &[Index, Why] : Failed)
      Trials[Index].Failure = std::move(Why);
    return Trials;
  }

private:
  using Edited = ChangedTexts;

  std::optional<StringRef> text(StringRef File) {
    auto It = Texts.find(File.str());
    return It == Texts.end() ? Exec.texts().original(File) : std::optional<StringRef>(It->second);
  }

  /// One step towards the fixed point. False if there is nothing left to fuse.
  bool round() {
    Current = Exec.report(Results, Asked, [&](StringRef File) { return text(File); });
    for (std::vector<Candidate> Chosen = choose(); !Chosen.empty(); Chosen = choose()) {
      Edited New;
      if (!edit(Chosen, New) || !tryTexts(Chosen, New) || !keepsVectors(Chosen, New) || !runsAlike(Chosen, New))
        continue; // Some are blocked now, or fewer are tried together.
      accept(Chosen, std::move(New));
      return true;
    }
    return false;
  }

  /// What a fusion is known by in later rounds, wherever it has moved to.
  std::string key(const Finding &F) {
    std::string Key =
        F.Region.File + "\n" + text(F.Region.File).value_or("").substr(F.Region.Offset, F.Region.Length).str();
    for (const TextEdit &E : F.Edits)
      Key += "\n" + std::to_string(static_cast<int64_t>(E.Offset) - F.Region.Offset) + " " + std::to_string(E.Length) +
             " " + E.Text;
    return Key;
  }

  const ProvedFusion *proofOf(const ProjectFinding &M) const {
    auto [Unit, Index] = M.Sources.front();
    for (const ProvedFusion &P : Results.at(Unit).Fusions)
      if (P.Finding == Index)
        return &P;
    return nullptr;
  }

  /// Fusions that can be tried together: no edits that touch, no variable that both use no more, no region inside
  /// another one's or proved in another way, and of the doubtful ones no more than AtOnce.
  std::vector<Candidate> choose() {
    std::vector<Candidate> Chosen;
    size_t NumDoubtful = 0;
    auto MayBeTried = [&](const ProjectFinding &M) {
      return !M.Result.Refused && !M.Result.Edits.empty() && !Blocked.count(key(M.Result));
    };
    // Functions are fused before their callers take them apart.
    bool IsInside =
        any_of(Current.Findings, [&](const ProjectFinding &M) { return !M.Result.AcrossCalls && MayBeTried(M); });
    for (const ProjectFinding &M : Current.Findings) {
      if (!MayBeTried(M) || (IsInside && M.Result.AcrossCalls))
        continue;
      if (std::string Why = Options.Veto ? Options.Veto(History.inOriginalText(M.Result)) : ""; !Why.empty()) {
        giveUp(M.Result, RefusalId::RecheckFailed, Why);
        continue;
      }
      const ProvedFusion *Proof = proofOf(M);
      if (!Proof) {
        block(M, "there is no proof to compare with");
        continue;
      }
      bool IsDoubtful = Doubtful.count(key(M.Result)) != 0;
      Candidate New{M, Proof->Region, Proof->Before.get()};
      if ((IsDoubtful && NumDoubtful == AtOnce) || any_of(Chosen, [&](const Candidate &C) { return clash(C, New); }))
        continue;
      NumDoubtful += IsDoubtful;
      Chosen.push_back(std::move(New));
    }
    return Chosen;
  }

  static bool clash(const Candidate &C, const Candidate &D) {
    bool Fades =
        any_of(C.Found.Result.Fading, [&](const SourceSpan &V) { return is_contained(D.Found.Result.Fading, V); });
    // The plans of one region are checked together: they speak of the same members.
    return (overlap(C.Compound, D.Compound) && C.Before != D.Before) || Fades ||
           any_of(C.Found.Result.Edits, [&](const TextEdit &A) {
             return any_of(D.Found.Result.Edits, [&](const TextEdit &B) {
               return A.File == B.File && A.Offset <= B.Offset + B.Length && B.Offset <= A.Offset + A.Length;
             });
           });
  }

  /// The texts with the candidates' edits. False if some do not fit, which is then blocked.
  bool edit(ArrayRef<Candidate> Chosen, Edited &New) {
    All.clear();
    for (const Candidate &C : Chosen)
      All.insert(All.end(), C.Found.Result.Edits.begin(), C.Found.Result.Edits.end());
    sort(All);
    for (const Candidate &C : Chosen)
      for (const TextEdit &E : C.Found.Result.Edits) {
        if (New.count(E.File))
          continue;
        Expected<std::string> Text = applyEdits(text(E.File).value_or(""), E.File, All);
        if (!Text) {
          block(C.Found, toString(Text.takeError()));
          return false;
        }
        New[E.File] = std::move(*Text);
      }
    return true;
  }

  /// The checks of the candidates for one unit: those of one region are compared together.
  std::vector<RegionCheck> checksFor(unsigned Unit, ArrayRef<Candidate> Chosen) const {
    std::vector<RegionCheck> Checks;
    for (size_t I = 0; I < Chosen.size(); ++I) {
      auto Source = find_if(Chosen[I].Found.Sources, [&](const auto &S) { return S.first == Unit; });
      if (Source == Chosen[I].Found.Sources.end())
        continue;
      for (const ProvedFusion &P : Results.at(Unit).Fusions) {
        if (P.Finding != Source->second)
          continue;
        unsigned Offset = OffsetMap(P.Region.File, All).forward(P.Region.Offset);
        auto Same =
            find_if(Checks, [&](const RegionCheck &C) { return C.File == P.Region.File && C.Offset == Offset; });
        if (Same == Checks.end())
          Same = Checks.insert(Checks.end(), {P.Region.File, Offset, P.Before, P.Outer, {}, {}});
        Same->Plan.Groups.insert(Same->Plan.Groups.end(), P.Plan.Groups.begin(), P.Plan.Groups.end());
        if (!is_contained(Same->Fusions, I))
          Same->Fusions.push_back(I);
      }
    }
    return Checks;
  }

  /// Parses all readers of the new texts and does the checks. False if something failed; the culprits are then blocked,
  /// or, where it is not known which they are, doubtful.
  bool tryTexts(ArrayRef<Candidate> Chosen, const Edited &New) {
    FileOverlay Overlay = Exec.overlay();
    for (const Edited *Source : {&std::as_const(Texts), &New})
      for (const auto &[File, Text] : *Source)
        if (Error E = Overlay.set(File, Text)) {
          std::string Why = toString(std::move(E));
          for (const Candidate &C : Chosen)
            block(C.Found, Why);
          return false;
        }
    std::vector<unsigned> Units;
    std::map<unsigned, std::vector<RegionCheck>> Checks;
    for (const auto &[Unit, Result] : Results)
      if (any_of(New, [&, &Files = Result.Parse.Files](const auto &N) { return Files.count(N.first) != 0; })) {
        Units.push_back(Unit);
        Checks[Unit] = checksFor(Unit, Chosen);
      }
    Retried = Exec.analyse(Units, Overlay, Checks);

    bool Passed = true;
    for (const auto &[Unit, Result] : Retried) {
      if (!Result.Parse.Succeeded && Results.at(Unit).Parse.Succeeded) {
        const ParseError &E = Result.Parse.Errors.front();
        blame(Chosen, suspects(Chosen, New, E),
              "it does not compile: " + E.Text + " (in " + Exec.project().Units[Unit].File + ")");
        Passed = false;
      }
      for (size_t I = 0; I < Result.CheckFailures.size(); ++I)
        if (const std::optional<std::string> &Why = Result.CheckFailures[I]) {
          blame(Chosen, Checks[Unit][I].Fusions, *Why);
          Passed = false;
        }
    }
    return Passed;
  }

  /// The candidates whose region an error lies in; all if there is none.
  std::vector<size_t> suspects(ArrayRef<Candidate> Chosen, const Edited &New, const ParseError &E) const {
    std::vector<size_t> Near, Everybody;
    for (size_t I = 0; I < Chosen.size(); ++I) {
      Everybody.push_back(I);
      const SourceSpan &C = Chosen[I].Compound;
      auto Text = New.find(C.File);
      if (C.File != E.File || Text == New.end())
        continue;
      OffsetMap Map(C.File, All);
      SourceSpan Now = placedAt(C, Text->second, Map.forward(C.Offset), Map.forward(C.end()));
      if (Now.Line <= E.Line && E.Line <= Now.EndLine)
        Near.push_back(I);
    }
    return Near.empty() ? Everybody : Near;
  }

  /// One suspect is the culprit. Of several, half are tried again without the others, until one is left.
  void blame(ArrayRef<Candidate> Chosen, ArrayRef<size_t> Suspects, const std::string &Why) {
    if (Suspects.size() == 1)
      return block(Chosen[Suspects.front()].Found, Why);
    for (size_t I : Suspects)
      Doubtful.insert(key(Chosen[I].Found.Result));
    AtOnce = Suspects.size() / 2;
  }

  /// The finding's place in the new text, with all that its edits put in front and behind.
  SourceSpan placeInNewText(const Finding &F, StringRef Text) const {
    unsigned Begin = F.Region.Offset, End = F.Region.end();
    for (const TextEdit &E : F.Edits)
      if (E.File == F.Region.File) {
        Begin = std::min(Begin, E.Offset);
        End = std::max(End, E.Offset + E.Length);
      }
    OffsetMap Map(F.Region.File, All);
    return placedAt(F.Region, Text, Map.forward(Begin ? Begin - 1 : 0), Map.forward(End + 1));
  }

  const CompilerRemarks &remarksOf(unsigned Unit, const Edited &Of, std::map<unsigned, CompilerRemarks> &Known) const {
    auto It = Known.find(Unit);
    if (It == Known.end())
      It = Known.emplace(Unit, askCompiler(Exec.project().Units[Unit], Of)).first;
    return It->second;
  }

  /// Whether the compilers of all units that see the fusion can compile its text before it is written.
  bool canBeAsked(const Candidate &C) const {
    return all_of(C.Found.Sources, [&](const auto &Source) {
      const UnitCommand &Command = Exec.project().Units[Source.first];
      return !Command.IsGcc || all_of(C.Found.Result.Edits, [&](const TextEdit &E) { return E.File == Command.File; });
    });
  }

  /// Asks the compilers of all units that see them. False if some fusions lose vectors; these are then blocked.
  bool keepsVectors(ArrayRef<Candidate> Chosen, const Edited &New) {
    TriedRemarks.clear();
    if (!Options.ChecksVectors)
      return true;
    if (!all_of(Chosen, [&](const Candidate &C) { return canBeAsked(C); })) {
      for (const Candidate &C : Chosen)
        if (!canBeAsked(C))
          giveUp(C.Found.Result, RefusalId::LosesVectorization,
                 "what is not known, since GCC cannot be shown a header that is not written yet,");
      return false;
    }
    Edited Tried = New;
    Tried.insert(Texts.begin(), Texts.end());
    bool AllKeep = true;
    for (const Candidate &C : Chosen) {
      const Finding &F = C.Found.Result;
      auto Text = New.find(F.Region.File);
      if (Text == New.end())
        continue;
      SourceSpan Place = placeInNewText(F, Text->second);
      bool HasParts = any_of(proofOf(C.Found)->Plan.Groups, [](const FusionGroup &G) { return G.Common.has_value(); });
      for (const auto &[Unit, Index] : C.Found.Sources)
        if (std::optional<std::string> Why = lostVectors(remarksOf(Unit, Texts, Remarks), F.Region,
                                                         remarksOf(Unit, Tried, TriedRemarks), Place, HasParts)) {
          giveUp(F, RefusalId::LosesVectorization, *Why);
          AllKeep = false;
          break;
        }
    }
    return AllKeep;
  }

  EditedPlace placeToRun(const Finding &F) const {
    std::shared_ptr<const FileSettings> Settings = Exec.scope().configs().settingsOf(F.Region.File);
    EditedPlace Place{F.Region.File,
                      F.Region.Offset,
                      {},
                      Settings->Alias != AliasPolicy::AssumeNoAlias,
                      Settings->Fp == FpPolicy::Relaxed};
    for (const TextEdit &E : F.Edits)
      Place.Texts.push_back(E.Text);
    return Place;
  }

  /// Runs the functions before and after, as the first unit that sees each fusion compiles them. False if some differ.
  bool runsAlike(ArrayRef<Candidate> Chosen, const Edited &New) {
    Ran.assign(Chosen.size(), {});
    if (!Options.Runs)
      return true;
    std::map<unsigned, std::vector<size_t>> ByUnit;
    for (size_t I = 0; I < Chosen.size(); ++I)
      ByUnit[Chosen[I].Found.Sources.front().first].push_back(I);
    std::map<std::string, std::vector<size_t>> Differing; // By the verdict: fusions of one function share it.
    for (const auto &[Unit, Fusions] : ByUnit) {
      std::vector<EditedPlace> Places;
      for (size_t I : Fusions)
        Places.push_back(placeToRun(Chosen[I].Found.Result));
      // What the unit does not read is nothing to it.
      Edited Before, After;
      for (const Edited *Source : {&std::as_const(Texts), &New})
        for (const auto &[File, Text] : *Source)
          if (Results.at(Unit).Parse.Files.count(File)) {
            After[File] = Text;
            if (Source == &Texts)
              Before[File] = Text;
          }
      std::vector<RunVerdict> Verdicts = Options.Runs(Exec.project().Units[Unit], Before, After, Places);
      for (size_t P = 0; P < Fusions.size(); ++P) {
        Ran[Fusions[P]] = Verdicts[P];
        if (Verdicts[P].Kind == RunVerdict::Differs)
          Differing["'" + Verdicts[P].Function + "' does something else: " + Verdicts[P].Text].push_back(Fusions[P]);
      }
    }
    for (const auto &[Why, Fusions] : Differing)
      blame(Chosen, Fusions, "it was run, and " + Why);
    return Differing.empty();
  }

  /// What the runs showed, as a note of the fusion.
  void noteRuns(size_t I, Finding &F) {
    if (!Options.Runs)
      return;
    bool IsAlike = Ran[I].Kind == RunVerdict::Alike;
    ++(IsAlike ? Report.RunsAlike : Report.NotRun);
    std::string Function = Ran[I].Function.empty() ? "" : "'" + Ran[I].Function + (IsAlike ? "' " : "': ");
    F.Notes.push_back({{}, (IsAlike ? "verified: " : "not verified: ") + Function + Ran[I].Text});
  }

  /// The new text is not what was proved.
  void block(const ProjectFinding &M, const std::string &Why) {
    Failed.try_emplace(M.Sources.front().second, Why);
    if (giveUp(M.Result, RefusalId::RecheckFailed, Why))
      ++Report.RecheckFailures;
  }

  /// Gives a fusion up for good. False if that was done before.
  bool giveUp(const Finding &F, RefusalId Id, const std::string &Why) {
    if (!Blocked.insert(key(F)).second)
      return false;
    Finding Failed = History.inOriginalText(F);
    Failed.Refused = refuse(Id, Failed.Place, {Why});
    Failed.Message = Failed.Refused->message();
    (Id == RefusalId::RecheckFailed ? Failed.Legality : Failed.Profit) = Failed.Message;
    Failed.Edits.clear();
    Report.Left.push_back(std::move(Failed));
    return true;
  }

  void accept(ArrayRef<Candidate> Chosen, Edited New) {
    AtOnce = std::min(2 * AtOnce, Doubtful.size() + 1);
    for (size_t I = 0; I < Chosen.size(); ++I) {
      const Candidate &C = Chosen[I];
      if (Texts.empty())
        Report.FirstRound.push_back(C.Found.Result);
      Passed.push_back(C.Found.Sources.front().second);
      Report.Applied.push_back(History.inOriginalText(C.Found.Result));
      noteRuns(I, Report.Applied.back());
      std::string First = C.Found.Result.Edits.front().File;
      for (const TextEdit &E : C.Found.Result.Edits)
        if (leader(First) != leader(E.File))
          Together[leader(E.File)] = leader(First);
    }
    for (auto &[File, Text] : New) {
      History.add(File, text(File).value_or(""), All);
      Texts[File] = std::move(Text);
    }
    for (auto &[Unit, Result] : Retried) {
      Results[Unit] = std::move(Result);
      Remarks.erase(Unit);
    }
    Remarks.merge(TriedRemarks);
  }

  std::string leader(std::string File) const {
    for (auto It = Together.find(File); It != Together.end(); It = Together.find(File))
      File = It->second;
    return File;
  }

  /// Whether all its loops come from one: they are what a fusion made of it, such as those that share a strip. Who
  /// reads of the text on disk has seen them fused.
  static bool isOfOneLoop(const Finding &F) {
    return F.Loops.size() > 1 && all_of(F.Loops, [&](const SourceSpan &Loop) {
             return Loop.File == F.Loops.front().File && Loop.Offset == F.Loops.front().Offset;
           });
  }

  void finish() {
    Report.Suppressed = Current.Suppressed.size();
    for (const ProjectFinding &M : Current.Findings)
      if (M.Result.Refused)
        if (Finding Told = History.inOriginalText(M.Result); !isOfOneLoop(Told))
          Report.Left.push_back(std::move(Told));
    auto ByPlace = [](const Finding &A, const Finding &B) {
      return std::tuple(StringRef(A.Place.File), A.Place.Offset, A.Region.Length, StringRef(A.Message)) <
             std::tuple(StringRef(B.Place.File), B.Place.Offset, B.Region.Length, StringRef(B.Message));
    };
    sort(Report.Applied, ByPlace);
    sort(Report.Left, ByPlace);

    std::map<std::string, std::vector<FileChange>> ByLeader;
    for (const auto &[File, Text] : Texts)
      ByLeader[leader(File)].push_back({File, Exec.texts().original(File).value_or("").str(), Text});
    for (auto &[Leader, Changes] : ByLeader)
      Report.Changes.push_back(std::move(Changes));
    sort(Report.Changes, [](const auto &A, const auto &B) { return A.front().File < B.front().File; });
  }

  Executor &Exec;
  std::map<unsigned, UnitAnalysis> Results; ///< Of the present texts.
  std::map<unsigned, UnitAnalysis> Retried; ///< Of the texts that are tried.
  const Selection &Asked;
  const ApplyOptions &Options;
  std::map<unsigned, CompilerRemarks> Remarks;      ///< By unit, of the present texts.
  std::map<unsigned, CompilerRemarks> TriedRemarks; ///< Of those that are tried.
  std::vector<RunVerdict> Ran;                      ///< By the position among the fusions that are tried.
  ProjectReport Current;
  Edited Texts; ///< The present texts, where they differ from the disk's.
  TextHistory History;
  EditGroup All; ///< The edits that are tried, sorted.
  std::set<std::string> Blocked;
  std::map<std::string, std::string> Together; ///< Files that one fusion edits: one file leads to the other.
  std::set<std::string> Doubtful;              ///< Those with which some failure could not be laid on one fusion.
  size_t AtOnce = 1;                           ///< So many doubtful ones are tried together.
  /// By the position in its first unit's findings; meant for runs of one unit and one round.
  std::vector<unsigned> Passed;
  std::map<unsigned, std::string> Failed;
  FixReport Report;
};

} // namespace

FixReport applyFusions(Executor &Exec, std::map<unsigned, UnitAnalysis> Results, const Selection &Asked,
                       const ApplyOptions &Options) {
  return FixPoint(Exec, std::move(Results), Asked, Options).run();
}

std::vector<EditTrial> tryEdits(const Project &P, const AnalysisScope &Scope, unsigned Unit, const UnitAnalysis &Result,
                                std::shared_ptr<FileQuestions> Recorder) {
  if (none_of(Result.Findings, [](const auto &F) { return !F->Edits.empty(); }))
    return {};
  ExecutorOptions Settings;
  Settings.Recorder = std::move(Recorder);
  Executor Alone(P, Scope, std::move(Settings));
  Selection Mine{{Unit}, {}, false};
  return FixPoint(Alone, {{Unit, Result}}, Mine, ApplyOptions()).firstRound(Unit);
}

} // namespace loopfuse
