//===- MemberText.cpp - where the members of a region stand in the text ---===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/MemberText.h"
#include "Frontend/Labels.h"
#include "Frontend/LoopBody.h"
#include "Frontend/SourceText.h"
#include "Frontend/StartInFront.h"
#include "Model/OmpDirective.h"
#include "Rewrite/Conditionals.h"
#include "Rewrite/Indent.h"
#include "Rewrite/Opposite.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

static const Stmt *loopBody(const Stmt *Loop) {
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    return For->getBody();
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(Loop))
    return Range->getBody();
  return nullptr;
}

static SourceLocation headerEnd(const Stmt *Loop) {
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    return For->getRParenLoc();
  return cast<CXXForRangeStmt>(Loop)->getRParenLoc();
}

static Refusal notPlainText(const SourceSpan &Place, StringRef What) {
  return refuse(RefusalId::UnsupportedStatement, Place, {What.str()});
}

static std::optional<TextRange> statementRange(const FileText &File, const Stmt &S) {
  SourceSpan Span = statementSpan(File.context(), S);
  if (!Span.isValid() || Span.File != File.path())
    return std::nullopt;
  return TextRange{Span.Offset, Span.end()};
}

// Behind a statement that may end in a macro.
static std::optional<unsigned> endOf(const FileText &File, const Stmt &S) {
  if (std::optional<TextRange> R = statementRange(File, S))
    return R->End;
  std::optional<TextRange> Last =
      File.token(File.context().getSourceManager().getExpansionRange(S.getEndLoc()).getEnd());
  if (!Last)
    return std::nullopt;
  RawToken Next = File.tokenAfter(Last->End);
  return Next.Kind == tok::semi ? Next.Range.End : Last->End;
}

namespace {
/// What stands between two members.
struct Gap {
  std::vector<TextRange> Comments;
  std::vector<TextRange> Directives; ///< Without comments behind them.
  std::optional<RawToken> Other;     ///< The first token that is neither.
};
} // namespace

static Gap readGap(const FileText &File, TextRange Within) {
  Gap G;
  bool InDirective = false;
  for (const RawToken &T : File.tokens(Within)) {
    if (T.StartsLine)
      InDirective = false;
    if (T.isComment()) {
      G.Comments.push_back(T.Range);
    } else if (T.StartsLine && T.Kind == tok::hash) {
      InDirective = true;
      G.Directives.push_back(T.Range);
    } else if (InDirective) {
      G.Directives.back().End = T.Range.End;
    } else if (T.Kind == tok::semi && !G.Other && G.Directives.empty()) {
      G = Gap(); // An empty statement; what belongs to the next member stands behind it.
    } else if (!G.Other) {
      G.Other = T;
    }
  }
  return G;
}

static std::string directiveText(const FileText &File, ArrayRef<TextRange> Directives) {
  std::string Out;
  for (TextRange D : Directives)
    for (const RawToken &T : File.tokens(D))
      Out += (Out.empty() ? "" : " ") + File.slice(T.Range).str();
  return Out;
}

static std::optional<Refusal> firstDirective(const FileText &File, TextRange Within) {
  for (const RawToken &T : File.tokens(Within)) {
    bool IsDirective = T.Kind == tok::hash && T.StartsLine;
    if (IsDirective || (T.Kind == tok::raw_identifier && File.slice(T.Range) == "_Pragma")) {
      TextRange Line{T.Range.Begin, lineEnd(File.text(), T.Range.Begin)};
      return refuse(RefusalId::Preprocessor, File.span(Line), {File.slice(Line).trim().str()});
    }
  }
  return std::nullopt;
}

// Which warnings are given says nothing about the loop behind.
static bool isDiagnosticPragma(const FileText &File, TextRange Directive) {
  std::vector<RawToken> Tokens = File.tokens(Directive);
  auto Is = [&](size_t I, StringRef Word) { return I < Tokens.size() && File.slice(Tokens[I].Range) == Word; };
  return Is(1, "pragma") && (Is(2, "GCC") || Is(2, "clang")) && Is(3, "diagnostic");
}

// What they say of variables the gate has compared.
static bool areMerged(const FileText &File, const Gap &First, const Gap &G) {
  return First.Directives.size() == 1 && G.Directives.size() == 1 &&
         parseOmpDirective(File.slice(First.Directives.front())) && parseOmpDirective(File.slice(G.Directives.front()));
}

