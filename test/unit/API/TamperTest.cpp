//===- TamperTest.cpp - small faults planted in fused texts ---------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every fusion of every program in test/fuse is carried out, and then changed
// in one place of the fused nest, or of what stands between the loops of its
// region or was moved out of them, in each of the ways below. Whatever still
// compiles must be turned down by the re-check. Of programs without headers,
// which parse quickly, and a sample of the changes; for the long run,
// LOOPFUSE_TAMPER_PROGRAMS names other programs, separated by colons, and
// LOOPFUSE_TAMPER_CHANGES the number of changes of a fusion.
//
//===----------------------------------------------------------------------===//
#include "API/CheckRegion.h"
#include "API/Fuse.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Lex/Lexer.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <gtest/gtest.h>
#include <set>

using namespace clang;
using namespace llvm;
using namespace loopfuse;

namespace {

struct Program {
  std::string Name;
  std::string Text;
};

/// How many changes of one fusion are tried.
size_t mostOfAFusion() {
  const char *Wanted = std::getenv("LOOPFUSE_TAMPER_CHANGES");
  return Wanted ? std::max(1, std::atoi(Wanted)) : 40;
}

/// A token of the fused nest.
struct Token {
  tok::TokenKind Kind;
  size_t Offset;
  std::string Text;
};

/// Replaces one stretch of the text.
struct Mutation {
  size_t Offset, Length;
  std::string Text;
};
} // namespace

/// The source before the fusion: all of a file, or the section of that name.
static std::optional<Program> readProgram(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return std::nullopt;
  StringRef Text = (*Buffer)->getBuffer();
  size_t Begin = Text.find("//--- before");
  if (Begin != StringRef::npos) {
    Text = Text.drop_front(Text.find('\n', Begin) + 1);
    Text = Text.take_front(Text.find("//--- "));
  }
  return Program{sys::path::filename(Path).str(), Text.str()};
}

static std::vector<Program> programs() {
  std::vector<std::string> Paths;
  std::error_code EC;
  const char *Others = std::getenv("LOOPFUSE_TAMPER_PROGRAMS");
  for (sys::fs::directory_iterator I(LOOPFUSE_SOURCE_DIR "/test/fuse", EC), End; !Others && !EC && I != End;
       I.increment(EC))
    Paths.push_back(I->path());
  sort(Paths);
  if (Others)
    for (StringRef Path : split(Others, ':'))
      Paths.push_back(Path.str());
  std::vector<Program> Result;
  for (StringRef Path : Paths)
    if (Path.ends_with(".c") || Path.ends_with(".cpp"))
      if (std::optional<Program> P = readProgram(Path); P && (Others || !StringRef(P->Text).contains("#include")))
        Result.push_back(std::move(*P));
  return Result;
}

static std::unique_ptr<ASTUnit> parse(const Program &P, StringRef Text) {
  std::vector<std::string> Flags = {StringRef(P.Name).ends_with(".c") ? "-std=c17" : "-std=c++20"};
  IgnoringDiagConsumer Ignored;
  auto Ast = tooling::buildASTFromCodeWithArgs(
      Text, Flags, "/no/such/folder/" + P.Name, "clang-tool", std::make_shared<PCHContainerOperations>(),
      tooling::getClangStripDependencyFileAdjuster(), tooling::FileContentMappings(), &Ignored);
  return Ast && !Ast->getDiagnostics().hasErrorOccurred() ? std::move(Ast) : nullptr;
}

namespace {
class Tampering {
public:
  Tampering(const Program &P, const ProvedFusion &Proved, const EditGroup &Edits)
      : P(P), Proved(Proved), New(cantFail(applyEdits(P.Text, Proved.Region.File, Edits))),
        RegionOffset(Proved.Region.Offset) {
    for (const TextEdit &E : Edits)
      if (E.Offset < Proved.Region.Offset)
        RegionOffset += E.Text.size() - E.Length;
  }

  void run();
  unsigned Tried = 0;

private:
  enum class Answer { DoesNotCompile, SaysYes, SaysNo };
  Answer ask(StringRef Text, Scop *After = nullptr) const;
  void tokensOf(const SourceSpan &Nest);
  void changeTokens();
  void changeStatements();
  void tryOut(const Mutation &M);
  void replace(const Token &T, std::string With) { Mutations.push_back({T.Offset, T.Text.size(), std::move(With)}); }

  const Program &P;
  const ProvedFusion &Proved;
  std::string New;
  unsigned RegionOffset;
  std::vector<Token> Tokens;
  std::vector<Mutation> Mutations;
};
} // namespace

