//===- CallChains.cpp - fusion across calls -------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/CallChains.h"
#include "API/Describe.h"
#include "API/Suppressions.h"
#include "API/TextHistory.h"
#include "Frontend/FunctionUses.h"
#include "Frontend/ReachableFunctions.h"
#include "Frontend/SourceText.h"
#include "Rewrite/TextPatch.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace llvm;

namespace loopfuse {

/// Parses that are spent on one unit's trials.
static constexpr unsigned MaxParses = 8;
/// The regions of trials are large, and most pairs in them are not worth much: a proof may take this part of the steps.
static constexpr unsigned QuotaDivisor = 8;

static Finding describeKeptCall(const SourceSpan &Call, const Refusal &Why) {
  Finding F = describeRegionRefusal(Call, Why);
  F.AcrossCalls = true;
  return F;
}

/// The image of each statement; none where no block is opened.
static std::vector<std::vector<TreeNode>> imagesOf(const clang::ASTContext &Context, const clang::CompoundStmt &C,
                                                   ArrayRef<Expansion> Opened) {
  std::vector<std::vector<TreeNode>> Images;
  if (none_of(Opened, [](const Expansion &E) { return E.Call.BlockSize; }))
    return Images;
  TreeReader Reader(Context);
  for (unsigned Child = 0; Child < C.size(); ++Child) {
    const clang::Stmt *S = C.body_begin()[Child];
    auto Expanded = find_if(Opened, [&](const Expansion &E) { return E.Call.Child == Child; });
    std::vector<TreeNode> &Image = Images.emplace_back();
    if (Expanded == Opened.end())
      Image = Reader.read(*S);
    else if (std::optional<ConditionalLoop> Loop = conditionalLoop(*S); Loop && Expanded->Call.BlockSize)
      Image = imageInside(Reader, *Loop);
    else if (Expanded->Call.BlockSize)
      for (const clang::Stmt *Inner : cast<clang::CompoundStmt>(S)->body())
        append_range(Image, Reader.read(*Inner));
  }
  return Images;
}

/// What the analysis of the chain may look into: the caller's function and all that it may run, the callees among it.
static std::optional<std::set<std::string>> functionsOf(const CallChain &Chain) {
  std::set<std::string> Names;
  return addReachable(*Chain.Where.Function, Names) ? std::optional(std::move(Names)) : std::nullopt;
}

static const clang::FunctionDecl *calleeOf(const CallChain &Chain, const Expansion &E) {
  auto Site = find_if(Chain.Calls, [&](const CallSite &S) { return S.Child == E.Call.Child; });
  return Site == Chain.Calls.end() ? nullptr : Site->Callee;
}

/// Whether it was told that the loop could not be fused with a neighbour for its condition.
static bool isKeptApart(const clang::Stmt &Loop, const clang::ASTContext &Context, ArrayRef<Finding> Told) {
  SourceSpan Whole = statementSpan(Context, Loop);
  return any_of(Told, [&](const Finding &F) {
    return F.Refused && F.Refused->Id == RefusalId::ConditionsDiffer &&
           any_of(F.Loops, [&](const SourceSpan &L) { return overlap(L, Whole); });
  });
}

std::vector<ChainTrial> findChainTrials(clang::ASTContext &Context, function_ref<bool(StringRef)> WantsFile,
                                        const FuseOptions &Options, std::vector<Finding> &Refused) {
  std::vector<ChainTrial> Trials;
  bool WithCalls = Options.Calls == CallPolicy::Fuse;
  for (const CallChain &Chain : findCallChains(Context, WantsFile, Options.Containers, WithCalls)) {
    for (const KeptCall &Kept : Chain.Kept)
      Refused.push_back(describeKeptCall(Kept.Call, Kept.Why));
    ChainTrial Trial{Chain.Where.Span, "", {}, Options, {}, Chain.Where.Compound->size(), std::nullopt};
    Trial.Options.Print = PrintStage::None;
    Trial.Options.IslOperations /= QuotaDivisor;
    // A test at run time would keep the statements of all callees twice.
    if (Options.Alias == AliasPolicy::Guard)
      Trial.Options.Alias = AliasPolicy::Refuse;
    std::vector<std::variant<Expansion, Refusal>> Written = expandCalls(Chain, Options.Containers);
    std::vector<CallSite> Left;
    for (size_t I = 0; I < Written.size(); ++I)
      if (auto *Why = std::get_if<Refusal>(&Written[I])) {
        if (Chain.Calls[I].isCall()) // The ordinary way says it already.
          Refused.push_back(describeKeptCall(Why->Place, *Why));
      } else if (!Chain.Calls[I].Conditional || isKeptApart(*Chain.Calls[I].Statement, Context, Refused)) {
        Left.push_back(Chain.Calls[I]);
      }
    dropLonely(Left);
    for (size_t I = 0; I < Written.size(); ++I)
      if (any_of(Left, [&](const CallSite &Site) { return Site.Child == Chain.Calls[I].Child; }))
        Trial.Calls.push_back(std::get<Expansion>(std::move(Written[I])));
    if (Trial.Calls.empty())
      continue;
    for (Expansion &E : Trial.Calls)
      if (const clang::FunctionDecl *Callee = calleeOf(Chain, E))
        E.Call.Uses = usesOfStatic(Context, *Callee);
    Trial.Images = imagesOf(Context, *Chain.Where.Compound, Trial.Calls);
    const clang::SourceManager &Sources = Context.getSourceManager();
    Trial.Text = Sources.getBufferData(Sources.getFileID(Chain.Where.Compound->getBeginLoc())).str();
    Trial.Functions = functionsOf(Chain);
    Trials.push_back(std::move(Trial));
  }
  return Trials;
}

namespace {

/// The trials that are made in one parse: their edits, and the texts they lead to.
struct Batch {
  std::vector<ChainTrial> Trials;
  EditGroup Edits;                                ///< Of all trials, sorted.
  std::map<std::string, std::string> Texts;       ///< The new ones by file.
  std::optional<std::set<std::string>> Functions; ///< Of all trials; none: any.
};

/// What came of one trial.
struct TrialResult {
  std::vector<Finding> Fused, Refused, Suppressed;
  std::vector<ProvedFusion> Fusions; ///< Their Finding counts in Fused.
  std::set<unsigned> Used;           ///< Positions of calls that some fusion needs.
  std::set<unsigned> Wrong;          ///< Calls whose text does not say what they did.