namespace {
/// Whether the next statement begins at a place of the text, whichever branches of conditional directives are taken.
class StatementEnds {
public:
  explicit StatementEnds(const FileText &File) : File(File) {}

  bool atEndOf(TextRange Within) {
    std::vector<RawToken> Tokens = File.tokens(Within);
    for (size_t I = 0; I < Tokens.size(); ++I) {
      if (Tokens[I].isComment())
        continue;
      if (Tokens[I].Kind == tok::hash && Tokens[I].StartsLine) {
        directive(I + 1 < Tokens.size() ? File.slice(Tokens[I + 1].Range) : "");
        while (I + 1 < Tokens.size() && !Tokens[I + 1].StartsLine)
          ++I;
        continue;
      }
      AtEnd = Tokens[I].Kind == tok::semi || Tokens[I].Kind == tok::l_brace || Tokens[I].Kind == tok::r_brace;
    }
    return AtEnd;
  }

private:
  struct Branches {
    bool AtBegin = true;  ///< In front of the first.
    bool AtEnds = true;   ///< Behind all so far.
    bool HasElse = false; ///< One is always taken.
  };

  void directive(StringRef Name) {
    if (Name.starts_with("if")) {
      Open.push_back({AtEnd, true, false});
    } else if (Name.starts_with("el") && !Open.empty()) {
      Open.back().AtEnds &= AtEnd;
      Open.back().HasElse |= Name == "else";
      AtEnd = Open.back().AtBegin;
    } else if (Name == "endif" && !Open.empty()) {
      AtEnd &= Open.back().AtEnds && (Open.back().HasElse || Open.back().AtBegin);
      Open.pop_back();
    } else if (Name == "pragma" || Name.starts_with("include")) {
      AtEnd = false; // It may be about what follows.
    }
  }

  const FileText &File;
  std::vector<Branches> Open;
  bool AtEnd = true; ///< Of a statement, or at the begin of a block.
};
} // namespace

// Conditionals in front of the first loop hold for the others too, or are over: no directive stands between them. But
// what stands under one that is over may be the begin of the first loop's statement (a pragma, an `if`), and what it
// says of a name in the loops' text may not hold in another configuration. \p From is the begin of the compound
// statement,
// \p Begin that of the gap.
static void dropConditionals(const FileText &File, unsigned From, unsigned Begin, TextRange Loops, Gap &G) {
  unsigned Loop = Loops.Begin;
  auto IsConditional = [&](TextRange D) {
    std::vector<RawToken> Tokens = File.tokens(D);
    StringRef Name = Tokens.size() > 1 ? File.slice(Tokens[1].Range) : "";
    return Name.starts_with("if") || Name.starts_with("el") || Name == "endif";
  };
  auto Last = llvm::find_if(llvm::reverse(G.Directives), IsConditional);
  if (Last == G.Directives.rend())
    return;
  unsigned End = std::min(Loop, nextLine(File.text(), Last->End));
  if (!StatementEnds(File).atEndOf({From, End}))
    return;
  llvm::StringSet<> Chosen = namesInConditionals(File, {From, End}, Begin);
  for (const RawToken &T : Chosen.empty() ? std::vector<RawToken>() : File.tokens(Loops))
    if (T.Kind == tok::raw_identifier && Chosen.contains(File.slice(T.Range)))
      return;
  auto IsBefore = [&](TextRange R) { return R.Begin < End; };
  llvm::erase_if(G.Comments, IsBefore);
  llvm::erase_if(G.Directives, IsBefore);
  if (G.Other && IsBefore(G.Other->Range)) {
    G.Other.reset();
    for (const RawToken &T : File.tokens({End, Loop}))
      if (!T.isComment() && T.Kind != tok::hash &&
          llvm::none_of(G.Directives, [&](TextRange D) { return D.contains(T.Range); }))
        G.Other = G.Other ? G.Other : std::optional(T);
  }
}

// Directives in front of a member of the group must be the same pragmas for all of them.
static std::optional<Refusal> compareDirectives(const FileText &File, const Gap &First, const Gap &G) {
  for (TextRange D : G.Directives) {
    std::vector<RawToken> Tokens = File.tokens(D);
    llvm::erase_if(Tokens, [](const RawToken &T) { return T.isComment(); });
    if (Tokens.size() < 2 || File.slice(Tokens[1].Range) != "pragma")
      return refuse(RefusalId::Preprocessor, File.span(D), {File.slice(D).str()});
  }
  if (directiveText(File, First.Directives) == directiveText(File, G.Directives) || areMerged(File, First, G))
    return std::nullopt;
  TextRange D = G.Directives.empty() ? First.Directives.front() : G.Directives.front();
  return refuse(RefusalId::PragmaDiffers, File.span(D), {File.slice(D).str()});
}

