//===- EmitKernel.cpp - one kernel for several launches -------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/EmitKernel.h"
#include "Frontend/SourceText.h"
#include "Rewrite/Assemble.h"
#include "Rewrite/Format.h"
#include "Rewrite/Indent.h"
#include "Rewrite/KernelParameters.h"
#include "Rewrite/KernelScopes.h"
#include "Rewrite/MovedNames.h"
#include "Rewrite/Release.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

bool isOfLaunches(const Scop &S, const FusionGroup &Group) {
  return S.Members[Group.Members.front().Member].Launch.has_value();
}

namespace {
class KernelEmitter {
public:
  KernelEmitter(const FileText &File, const ExtractedRegion &Region, const FusionGroup &Group,
                const EmitOptions &Options)
      : File(File), Region(Region), Group(Group), Options(Options), Patch(File.text()) {}

  std::variant<Emission, Refusal> run();

private:
  std::optional<Refusal> read();
  std::optional<Refusal> writeKernel();
  std::optional<Refusal> writeLaunch();
  void endLives(const std::string &Launch);
  void moveMembers();
  std::string freshName() const;
  const MemberText &member(unsigned M) const { return Members[M - Group.Members.front().Member]; }

  const FileText &File;
  const ExtractedRegion &Region;
  const FusionGroup &Group;
  const EmitOptions &Options;
  TextPatch Patch;
  Layout Style;
  std::vector<MemberText> Members;
  std::vector<KernelText> Texts;
  std::vector<KernelScalar> Scalars;
  std::vector<KernelParameter> Parameters;
  std::vector<TextRange> Removed;
  std::vector<SourceSpan> Fading; ///< See Finding.
  std::string Name;
};
} // namespace

std::optional<Refusal> KernelEmitter::read() {
  if (Region.Ast.IsInstantiation || Region.Ast.Function->isTemplated())
    return refuse(RefusalId::LaunchForm, Region.Model.Members[Group.Members.front().Member].Span,
                  {"it is in a template"});
  auto All = membersOf(File, Region, Group);
  if (auto *R = std::get_if<Refusal>(&All))
    return *R;
  Members = std::get<std::vector<MemberText>>(std::move(All));
  auto Read = kernelTexts(File, Region, Group);
  if (auto *R = std::get_if<Refusal>(&Read))
    return *R;
  Texts = std::get<std::vector<KernelText>>(std::move(Read));
  std::optional<TextRange> Host = File.writtenRange(Region.Ast.Function->getSourceRange());
  for (const KernelText &T : Texts) {
    auto Refused = [&](std::string Why) {
      return refuse(RefusalId::KernelForm, placeOf(File.context(), T.Kernel->getLocation()),
                    {T.Kernel->getNameAsString(), std::move(Why)});
    };
    if (!Host || T.Definition.End > Host->Begin)
      return Refused("its definition stands behind the launch");
    if (T.Kernel->getDeclContext() != Texts.front().Kernel->getDeclContext())
      return Refused("it stands in another namespace than '" + Texts.front().Kernel->getNameAsString() + "'");
  }
  if (std::optional<Refusal> R = checkMovedNames(File, Region, Group, Members))
    return R;
  Style = layoutAround(File, {}, *Region.Ast.Compound, Region.Ast.Function->getBody());
  return std::nullopt;
}

/// "scale_shift", with a number where that is a name already.
std::string KernelEmitter::freshName() const {
  std::vector<std::string> Words;
  for (const KernelText &T : Texts)
    if (std::string Word = T.Kernel->getNameAsString(); !is_contained(Words, Word))
      Words.push_back(Word);
  if (Words.size() == 1)
    Words.push_back("repeated");
  std::string Joined = join(Words, "_");
  const IdentifierTable &Known = File.context().Idents;
  std::string Candidate = Joined;
  for (unsigned I = 2; Known.find(Candidate) != Known.end(); ++I)
    Candidate = Joined + "_" + std::to_string(I);
  return Candidate;
}

/// Behind the last of the kernels, which sees all that the others see.
std::optional<Refusal> KernelEmitter::writeKernel() {
  Name = freshName();
  std::vector<std::string> Declarations;
  for (const KernelParameter &P : Parameters)
    Declarations.push_back(P.Declaration);
  const KernelText *Last = &Texts.front();
  for (const KernelText &T : Texts)
    if (T.Definition.End > Last->Definition.End)
      Last = &T;
  std::string Line = indentOf(File.text(), Last->Definition.Begin).str(), Unit = Style.Unit;
  const std::string &End = Style.LineEnd;
  // Nobody else knows the name, and another unit may make up the same.
  bool IsHidden = Last->Kernel->isInAnonymousNamespace();
  std::string Head = Line + (IsHidden ? "" : "static ") + "__global__ void " + Name + "(";
  std::string Out = Head;
  size_t Column = Head.size(), Width = 0;
  for (size_t I = 0; I < Declarations.size(); ++I) {
    if (I)
      Out += ",";
    if (I && Column + Width + Declarations[I].size() + 3 > 100) {
      Out += End + std::string(Column, ' ');
      Width = 0;
    } else if (I) {
      Out += " ";
    }
    Out += Declarations[I];
    Width += Declarations[I].size() + 2;
  }
  Out += ")";
  Out += (Style.BraceOnOwnLine ? End + Line : " ") + "{" + End;
  auto Body = scopesText(File, Style, Texts, Scalars, Line + Unit);
  if (auto *R = std::get_if<Refusal>(&Body))
    return *R;
  Out += std::get<std::string>(Body);
  Out += Line + "}";
  Patch.insert(withTrailingComments(File, Last->Definition).End, End + End + Out);
  return std::nullopt;
}

