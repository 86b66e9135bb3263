//===- Fuse.cpp - the pipeline over one translation unit --------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first file to read. A translation unit goes through
//
//   findRegions -> extractScop -> buildAccessRelations -> choosePlan
//     -> checkLegality -> estimateByRules -> emitFusion -> Finding
//
// Every stage is a function on values. The planner and the cost model are not
// trusted: only checkLegality makes the LegalPlan that emitFusion asks for.
//
//===----------------------------------------------------------------------===//
#include "API/Fuse.h"
#include "API/Describe.h"
#include "API/Instances.h"
#include "API/Suppressions.h"
#include "Cost/ChooseRows.h"
#include "Cost/ChooseStrips.h"
#include "Cost/Features.h"
#include "Frontend/CudaLaunch.h"
#include "Frontend/Extraction.h"
#include "Model/RowParts.h"
#include "Plan/Planner.h"
#include "Poly/Alignment.h"
#include "Poly/Assumptions.h"
#include "Poly/Footprint.h"
#include "Poly/RowForm.h"
#include "Poly/Strips.h"
#include "Support/Blanks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/xxhash.h"
#include <map>

using namespace llvm;

namespace loopfuse {

namespace {

/// Plans made for one region: each new one costs all its proofs again.
constexpr unsigned MaxPlans = 4;

/// Questions about what loops of different iterations share: each takes milliseconds, and a region of thousands of
/// loops has tens of thousands.
constexpr unsigned MaxCommonRanges = 256;

/// Shifts count from the first member, and it gives the direction.
std::vector<Placement> startingAtFirst(const Scop &S, std::vector<Placement> Members) {
  std::vector<int64_t> Origin = Members.empty() ? std::vector<int64_t>() : Members.front().Shift;
  for (Placement &P : Members)
    for (size_t D = 0; D < P.Shift.size(); ++D)
      P.Shift[D] -= Origin[D];
  if (!Members.empty()) {
    Members.front().Reversed.clear();
    for (Placement &P : drop_begin(Members))
      P = placedBehind(S, Members.front(), P.Member, std::move(P.Shift));
  }
  return Members;
}

/// One region on its way through the stages.
class RegionPipeline {
public:
  RegionPipeline(const ExtractedRegion &Region, const SourceSpan &Span, const FuseOptions &Options,
                 const TargetFlags &Target, const FunctionVariables *Variables, const std::set<unsigned> &KeptOut)
      : Region(Region), S(Region.Model), Span(Span), Options(Options), Target(Target), Variables(Variables),
        KeptOut(KeptOut), Isl(Options.IslOperations), Graph(graph()) {}

  RegionReport run() {
    FusionPlan Plan = fuseGroups();
    auto MayAlias = [](const PairRefusal &P) { return P.Reason.Id == RefusalId::MayAlias; };
    // What needs no guard goes first: with it done, a later round sees what is left.
    if (Options.Alias == AliasPolicy::Guard && Relations && Accepted.Groups.empty() && any_of(Plan.Refused, MayAlias)) {
      Relations->LeavesToGuards = true;
      Plan = fuseGroups();
    }
    if (Options.Alias == AliasPolicy::Guard && Relations && Accepted.Groups.empty())
      Plan = fuseUnderAssumptions(std::move(Plan));
    for (const PairRefusal &P : Plan.Refused)
      Report.Findings.push_back(describeRefusal(S, P));
    if (Options.Print != PrintStage::None)
      Report.Dump = dump(Options.Print, S, relations(), Graph, Plan, Report.Findings);
    return std::move(Report);
  }

private:
  /// Made when the first question is asked: most regions of real code hold no two loops that can be compared.
  const RegionRelations &relations() {
    if (!Relations)
      Relations.emplace(buildAccessRelations(Isl, S, Options.Alias));
    return *Relations;
  }

  /// Tries again with what the proof for a refused pair lacks, if that can be tested at run time. Gives back \p Refused
  /// if nothing comes of it.
  FusionPlan fuseUnderAssumptions(FusionPlan Refused) {
    unsigned Tries = 0;
    for (const PairRefusal &P : Refused.Refused) {
      if (P.Reason.Id != RefusalId::AccessNotAffine && P.Reason.Id != RefusalId::MayAlias)
        continue;
      std::vector<Constraint> Missing = missingAssumptions(Isl, *Relations, P.First, P.Second);
      if (Missing.empty())
        continue;
      RegionReport Before = Report;
      RegionRelations Plain = std::move(*Relations);
      Relations.emplace(buildAccessRelations(Isl, S, Options.Alias, std::move(Missing)));
      Relations->LeavesToGuards = true;
      FusionPlan Plan = fuseGroups();
      if (!Accepted.Groups.empty())
        return Plan;
      Relations = std::move(Plain);
      Report = std::move(Before);
      if (++Tries == MaxPlans)
        break;
    }
    return Refused;
  }

