//===- TextPatch.cpp - replacements over one text, nested ones included ---===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/TextPatch.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

void TextPatch::replace(TextRange Range, std::string New) {
  bool IsInsertion = Range.size() == 0;
  for (const Replacement &R : Sorted)
    if (R.Range.size() && (IsInsertion ? R.Range.Begin < Range.Begin && Range.Begin < R.Range.End
                                       : R.Range.contains(Range) && R.Range != Range))
      return;
  if (!IsInsertion)
    llvm::erase_if(Sorted, [&](const Replacement &R) {
      return R.Range.size() ? Range.contains(R.Range) : Range.Begin < R.Range.Begin && R.Range.Begin < Range.End;
    });
  // Insertions come behind a replacement that ends there and in front of one that begins there.
  auto Behind = [&](const Replacement &R) {
    if (IsInsertion)
      return R.Range.Begin > Range.Begin || (R.Range.Begin == Range.Begin && R.Range.size());
    return R.Range.Begin >= Range.End && !(R.Range.size() == 0 && R.Range.Begin == Range.Begin);
  };
  Sorted.insert(llvm::find_if(Sorted, Behind), {Range, std::move(New)});
}

std::string TextPatch::patched(TextRange Within) const {
  std::string Out;
  unsigned Done = Within.Begin;
  for (const Replacement &R : Sorted) {
    if (!Within.contains(R.Range))
      continue;
    Out += Text.slice(Done, R.Range.Begin);
    Out += R.New;
    Done = R.Range.End;
  }
  return Out + Text.slice(Done, Within.End).str();
}

bool TextPatch::isReplaced(TextRange Range) const {
  return llvm::any_of(Sorted, [&](const Replacement &R) { return R.Range.size() && R.Range.contains(Range); });
}

// With their line ends.
static SmallVector<StringRef> splitLines(StringRef Text) {
  SmallVector<StringRef> Lines;
  while (!Text.empty()) {
    size_t End = std::min(Text.size(), Text.find('\n') == StringRef::npos ? Text.size() : Text.find('\n') + 1);
    Lines.push_back(Text.take_front(End));
    Text = Text.drop_front(End);
  }
  return Lines;
}

static void trimmedTo(TextPatch::Replacement R, StringRef Old, std::vector<TextPatch::Replacement> &Out) {
  StringRef New = R.New;
  while (!Old.empty() && !New.empty() && Old.front() == New.front()) {
    Old = Old.drop_front();
    New = New.drop_front();
    ++R.Range.Begin;
  }
  while (!Old.empty() && !New.empty() && Old.back() == New.back()) {
    Old = Old.drop_back();
    New = New.drop_back();
    --R.Range.End;
  }
  if (Old.empty() && New.empty())
    return;
  if (!Out.empty() && Out.back().Range.End == R.Range.Begin) {
    Out.back().Range.End = R.Range.End;
    Out.back().New += New;
  } else {
    Out.push_back({R.Range, New.str()});
  }
}

// The longest common subsequence of lines; between its lines stand the changes.
static void addLineDifferences(StringRef Text, const TextPatch::Replacement &R,
                               std::vector<TextPatch::Replacement> &Out) {
  StringRef Old = Text.slice(R.Range.Begin, R.Range.End);
  SmallVector<StringRef> A = splitLines(Old), B = splitLines(R.New);
  if (A.size() < 2 || B.size() < 2 || A.size() * B.size() > 1000000)
    return trimmedTo(R, Old, Out);
  std::vector<std::vector<unsigned>> Length(A.size() + 1, std::vector<unsigned>(B.size() + 1));
  for (size_t I = A.size(); I-- > 0;)
    for (size_t J = B.size(); J-- > 0;)
      Length[I][J] = A[I] == B[J] ? Length[I + 1][J + 1] + 1 : std::max(Length[I + 1][J], Length[I][J + 1]);
  TextPatch::Replacement Change{{R.Range.Begin, R.Range.Begin}, ""};
  auto Flush = [&](size_t Same) {
    trimmedTo(Change, Text.slice(Change.Range.Begin, Change.Range.End), Out);
    Change = {{unsigned(Change.Range.End + Same), unsigned(Change.Range.End + Same)}, ""};
  };
  size_t I = 0, J = 0;
  while (I < A.size() || J < B.size()) {
    if (I < A.size() && J < B.size() && A[I] == B[J]) {
      Flush(A[I].size());
      ++I, ++J;
    } else if (J == B.size() || (I < A.size() && Length[I + 1][J] >= Length[I][J + 1])) {
      Change.Range.End += A[I++].size();
    } else {
      Change.New += B[J++];
    }
  }
  Flush(0);
}

std::vector<TextPatch::Replacement> minimised(StringRef Text, ArrayRef<TextPatch::Replacement> Replacements) {
  std::vector<TextPatch::Replacement> Out;
  for (const TextPatch::Replacement &R : Replacements)
    addLineDifferences(Text, R, Out);
  return Out;
}

} // namespace loopfuse