/// One launch in the place of the first: its configuration, all arguments, and whatever the others' lines say.
std::optional<Refusal> KernelEmitter::writeLaunch() {
  const MemberText &First = Members.front();
  auto Unusual = [&] {
    return refuse(RefusalId::LaunchForm, File.span(First.Statement), {"it is written in an unusual way"});
  };
  std::optional<TextRange> Callee = File.range(Texts.front().Call->getCallee()->getSourceRange());
  if (!Callee)
    return Unusual();
  TextRange Configuration{0, 0};
  std::optional<unsigned> CalleeName;
  for (const RawToken &T : File.tokens(First.Statement)) {
    if (T.Kind == tok::lesslessless && !Configuration.Begin)
      Configuration.Begin = T.Range.Begin;
    if (T.Kind == tok::greatergreatergreater)
      Configuration.End = T.Range.End;
    if (T.Kind == tok::raw_identifier && Callee->contains(T.Range))
      CalleeName = T.Range.Begin;
  }
  if (Configuration.Begin >= Configuration.End || !CalleeName)
    return Unusual();
  std::vector<std::string> Arguments;
  for (const KernelParameter &P : Parameters)
    Arguments.push_back(P.Argument);
  std::string Launch = File.slice({Callee->Begin, *CalleeName}).str() + Name + File.slice(Configuration).str() + "(" +
                       join(Arguments, ", ") + ");";
  std::string Line = indentOf(File.text(), First.Statement.Begin).str(), Comments;
  for (const KernelText &T : Texts) {
    const MemberText &M = member(T.Member);
    TextRange Where = T.Member == First.Member ? M.Statement : M.Whole;
    for (const RawToken &Token : File.tokens(Where))
      if (Token.isComment() && !(T.Member == First.Member && Configuration.contains(Token.Range)))
        Comments += File.slice(Token.Range).str() + Style.LineEnd + Line;
  }
  Patch.replace(First.Statement, Comments + Launch);
  if (!Scalars.empty())
    endLives(Launch);
  return std::nullopt;
}

/// The buffers that no launch needs any longer.
void KernelEmitter::endLives(const std::string &Launch) {
  LeftOver Text;
  for (const KernelText &T : Texts)
    Text.Gone.push_back(member(T.Member).Statement);
  for (const RawToken &T : rawTokens(Launch, {0, static_cast<unsigned>(Launch.size())}, File.langOpts()))
    if (T.Kind == tok::raw_identifier)
      Text.Written.insert(StringRef(Launch).slice(T.Range.Begin, T.Range.End));
  Text.Uncut = Region.Ast.Members;
  std::vector<const VarDecl *> Buffers;
  for (const KernelScalar &Scalar : Scalars)
    Buffers.push_back(Scalar.Buffer);
  EndingLives Lives = removeLives(File, *Region.Ast.Function, Text, Buffers, Patch);
  Removed = std::move(Lives.Statements);
  for (TextRange Ended : Lives.Fading)
    Fading.push_back(File.span(Ended));
}

void KernelEmitter::moveMembers() {
  std::vector<MovedPiece> Front;
  for (const MemberText &M : Members)
    if (is_contained(Group.Before, M.Member) && none_of(Removed, [&](TextRange R) { return R.contains(M.Statement); }))
      Front.push_back({M.Whole});
  for (const MovedPiece &P : Front)
    Removed.push_back(P.Text);
  if (!Front.empty())
    moveInFront(File, Style, Front, Members.front(), /*OneLine=*/false, Patch);
  for (const Placement &P : drop_begin(Group.Members))
    Removed.push_back(member(P.Member).Whole);
  removeStatements(File, Removed, Patch);
}

std::variant<Emission, Refusal> KernelEmitter::run() {
  if (std::optional<Refusal> R = read())
    return *R;
  Scalars = kernelScalars(File, Region, Group, Texts);
  auto Merged = mergeParameters(File, Region, Texts, Scalars);
  if (auto *R = std::get_if<Refusal>(&Merged))
    return *R;
  Parameters = std::get<std::vector<KernelParameter>>(std::move(Merged));
  for (const KernelScalar &Scalar : Scalars)
    writeScalar(File, Scalar, Texts);
  // With the new names: an operand may be written twice.
  if (std::optional<Refusal> R = fenceProducts(File, Region, Texts, Options.KernelFence))
    return *R;
  if (std::optional<Refusal> R = writeKernel())
    return *R;
  if (std::optional<Refusal> R = writeLaunch())
    return *R;
  moveMembers();
  Emission Out;
  for (TextPatch::Replacement &R : formatted(File, minimised(File.text(), Patch.replacements())))
    Out.Edits.push_back({File.path(), R.Range.Begin, R.Range.size(), std::move(R.New)});
  FusionGroup Done = Group;
  Done.Contractions.clear();
  for (const KernelScalar &Scalar : Scalars) {
    Done.Contractions.push_back(*Scalar.Plan);
    Done.Contractions.back().Scalar = Scalar.Name;
  }
  Out.Fading = Fading;
  Out.Plan.Groups.push_back(std::move(Done));
  File.context().Idents.get(Name); // Another kernel of this run gets another name.
  return Out;
}

std::variant<Emission, Refusal> emitKernel(const FileText &File, const ExtractedRegion &Region,
                                           const FusionGroup &Group, const EmitOptions &Options) {
  return KernelEmitter(File, Region, Group, Options).run();
}

} // namespace loopfuse