  bool tellsOf(const SourceSpan &Block) const {
    auto Names = [&](const Finding &F) {
      return any_of(F.Loops, [&](const SourceSpan &L) { return overlap(L, Block); });
    };
    return any_of(Fused, Names) || any_of(Refused, Names);
  }
};

/// One trial in the AST of the text in which its calls are expanded.
class TrialAnalysis {
public:
  TrialAnalysis(clang::ASTContext &Context, const Batch &In, const ChainTrial &Trial, const TargetFlags &Target)
      : Context(Context), In(In), Trial(Trial), Target(Target), Map(Trial.Compound.File, In.Edits) {}

  TrialResult run();

private:
  std::pair<unsigned, unsigned> childrenFor(const clang::CompoundStmt &Compound, unsigned I) const;
  std::set<unsigned> wrongExpansions(const clang::CompoundStmt &Compound) const;
  const clang::FunctionDecl *definitionOf(const ExpandedCall &Call) const;
  bool meansTheSame(const clang::CompoundStmt &Compound) const;
  bool isSameNode(const TreeNode &Old, const TreeNode &New) const;
  std::optional<unsigned> callOf(const SourceSpan &Place) const;
  SourceSpan inOldText(const SourceSpan &Place) const;
  bool crossesCalls(const Finding &F) const;
  bool isConditional(const SourceSpan &Loop) const;
  bool asksInside(ArrayRef<SourceSpan> Loops) const;
  bool mayAskInside(ArrayRef<SourceSpan> Loops) const;
  void tell(Finding &F) const;
  std::optional<EditGroup> composed(const EditGroup &Fusions) const;
  void addUnusedFunctions(const std::set<unsigned> &Used, Finding &F) const;