static const Stmt &memberStmt(const ExtractedRegion &Region, unsigned M) {
  const Member &Mem = Region.Model.Members[M];
  // The `for` itself, not the directive or attribute around it.
  return Mem.IsConditional   ? *Region.Ast.Members[M]
         : Mem.Loops.empty() ? *Region.Ast.Members[M]
                             : *Region.Ast.Loops[Mem.Loops.front()];
}

static std::optional<Refusal> checkMacros(const FileText &File, const ExtractedRegion &Region, unsigned M,
                                          unsigned Depth) {
  std::vector<unsigned> Loops = Region.Model.perfectLoops(Region.Model.Members[M], Depth);
  if (Loops.size() < Depth)
    return notPlainText(Region.Model.Members[M].Span, "a nest that is not perfect");
  for (unsigned L : Loops)
    if (std::optional<Refusal> R = macroBoundary(File.context(), *Region.Ast.Loops[L]))
      return R;
  return std::nullopt;
}

// Behind what stands in front of the first member: another child of the compound statement, or its brace.
static std::optional<unsigned> gapBegin(const FileText &File, const ExtractedRegion &Region, unsigned First) {
  const Stmt *Previous = nullptr;
  for (const Stmt *Child : Region.Ast.Compound->body()) {
    if (Child == startOf(File.context(), *Region.Ast.Compound, *Region.Ast.Members[First]))
      break;
    if (&behindLabels(*Child) == Region.Ast.Members[First]) {
      if (!isLabel(*Child))
        break;
      SourceSpan Label = labelSpan(File.context(), *Child);
      return Label.isValid() && Label.File == File.path() ? std::optional(unsigned(Label.end())) : std::nullopt;
    }
    Previous = Child;
  }
  if (Previous)
    return endOf(File, *Previous);
  std::optional<TextRange> Open = File.token(Region.Ast.Compound->getLBracLoc());
  return Open ? std::optional(Open->End) : std::nullopt;
}

// Comments behind \p M on its last line belong to it unless another token follows them there.
static void takeTrailing(const FileText &File, MemberText &M) {
  unsigned End = lineEnd(File.text(), M.Statement.End);
  RawToken Next = File.tokenAfter(M.Statement.End);
  if (Next.Range.Begin < End && Next.Kind != tok::r_brace)
    return;
  for (const RawToken &T : File.tokens({M.Statement.End, std::min(End, Next.Range.Begin)}))
    M.Whole.End = T.Range.End;
}

std::variant<std::vector<MemberText>, Refusal> membersOf(const FileText &File, const ExtractedRegion &Region,
                                                         const FusionGroup &Group) {
  unsigned First = Group.Members.front().Member, Last = Group.Members.back().Member;
  auto InGroup = [&](unsigned M) {
    return llvm::any_of(Group.Members, [&](const Placement &P) { return P.Member == M; });
  };
  std::vector<MemberText> Out;
  Gap FirstGap;
  std::optional<unsigned> Begin = gapBegin(File, Region, First);
  if (!Begin)
    return notPlainText(Region.Model.Members[First].Span, "a statement that a macro is part of");
  unsigned Done = *Begin;
  for (unsigned M = First; M <= Last; ++M) {
    const SourceSpan &Place = Region.Model.Members[M].Span;
    if (InGroup(M))
      if (std::optional<Refusal> R = checkMacros(File, Region, M, Group.Depth))
        return *R;
    std::optional<TextRange> Range = statementRange(File, memberStmt(Region, M));
    if (const Stmt *Start = startOf(File.context(), *Region.Ast.Compound, *Region.Ast.Members[M]); Start && Range) {
      std::optional<TextRange> Front = statementRange(File, *Start);
      Range = Front ? std::optional(TextRange{Front->Begin, Range->End}) : std::nullopt;
    }
    if (!Range || Range->Begin < Done)
      return notPlainText(Place, "a statement that a macro is part of");
    Gap G = readGap(File, {Done, Range->Begin});
    if (M == First) {
      llvm::erase_if(G.Directives, [&](TextRange D) { return isDiagnosticPragma(File, D); });
      if (std::optional<TextRange> Open = File.token(Region.Ast.Compound->getLBracLoc()))
        dropConditionals(File, Open->End, Done,
                         {Range->Begin, endOf(File, *Region.Ast.Members[Last]).value_or(File.text().size())}, G);
      FirstGap = G;
    }
    // Text that is left out under an #if is no statement: the directive is the reason.
    if (G.Other && !G.Directives.empty())
      if (std::optional<Refusal> R = compareDirectives(File, FirstGap, G))
        return *R;
    if (G.Other)
      return notPlainText(File.span(G.Other->Range), "'" + File.slice(G.Other->Range).str() + "'");
    if (!InGroup(M) && !G.Directives.empty())
      return *firstDirective(File, {Done, Range->Begin});
    if (InGroup(M))
      if (std::optional<Refusal> R = compareDirectives(File, FirstGap, G))
        return *R;
    if (std::optional<Refusal> R = firstDirective(File, *Range))
      return *R;

    MemberText T{M, *Range, *Range, {}, G.Directives};
    TextRange Taken = Out.empty() ? TextRange{Done, Done} : Out.back().Whole;
    for (TextRange C : G.Comments)
      if (C.Begin >= Taken.End && !(Out.empty() && C.Begin < lineEnd(File.text(), Done)))
        T.Leading.push_back(C);
    for (ArrayRef<TextRange> Front : {ArrayRef<TextRange>(T.Leading), ArrayRef<TextRange>(G.Directives)})
      if (!Front.empty())
        T.Whole.Begin = std::min(T.Whole.Begin, Front.front().Begin);
    takeTrailing(File, T);
    Done = Range->End;
    Out.push_back(std::move(T));
  }
  return Out;
}

