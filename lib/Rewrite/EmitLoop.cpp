//===- EmitLoop.cpp - the text of a fused loop nest -----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/EmitLoop.h"
#include "Rewrite/Contract.h"
#include "Rewrite/EmitKernel.h"
#include "Rewrite/Fences.h"
#include "Rewrite/Format.h"
#include "Rewrite/GuardText.h"
#include "Rewrite/HeaderNames.h"
#include "Rewrite/Indent.h"
#include "Rewrite/MergeDirectives.h"
#include "Rewrite/MovedNames.h"
#include "Rewrite/Products.h"
#include "Rewrite/Release.h"
#include "Rewrite/RowLoops.h"
#include "Rewrite/SplitLoops.h"
#include "Rewrite/StripLoops.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

/// Of the loops around a fused nest.
static constexpr size_t MostLinesAround = 40;

namespace {
/// Everything about one fusion while its text is made.
class Emitter {
public:
  Emitter(const FileText &File, const ExtractedRegion &Region, const FusionPlan &Plan, unsigned Group,
          const EmitOptions &Options)
      : File(File), Region(Region), Plan(Plan), Group(Plan.Groups[Group]), Options(Options), Patch(File.text()),
        Variables(Options.Variables
                      ? *Options.Variables
                      : FunctionVariables(*Region.Ast.Context, *Region.Ast.Function, standardContainers())),
        Fresh(*Region.Ast.Context, Variables) {}

  std::optional<Refusal> run();
  Emission result();

private:
  std::optional<Refusal> readBodies();
  std::optional<Refusal> mapVariables();
  void chooseScopes();
  std::optional<Refusal> cut();
  unsigned earlierStrips() const;
  std::optional<Refusal> readRowLoops();
  std::optional<Refusal> expandRowLoops();
  void contract();
  void dropUnusedCopies(FusedBody &Body) const;
  LeftOver leftOver() const;
  void removeUnused();
  void moveText();
  void moveIntoStrips();
  std::optional<Refusal> chooseAtRunTime();
  std::optional<Refusal> split();
  void addAround(const Layout &Style);
  bool onOneLine() const;
  Layout layout() const;
  const MemberText &member(unsigned M) const { return Members[M - Group.Members.front().Member]; }
  std::vector<MemberText> outsiders(ArrayRef<unsigned> Which) const;
  std::vector<MovedPiece> piecesInFront() const;

  const FileText &File;
  const ExtractedRegion &Region;
  const FusionPlan &Plan;
  const FusionGroup &Group;
  const EmitOptions &Options;
  TextPatch Patch;
  FunctionVariables Variables;
  FreshNames Fresh;
  std::vector<MemberText> Members;
  std::vector<FusedBody> Bodies;
  std::vector<NameUse> Names; ///< Per body.
  std::vector<Contraction> Contracted;
  std::vector<StayingArray> Staying;
  std::vector<LooseRounding> Rounding;
  SplitLoops Around;
  std::optional<StripText> Strip;
  std::vector<RowText> Rows;
  StripConstant RowLength;
  std::vector<TextRange> Removed;
  std::vector<TextRange> Rebound; ///< See MovedVariables.
  std::vector<std::string> CountersBehind;
  std::vector<SourceSpan> Fading; ///< See Finding.
};
} // namespace

std::optional<Refusal> Emitter::readBodies() {
  auto All = membersOf(File, Region, Group);
  if (auto *R = std::get_if<Refusal>(&All))
    return *R;
  Members = std::get<std::vector<MemberText>>(std::move(All));
  for (unsigned B = 0; B < Group.Members.size(); ++B) {
    const Placement &P = Group.Members[B];
    bool IsLast = B + 1 == Group.Members.size() || leaderOf(Group, B + 1) != leaderOf(Group, B);
    auto Body = bodyOf(File, Region, member(P.Member), Group.Depth, IsLast);
    if (auto *R = std::get_if<Refusal>(&Body))
      return *R;
    BodyText &Text = std::get<BodyText>(Body);
    Names.push_back(namesIn(File, *Text.Body, Text.Content));
    Bodies.push_back({std::move(Text), member(P.Member).Leading, {}, {}, false, {}});
  }
  return std::nullopt;
}

static Refusal captured(const FileText &File, const MemberText &Place, StringRef Name) {
  return refuse(RefusalId::NameCapture, File.span(Place.Statement), {Name.str(), ""});
}

