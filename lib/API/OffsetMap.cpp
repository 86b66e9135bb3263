//===- OffsetMap.cpp - where text went when a file was edited -------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/OffsetMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

bool overlap(const SourceSpan &A, const SourceSpan &B) {
  return A.File == B.File && A.Offset < B.end() && B.Offset < A.end();
}

OffsetMap::OffsetMap(StringRef File, const EditGroup &All) {
  copy_if(All, std::back_inserter(Edits), [&](const TextEdit &E) { return E.File == File; });
}

unsigned OffsetMap::forward(unsigned Offset) const {
  int64_t Delta = 0;
  for (const TextEdit &E : Edits) {
    if (E.Offset >= Offset)
      break;
    if (Offset < E.Offset + E.Length)
      return E.Offset + Delta;
    Delta += static_cast<int64_t>(E.Text.size()) - E.Length;
  }
  return Offset + Delta;
}

unsigned OffsetMap::backward(unsigned Offset) const {
  int64_t Delta = 0;
  for (const TextEdit &E : Edits) {
    int64_t NewBegin = E.Offset + Delta;
    if (NewBegin > Offset)
      break;
    if (Offset < NewBegin + static_cast<int64_t>(E.Text.size()))
      return E.Offset;
    Delta += static_cast<int64_t>(E.Text.size()) - E.Length;
  }
  return Offset - Delta;
}

/// The offsets of all \p Line in \p Text.
static std::vector<size_t> occurrences(StringRef Text, StringRef Line) {
  std::vector<size_t> Found;
  for (size_t At = Text.find(Line); At != StringRef::npos; At = Text.find(Line, At + 1))
    Found.push_back(At);
  return Found;
}

std::optional<unsigned> OffsetMap::origin(unsigned Offset, unsigned Length, StringRef Old) const {
  int64_t Delta = 0;
  const TextEdit *In = nullptr;
  for (const TextEdit &E : Edits) {
    int64_t NewBegin = E.Offset + Delta;
    if (NewBegin <= Offset && Offset < NewBegin + static_cast<int64_t>(E.Text.size()))
      In = &E;
    if (In || NewBegin > Offset)
      break;
    Delta += static_cast<int64_t>(E.Text.size()) - E.Length;
  }
  if (!In)
    return backward(Offset);
  size_t At = Offset - (In->Offset + Delta);
  StringRef Line = StringRef(In->Text).substr(At, Length).split('\n').first.rtrim();
  if (Line.empty())
    return std::nullopt;
  // Pieces of text keep their order.
  size_t Number = 0, Inserted = 0;
  std::vector<size_t> Removed;
  for (const TextEdit &E : Edits) {
    for (size_t Place : occurrences(E.Text, Line)) {
      Number += &E < In || (&E == In && Place < At);
      ++Inserted;
    }
    for (size_t Place : occurrences(Old.substr(E.Offset, E.Length), Line))
      Removed.push_back(E.Offset + Place);
  }
  return Removed.size() == Inserted ? std::optional<unsigned>(Removed[Number]) : std::nullopt;
}

SourceSpan placedAt(SourceSpan Span, StringRef Text, unsigned Begin, unsigned End) {
  Begin = std::min<size_t>(Begin, Text.size());
  End = std::clamp<size_t>(End, Begin, Text.size());
  StringRef Before = Text.take_front(Begin);
  Span.Offset = Begin;
  Span.Length = End - Begin;
  Span.Line = 1 + Before.count('\n');
  Span.Column = 1 + Begin - (Before.rfind('\n') == StringRef::npos ? 0 : Before.rfind('\n') + 1);
  Span.EndLine = Span.Line + Text.slice(Begin, End > Begin ? End - 1 : Begin).count('\n');
  return Span;
}

} // namespace loopfuse
