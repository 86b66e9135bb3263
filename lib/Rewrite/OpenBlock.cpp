//===- OpenBlock.cpp - a block's statements without its braces ------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/OpenBlock.h"
#include "Frontend/SourceText.h"
#include "Rewrite/Indent.h"
#include "Rewrite/TextPatch.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

static std::vector<const VarDecl *> variablesOf(const CompoundStmt &Block) {
  std::vector<const VarDecl *> Variables;
  for (const Stmt *Child : Block.body())
    if (const auto *Declaration = dyn_cast<DeclStmt>(Child))
      for (const Decl *D : Declaration->decls())
        Variables.push_back(cast<VarDecl>(D));
  return Variables;
}

static void addIdentifiers(const FileText &File, TextRange Within, StringSet<> &Out) {
  for (const RawToken &T : File.tokens(Within))
    if (T.Kind == tok::raw_identifier)
      Out.insert(File.slice(T.Range));
}

BlockOpener::BlockOpener(const CallChain &Chain, const FileText &File, CallerNames &Names)
    : File(File), Names(Names) {
  const CompoundStmt &Compound = *Chain.Where.Compound;
  std::optional<TextRange> Whole = File.range(Compound.getSourceRange());
  if (!Whole)
    return;
  // What the header in front of the compound statement declares must not be declared anew.
  std::optional<unsigned> Header =
      File.offset(Chain.Where.Enclosing.empty() ? Chain.Where.Function->getBeginLoc()
                                                : Chain.Where.Enclosing.back()->getBeginLoc());
  unsigned Done = std::min(Header.value_or(0), Whole->Begin);
  for (const CallSite &Site : Chain.Calls) {
    std::optional<TextRange> Block = Site.Block ? File.range(Site.Block->getSourceRange()) : std::nullopt;
    if (!Block)
      continue;
    addIdentifiers(File, {Done, Block->Begin}, Mentioned);
    Done = Block->End;
    // Of the names that a block declares it mentions its own.
    StringSet<> Others;
    addIdentifiers(File, *Block, Others);
    addReferredNames(*Site.Block, Others);
    for (const VarDecl *V : variablesOf(*Site.Block))
      Others.erase(V->getName());
    for (const auto &Name : Others)
      Mentioned.insert(Name.getKey());
  }
  addIdentifiers(File, {Done, Whole->End}, Mentioned);
  for (const Stmt *Child : Compound.body())
    if (none_of(Chain.Calls, [&](const CallSite &Site) { return Site.Block == Child; }))
      addReferredNames(*Child, Mentioned);
}

/// What stands between the braces. The block has its lines for itself.
std::optional<TextRange> BlockOpener::contentOf(const CompoundStmt &Block) const {
  std::optional<TextRange> Braces = File.range(Block.getSourceRange());
  if (!Braces || !startsLine(File.text(), Braces->Begin) || File.text()[Braces->Begin] != '{' ||
      File.text()[Braces->End - 1] != '}')
    return std::nullopt;
  // What the user said of a line of it would be looked for at the block's own.
  if (File.slice(*Braces).contains("NOLINT"))
    return std::nullopt;
  TextRange Content{Braces->Begin + 1, Braces->End - 1};
  StringRef Inside = File.slice(Content);
  Content.Begin += Inside.size() - Inside.ltrim().size();
  Content.End -= Inside.size() - Inside.rtrim().size();
  // What stands behind the closing brace must not get behind a line comment.
  std::vector<RawToken> Tokens = File.tokens(Content);
  if (Tokens.empty() || (Tokens.back().isComment() && File.slice(Tokens.back().Range).starts_with("//") &&
                         !endsLine(File.text(), Braces->End)))
    return std::nullopt;
  return Content;
}

std::optional<Expansion> BlockOpener::open(const CallSite &Site) {
  const CompoundStmt &Block = *Site.Block;
  std::optional<TextRange> Content = contentOf(Block), Whole = File.range(Block.getSourceRange());
  if (!Content || !Names.isKnown())
    return std::nullopt;
  NameUse Used = namesIn(File, Block, *Content);
  TextPatch Patch(File.text());
  Expansion Out;
  for (const VarDecl *V : variablesOf(Block)) {
    std::string Name = Mentioned.contains(V->getName()) ? Names.get(V->getName(), Used) : V->getNameAsString();
    if (Name != V->getName() && !renameVariable(File, *V, Name, Block, *Content, Patch))
      return std::nullopt;
    if (Name != V->getName())
      Out.Renamed.emplace_back(Name, V->getName());
    Mentioned.insert(Name);
  }

  Out.Call.Child = Site.Child;
  Out.Call.Statement = File.span(*Whole);
  Out.Call.BlockSize = Block.size();
  std::string Indent = indentOf(File.text(), Whole->Begin).str();
  std::string Text =
      reindentedText(Patch.patched(*Content), indentAt(File.text(), Content->Begin), Indent, File.langOpts(), "");
  Out.Edit = {File.path(), Whole->Begin, Whole->size(), Text.substr(Indent.size())};
  return Out;
}

} // namespace loopfuse
