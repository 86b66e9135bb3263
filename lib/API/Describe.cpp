//===- Describe.cpp - plans and refusals as findings ------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/Describe.h"
#include "Cost/Features.h"
#include "Model/RowParts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <sstream>

using namespace llvm;

namespace loopfuse {

/// A header that a macro writes has no place of its own: then where the macro is called.
static const SourceSpan &headerOf(const Scop &S, unsigned M) {
  const Member &Mb = S.Members[M];
  const SourceSpan &Own = Mb.Loops.empty() ? Mb.Span : S.Loops[Mb.Loops.front()].Header;
  return Own.isValid() || Mb.Refusals.empty() ? Own : Mb.Refusals.front().Place;
}

SourceSpan join(const SourceSpan &First, const SourceSpan &Last) {
  SourceSpan Joined = First;
  if (First.File == Last.File && Last.end() > First.Offset) {
    Joined.Length = Last.end() - First.Offset;
    Joined.EndLine = Last.EndLine;
  }
  return Joined;
}

std::string loopsTogether(size_t Loops) { return formatv("these {0} loops", Loops); }

std::string listed(ArrayRef<std::string> Words) {
  std::string Out;
  for (size_t I = 0; I < Words.size(); ++I)
    Out += (I == 0 ? "" : I + 1 == Words.size() ? " and " : ", ") + Words[I];
  return Out;
}

static std::string quotedList(ArrayRef<std::string> Names) {
  std::vector<std::string> Quoted;
  for (const std::string &Name : Names)
    Quoted.push_back("'" + Name + "'");
  return listed(Quoted);
}

/// "i = 0 .. n - 1" as the user's own bounds.
static std::string describeLoop(const Scop &S, unsigned L) {
  const Loop &Lp = S.Loops[L];
  return formatv("{0} from {1} {2} {3} by {4}", Lp.Variable, toString(S, Lp.First),
                 Lp.StepSign > 0 ? "up to" : "down to", toString(S, Lp.Bound), toString(S, Lp.Step))
      .str();
}

static const char *kindOf(const Scop &S, unsigned Member) { return S.Members[Member].Launch ? "launch" : "loop"; }

static std::string describeForm(const Scop &S, const FusionGroup &Group) {
  bool IsLaunch = S.Members[Group.Members.front().Member].Launch.has_value();
  std::string Out = IsLaunch ? formatv("one launch of a kernel with the bodies of {0}: ", Group.Members.size()).str()
                             : formatv("{0} loops merged at {1} level{2}: ", Group.Members.size(), Group.Depth,
                                       Group.Depth == 1 ? "" : "s")
                                   .str();
  ListSeparator Comma;
  for (unsigned L : S.perfectLoops(S.Members[Group.Members.front().Member], Group.Depth))
    Out += std::string(StringRef(Comma)) + describeLoop(S, L);
  return Out;
}

/// What the guards assume, and what would spare them.
static void describeGuards(const Scop &S, const FusionGroup &Group, Finding &F) {
  std::string Pairs;
  for (const AliasGuard &G : Group.Guards) {
    const std::string &A = S.Arrays[G.First.Array].Name, &B = S.Arrays[G.Second.Array].Name;
    Pairs += (Pairs.empty() ? "'" : ", '") + A + "' and '" + B + "'";
    F.Notes.push_back({F.Place, aliasRemedy(S, G.First.Array, G.Second.Array) + " would spare the test for '" + A +
                                    "' and '" + B + "'"});
  }
  std::string Numbers;
  for (const Constraint &C : Group.Assumptions)
    Numbers += ", and " + toString(S, C.Expr) + " >= 0";
  F.Message += " if these do not overlap at run time: " + Pairs + Numbers;
  F.Legality = "proved where these do not overlap, which the text tests: " + Pairs + Numbers +
               "; there, no dependence between the loops is reversed";
  F.Profit += "; the original loops are kept for the other case";
}

/// ", 2 iterations behind": of a member that waits for others, in the words of a loop that counts up or down. Or that
/// it counts the other way.
static std::string delayOf(const FusionGroup &Group, const Placement &P) {
  if (P.isReversed())
    return ", its iterations in the order of the first one";
  int64_t Behind = Group.Common ? std::abs(P.Shift.front()) : 0;
  return Behind ? formatv(", {0} iteration{1} behind", Behind, Behind == 1 ? "" : "s").str() : "";
}

/// Of an array of which \p Kept inner dimensions are left.
static StringRef partName(unsigned Kept) { return Kept == 1 ? "row" : Kept == 2 ? "plane" : "block"; }

/// "'t' becomes a scalar"
static std::string become(ArrayRef<std::string> Names, StringRef What) {
  bool IsOne = Names.size() == 1;
  return formatv("{0} become{1} {2}{3}", quotedList(Names), IsOne ? "s a" : "", What, IsOne ? "" : "s");
}

/// Whether the text goes on declaring what became a scalar: something else names it, its size perhaps, so that its
/// memory is still asked for.
static bool staysDeclared(const Array &A, const Emission &Written) {
  return A.Declared.isValid() && none_of(Written.Edits, [&](const TextEdit &E) {
           return E.File == A.Declared.File && E.Offset < A.Declared.end() && A.Declared.Offset < E.Offset + E.Length;
         });
}

Finding describeFusion(const Scop &S, const CostEstimate &Cost, const Emission &Written) {
  const FusionGroup &Group = Written.Plan.Groups.front();
  Finding F;
  F.Kind = fusionKind(S, Group);
  F.Function = S.Function;
  for (const Placement &P : Group.Members)
    F.Loops.push_back(headerOf(S, P.Member));
  F.Place = F.Loops.front();
  F.Fading = Written.Fading;
  F.Region = join(S.Members[Group.Members.front().Member].Span, S.Members[Group.Members.back().Member].Span);
  std::string Rows; ///< "one row of 't'"
  std::vector<std::string> Buffers;
  for (const Contraction &C : Group.Contractions) {
    if (C.Kept) {
      Rows += (Rows.empty() ? "one " : ", one ") + partName(C.Kept).str() + " of '" + S.Arrays[C.Array].Name + "'";
      F.Notes.push_back({S.Arrays[C.Array].Declared, "'" + S.Arrays[C.Array].Name + "' keeps one " +
                                                         partName(C.Kept).str() + ", all that an iteration needs"});
      continue;
    }
    bool IsRow = bufferedIn(S, Group, C) != nullptr, IsBuffer = IsRow || isStripBuffer(S, Group, C);
    (IsBuffer ? Buffers : F.Contracted).push_back(S.Arrays[C.Array].Name);
    F.Notes.push_back({S.Arrays[C.Array].Declared, "'" + S.Arrays[C.Array].Name + "' becomes the " +
                                                       (IsRow      ? "row buffer '"
                                                        : IsBuffer ? "strip buffer '"
                                                                   : "scalar '") +
                                                       C.Scalar + "'"});
    if (!Group.isGuarded() && staysDeclared(S.Arrays[C.Array], Written))
      F.Notes.back().Text += "; '" + S.Arrays[C.Array].Name + "' stays declared, since something else names it";
  }
  for (const StayingArray &A : Written.Staying)
    F.Notes.push_back({S.Arrays[A.Array].Declared, "'" + S.Arrays[A.Array].Name + "' stays an array: " + A.Why});
  unsigned First = Group.Members.front().Member;
  F.Message = S.Members[First].Launch ? formatv("these {0} launches can be one", Group.Members.size()).str()
                                      : loopsTogether(Group.Members.size()) + " can be fused";
  if (Group.ByStrips)
    F.Message += " by strips of " + utostr(Group.ByStrips->Length);
  if (Group.ByRows)
    F.Message += " by rows";
  std::vector<std::string> Smaller; // What becomes of the arrays.
  if (!F.Contracted.empty())
    Smaller.push_back(become(F.Contracted, "scalar"));
  if (!Buffers.empty())
    Smaller.push_back(become(Buffers, "buffer"));
  if (!Rows.empty())
    Smaller.push_back(Rows + " is kept");
  if (!Smaller.empty())
    F.Message += ": " + llvm::join(Smaller, ", ");
  if (Group.Common)
    F.Message += " over the iterations they share";
  for (size_t I = 1; I < F.Loops.size(); ++I)
    F.Notes.insert(
        F.Notes.begin() + (I - 1),
        {F.Loops[I], formatv("this {0} joins it{1}", kindOf(S, First), delayOf(Group, Group.Members[I])).str()});
  for (const LooseRounding &L : Written.Rounding)
    F.Notes.push_back({L.Place, "the compiler may round '" + L.Text +
                                    "' differently after fusion: it contracts across statements; -ffp-contract=off "
                                    "keeps the bits, --fp=exact refuses this"});
  F.Form = describeForm(S, Group);
  F.Legality = S.Members[First].Launch ? "proved: what one kernel writes and another touches, one thread does"
                                       : "proved: no dependence between the loops is reversed";
  append_range(F.Contracted, Buffers);
  F.Profit = Cost.Terms;
  if (Group.isGuarded())
    describeGuards(S, Group, F);
  F.BytesSaved = Cost.BytesSaved;
  F.Ratio = Cost.Ratio;
  F.SecondsBefore = Cost.SecondsBefore;
  F.SecondsAfter = Cost.SecondsAfter;
  F.Depth = Group.Depth;
  F.Edits = Written.Edits;
  return F;
}

/// Whether it is about how the two loops go together: each by itself is understood.
static bool isOfThePair(RefusalId Id) {
  return Id == RefusalId::NotSplit || Id == RefusalId::TripCountsDiffer || Id == RefusalId::NameCapture;
}

Finding describeRefusal(const Scop &S, const PairRefusal &Pair) {
  Finding F;
  F.Function = S.Function;
  F.Loops = {headerOf(S, Pair.First), headerOf(S, Pair.Second)};
  F.Place = F.Loops.front();
  F.Region = join(S.Members[Pair.First].Span, S.Members[Pair.Second].Span);
  F.Refused = Pair.Reason;
  F.Message = Pair.Reason.message();
  F.Notes.push_back({F.Loops[1], formatv("the other {0}", kindOf(S, Pair.Second)).str()});
  if (Pair.Reason.Place.isValid() && !(Pair.Reason.Place == F.Loops[1]))
    F.Notes.push_back({Pair.Reason.Place, "the reason is here"});
  if (Pair.Reason.Proof) {
    const SourceSpan &Place = Pair.Reason.Proof->Later.Place;
    F.Notes.push_back({Place.isValid() ? Place : F.Loops[1], describe(*Pair.Reason.Proof)});
  }
  if (!StringRef(F.Message).contains(Pair.Reason.Remedy))
    F.Notes.push_back({F.Place, Pair.Reason.Remedy});
  bool Unsupported = refusalClass(Pair.Reason.Id) == RefusalClass::Unsupported && !isOfThePair(Pair.Reason.Id);
  bool Unprofitable = refusalClass(Pair.Reason.Id) == RefusalClass::Unprofitable;
  F.Form = Unsupported ? F.Message : "both loops are understood";
  F.Legality = Unsupported    ? "not asked"
               : Unprofitable ? "proved: no dependence between the loops is reversed"
                              : F.Message + (Pair.Reason.Proof ? ": " + describe(*Pair.Reason.Proof) : "");
  F.Profit = Unprofitable ? F.Message : "not asked";
  return F;
}

Finding describeRegionRefusal(const SourceSpan &Region, const Refusal &Why) {
  Finding F;
  F.Place = Why.Place.isValid() ? Why.Place : Region;
  F.Region = Region;
  F.Refused = Why;
  F.Message = Why.message();
  F.Form = F.Message;
  F.Legality = F.Profit = "not asked";
  return F;
}

Fence fenceFor(FpPolicy Policy, const TargetFlags &Target) {
  if (Policy == FpPolicy::Relaxed)
    return Fence::None;
  if (Target.RoundsFreely || (Target.Regroups && Policy == FpPolicy::Exact))
    return Fence::NoArithmetic;
  // Who lets the compiler regroup does not ask for one way to round.
  if (!Target.ContractsAcross || Target.Regroups)
    return Fence::AsWritten;
  if (Policy == FpPolicy::Exact)
    return Fence::Forbidden;
  if (Target.IsGcc)
    return Target.HasBarrier ? Fence::AssocBarrier : Fence::Unbarred;
  return Target.HonoursPragmas ? Fence::ContractOff : Fence::Unfenced;
}

Fence kernelFenceFor(FpPolicy Policy, const TargetFlags &Target) {
  if (Policy == FpPolicy::Relaxed || !Target.DeviceContracts)
    return Fence::None;
  return Policy == FpPolicy::Exact ? Fence::Forbidden : Fence::RoundedProduct;
}

static std::string toText(const isl::map &Map) {
  std::ostringstream OS;
  OS << Map;
  return OS.str();
}

static std::string dumpDependences(const Scop &S, const RegionRelations &Relations) {
  std::string Out;
  for (unsigned A = 0; A < S.Members.size(); ++A)
    for (unsigned B = A + 1; B < S.Members.size(); ++B)
      for (const Dependence &D : dependencesBetween(Relations, A, B)) {
        const char *Kind = D.Kind == DependenceKind::Flow ? "flow" : D.Kind == DependenceKind::Anti ? "anti" : "output";
        const Access &From = S.Statements[D.From.Statement].Accesses[D.From.Access];
        const Access &To = S.Statements[D.To.Statement].Accesses[D.To.Access];
        Out += formatv("{0} {1} -> {2}{3}: {4}\n", Kind, toString(S, From), toString(S, To),
                       D.Proved ? "" : " (not proved)", toText(D.Relation));
      }
  return Out;
}

static std::string dumpGraph(const Scop &S, const FusionGraph &Graph) {
  std::string Out;
  for (unsigned A = 0; A < S.Members.size(); ++A)
    for (unsigned B = A + 1; B < S.Members.size(); ++B) {
      bool Nests = S.Members[A].Kind == MemberKind::Nest && S.Members[B].Kind == MemberKind::Nest;
      Out += formatv("{0} -> {1}: {2}", A, B, Graph.KeepsOrder(A, B) ? "keeps order" : "free");
      if (Nests) {
        auto Shift = Graph.Align(A, B, 1);
        Placement First{A, {0}};
        auto Why =
            Graph.Joins(First, placedBehind(S, First, B, Shift.value_or(std::vector<int64_t>{0})), 1, Iterations::Same);
        Out += Why ? formatv(", apart: {0}", refusalName(Why->Id)).str() : std::string(", may join");
      }
      Out += "\n";
    }
  return Out;
}

static std::string dumpPlan(const Scop &S, const FusionPlan &Plan) {
  std::string Out;
  for (const FusionGroup &G : Plan.Groups) {
    if (G.Members.size() < 2)
      continue;
    Out += formatv("group depth {0}:", G.Depth);
    for (const Placement &P : G.Members) {
      Out += formatv(" {0}", P.Member);
      if (any_of(P.Shift, [](int64_t X) { return X != 0; }))
        Out += formatv(" shifted by ({0:$[, ]})", make_range(P.Shift.begin(), P.Shift.end()));
      if (P.isReversed())
        Out += " reversed";
    }
    for (unsigned M : G.Before)
      Out += formatv(", {0} before", M);
    for (unsigned M : G.After)
      Out += formatv(", {0} after", M);
    if (G.Common)
      Out += formatv(", over the common range, {0} prologue(s), {1} epilogue(s)", G.Common->Prologues.size(),
                     G.Common->Epilogues.size());
    if (G.ByStrips)
      Out += formatv(", by strips of {0} with inner loops from {1:$[, ]}", G.ByStrips->Length,
                     make_range(G.ByStrips->Begins.begin(), G.ByStrips->Begins.end()));
    if (G.ByRows)
      for (const RowLoop &Row : G.ByRows->Loops)
        Out += formatv(", loop {0} by {1} with {2} reduction(s)", Row.Loop, Row.IsWhole ? "rows" : "strips of rows",
                       Row.Reductions.size());
    for (const Contraction &C : G.Contractions)
      Out += C.Kept ? formatv(", {0} keeps {1} dimension(s)", S.Arrays[C.Array].Name, C.Kept).str()
                    : formatv(", {0} -> {1}", S.Arrays[C.Array].Name, C.Scalar).str();
    Out += "\n";
  }
  for (const PairRefusal &P : Plan.Refused)
    Out += formatv("{0} and {1} apart: {2}\n", P.First, P.Second, refusalName(P.Reason.Id));
  return Out;
}

static std::string dumpEdits(const std::vector<Finding> &Findings) {
  std::string Out;
  for (const Finding &F : Findings)
    for (const TextEdit &E : F.Edits)
      Out += formatv("{0}:{1}+{2}: \"{3}\"\n", E.File, E.Offset, E.Length, StringRef(E.Text));
  return Out;
}

std::string dump(PrintStage Stage, const Scop &S, const RegionRelations &Relations, const FusionGraph &Graph,
                 const FusionPlan &Plan, const std::vector<Finding> &Findings) {
  std::string Title = formatv("{0}:{1}: region in {2}\n", S.Span.File, S.Span.Line, S.Function);
  switch (Stage) {
  case PrintStage::None:
    return "";
  case PrintStage::Regions:
    return Title;
  case PrintStage::Scop:
    return print(S);
  case PrintStage::Deps:
    return Title + dumpDependences(S, Relations);
  case PrintStage::Graph:
    return Title + dumpGraph(S, Graph);
  case PrintStage::Plan:
    return Title + dumpPlan(S, Plan);
  case PrintStage::Edits:
    return Title + dumpEdits(Findings);
  }
  llvm_unreachable("covered switch");
}

} // namespace loopfuse