std::optional<Refusal> Emitter::mapVariables() {
  VariableContext C{File, Region, Group, Variables, Fresh};
  std::vector<const VarDecl *> LoopVariables;
  for (const Placement &P : Group.Members)
    for (unsigned L : Region.Model.perfectLoops(Region.Model.Members[P.Member], Group.Depth))
      LoopVariables.push_back(Region.Ast.LoopVariables[L]);
  for (unsigned B = 1; B < Bodies.size(); ++B) {
    const BodyText &Kept = Bodies[leaderOf(Group, B)].Text;
    if (&Kept == &Bodies[B].Text)
      continue; // It keeps its header.
    if (std::string Name = nameChangedByHeaders(File, Kept, Bodies[B].Text, Names[B], LoopVariables); !Name.empty())
      return captured(File, member(Bodies[B].Text.Member), Name);
    auto Moved = mapLoopVariables(C, Kept, Bodies[B].Text, B, Names[B], Patch);
    if (auto *R = std::get_if<Refusal>(&Moved))
      return *R;
    const MovedVariables &V = std::get<MovedVariables>(Moved);
    Bodies[B].Inside = V.Declarations;
    llvm::append_range(Rebound, V.Rebound);
    llvm::append_range(CountersBehind, V.Behind);
    for (const std::string &Name : V.Names)
      Names[B].DeclaredAtTop.insert(Name);
    for (unsigned L : Region.Model.perfectLoops(Region.Model.Members[Kept.Member], Group.Depth))
      for (StringRef Name : namesOf(*Region.Ast.LoopVariables[L]))
        Names[B].InText.insert(Name);
  }
  return std::nullopt;
}

// A body whose names the bodies behind it would see gets a scope of its own; where both declare one name, both do. So
// does one that declares a name of the header that is kept.
void Emitter::chooseScopes() {
  for (FusedBody &B : Bodies)
    B.OwnScope = B.Text.Continue && !B.Text.Continue->Skip;
  // C89 has declarations at the beginning of blocks only.
  if (!File.langOpts().CPlusPlus && !File.langOpts().C99)
    for (unsigned B = 1; B < Bodies.size(); ++B)
      Bodies[B].OwnScope |= !Names[B].DeclaredAtTop.empty() || !Bodies[B].Inside.empty();
  for (unsigned B = 1; B < Bodies.size(); ++B)
    for (const auto &Entry : headerNames(*Bodies[leaderOf(Group, B)].Text.Loops.back()))
      Bodies[B].OwnScope |= leaderOf(Group, B) != B && Names[B].DeclaredAtTop.contains(Entry.getKey());
  for (unsigned A = 0; A < Bodies.size(); ++A)
    for (unsigned B = A + 1; B < Bodies.size() && leaderOf(Group, A) == leaderOf(Group, B); ++B) {
      if (Names[A].NeedsScope || !capturedName(Names[A], Names[B]).empty())
        Bodies[A].OwnScope = true;
      for (const auto &Entry : Names[A].DeclaredAtTop)
        if (Names[B].DeclaredAtTop.contains(Entry.getKey()))
          Bodies[A].OwnScope = Bodies[B].OwnScope = true;
    }
}

static void addIdentifiers(const FileText &File, StringRef Text, StringSet<> &Out) {
  std::string Terminated = Text.str();
  for (const RawToken &T : rawTokens(Terminated, {0, static_cast<unsigned>(Text.size())}, File.langOpts()))
    if (T.Kind == tok::raw_identifier)
      Out.insert(Text.slice(T.Range.Begin, T.Range.End));
}

/// Groups of the region that have a constant for their strips already.
unsigned Emitter::earlierStrips() const {
  return llvm::count_if(Plan.Groups, [&](const FusionGroup &G) {
    return &G != &Group &&
           (G.ByStrips || (G.ByRows && any_of(G.ByRows->Loops, [](const RowLoop &Row) { return !Row.IsWhole; })));
  });
}

std::optional<Refusal> Emitter::readRowLoops() {
  auto Text = readRows({File, Region, Group, Variables, Fresh}, Bodies);
  if (auto *R = std::get_if<Refusal>(&Text))
    return *R;
  Rows = std::get<std::vector<RowText>>(std::move(Text));
  for (const RowText &Row : Rows)
    if (Row.Plan->IsWhole && !Row.IsMerged && !Row.NeedsBlock)
      for (const RowBuffer &B : Row.Buffers)
        Names[Row.Body].DeclaredAtTop.insert(B.Variable->getName());
  return std::nullopt;
}