  /// Chooses groups and fuses them. Two loops that proved to be no good together are kept apart from then on, and the
  /// plan is made anew: what was to stand with them may fit elsewhere.
  FusionPlan fuseGroups() {
    FusionPlan Plan;
    size_t Known = 0;
    Apart.clear();
    for (unsigned Plans = 0; Plans == 0 || (Apart.size() > Known && Plans < MaxPlans); ++Plans) {
      Known = Apart.size();
      Accepted.Groups.clear();
      Report = {};
      Plan = choosePlan(S, Graph, KeptOut);
      for (FusionGroup &Group : Plan.Groups)
        while (Group.Members.size() >= 2)
          Group.Members = fuseFirst(Group);
    }
    addReasons(Plan);
    Plan.Groups = Accepted.Groups;
    return Plan;
  }

  /// Fuses the longest run of the group's first members that can be fused. Returns the others.
  std::vector<Placement> fuseFirst(FusionGroup Group) {
    std::vector<Placement> Others;
    while (Group.Members.size() >= 2 && !fuse(Group)) {
      Others.insert(Others.begin(), std::move(Group.Members.back()));
      Group.Members.pop_back();
    }
    if (!Others.empty())
      Apart.insert({{Group.Members.back().Member, Others.front().Member}, *Refused});
    return startingAtFirst(S, std::move(Others));
  }

  /// What the planner could not know.
  void addReasons(FusionPlan &Plan) const {
    for (const auto &[Pair, Why] : Apart)
      if (none_of(Plan.Refused, [&Pair = Pair](const PairRefusal &P) { return std::pair(P.First, P.Second) == Pair; }))
        Plan.Refused.push_back({Pair.first, Pair.second, Why});
  }

  FusionGraph graph() {
    return {[this](const Placement &Earlier, const Placement &Later, unsigned Depth, Iterations Expected) {
              auto Known = Apart.find({Earlier.Member, Later.Member});
              return Known != Apart.end() ? Known->second
                                          : checkPair(Isl, relations(), Earlier, Later, Depth, Expected);
            },
            [this](unsigned Earlier, unsigned Later, unsigned Depth) {
              return alignDomains(Isl, relations(), Earlier, Later, Depth);
            },
            [this](unsigned Earlier, unsigned Later) {
              return CommonRanges < MaxCommonRanges ? leastShift(Isl, relations(), Earlier, Later) : std::nullopt;
            },
            [this](const FusionGroup &Group, int64_t Few) { return commonRange(Group, Few); },
            [this](unsigned Earlier, unsigned Later) {
              auto [It, IsNew] = Order.try_emplace({Earlier, Later});
              if (IsNew)
                It->second = mustKeepOrder(relations(), Earlier, Later);
              return It->second;
            }};
  }

  std::variant<CommonRange, Refusal> commonRange(const FusionGroup &Group, int64_t Few) {
    if (++CommonRanges > MaxCommonRanges)
      return refuse(RefusalId::Quota, S.Members[Group.Members.back().Member].Span);
    return findCommonRange(Isl, relations(), Group, Few);
  }

  /// Fuses a group at the innermost level that pays. Where it does not, the loops around may: they keep the inner loops
  /// apart.
  bool fuse(FusionGroup &Group) {
    if (Options.Grain == Granularity::Strip && fuseByStrips(Group))
      return true;
    if (fuseAtItsDepth(Group))
      return true;
    bool MayGainByStrips = Refused->Id == RefusalId::LosesVectorization || Refused->Id == RefusalId::StoresTakeTurns;
    if (MayGainByStrips && Options.Grain == Granularity::Auto && fuseByStrips(Group))
      return true;
    if (Group.Common || Group.Depth == 1 || refusalClass(Refused->Id) != RefusalClass::Unprofitable)
      return false;
    FusionGroup Outer = Group;
    --Outer.Depth;
    for (Placement &P : Outer.Members)
      cutTo(P, Outer.Depth);
    Refusal Why = *Refused;
    return fuse(Outer) || refused(std::move(Why));
  }

