//===- Declarators.cpp - variables taken out of a declaration -------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/Declarators.h"
#include "Frontend/SourceText.h"
#include "Rewrite/Indent.h"
#include "Rewrite/MemberText.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {
/// A declarator with what belongs to it.
struct Declarator {
  bool IsGone = false;
  unsigned Begin = 0;      ///< With its comments in front.
  unsigned End = 0;        ///< Behind its initialiser.
  TextRange Separator;     ///< The comma or semicolon behind it.
  unsigned Behind = 0;     ///< Behind the comments that follow the separator on its line and are its own.
  bool StartsLine = false; ///< Nothing but the type stands in front of it on its line.
};

class Cutter {
public:
  Cutter(const FileText &File, const DeclStmt &S) : File(File), S(S) {}
  bool read(ArrayRef<const Decl *> Gone);
  std::vector<TextPatch::Replacement> cuts() const;

private:
  unsigned blanksBefore(unsigned Offset) const { return File.text().take_front(Offset).rtrim(" \t").size(); }
  bool hasLineBreak(unsigned From, unsigned To) const { return File.slice({From, To}).contains('\n'); }
  std::optional<unsigned> firstBegin(const VarDecl &V) const;
  unsigned ownBegin(unsigned Comma, unsigned Name) const;

  const FileText &File;
  const DeclStmt &S;
  std::vector<Declarator> All;
};
} // namespace

/// Where the declarator of the first variable begins; nothing if its type may be written around it.
std::optional<unsigned> Cutter::firstBegin(const VarDecl &V) const {
  std::optional<TextRange> Name = File.token(V.getLocation()), Type = File.typeSpecifier(V);
  if (!Name || !Type || Name->Begin < Type->End)
    return std::nullopt;
  std::optional<unsigned> Begin;
  for (const RawToken &T : File.tokens({Type->End, Name->Begin})) {
    if (T.Kind != tok::star && !T.isComment())
      return std::nullopt;
    if (!Begin)
      Begin = T.Range.Begin;
  }
  return Begin.value_or(Name->Begin);
}

/// Of the declarator whose first token is at \p First. Comments on the comma's line are those of the one before, unless
/// all stands on one line.
unsigned Cutter::ownBegin(unsigned Comma, unsigned First) const {
  bool IsOneLine = !hasLineBreak(Comma, First);
  for (const RawToken &T : File.tokens({Comma, First}))
    if (IsOneLine || hasLineBreak(Comma, T.Range.Begin))
      return T.Range.Begin;
  return First;
}

bool Cutter::read(ArrayRef<const Decl *> Gone) {
  unsigned Previous = 0; // Behind the comma.
  for (const Decl *D : S.decls()) {
    Declarator N;
    N.IsGone = llvm::is_contained(Gone, D);
    const auto *V = dyn_cast<VarDecl>(D);
    std::optional<TextRange> Last = File.writtenRange(D->getEndLoc());
    std::optional<unsigned> Begin = !V || !Last ? std::nullopt
                                    : Previous  ? std::optional(File.tokenAfter(Previous).Range.Begin)
                                                : firstBegin(*V);
    // The others may stand as they like.
    if (N.IsGone && !Begin)
      return false;
    N.Begin = !Begin ? 0 : Previous ? ownBegin(Previous, *Begin) : *Begin;
    N.StartsLine = !Previous || (Begin && hasLineBreak(Previous, *Begin));
    if (!Last)
      return false;
    N.End = Last->End;
    RawToken Next = File.tokenAfter(N.End);
    if (Next.Kind != tok::comma && Next.Kind != tok::semi)
      return false;
    N.Separator = Next.Range;
    N.Behind = Previous = Next.Range.End;
    unsigned LineEnd = lineEnd(File.text(), N.Behind), Following = File.tokenAfter(N.Behind).Range.Begin;
    if (Following >= LineEnd)
      for (const RawToken &T : File.tokens({N.Behind, LineEnd}))
        N.Behind = T.Range.End;
    All.push_back(N);
  }
  return true;
}

std::vector<TextPatch::Replacement> Cutter::cuts() const {
  std::vector<TextPatch::Replacement> Out;
  size_t Kept = All.size(); // All behind it go.
  while (All[Kept - 1].IsGone)
    --Kept;
  for (size_t I = 0; I + 1 < Kept; ++I) {
    const Declarator &D = All[I], &Next = All[I + 1];
    if (!D.IsGone)
      continue;
    if (D.StartsLine || !hasLineBreak(D.Separator.End, Next.Begin)) {
      // The next one comes into its place, unless a comment stands above it.
      bool HasCommentAbove =
          File.tokens({Next.Begin, Next.Begin + 1}).front().isComment() && startsLine(File.text(), Next.Begin);
      if (HasCommentAbove && !startsLine(File.text(), D.Begin))
        Out.push_back({{blanksBefore(D.Begin), lineEnd(File.text(), D.Behind)}, ""});
      else
        Out.push_back({{D.Begin, Next.Begin}, ""});
    } else {
      // What ends the line is said of the line.
      Out.push_back({{blanksBefore(D.Begin), D.Separator.End}, ""});
    }
  }
  if (Kept == All.size())
    return Out;
  const Declarator &Last = All[Kept - 1], &First = All[Kept];
  if (!First.StartsLine) {
    // A comment behind the semicolon is about the line.
    Out.push_back({{Last.End, All.back().End}, ""});
    return Out;
  }
  Out.push_back({Last.Separator, ";"});
  Out.push_back({{Last.Behind, All.back().Behind}, ""});
  return Out;
}

std::optional<DeclarationCut> cutDeclaration(const FileText &File, const DeclStmt &S, ArrayRef<const Decl *> Gone) {
  DeclarationCut Out;
  if (llvm::all_of(S.decls(), [&](const Decl *D) { return is_contained(Gone, D); })) {
    SourceSpan Span = statementSpan(File.context(), S);
    if (!Span.isValid() || Span.File != File.path())
      return std::nullopt;
    Out.Whole = withTrailingComments(File, {Span.Offset, Span.end()});
    return Out;
  }
  Cutter C(File, S);
  if (!C.read(Gone))
    return std::nullopt;
  Out.Cuts = C.cuts();
  return Out;
}

} // namespace loopfuse
