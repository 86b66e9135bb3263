//===- AskInside.cpp - a loop's condition goes into the loop --------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/AskInside.h"
#include "Frontend/SourceText.h"
#include "Rewrite/CallPlace.h"
#include "Rewrite/Indent.h"
#include "clang/AST/Stmt.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

std::optional<Expansion> askInside(const CallSite &Site, const FileText &File) {
  const IfStmt &If = *Site.Conditional->If;
  const ForStmt &Loop = *Site.Conditional->Loop;
  const Stmt &Body = *Loop.getBody();
  std::variant<SourceSpan, std::string> Place = placeOfCall(File, If);
  std::optional<TextRange> Header = File.range({Loop.getForLoc(), Loop.getRParenLoc()}),
                           Condition = File.range({If.getIfLoc(), If.getRParenLoc()});
  SourceSpan Span = statementSpan(File.context(), Body);
  // "else" would seem to belong to the wrong one.
  if (!std::holds_alternative<SourceSpan>(Place) || !Header || !Condition || Span.File != File.path() ||
      isa<IfStmt>(Body))
    return std::nullopt;
  Expansion Out;
  Out.Call.Child = Site.Child;
  Out.Call.Statement = std::get<SourceSpan>(Place);
  Out.Call.BlockSize = 1;
  TextRange Whole{Out.Call.Statement.Offset, Out.Call.Statement.end()}, Inner{Span.Offset, Span.end()};
  if (File.slice(Whole).contains("NOLINT"))
    return std::nullopt;

  std::string Indent = indentOf(File.text(), Whole.Begin).str();
  std::string NewLine = lineEndOf(File.text(), Whole.Begin).str() + Indent;
  StringRef Own = indentOf(File.text(), Header->Begin);
  bool IsDeeper = startsLine(File.text(), Header->Begin) && Own.starts_with(Indent) && Own.size() > Indent.size();
  std::string Unit = IsDeeper ? Own.drop_front(Indent.size()).str() : "  ";
  std::string Deeper = Indent + Unit;
  std::string Text = reindentedText(File.slice(Inner).str(), indentAt(File.text(), Inner.Begin),
                                    isa<CompoundStmt>(Body) ? Deeper : Deeper + Unit, File.langOpts(), "");
  StringRef Rest = isa<CompoundStmt>(Body) ? StringRef(Text).ltrim() : StringRef(Text);
  std::string Between = isa<CompoundStmt>(Body) ? " " : lineEndOf(File.text(), Whole.Begin).str();
  std::string New = commentsBeside(File, Whole, {*Header, *Condition, Inner}, NewLine) + File.slice(*Header).str() +
                    NewLine + Unit + File.slice(*Condition).str() + Between + Rest.str();
  Out.Edit = {File.path(), Whole.Begin, Whole.size(), New};
  return Out;
}

} // namespace loopfuse