  /// Keeps the inner loops apart but for a strip at a time. Leaves what was refused before as the reason.
  bool fuseByStrips(const FusionGroup &Group) {
    std::optional<Refusal> Why = Refused;
    FusionGroup Cut = Group;
    auto Measure = [this](const FusionGroup &G) { return measure(G); };
    Cut.ByStrips =
        Group.Common || relations().LeavesToGuards ? std::nullopt : chooseStrips(S, Group, Options.Grain, Measure);
    if (Cut.ByStrips && fuseAtItsDepth(Cut))
      return true;
    Refused = std::move(Why);
    return false;
  }

  /// By rows, if anything gains by them and they can be written.
  bool fuseAtItsDepth(FusionGroup &Group) {
    Group.ByRows.reset();
    if (is_contained({Granularity::Auto, Granularity::Row}, Options.Grain)) {
      FusionGroup ByRows = Group;
      ByRows.ByRows = chooseRows(ByRows);
      if (ByRows.ByRows && fuseAsPlanned(ByRows))
        return true;
    }
    return fuseAsPlanned(Group);
  }

  /// The row loops that gain by it, with strips such that their buffers are not too large for the stack.
  std::optional<RowForm> chooseRows(FusionGroup Group) {
    RowForm Rows;
    Rows.Length = RowStrip;
    if (S.Members[Group.Members.front().Member].Launch)
      return std::nullopt;
    for (unsigned Loop : rowCandidates(S, Group)) {
      if (any_of(Rows.Loops, [&](const RowLoop &Row) { return isInside(S, Loop, Row.Loop); }))
        continue;
      auto Gains = [&](unsigned Reduction) {
        return gainsByRow(S, *S.Loops[Reduction].Parent, Reduction, Options.Grain, Target.IsGcc);
      };
      if (std::optional<RowLoop> Row = findRowLoop(Isl, relations(), Group, Loop, Gains)) {
        Rows.Loops.push_back(std::move(*Row));
        if (isMergedRow(S, Group, Rows.Loops.front()))
          break;
      }
    }
    if (Rows.Loops.empty())
      return std::nullopt;
    Group.ByRows = Rows;
    contract(Group);
    cutEvenly(S, Group);
    while (Group.ByRows->Length > ShortestRowStrip && rowBufferBytes(S, Group) > MaxBufferBytes)
      Group.ByRows->Length /= 2;
    return Group.ByRows;
  }

  /// Proves, judges and rewrites one group. Leaves the reason in Refused if one of them says no.
  bool fuseAsPlanned(FusionGroup &Group) {
    if (std::optional<Refusal> Why = placeBetween(S, Graph, Group))
      return refused(*Why);
    if (Group.Common) {
      auto Common = findCommonRange(Isl, relations(), Group, FewIterations);
      if (auto *Why = std::get_if<Refusal>(&Common))
        return refused(*Why);
      Group.Common = std::get<CommonRange>(std::move(Common));
    }
    contract(Group);
    if (relations().LeavesToGuards)
      if (std::optional<Refusal> Why = addGuards(Isl, relations(), Group))
        return refused(*Why);
    FusionPlan WithGroup = Accepted;
    WithGroup.Groups.push_back(Group);
    auto Proved = checkLegality(Isl, relations(), WithGroup);
    if (auto *Why = std::get_if<Refusal>(&Proved))
      return refused(*Why);

    const SourceSpan &Place = S.Loops[S.Members[Group.Members.front().Member].Loops.front()].Header;
    CostEstimate Cost = estimate(Group, Place);
    // What was measured is known by the text, which is not there yet.
    if (Cost.Refused && Options.Cost != CostModel::Always && Options.Cost != CostModel::Recorded)
      return refused(*Cost.Refused);

    const LegalPlan &Legal = std::get<LegalPlan>(Proved);
    Fence InKernels = kernelFenceFor(Options.Fp, Target);
    // No pragma of the host's compiler speaks to the device's.
    bool IsDevice = isDeviceCode(*Region.Ast.Function) && InKernels != Fence::None;
    EmitOptions Fences{IsDevice ? Fence::Forbidden : fenceFor(Options.Fp, Target), InKernels, Variables};
    auto Emitted = emitFusion(Region, Legal, WithGroup.Groups.size() - 1, Fences);
    if (auto *Why = std::get_if<Refusal>(&Emitted))
      return refused(*Why);
    Emission &Written = std::get<Emission>(Emitted);
    if (overlapsEarlierEdits(Written.Edits))
      return refused(refuse(RefusalId::StatementBetween, Place, {"its text is moved by another fusion"}));

    append_range(Written.Staying, Staying);
    // The rewriter may have left an array that the text does not let it contract.
    Finding Fusion = describeFusion(S, Cost, Written);
    Fusion.Identity = identityOf(Fusion);
    if (Options.Cost == CostModel::Recorded)
      if (std::optional<Refusal> Why = refusedByRecord(Fusion, Cost))
        return refused(*Why);

    Accepted = std::move(WithGroup);
    Report.Findings.push_back(std::move(Fusion));
    if (!Kept)
      Kept = std::make_shared<const Scop>(S);
    unsigned Number = Report.Findings.size() - 1;
    Report.Fusions.push_back({Kept, std::move(Written.Plan), Span, outerTexts(Region.Ast), Number});
    return true;
  }