namespace {
/// Finds each `break` and `continue` that binds to the loop whose body is walked.
class JumpFinder : public RecursiveASTVisitor<JumpFinder> {
public:
  const Stmt *Break = nullptr;
  std::vector<const Stmt *> Continues;

  bool VisitBreakStmt(BreakStmt *S) {
    if (!BreakDepth)
      Break = S;
    return !Break;
  }
  bool VisitContinueStmt(ContinueStmt *S) {
    if (!ContinueDepth)
      Continues.push_back(S);
    return true;
  }
  bool TraverseForStmt(ForStmt *S) {
    return inLoop([&] { return RecursiveASTVisitor::TraverseForStmt(S); });
  }
  bool TraverseWhileStmt(WhileStmt *S) {
    return inLoop([&] { return RecursiveASTVisitor::TraverseWhileStmt(S); });
  }
  bool TraverseDoStmt(DoStmt *S) {
    return inLoop([&] { return RecursiveASTVisitor::TraverseDoStmt(S); });
  }
  bool TraverseCXXForRangeStmt(CXXForRangeStmt *S) {
    return inLoop([&] { return RecursiveASTVisitor::TraverseCXXForRangeStmt(S); });
  }
  bool TraverseSwitchStmt(SwitchStmt *S) {
    ++BreakDepth;
    bool Result = RecursiveASTVisitor::TraverseSwitchStmt(S);
    --BreakDepth;
    return Result;
  }
  bool TraverseLambdaExpr(LambdaExpr *) { return true; }
  bool TraverseDecl(Decl *D) { return isa_and_nonnull<TagDecl>(D) || RecursiveASTVisitor::TraverseDecl(D); }

private:
  template <typename Walk> bool inLoop(Walk W) {
    ++BreakDepth, ++ContinueDepth;
    bool Result = W();
    --BreakDepth, --ContinueDepth;
    return Result;
  }
  unsigned BreakDepth = 0, ContinueDepth = 0;
};
} // namespace

static void addComments(const FileText &File, TextRange Within, std::vector<TextRange> &Out) {
  for (const RawToken &T : File.tokens(Within))
    if (T.isComment())
      Out.push_back(T.Range);
}

// The tokens and comments between the braces. A comment that ends the line of `{` belongs to the header.
static TextRange bracedContent(const FileText &File, TextRange Open, TextRange Close) {
  TextRange Content{Close.Begin, Close.Begin};
  unsigned OpenLineEnd = lineEnd(File.text(), Open.End);
  bool EndsLine = File.tokenAfter(Open.End).Range.Begin >= OpenLineEnd;
  bool First = true;
  for (const RawToken &T : File.tokens({Open.End, Close.Begin})) {
    if (EndsLine && T.isComment() && T.Range.Begin < OpenLineEnd)
      continue;
    if (First)
      Content.Begin = T.Range.Begin;
    Content.End = T.Range.End;
    First = false;
  }
  return Content;
}

