//===- Layout.cpp - how the user lays out loops ---------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/Layout.h"
#include "Frontend/TopLevel.h"
#include "Rewrite/Indent.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {
/// Control statements looked at: what they all have not, the next one has not, either.
constexpr unsigned MaxSamples = 256;

/// Reads off what is not yet known from one control statement after the other.
class Sampler : public RecursiveASTVisitor<Sampler> {
public:
  explicit Sampler(const FileText &File) : File(File), Text(File.text()) {}
  std::optional<std::string> Unit;
  std::optional<bool> BraceOnOwnLine;
  std::string BraceIndent;
  std::string BodyIndent;

  bool VisitForStmt(ForStmt *S) { return sample(S, S->getBody()); }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *S) { return sample(S, S->getBody()); }
  bool VisitWhileStmt(WhileStmt *S) { return sample(S, S->getBody()); }
  bool VisitIfStmt(IfStmt *S) { return sample(S, S->getThen()); }

  /// \p Parent stands on a line of its own and holds \p Body.
  bool sample(const Stmt *Parent, const Stmt *Body) {
    std::optional<unsigned> Begin = File.offset(Parent->getBeginLoc());
    if (++Samples > MaxSamples)
      return false;
    if (!Begin || !Body || !startsLine(Text, *Begin))
      return !isComplete();
    StringRef Outer = indentOf(Text, *Begin);
    const auto *Compound = dyn_cast<CompoundStmt>(Body);
    if (Compound)
      sampleBrace(*Compound, Outer);
    takeUnit(Compound ? (Compound->body_empty() ? nullptr : Compound->body_front()) : Body, Outer);
    return !isComplete();
  }
  void takeUnit(const Stmt *Child, StringRef Outer) {
    std::optional<unsigned> Begin = Child ? File.offset(Child->getBeginLoc()) : std::nullopt;
    if (Unit || !Begin || !startsLine(Text, *Begin))
      return;
    StringRef Inner = indentOf(Text, *Begin);
    if (Inner.size() > Outer.size() && Inner.starts_with(Outer))
      Unit = Inner.drop_front(Outer.size()).str();
  }

  bool isComplete() const { return Unit && BraceOnOwnLine; }
  bool mayLook() const { return Samples < MaxSamples; }

private:
  void sampleBrace(const CompoundStmt &Compound, StringRef Outer) {
    std::optional<unsigned> Open = File.offset(Compound.getLBracLoc());
    if (BraceOnOwnLine || !Open)
      return;
    BraceOnOwnLine = startsLine(Text, *Open);
    StringRef Indent = indentOf(Text, *Open);
    if (!*BraceOnOwnLine || !Indent.starts_with(Outer))
      return;
    BraceIndent = Indent.drop_front(Outer.size()).str();
    std::optional<unsigned> Child =
        Compound.body_empty() ? std::nullopt : File.offset(Compound.body_front()->getBeginLoc());
    if (Child && startsLine(Text, *Child) && indentOf(Text, *Child).starts_with(Outer))
      BodyIndent = indentOf(Text, *Child).drop_front(Outer.size()).str();
  }

  const FileText &File;
  StringRef Text;
  unsigned Samples = 0;
};
} // namespace

Layout layoutAround(const FileText &File, ArrayRef<const Stmt *> Loops, const CompoundStmt &Compound,
                    const Stmt *FunctionBody) {
  Sampler S(File);
  for (const Stmt *Loop : Loops)
    S.TraverseStmt(const_cast<Stmt *>(Loop));
  if (FunctionBody)
    S.TraverseStmt(const_cast<Stmt *>(FunctionBody));
  if (std::optional<unsigned> Close = File.offset(Compound.getRBracLoc()); Close && !Compound.body_empty())
    for (const Stmt *Child : Compound.body())
      S.takeUnit(Child, indentOf(File.text(), *Close));
  // Nothing here that has braces: what else is in the file.
  if (!S.isComplete())
    for (Decl *D : topLevelDeclarations(File.context()))
      if (!S.isComplete() && S.mayLook() && File.offset(D->getBeginLoc()))
        S.TraverseDecl(D);
  Layout L;
  if (S.Unit)
    L.Unit = *S.Unit;
  L.BraceOnOwnLine = S.BraceOnOwnLine.value_or(false);
  L.BraceIndent = S.BraceIndent;
  L.BodyIndent = S.BodyIndent;
  if (std::optional<unsigned> Begin = File.offset(Compound.getLBracLoc()))
    L.LineEnd = lineEndOf(File.text(), *Begin).str();
  return L;
}

} // namespace loopfuse