Tampering::Answer Tampering::ask(StringRef Text, Scop *After) const {
  std::unique_ptr<ASTUnit> Ast = parse(P, Text);
  if (!Ast)
    return Answer::DoesNotCompile;
  RegionCheck Check{Proved.Region.File, RegionOffset, Proved.Before, Proved.Outer, Proved.Plan, {}};
  CheckedRegion Checked = checkRegion(Ast->getASTContext(), Check, standardContainers());
  if (After)
    *After = std::move(Checked.New);
  return Checked.Failure ? Answer::SaysNo : Answer::SaysYes;
}

static LangOptions cxx() {
  LangOptions Options;
  Options.CPlusPlus = true;
  return Options;
}

void Tampering::tokensOf(const SourceSpan &Nest) {
  LangOptions Options = cxx();
  Lexer Lex(SourceLocation(), Options, New.data(), New.data() + Nest.Offset, New.data() + New.size());
  clang::Token T;
  Tokens.clear();
  while (!Lex.LexFromRawLexer(T)) {
    size_t Offset = Lex.getBufferLocation() - New.data() - T.getLength();
    if (Offset >= Nest.end())
      break;
    Tokens.push_back({T.getKind(), Offset, New.substr(Offset, T.getLength())});
  }
}

namespace {
/// Of "const size_t k = i;": k and i. Nothing changes either, so that one does as well as the other.
std::set<std::pair<std::string, std::string>> copiesIn(ArrayRef<Token> Tokens) {
  std::set<std::pair<std::string, std::string>> Copies;
  for (size_t I = 2; I + 3 < Tokens.size(); ++I)
    if (Tokens[I - 2].Text == "const" && Tokens[I].Kind == tok::raw_identifier && Tokens[I + 1].Kind == tok::equal &&
        Tokens[I + 2].Kind == tok::raw_identifier && Tokens[I + 3].Kind == tok::semi) {
      Copies.insert({Tokens[I].Text, Tokens[I + 2].Text});
      Copies.insert({Tokens[I + 2].Text, Tokens[I].Text});
    }
  return Copies;
}

/// A type that is declared among the statements: what it is called shows where it is used. (An attribute says nothing
/// at all.)
bool declaresType(StringRef Text) {
  bool HasBraces = Text.contains('{');
  return Text.starts_with("typedef ") || (HasBraces && (Text.starts_with("enum ") || Text.starts_with("struct ")));
}
} // namespace

/// Other numbers, names and operators.
void Tampering::changeTokens() {
  std::set<std::pair<std::string, std::string>> Copies = copiesIn(Tokens);
  std::set<std::string> Names;
  auto IsName = [&](const Token &T) {
    return T.Kind == tok::raw_identifier && IdentifierTable(cxx()).get(T.Text).getTokenID() == tok::identifier;
  };
  for (const Token &T : Tokens)
    if (IsName(T))
      Names.insert(T.Text);
  static const std::pair<tok::TokenKind, const char *> Operators[] = {
      {tok::plus, "-"},       {tok::minus, "+"},     {tok::star, "+"},     {tok::slash, "*"},
      {tok::less, "<="},      {tok::lessequal, "<"}, {tok::greater, ">="}, {tok::greaterequal, ">"},
      {tok::plusequal, "-="}, {tok::equal, "+="},    {tok::equal, "-="},   {tok::plusplus, "+= 2, 0"}};
  for (const Token &T : Tokens) {
    unsigned Number;
    if (T.Kind == tok::numeric_constant && !StringRef(T.Text).getAsInteger(10, Number))
      replace(T, utostr(Number + 1));
    if (T.Kind == tok::numeric_constant && StringRef(T.Text).contains('.'))
      replace(T, "1" + T.Text);
    if (IsName(T))
      for (const std::string &Name : Names)
        if (Name != T.Text && !Copies.count({T.Text, Name}))
          replace(T, Name);
    for (auto [Kind, Text] : Operators)
      if (T.Kind == Kind)
        replace(T, Text);
    if (T.Kind == tok::r_square) // a[i] becomes a[i + 1].
      replace(T, " + 1]");
  }
}