  clang::ASTContext &Context;
  const Batch &In;
  const ChainTrial &Trial;
  const TargetFlags &Target;
  OffsetMap Map;
};

} // namespace

const clang::FunctionDecl *TrialAnalysis::definitionOf(const ExpandedCall &Call) const {
  return findDefinition(Context, Call.Definition, Call.Body.File,
                        OffsetMap(Call.Body.File, In.Edits).forward(Call.Body.Offset));
}

/// The children of the compound statement that stand in the place of call number \p I: the first and how many.
std::pair<unsigned, unsigned> TrialAnalysis::childrenFor(const clang::CompoundStmt &Compound, unsigned I) const {
  auto IsIts = [&](const clang::Stmt *S) { return callOf(placeOf(Context, S->getBeginLoc())) == I; };
  auto First = find_if(Compound.body(), IsIts);
  return {First - Compound.body_begin(), count_if(Compound.body(), IsIts)};
}

std::set<unsigned> TrialAnalysis::wrongExpansions(const clang::CompoundStmt &Compound) const {
  std::set<unsigned> Wrong;
  unsigned Beside = Compound.size();
  for (unsigned I = 0; I < Trial.Calls.size(); ++I) {
    const ExpandedCall &Call = Trial.Calls[I].Call;
    auto [First, Count] = childrenFor(Compound, I);
    Beside -= Count;
    bool IsCall = !Call.BlockSize && !Call.Algorithm;
    const clang::FunctionDecl *Callee = IsCall ? definitionOf(Call) : nullptr;
    unsigned Expected = Callee ? numStatements(*Callee, Call) : Call.Algorithm ? Call.NumStatements : Call.BlockSize;
    if (Expected == 0 || Count != Expected || (Callee && !checkExpansion(Context, *Callee, Call, Compound, First)) ||
        (Call.Algorithm &&
         !checkAlgorithm(Context, Trial.Options.Containers, *Call.Algorithm, Compound, First, Count,
                         [&](const TreeNode &Old, const TreeNode &New) { return isSameNode(Old, New); })))
      Wrong.insert(I);
  }
  // What stands beside the calls must be there still. Of blocks all statements are compared.
  bool IsWhole = Beside == Trial.NumStatements - Trial.Calls.size();
  bool WrongBlocks = IsWhole && Wrong.empty() && Trial.opensBlocks() && !meansTheSame(Compound);
  for (unsigned I = 0; I < Trial.Calls.size(); ++I)
    if (!IsWhole || (WrongBlocks && Trial.Calls[I].Call.BlockSize))
      Wrong.insert(I);
  return Wrong;
}

/// Whether both name one thing: names of the text that was replaced are told apart by what they say alone.
bool TrialAnalysis::isSameNode(const TreeNode &Old, const TreeNode &New) const {
  if (Old.What != New.What || Old.File != New.File)
    return false;
  OffsetMap Places(Old.File, In.Edits);
  return Old.File.empty() || Places.backward(New.Offset) == Places.backward(Places.forward(Old.Offset));
}

/// Whether the statements beside the calls are those of the old text, with the same meaning, and so are the opened
/// blocks'.
bool TrialAnalysis::meansTheSame(const clang::CompoundStmt &Compound) const {
  clang::CompoundStmt::const_body_iterator Next = Compound.body_begin();
  TreeReader Reader(Context);
  for (unsigned Child = 0; Child < Trial.Images.size(); ++Child) {
    auto Expanded = find_if(Trial.Calls, [&](const Expansion &E) { return E.Call.Child == Child; });
    bool IsExpanded = Expanded != Trial.Calls.end();
    unsigned Size = IsExpanded ? childrenFor(Compound, Expanded - Trial.Calls.begin()).second : 1;
    std::vector<TreeNode> New;
    for (; Size; --Size, ++Next)
      if (!IsExpanded || Expanded->Call.BlockSize) // Of a call checkExpansion has seen to it.
        append_range(New, Reader.read(**Next));
    const std::vector<TreeNode> &Old = Trial.Images[Child];
    if (!std::equal(Old.begin(), Old.end(), New.begin(), New.end(),
                    [&](const TreeNode &A, const TreeNode &B) { return isSameNode(A, B); }))
      return false;
  }
  return true;
}

/// The call in whose place the text at \p Place stands.
std::optional<unsigned> TrialAnalysis::callOf(const SourceSpan &Place) const {
  for (unsigned I = 0; I < Trial.Calls.size(); ++I) {
    unsigned Begin = Map.forward(Trial.Calls[I].Edit.Offset);
    if (Place.File == Trial.Compound.File && Begin <= Place.Offset &&
        Place.Offset < Begin + Trial.Calls[I].Edit.Text.size())
      return I;
  }
  return std::nullopt;
}

SourceSpan TrialAnalysis::inOldText(const SourceSpan &Place) const {
  if (std::optional<unsigned> Call = callOf(Place))
    return Trial.Calls[*Call].Call.Statement;
  if (Place.File != Trial.Compound.File)
    return Place;
  return placedAt(Place, Trial.Text, Map.backward(Place.Offset), Map.backward(Place.end()));
}

/// Whether its loops come from different functions.
bool TrialAnalysis::crossesCalls(const Finding &F) const {
  std::set<std::optional<unsigned>> From;
  for (const SourceSpan &L : F.Loops)
    From.insert(callOf(L));
  return From.size() > 1;
}

/// Whether it ran under a condition, which is asked inside now.
bool TrialAnalysis::isConditional(const SourceSpan &Loop) const {
  std::optional<unsigned> Call = callOf(Loop);
  return Call && Trial.Calls[*Call].Call.BlockSize == 1;
}

bool TrialAnalysis::asksInside(ArrayRef<SourceSpan> Loops) const {
  return any_of(Loops, [&](const SourceSpan &L) { return isConditional(L); });
}

/// Whether that pays: one of the loops runs in any case, and the compiler takes the condition out again, which GCC does
/// at -O3.
bool TrialAnalysis::mayAskInside(ArrayRef<SourceSpan> Loops) const {
  bool Unswitches = !Target.IsGcc || (Target.Vectorizer.AliasChecks && !Target.Vectorizer.KnowsTripCounts);
  return (Unswitches || Trial.Options.Cost == CostModel::Always) &&
         !all_of(Loops, [&](const SourceSpan &L) { return isConditional(L); });
}

/// The finding in the words and places of the text with the calls.
void TrialAnalysis::tell(Finding &F) const {
  std::vector<std::string> Names;
  std::vector<SourceSpan> Places;
  bool HasCalls = false;
  for (const SourceSpan &L : F.Loops) {
    std::optional<unsigned> Call = callOf(L);
    bool IsCall = Call && !Trial.Calls[*Call].Call.BlockSize;
    std::string Name = IsCall ? "'" + Trial.Calls[*Call].Call.Callee + "'" : "'" + F.Function + "' itself";
    if (IsCall && Trial.Calls[*Call].Call.Algorithm)
      Name += " in line " + std::to_string(Trial.Calls[*Call].Call.Statement.Line);
    if (!is_contained(Names, Name))
      Names.push_back(Name);
    HasCalls |= IsCall;
    Places.push_back(inOldText(L));
  }
  for (const Expansion &E : Trial.Calls)
    useNames(F, E.Renamed);
  for (SourceSpan &V : F.Fading)
    V = inOldText(V);
  TextHistory History;
  History.add(Trial.Compound.File, Trial.Text, In.Edits);
  F = History.inOriginalText(std::move(F), "");
  F.Loops = std::move(Places);
  F.Place = F.Loops.front();
  F.Region = join(F.Loops.front(), F.Loops.back());
  if (!HasCalls)
    return;
  F.AcrossCalls = true;
  if (F.Refused) {
    F.Notes.insert(F.Notes.begin(), {F.Place, "the loops are those of " + listed(Names)});
    return;
  }
  std::string Old = loopsTogether(F.Loops.size());
  if (size_t At = F.Message.find(Old); At != std::string::npos)
    F.Message.replace(At, Old.size(), "the loops of " + listed(Names));
}

/// From the old text straight to the fused one: one change of what lies between the first change and the last.
std::optional<EditGroup> TrialAnalysis::composed(const EditGroup &Fusions) const {
  const std::string &File = Trial.Compound.File;
  const std::string &Expanded = In.Texts.at(File);
  unsigned Begin = Expanded.size(), End = 0;
  for (const Expansion &E : Trial.Calls) {
    unsigned At = Map.forward(E.Edit.Offset);
    Begin = std::min(Begin, At);
    End = std::max<unsigned>(End, At + E.Edit.Text.size());
  }
  int64_t Growth = 0;
  for (const TextEdit &E : Fusions) {
    if (E.File != File)
      return std::nullopt;
    Begin = std::min(Begin, E.Offset);
    End = std::max(End, E.Offset + E.Length);
    Growth += static_cast<int64_t>(E.Text.size()) - E.Length;
  }
  Expected<std::string> New = applyEdits(Expanded, File, Fusions);
  if (!New) {
    consumeError(New.takeError());
    return std::nullopt;
  }
  TextRange Old{Map.backward(Begin), Map.backward(End)};
  // Another trial's calls in between are not this one's business.
  size_t Own = count_if(In.Edits, [&](const TextEdit &E) {
    return E.File == File && Old.Begin <= E.Offset && E.Offset + E.Length <= Old.End;
  });
  if (Own != Trial.Calls.size())
    return std::nullopt;
  EditGroup Edits;
  for (TextPatch::Replacement &R : minimised(Trial.Text, {{Old, New->substr(Begin, End - Begin + Growth)}}))
    Edits.push_back({File, R.Range.Begin, R.Range.size(), std::move(R.New)});
  return Edits;
}

/// Notes the functions that nobody calls any more once the calls \p Used are taken apart.
void TrialAnalysis::addUnusedFunctions(const std::set<unsigned> &Used, Finding &F) const {
  std::set<std::string> Told;
  for (unsigned I : Used) {
    const ExpandedCall &Call = Trial.Calls[I].Call;
    size_t Gone = count_if(Used, [&](unsigned J) { return Trial.Calls[J].Call.Definition == Call.Definition; });
    if (Call.Uses == Gone && Told.insert(Call.Definition).second)
      F.Notes.push_back({Call.Name, "'" + Call.Callee + "' is not called any more and can go"});
  }
}

TrialResult TrialAnalysis::run() {
  TrialResult Out;
  std::vector<Region> Regions = findRegionsAt(Context, Trial.Compound.File, Map.forward(Trial.Compound.Offset));
  if (Regions.size() != 1 || Regions.front().Refused)
    return Out;
  Out.Wrong = wrongExpansions(*Regions.front().Compound);
  if (!Out.Wrong.empty())
    return Out;
  // A comment at a call speaks of all its loops, one in the callee of its own.
  Suppressions AtCalls(Trial.Text), AtLoops(In.Texts.at(Trial.Compound.File));
  auto IsSuppressed = [&](const Finding &F, const SourceSpan &Loop) {
    bool Crosses = crossesCalls(F);
    std::optional<unsigned> Call = Crosses ? callOf(Loop) : std::nullopt;
    std::string Check = Crosses ? "loopfuse-call-chain" : F.check();
    return AtLoops.covers(Loop, Check) || (Call && AtCalls.covers(Trial.Calls[*Call].Call.Statement, Check));
  };
  RegionReport Report = fuseRegion(Regions.front(), Trial.Options, Target, IsSuppressed);
  for (Finding &F : Report.Suppressed)
    if (crossesCalls(F)) {
      tell(F);
      Out.Suppressed.push_back(std::move(F));
    }
  EditGroup Edits;
  for (unsigned I = 0; I < Report.Findings.size(); ++I) {
    Finding &F = Report.Findings[I];
    if (!crossesCalls(F) || (asksInside(F.Loops) && !mayAskInside(F.Loops)))
      continue;
    for (const SourceSpan &L : F.Loops)
      if (std::optional<unsigned> Call = callOf(L); Call && !F.Refused)
        Out.Used.insert(*Call);
    std::vector<Finding> &List = F.Refused ? Out.Refused : Out.Fused;
    for (ProvedFusion &P : Report.Fusions)
      if (!F.Refused && P.Finding == I) {
        P.Finding = 0; // All fusions of a trial are one finding.
        P.Region = Trial.Compound;
        Out.Fusions.push_back(std::move(P));
      }
    append_range(Edits, F.Edits);
    tell(F);
    List.push_back(std::move(F));
  }
  if (Out.Fused.empty())
    return Out;
  sort(Edits);
  Finding &First = Out.Fused.front();
  for (Finding &Other : drop_begin(Out.Fused)) {
    First.Message += "; " + Other.Message;
    First.Form += "; " + Other.Form;
    First.Profit += "; " + Other.Profit;
    First.BytesSaved += Other.BytesSaved;
    First.SecondsBefore += Other.SecondsBefore;
    First.SecondsAfter += Other.SecondsAfter;
    First.Identity += Other.Identity; // Times of all together are of none of them.
    append_range(First.Loops, Other.Loops);
    append_range(First.Notes, Other.Notes);
    append_range(First.Contracted, Other.Contracted);
    append_range(First.Fading, Other.Fading);
  }
  Out.Fused.resize(1);
  addUnusedFunctions(Out.Used, First);
  std::optional<EditGroup> All = composed(Edits);
  if (All)
    First.Edits = std::move(*All);
  else
    Out.Fused.clear();
  return Out;
}

/// Takes as many trials as do not lie in each other. Those of one file come with one text.
static Batch nextBatch(std::vector<ChainTrial> &Pending) {
  Batch Next;
  std::vector<ChainTrial> Later;
  for (ChainTrial &T : Pending)
    if (any_of(Next.Trials, [&](const ChainTrial &U) { return overlap(U.Compound, T.Compound); }))
      Later.push_back(std::move(T));
    else
      Next.Trials.push_back(std::move(T));
  Pending = std::move(Later);
  for (const ChainTrial &T : Next.Trials)
    for (const Expansion &E : T.Calls)
      Next.Edits.push_back(E.Edit);
  sort(Next.Edits);
  for (const ChainTrial &T : Next.Trials) {
    if (Next.Texts.count(T.Compound.File))
      continue;
    if (Expected<std::string> Text = applyEdits(T.Text, T.Compound.File, Next.Edits))
      Next.Texts[T.Compound.File] = std::move(*Text);
    else
      consumeError(Text.takeError());
  }
  erase_if(Next.Trials, [&](const ChainTrial &T) { return !Next.Texts.count(T.Compound.File); });
  Next.Functions.emplace();
  for (const ChainTrial &T : Next.Trials)
    if (Next.Functions && T.Functions)
      Next.Functions->insert(T.Functions->begin(), T.Functions->end());
    else
      Next.Functions.reset();
  // Behind everything, so that no place changes.
  for (const ChainTrial &T : Next.Trials)
    for (const Expansion &E : T.Calls)
      Next.Texts[T.Compound.File] += E.Call.Instantiation;
  return Next;
}

static Finding wrongCall(const ExpandedCall &Call, const std::string &Why) {
  RefusalId Id = Call.Algorithm ? RefusalId::AlgorithmForm : RefusalId::CalleeForm;
  return describeKeptCall(Call.Statement, refuse(Id, Call.Statement, {Call.Callee, Why}));
}

/// The error that lies on lines of \p Span's new text.
static const ParseError *errorIn(const Batch &In, const SourceSpan &Span, ArrayRef<ParseError> Errors) {
  OffsetMap Map(Span.File, In.Edits);
  SourceSpan Now = placedAt(Span, In.Texts.at(Span.File), Map.forward(Span.Offset), Map.forward(Span.end()));
  auto Found = find_if(
      Errors, [&](const ParseError &E) { return E.File == Span.File && Now.Line <= E.Line && E.Line <= Now.EndLine; });
  return Found == Errors.end() ? nullptr : &*Found;
}

/// Calls whose statements do not compile in the caller stay, and where that cannot be told apart, all of their compound
/// statement; the others are tried again.
static void retryOthers(Batch Failed, ArrayRef<ParseError> Errors, std::vector<ChainTrial> &Pending,
                        ChainReport &Report) {
  bool IsLess = false;
  std::vector<ChainTrial> Others;
  for (ChainTrial &T : Failed.Trials) {
    auto Keep = [&](const Expansion &E, const ParseError *Why) {
      if (Why && !E.Call.BlockSize)
        Report.Findings.push_back(wrongCall(E.Call, "it does not compile in the caller: " + Why->Text));
      IsLess |= Why != nullptr;
      return Why != nullptr;
    };
    size_t Before = T.Calls.size();
    erase_if(T.Calls, [&](const Expansion &E) { return Keep(E, errorIn(Failed, E.Call.Statement, Errors)); });
    if (T.Calls.size() == Before)
      if (const ParseError *Any = errorIn(Failed, T.Compound, Errors))
        erase_if(T.Calls, [&](const Expansion &E) { return Keep(E, Any); });
    if (!T.Calls.empty())
      Others.push_back(std::move(T));
  }
  // Where nobody is to blame, nobody is tried again.
  if (IsLess)
    append_range(Pending, std::move(Others));
}

ChainReport fuseAcrossCalls(const UnitCommand &Command, const FileOverlay &Overlay, const UnitParser &Parser,
                            std::vector<ChainTrial> Trials) {
  ChainReport Report;
  std::set<std::pair<std::string, unsigned>> Told; // Compound statements whose refusals are known.
  for (unsigned Parses = 0; Parses < MaxParses && !Trials.empty(); ++Parses) {
    Batch Now = nextBatch(Trials);
    FileOverlay Expanded = Overlay;
    for (const auto &[File, Text] : Now.Texts)
      if (Error E = Expanded.set(File, Text)) {
        consumeError(std::move(E));
        return Report;
      }
    std::vector<TrialResult> Results;
    ParsedUnit Parse = Parser(
        Command, Expanded,
        [&](clang::ASTContext &Context) {
          TargetFlags Target = targetFlags(Command, Context);
          for (const ChainTrial &T : Now.Trials)
            Results.push_back(TrialAnalysis(Context, Now, T, Target).run());
        },
        Now.Functions ? &*Now.Functions : nullptr);
    if (!Parse.Succeeded) {
      retryOthers(std::move(Now), Parse.Errors, Trials, Report);
      continue;
    }
    for (size_t I = 0; I < Results.size(); ++I) {
      ChainTrial &T = Now.Trials[I];
      TrialResult &R = Results[I];
      for (unsigned Call : reverse(R.Wrong)) {
        if (!T.Calls[Call].Call.BlockSize)
          Report.Findings.push_back(wrongCall(T.Calls[Call].Call, "it would mean something else in the caller"));
        T.Calls.erase(T.Calls.begin() + Call);
      }
      if (!R.Wrong.empty()) {
        if (!T.Calls.empty())
          Trials.push_back(std::move(T));
        continue;
      }
      // A block of which nothing is told here stays with what is told of it as it stands.
      for (const Expansion &E : T.Calls)
        if (E.Call.BlockSize && R.tellsOf(E.Call.Statement))
          Report.Blocks.push_back(E.Call.Statement);
      if (Told.insert({T.Compound.File, T.Compound.Offset}).second) {
        append_range(Report.Findings, std::move(R.Refused));
        append_range(Report.Suppressed, std::move(R.Suppressed));
      }
      if (R.Used.size() == T.Calls.size() && !R.Fused.empty()) {
        for (ProvedFusion &P : R.Fusions) {
          P.Finding = Report.Findings.size();
          Report.Fusions.push_back(std::move(P));
        }
        Report.Findings.push_back(std::move(R.Fused.front()));
        continue;
      }
      if (R.Used.empty())
        continue;
      // Calls that no fusion needs stay.
      std::vector<Expansion> Needed;
      for (unsigned Call : R.Used)
        Needed.push_back(std::move(T.Calls[Call]));
      bool IsLess = Needed.size() < T.Calls.size();
      T.Calls = std::move(Needed);
      if (IsLess)
        Trials.push_back(std::move(T));
    }
  }
  return Report;
}

} // namespace loopfuse