// What is said beside "continue" may be wrong of its opposite: such a one stays as it is.
static OwnContinue keepContinue(const FileText &File, const BodyText &B, ArrayRef<const Stmt *> Continues) {
  OwnContinue Out;
  const auto *Block = dyn_cast<CompoundStmt>(B.Body);
  if (!Block || Continues.size() != 1)
    return Out;
  auto Skip = llvm::find_if(Block->body(), [](const Stmt *S) { return asSkip(*S) != nullptr; });
  if (Skip == Block->body_end() || std::next(Skip) == Block->body_end())
    return Out;
  const IfStmt &If = *asSkip(**Skip);
  std::optional<TextRange> Statement = statementRange(File, If), Condition = File.range(If.getCond()->getSourceRange());
  std::optional<TextRange> Keyword = File.token(If.getIfLoc());
  if (!Statement || !Condition || !Keyword || oppositeText(File, *If.getCond(), TextPatch(File.text())).empty() ||
      !(withTrailingComments(File, *Statement) == *Statement) ||
      llvm::any_of(File.tokens(*Statement), [](const RawToken &T) { return T.isComment(); }))
    return Out;
  auto Trimmed = [&](TextRange Within) {
    std::vector<RawToken> Tokens = File.tokens(Within);
    return Tokens.empty() ? TextRange{Within.Begin, Within.Begin}
                          : TextRange{Tokens.front().Range.Begin, Tokens.back().Range.End};
  };
  Out.Skip = &If;
  Out.Front = Trimmed({B.Content.Begin, Statement->Begin});
  Out.Rest = Trimmed({Statement->End, B.Content.End});
  return Out;
}

TextRange withTrailingComments(const FileText &File, TextRange Statement) {
  MemberText M{0, Statement, Statement, {}, {}};
  takeTrailing(File, M);
  return M.Whole;
}

std::variant<BodyText, Refusal> bodyOf(const FileText &File, const ExtractedRegion &Region, const MemberText &Member,
                                       unsigned Depth, bool IsLast) {
  BodyText B;
  B.Member = Member.Member;
  const SourceSpan &Place = Region.Model.Members[Member.Member].Span;
  for (unsigned L : Region.Model.perfectLoops(Region.Model.Members[Member.Member], Depth))
    B.Loops.push_back(Region.Ast.Loops[L]);
  B.Body = loopBody(B.Loops.back());
  std::optional<TextRange> HeaderEnd = File.token(headerEnd(B.Loops.back()));
  if (!B.Body || !HeaderEnd)
    return notPlainText(Place, "a statement that a macro is part of");
  B.HeaderEnd = HeaderEnd->End;
  JumpFinder Jumps;
  Jumps.TraverseStmt(const_cast<Stmt *>(B.Body));
  if (Jumps.Break)
    return refuse(RefusalId::Break, placeOf(File.context(), Jumps.Break->getBeginLoc()));
  // One inside an expression has not been modelled.
  if (!Jumps.Continues.empty() && !findContinue(*B.Body))
    return refuse(RefusalId::Continue, placeOf(File.context(), Jumps.Continues.front()->getBeginLoc()));
  if (const auto *Compound = dyn_cast<CompoundStmt>(B.Body)) {
    std::optional<TextRange> Open = File.token(Compound->getLBracLoc()), Close = File.token(Compound->getRBracLoc());
    if (!Open || !Close)
      return notPlainText(Place, "a statement that a macro is part of");
    B.Braced = true;
    B.Open = *Open;
    B.Close = *Close;
    B.Content = bracedContent(File, *Open, *Close);
  } else {
    std::optional<TextRange> Statement = statementRange(File, *B.Body);
    if (!Statement)
      return notPlainText(Place, "a statement that a macro is part of");
    B.Content = withTrailingComments(File, *Statement);
  }
  if (Member.Whole.End < B.Content.End || B.Content.Begin < B.HeaderEnd)
    return notPlainText(Place, "a statement that a macro is part of");
  if (!IsLast && !Jumps.Continues.empty())
    B.Continue = keepContinue(File, B, Jumps.Continues);
  addComments(File, {Member.Statement.Begin, B.Content.Begin}, B.Before);
  addComments(File, {B.Content.End, std::max(B.Content.End, Member.Whole.End)}, B.After);
  return B;
}

} // namespace loopfuse