/// Statements that are gone, doubled, or behind the next one.
void Tampering::changeStatements() {
  std::vector<std::pair<size_t, size_t>> Statements; // Stretches of the text, with their semicolons.
  size_t Begin = std::string::npos;
  int Depth = 0;
  for (const Token &T : Tokens) {
    Depth += T.Kind == tok::l_paren;
    Depth -= T.Kind == tok::r_paren;
    if (Begin == std::string::npos)
      Begin = T.Offset;
    if (T.Kind == tok::l_brace || T.Kind == tok::r_brace)
      Begin = std::string::npos;
    if (T.Kind != tok::semi || Depth)
      continue;
    if (Begin != T.Offset && Begin != std::string::npos)
      Statements.push_back({Begin, T.Offset + 1});
    Begin = std::string::npos;
  }
  auto Text = [&](std::pair<size_t, size_t> S) { return New.substr(S.first, S.second - S.first); };
  bool HasCopies = !copiesIn(Tokens).empty();
  for (size_t I = 0; I < Statements.size(); ++I) {
    auto [First, End] = Statements[I];
    Mutations.push_back({First, End - First, ";"});
    if (!StringRef(Text(Statements[I])).starts_with("using "))
      Mutations.push_back({First, End - First, Text(Statements[I]) + " " + Text(Statements[I])});
    // A copy of a counter and an array that is declared and no more may stand anywhere in front of their uses.
    bool IsCopy = HasCopies && I + 1 < Statements.size() && StringRef(Text(Statements[I + 1])).starts_with("const ");
    bool IsArray = I + 1 < Statements.size() && StringRef(Text(Statements[I + 1])).ends_with("];") &&
                   !StringRef(Text(Statements[I + 1])).contains('=');
    if (I + 1 < Statements.size() && !IsArray && !IsCopy && Text(Statements[I]) != Text(Statements[I + 1])) {
      std::string Between = New.substr(End, Statements[I + 1].first - End);
      Mutations.push_back(
          {First, Statements[I + 1].second - First, Text(Statements[I + 1]) + Between + Text(Statements[I])});
    }
  }
}

void Tampering::run() {
  Scop After;
  ASSERT_EQ(ask(New, &After), Answer::SaysYes) << P.Name << ":\n" << New;
  for (const Member &M : After.Members) {
    bool IsOld = any_of(Proved.Before->Members, [&](const Member &Old) {
      return P.Text.substr(Old.Span.Offset, Old.Span.Length) == New.substr(M.Span.Offset, M.Span.Length);
    });
    // Of what is no nest, all; of nests, the fused ones.
    if (!M.Span.isValid() || (M.Kind == MemberKind::Nest && IsOld))
      continue;
    tokensOf(M.Span);
    changeTokens();
    changeStatements();
  }
  EXPECT_FALSE(Mutations.empty()) << P.Name;
  // Neighbours in the list are much alike: go through it in strides.
  size_t Size = Mutations.size(), Stride = Size / 7 + 1;
  for (size_t Start = 0; Start < Stride; ++Start)
    for (size_t I = Start; I < Size && Tried < mostOfAFusion(); I += Stride)
      tryOut(Mutations[I]);
}

void Tampering::tryOut(const Mutation &M) {
  StringRef Line =
      StringRef(New).drop_front(New.rfind('\n', M.Offset) + 1).take_until([](char C) { return C == '\n'; });
  if (declaresType(Line.trim()) || StringRef(New).drop_front(M.Offset).starts_with("[["))
    return;
  std::string Text = New;
  Text.replace(M.Offset, M.Length, M.Text);
  // "a <= b ? b : a" is the maximum as "a < b ? b : a" is.
  StringRef Rest = StringRef(New).drop_front(M.Offset).take_until([](char C) { return C == ';'; });
  if ((M.Text == "<=" || M.Text == ">=") && Rest.contains('?'))
    return;
  Answer A = ask(Text);
  Tried += A != Answer::DoesNotCompile;
  size_t Begin = Text.rfind('\n', M.Offset) + 1;
  std::string Changed = Text.substr(Begin, Text.find('\n', M.Offset + M.Text.size()) - Begin);
  EXPECT_TRUE(A != Answer::SaysYes) << P.Name << ": " << New.substr(M.Offset, M.Length) << " -> " << M.Text << " in\n"
                                    << Changed;
}

TEST(Tamper, NoChangeOfAFusedNestIsMissed) {
  unsigned Fusions = 0, Tried = 0;
  for (const Program &P : programs()) {
    std::unique_ptr<ASTUnit> Ast = parse(P, P.Text);
    if (!Ast) {
      continue; // Its flags are not known here.
    }
    UnitReport Report = fuseUnit(Ast->getASTContext(), FuseOptions(), TargetFlags(), [](StringRef) { return true; });
    for (const ProvedFusion &Proved : Report.Fusions) {
      Tampering T(P, Proved, Report.Findings[Proved.Finding].Edits);
      T.run();
      ++Fusions;
      Tried += T.Tried;
    }
  }
  EXPECT_GT(Fusions, 0u);
  EXPECT_GT(Tried, 5 * Fusions);
  RecordProperty("Fusions", Fusions);
  RecordProperty("Mutations", Tried);
}