// Where the compiler contracts across statements, a value that stays in a register could have been part of a fused
// multiply-add that one in a buffer is not part of, or the other way round.
std::optional<Refusal> Emitter::expandRowLoops() {
  bool IsMerged = any_of(Rows, [](const RowText &Row) { return Row.IsMerged; });
  if ((IsMerged && Bodies.front().OwnScope) || any_of(Bodies, [](const FusedBody &B) { return !B.Fenced.empty(); }))
    return refuse(RefusalId::NotSplit, File.span(Bodies.front().Text.Content), {"rows beside scopes and fences"});
  for (const RowText &Row : Rows)
    for (const RowBuffer &B : Row.Buffers) {
      if (is_contained({Fence::None, Fence::AsWritten}, Options.ContractionFence) ||
          !holdsFloats(B.Variable->getType()))
        continue;
      std::optional<TextRange> Place = File.token(B.Variable->getLocation());
      if (!Place || is_contained({Fence::Forbidden, Fence::NoArithmetic}, Options.ContractionFence))
        return refuse(RefusalId::RoundingMayChange, File.span(Row.Own), {B.Variable->getName().str()});
      Rounding.push_back({File.span(*Place), B.Variable->getName().str()});
    }
  auto Constant = expandRows({File, Region, Group, Variables, Fresh}, Rows, earlierStrips(), Patch);
  if (auto *R = std::get_if<Refusal>(&Constant))
    return *R;
  RowLength = std::get<StripConstant>(std::move(Constant));
  return std::nullopt;
}

std::optional<Refusal> Emitter::cut() {
  auto Text = cutLoops({File, Region, Group, Variables, Fresh}, Members, earlierStrips(), Patch);
  if (auto *R = std::get_if<Refusal>(&Text))
    return *R;
  Strip = std::get<StripText>(std::move(Text));
  return std::nullopt;
}

void Emitter::contract() {
  VariableContext C{File, Region, Group, Variables, Fresh};
  ContractedArrays Arrays = contractArrays(C, Bodies, Strip ? &*Strip : nullptr, Rows, Patch);
  Contracted = std::move(Arrays.Done);
  Staying = std::move(Arrays.Staying);
  if (!Contracted.empty())
    for (FusedBody &B : llvm::drop_begin(Bodies))
      dropUnusedCopies(B);
}

