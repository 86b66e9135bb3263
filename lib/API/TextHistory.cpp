//===- TextHistory.cpp - places of the text on disk -------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/TextHistory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace loopfuse {

void TextHistory::add(StringRef File, StringRef Old, const EditGroup &Edits) {
  Steps[File.str()].push_back({OffsetMap(File, Edits), Old.str()});
}

/// Of text that is no one's: where the line begins that it was written into, which is a loop's header as a rule.
static unsigned codeOfLine(StringRef Text, unsigned Offset) {
  StringRef Before = Text.take_front(Offset);
  size_t Break = Before.rfind('\n');
  size_t Begin = Break == StringRef::npos ? 0 : Break + 1;
  size_t Code = Text.find_first_not_of(" \t", Begin);
  return Code == StringRef::npos || Text[Code] == '\n' || Text[Code] == '\r' ? Offset : Code;
}

bool TextHistory::move(SourceSpan &S) const {
  auto Of = Steps.find(S.File);
  if (Of == Steps.end())
    return true;
  bool IsExact = true;
  for (const Step &Last : reverse(Of->second)) {
    std::optional<unsigned> Begin = Last.Map.origin(S.Offset, S.Length, Last.Old);
    IsExact &= Begin.has_value();
    unsigned First = Begin ? *Begin : codeOfLine(Last.Old, Last.Map.backward(S.Offset));
    // The last line of what was moved is that of something else, so only the first one is told.
    unsigned End = !Begin                                 ? Last.Old.find_first_of("\r\n", First)
                   : First == Last.Map.backward(S.Offset) ? Last.Map.backward(S.end())
                                                          : First + S.Length;
    S = placedAt(S, Last.Old, First, std::max(First, End));
  }
  return IsExact;
}

static void replaceAll(std::string &Text, StringRef From, StringRef To) {
  for (size_t At = Text.find(From); At != std::string::npos; At = Text.find(From, At + To.size()))
    Text.replace(At, From.size(), To);
}

Finding TextHistory::inOriginalText(Finding F, StringRef Inexact) const {
  bool IsExact = move(F.Place);
  move(F.Region);
  for (SourceSpan &Loop : F.Loops)
    IsExact &= move(Loop);
  for (FindingNote &N : F.Notes)
    IsExact &= !N.Place.isValid() || move(N.Place);
  if (F.Refused) {
    move(F.Refused->Place);
    if (std::optional<Witness> &W = F.Refused->Proof) {
      std::string Before = describe(*W);
      for (SourceSpan *S : {&W->Earlier.Place, &W->Earlier.Loop, &W->Later.Place, &W->Later.Loop})
        IsExact &= !S->isValid() || move(*S);
      std::string After = describe(*W);
      replaceAll(F.Legality, Before, After);
      for (FindingNote &N : F.Notes)
        replaceAll(N.Text, Before, After);
    }
  }
  if (!IsExact && !Inexact.empty())
    F.Notes.push_back({{}, Inexact.str()});
  return F;
}

static void replaceWord(std::string &Text, StringRef From, StringRef To) {
  auto IsWordEnd = [&](size_t At) { return At >= Text.size() || !(isAlnum(Text[At]) || Text[At] == '_'); };
  for (size_t At = Text.find(From); At != std::string::npos; At = Text.find(From, At + 1))
    if (IsWordEnd(At + From.size()) && (At == 0 || IsWordEnd(At - 1))) {
      Text.replace(At, From.size(), To);
      At += To.size(); // It may hold the word.
    }
}

void useNames(Finding &F, ArrayRef<std::pair<std::string, std::string>> Names) {
  SmallVector<std::string *> Texts{&F.Message, &F.Form, &F.Legality, &F.Profit};
  for (FindingNote &N : F.Notes)
    Texts.push_back(&N.Text);
  if (F.Refused) {
    Texts.push_back(&F.Refused->Remedy);
    for (std::string &Argument : F.Refused->Arguments)
      Texts.push_back(&Argument);
    if (std::optional<Witness> &W = F.Refused->Proof) {
      Texts.push_back(&W->Parameters);
      for (WitnessAccess *A : {&W->Earlier, &W->Later})
        Texts.append({&A->Access, &A->Element, &A->Iteration});
    }
  }
  for (const auto &[New, Old] : Names)
    if (New != Old)
      for (std::string *Text : Texts)
        replaceWord(*Text, New, Old);
}

} // namespace loopfuse