  /// Times are told wherever a machine is named; only the roofline refuses by them.
  CostEstimate estimate(const FusionGroup &Group, const SourceSpan &Place) const {
    PlanFeatures Features = measure(Group);
    if (Options.Cost != CostModel::Roofline && !Options.OnMachine)
      return estimateByRules(Features, Place);
    const Machine &Generic = Features.IsOfDevice ? genericGpu() : genericCpu();
    bool Fits = Options.OnMachine && Options.OnMachine->Kind == Generic.Kind;
    CostEstimate E = estimateByRoofline(Features, Fits ? *Options.OnMachine : Generic, Place);
    if (Options.Cost != CostModel::Roofline && E.Refused && E.Refused->Id == RefusalId::NotFaster)
      E.Refused.reset();
    return E;
  }

  /// Outlives edits elsewhere and moves of the file: what is fused, how, and its text.
  std::string identityOf(const Finding &F) const {
    const clang::SourceManager &Sources = Region.Ast.Function->getASTContext().getSourceManager();
    StringRef Text = Sources.getBufferData(Sources.getFileID(Region.Ast.Compound->getBeginLoc()));
    std::string Whole =
        F.Function + '\n' + F.Message + '\n' + withoutBlanks(Text.substr(F.Region.Offset, F.Region.Length));
    return utohexstr(xxh3_64bits(ArrayRef(reinterpret_cast<const uint8_t *>(Whole.data()), Whole.size())),
                     /*LowerCase=*/true, /*Width=*/16);
  }

  /// What was measured counts; without that the rules do.
  std::optional<Refusal> refusedByRecord(const Finding &F, const CostEstimate &ByRules) const {
    std::vector<RecordedTime> Times;
    if (Options.Record)
      Times = Options.Record->of(F.Identity, Options.OnMachine ? Options.OnMachine->Name : "");
    if (Times.empty())
      return ByRules.Refused;
    std::string Why = slowerAsMeasured(Times);
    return Why.empty() ? std::nullopt : std::optional(refuse(RefusalId::NotFaster, F.Place, {Why}));
  }

  PlanFeatures measure(const FusionGroup &Group) const {
    auto Overlap = [this](unsigned A, unsigned B, bool BothWritten) {
      return compilerMustCheck(S, A, B, BothWritten, Target.Vectorizer.UsesTypes);
    };
    // Threads of a device need no vectors.
    VectorizerFlags None;
    bool IsOfLaunches = S.Members[Group.Members.front().Member].Launch.has_value();
    return measureFeatures(S, Group, IsOfLaunches ? None : Target.Vectorizer, Overlap);
  }

  /// Adds every array that may become a scalar.
  void contract(FusionGroup &Group) {
    Group.Contractions.clear();
    Staying.clear();
    if (Group.Common)
      return;
    for (unsigned A = 0; A < S.Arrays.size(); ++A) {
      if (relations().LeavesToGuards && !isOnlyTouchedBy(Group, A))
        continue;
      std::string Why;
      if (auto C = findContraction(Isl, relations(), Group, A, &Why); C && !(Group.ByStrips && C->Kept))
        Group.Contractions.push_back(std::move(*C));
      else if (!C && isTemporaryOf(relations(), Group, A))
        Staying.push_back({A, std::move(Why)});
    }
    shortenStrips(Group);
  }

  /// Until the buffers are not too large for the stack.
  void shortenStrips(FusionGroup &Group) const {
    uint64_t Bytes = 0;
    for (const Contraction &C : Group.Contractions)
      if (Group.ByStrips && isStripBuffer(S, Group, C))
        Bytes += S.Arrays[C.Array].ElementBytes;
    while (Group.ByStrips && Bytes * Group.ByStrips->Length > MaxBufferBytes)
      Group.ByStrips->Length /= 2;
  }

  /// Whether the members of the group alone touch the array: its life goes on beside a guard's fused branch.
  bool isOnlyTouchedBy(const FusionGroup &Group, unsigned Array) const {
    return none_of(S.Statements, [&](const Statement &St) {
      return any_of(St.Accesses, [&](const Access &A) { return A.Array == Array; }) &&
             none_of(Group.Members, [&](const Placement &P) { return P.Member == St.Member; });
    });
  }