// A copy of the loop variable may have stood in subscripts of contracted arrays only.
void Emitter::dropUnusedCopies(FusedBody &Body) const {
  StringSet<> Named;
  addIdentifiers(File, Patch.patched(Body.Text.Content), Named);
  const IdentifierTable &Known = File.context().Idents;
  for (const auto &Entry : Named)
    if (auto It = Known.find(Entry.getKey()); It != Known.end() && It->second->hadMacroDefinition())
      return;
  for (size_t I = Body.Inside.size(); I-- > 0;) {
    auto [Declarator, Value] = StringRef(Body.Inside[I]).split('=');
    StringRef Rest = Declarator.rtrim().rtrim("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    StringRef Name = Declarator.rtrim().drop_front(Rest.size());
    if (Name.empty() || Named.contains(Name))
      addIdentifiers(File, Value, Named);
    else
      Body.Inside.erase(Body.Inside.begin() + I);
  }
}

// Before the bodies are moved. What a split copies stays as it was.
LeftOver Emitter::leftOver() const {
  LeftOver Out;
  std::vector<TextRange> Copied;
  auto Add = [&](TextRange R) {
    if (R.size() && llvm::none_of(Copied, [&](TextRange C) { return C.contains(R); }))
      Out.Gone.push_back(R);
  };
  for (unsigned B = 0; B < Bodies.size(); ++B) {
    const MemberText &M = member(Bodies[B].Text.Member);
    Out.Bodies.push_back(M.Statement);
    if (Group.Common && (is_contained(Group.Common->Prologues, B) || is_contained(Group.Common->Epilogues, B)))
      Copied.push_back(M.Whole);
    else if (leaderOf(Group, B) != B)
      for (TextRange R :
           {TextRange{M.Whole.Begin, Bodies[B].Text.Content.Begin}, TextRange{Bodies[B].Text.Content.End, M.Whole.End}})
        Add(R);
    for (const std::string &Declaration : Bodies[B].Outside)
      addIdentifiers(File, Declaration, Out.Written);
    for (StringRef Declaration : Bodies[B].Inside)
      addIdentifiers(File, Declaration.split('=').second, Out.Written);
  }
  auto IsLoop = [](const Member &M) { return M.Kind == MemberKind::Nest || M.IsLoop; };
  bool StandsFirst = llvm::none_of(ArrayRef(Region.Model.Members).take_front(Members.front().Member), IsLoop);
  for (unsigned M = 0; M < Region.Ast.Members.size(); ++M)
    if (!StandsFirst || !is_contained(Group.Before, M)) // What goes in front of the first loop leaves the region.
      Out.Uncut.push_back(Region.Ast.Members[M]);
  for (const TextPatch::Replacement &R : Patch.replacements()) {
    Add(R.Range);
    addIdentifiers(File, R.New, Out.Written);
  }
  for (TextRange R : Rebound)
    Add(R);
  for (const std::string &Piece : llvm::concat<const std::string>(Around.Prologues, Around.Epilogues, CountersBehind))
    addIdentifiers(File, Piece, Out.Written);
  if (Strip)
    for (const std::string &Piece : {Strip->Header, Strip->End})
      addIdentifiers(File, Piece, Out.Written);
  return Out;
}

void Emitter::removeUnused() {
  if (Group.isGuarded())
    return; // The original loops need them.
  std::vector<const VarDecl *> Arrays;
  for (const Contraction &D : Contracted)
    if (const auto *Array = dyn_cast<VarDecl>(Region.Ast.Arrays[D.Array]); Array && D.Kept == 0)
      Arrays.push_back(Array);
  EndingLives Lives = removeLives(File, *Region.Ast.Function, leftOver(), Arrays, Patch);
  Removed = std::move(Lives.Statements);
  for (TextRange Name : Lives.Fading)
    Fading.push_back(File.span(Name));
  // The comments in front of such a member go with the nest behind it.
  unsigned Next = Bodies.size() - 1;
  for (const MemberText &M : llvm::reverse(Members)) {
    while (Next > 0 && Bodies[Next - 1].Text.Member > M.Member)
      --Next;
    if (M.Leading.empty() || llvm::none_of(Removed, [&](TextRange R) { return R.contains(M.Statement); }))
      continue;
    Bodies[Next].Leading.insert(Bodies[Next].Leading.begin(), M.Leading.begin(), M.Leading.end());
    Removed.push_back(M.Whole);
  }
}

// Two loops that share a line stay on it.
bool Emitter::onOneLine() const {
  TextRange All{Members.front().Statement.Begin, Members.back().Whole.End};
  bool HasBlock = llvm::any_of(Bodies, [](const FusedBody &B) { return !B.Fenced.empty(); });
  if (File.slice(All).contains('\n') || HasBlock)
    return false;
  return llvm::none_of(File.tokens(All),
                       [&](const RawToken &T) { return T.isComment() && File.slice(T.Range).starts_with("//"); });
}

std::vector<MemberText> Emitter::outsiders(ArrayRef<unsigned> Which) const {
  std::vector<MemberText> Out;
  for (unsigned M : Which)
    if (llvm::none_of(Removed, [&](TextRange R) { return R.contains(member(M).Statement); }))
      Out.push_back(member(M));
  llvm::sort(Out, [](const MemberText &A, const MemberText &B) { return A.Member < B.Member; });
  return Out;
}

/// What goes in front of the nest. Of the blank lines that stood around and between these members one is kept where
/// such members stand side by side now, and one in front of the nest.
std::vector<MovedPiece> Emitter::piecesInFront() const {
  std::vector<MovedPiece> Out;
  unsigned FirstMember = Members.front().Member, Previous = FirstMember;
  auto HasBlankLine = [&](unsigned From, unsigned To) { // In the text between these members.
    for (unsigned M = From; M < To; ++M)
      if (File.slice({member(M).Whole.End, member(M + 1).Whole.Begin}).count('\n') > 1)
        return true;
    return false;
  };
  for (const MemberText &M : outsiders(Group.Before)) {
    if (!Out.empty())
      Out.back().BlankLineBehind = HasBlankLine(Previous, M.Member);
    Out.push_back({M.Whole});
    Previous = M.Member;
  }
  if (!Out.empty())
    Out.back().BlankLineBehind = HasBlankLine(FirstMember, FirstMember + 1) || HasBlankLine(Previous, Previous + 1);
  return Out;
}

Layout Emitter::layout() const {
  std::vector<const Stmt *> Loops;
  for (const FusedBody &B : Bodies)
    Loops.push_back(B.Text.Loops.front());
  return layoutAround(File, Loops, *Region.Ast.Compound, Region.Ast.Function->getBody());
}

// The fused nest is the changed text of the first member, between the statements that leave it in front and behind; the
// members themselves stay as they are, in the other branch.
std::optional<Refusal> Emitter::chooseAtRunTime() {
  if (std::optional<Refusal> R = mayStandTwice(File, Region, Group, Members))
    return R;
  Layout Style = layout();
  writeFenceBlocks(File, Style, Bodies, Patch);
  mergeBodies(File, Style, Bodies, /*OneLine=*/false, {}, Patch);
  TextRange First = withDirectives(Members.front());
  for (const TextPatch::Replacement &R : Patch.replacements())
    if (R.Range.Begin < First.End && !First.contains(R.Range))
      return refuse(RefusalId::UnsupportedStatement, File.span(First),
                    {"a statement that shares its line with others"});
  std::string Fused = Patch.patched(First), Line = indentOf(File.text(), First.Begin).str();
  std::string Front, Behind;
  for (const MemberText &M : outsiders(Group.Before))
    Front += File.slice(M.Whole).str() + Style.LineEnd + Line;
  for (const MemberText &M : outsiders(Group.After))
    Behind += Style.LineEnd + Line + File.slice(M.Whole).str();
  Fused = Front + Fused + Behind;
  Patch = TextPatch(File.text());
  writeGuard(File, Style, Region, Group, Members, Fused, Patch);
  return std::nullopt;
}

// The fused nest runs over what the members share; what they do not goes around it.
std::optional<Refusal> Emitter::split() {
  if (std::optional<Refusal> R = mayStandTwice(File, Region, Group, Members))
    return R;
  auto Split = splitLoops({File, Region, Group, Variables, Fresh}, Members, Patch);
  if (auto *R = std::get_if<Refusal>(&Split))
    return *R;
  Around = std::get<SplitLoops>(std::move(Split));
  size_t Lines = 0;
  for (const std::string &Piece : llvm::concat<const std::string>(Around.Prologues, Around.Epilogues))
    Lines += StringRef(Piece).count('\n') + 1;
  if (Lines > MostLinesAround)
    return refuse(RefusalId::CodeGrowth, File.span(Members.front().Statement),
                  {"what is split off", std::to_string(Lines)});
  return std::nullopt;
}

// Behind mergeBodies: a body without braces ends where its loop does.
void Emitter::addAround(const Layout &Style) {
  const MemberText &First = Members.front();
  std::string Break = Style.LineEnd + indentOf(File.text(), First.Statement.Begin).str();
  for (const std::string &Prologue : Around.Prologues)
    Patch.insert(First.Statement.Begin, Prologue + Break);
  for (const std::string &Piece : llvm::concat<const std::string>(CountersBehind, Around.Epilogues))
    Patch.insert(First.Whole.End, Break + Piece);
}

void Emitter::moveText() {
  Layout Style = layout();
  bool OneLine = onOneLine();
  std::vector<MovedPiece> Front = piecesInFront();
  if (!Front.empty())
    moveInFront(File, Style, Front, Members.front(), OneLine, Patch);
  for (const MovedPiece &P : Front)
    Removed.push_back(P.Text);
  for (unsigned B = 1; B < Bodies.size(); ++B)
    Removed.push_back(member(Bodies[B].Text.Member).Whole);
  writeFenceBlocks(File, Style, Bodies, Patch);
  for (const RowText &Row : Rows)
    if (!Row.IsMerged)
      writeRow(File, Style, Row, Patch);
  mergeBodies(File, Style, Bodies, OneLine, Removed, Patch);
  for (const RowText &Row : Rows)
    if (Row.IsMerged)
      writeRow(File, Style, Row, Patch);
  if (!RowLength.Declaration.empty())
    Patch.insert(Members.front().Whole.Begin,
                 RowLength.Declaration + Style.LineEnd + indentOf(File.text(), Members.front().Whole.Begin).str());
  addAround(Style);
  removeStatements(File, Removed, Patch);
}

void Emitter::moveIntoStrips() {
  Layout Style = layout();
  std::vector<MovedPiece> Front = piecesInFront();
  for (const MovedPiece &P : Front)
    Removed.push_back(P.Text);
  for (unsigned B = 1; B < Bodies.size(); ++B)
    Removed.push_back(member(Bodies[B].Text.Member).Whole);
  writeFenceBlocks(File, Style, Bodies, Patch);
  std::vector<const FusedBody *> Leaders;
  std::vector<MemberText> Places;
  for (unsigned B = 0, End = 0; B < Bodies.size(); B = End) {
    while (End < Bodies.size() && leaderOf(Group, End) == B)
      ++End;
    if (End - B > 1 || !Bodies[B].Outside.empty())
      mergeBodies(File, Style, ArrayRef(Bodies).slice(B, End - B), /*OneLine=*/false, {}, Patch);
    Leaders.push_back(&Bodies[B]);
    Places.push_back(member(Bodies[B].Text.Member));
  }
  writeStrips(File, Style, *Strip, Leaders, Places, Front, Patch);
  removeStatements(File, Removed, Patch);
}

std::optional<Refusal> Emitter::run() {
  if (std::optional<Refusal> R = readBodies())
    return R;
  if (std::optional<Refusal> R = checkMovedNames(File, Region, Group, Members))
    return R;
  if (std::optional<Refusal> R = mapVariables())
    return R;
  if (Group.ByRows)
    if (std::optional<Refusal> R = readRowLoops())
      return R;
  chooseScopes();
  if (std::optional<Refusal> R =
          addFences({File, Region, Group, Variables, Fresh}, Bodies, Options.ContractionFence, Patch, Rounding))
    return R;
  if (Group.ByStrips)
    if (std::optional<Refusal> R = cut())
      return R;
  if (Group.ByRows)
    if (std::optional<Refusal> R = expandRowLoops())
      return R;
  contract();
  // A scalar that is declared in front of the body would be shared by the row.
  if (any_of(Rows, [](const RowText &Row) { return Row.IsMerged; }) && !Bodies.front().Outside.empty())
    return refuse(RefusalId::NotSplit, File.span(Bodies.front().Text.Content), {"a scalar in front of its rows"});
  if (ArrayRef<TextRange> Directives = Members.front().Directives; Directives.size() == 1)
    if (std::optional<Refusal> R = mergeDirectives(File, Region.Model, Group, Contracted, Directives.front(), Patch))
      return R;
  if (Group.isGuarded())
    return chooseAtRunTime();
  if (Group.Common)
    if (std::optional<Refusal> R = split())
      return R;
  removeUnused();
  Strip ? moveIntoStrips() : moveText();
  return std::nullopt;
}

Emission Emitter::result() {
  Emission Out;
  for (TextPatch::Replacement &R : formatted(File, minimised(File.text(), Patch.replacements())))
    Out.Edits.push_back({File.path(), R.Range.Begin, R.Range.size(), std::move(R.New)});
  FusionGroup Done = Group;
  Done.Contractions = Contracted;
  Out.Plan.Groups.push_back(std::move(Done));
  Out.Rounding = Rounding;
  Out.Fading = Fading;
  Out.Staying = Staying;
  return Out;
}

std::variant<Emission, Refusal> emitFusion(const ExtractedRegion &Region, const LegalPlan &Plan, unsigned Group,
                                           const EmitOptions &Options) {
  const RegionAst &Ast = Region.Ast;
  const SourceManager &Sources = Ast.Context->getSourceManager();
  const SourceSpan &Place = Region.Model.Span;
  SourceLocation Begin = Ast.Compound->getLBracLoc();
  if (!Ast.Function || !Ast.Function->getBody() || Begin.isInvalid() || Begin.isMacroID() || !Place.isValid())
    return refuse(RefusalId::UnsupportedStatement, Place, {"a statement that a macro is part of"});
  FileText File(*Ast.Context, Sources.getFileID(Begin), Place.File);
  if (isOfLaunches(Region.Model, Plan.plan().Groups[Group]))
    return emitKernel(File, Region, Plan.plan().Groups[Group], Options);
  Emitter E(File, Region, Plan.plan(), Group, Options);
  if (std::optional<Refusal> R = E.run())
    return *R;
  return E.result();
}

} // namespace loopfuse