  bool refused(Refusal Why) {
    Refused = std::move(Why);
    return false;
  }

  bool overlapsEarlierEdits(const EditGroup &Edits) const {
    auto Overlap = [](const TextEdit &A, const TextEdit &B) {
      return A.File == B.File && A.Offset < B.Offset + B.Length + 1 && B.Offset < A.Offset + A.Length + 1;
    };
    for (const Finding &F : Report.Findings)
      for (const TextEdit &A : F.Edits)
        if (any_of(Edits, [&](const TextEdit &B) { return Overlap(A, B); }))
          return true;
    return false;
  }

  const ExtractedRegion &Region;
  const Scop &S;
  const SourceSpan &Span;
  const FuseOptions &Options;
  const TargetFlags &Target;
  const FunctionVariables *Variables; ///< Of the function: each fusion asks, and the walk over it costs.
  const std::set<unsigned> &KeptOut;  ///< Members.
  unsigned CommonRanges = 0;          ///< Asked for by the planner.
  IslContext Isl;                     // Outlives every isl object below.
  std::optional<RegionRelations> Relations;
  DenseMap<std::pair<unsigned, unsigned>, bool> Order; ///< The graph's answers: each newcomer asks for the same ones.
  FusionGraph Graph;
  FusionPlan Accepted;
  std::optional<Refusal> Refused;
  std::map<std::pair<unsigned, unsigned>, Refusal> Apart; ///< Members that only their fusion showed to be no good.
  std::shared_ptr<const Scop> Kept;                       ///< What the accepted fusions were proved of.
  RegionReport Report;
  std::vector<StayingArray> Staying; ///< Of the group at hand: temporaries that may not be contracted.
};

} // namespace

/// Moves the fusions that hold a suppressed loop to Suppressed, and adds those loops' members to \p KeptOut. False if
/// there are none.
static bool keepOut(const Scop &S, RegionReport &Report, LoopSuppression IsSuppressed, std::set<unsigned> &KeptOut,
                    std::vector<Finding> &Suppressed) {
  size_t Before = KeptOut.size();
  for (const Finding &F : Report.Findings) {
    if (F.Refused)
      continue;
    bool Any = false;
    for (const SourceSpan &Loop : F.Loops)
      if (IsSuppressed(F, Loop))
        for (unsigned M = 0; M < S.Members.size(); ++M)
          if (!S.Members[M].Loops.empty() && S.Loops[S.Members[M].Loops.front()].Header == Loop)
            Any |= KeptOut.insert(M).second;
    if (!Any)
      continue;
    Suppressed.push_back(F);
    Suppressed.back().Edits.clear();
  }
  return KeptOut.size() > Before;
}

RegionReport fuseRegion(const Region &R, const FuseOptions &Options, const TargetFlags &Target,
                        LoopSuppression IsSuppressed) {
  RegionReport Report;
  if (R.Refused) {
    Report.Findings.push_back(describeRegionRefusal(R.Span, *R.Refused));
  } else {
    ExtractedRegion Extracted = extractScop(R, {Options.Containers, Options.Alias == AliasPolicy::Guard});
    const FunctionVariables *Variables = R.Facts && R.Facts->Variables ? &*R.Facts->Variables : nullptr;
    std::set<unsigned> KeptOut;
    std::vector<Finding> Suppressed;
    do
      Report = RegionPipeline(Extracted, R.Span, Options, Target, Variables, KeptOut).run();
    while (keepOut(Extracted.Model, Report, IsSuppressed, KeptOut, Suppressed));
    Report.Suppressed = std::move(Suppressed);
  }
  Report.Span = R.Span;
  return Report;
}

UnitReport fuseUnit(clang::ASTContext &Context, const FuseOptions &Options, const TargetFlags &Target,
                    function_ref<bool(StringRef)> WantsFile) {
  std::vector<RegionReport> Reports;
  StringMap<Suppressions> Comments;
  for (const Region &R : findRegions(Context, WantsFile)) {
    const clang::SourceManager &Sources = Context.getSourceManager();
    auto [Own, IsNew] = Comments.try_emplace(R.Span.File, "");
    if (IsNew && R.Span.isValid())
      Own->second = Suppressions(Sources.getBufferData(Sources.getFileID(R.Compound->getBeginLoc())));
    Reports.push_back(fuseRegion(R, Options, Target, [&Own = Own->second](const Finding &F, const SourceSpan &Loop) {
      return Own.covers(Loop, F.check());
    }));
  }
  return mergeInstances(std::move(Reports));
}

} // namespace loopfuse
