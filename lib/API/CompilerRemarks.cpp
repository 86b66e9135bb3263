//===- CompilerRemarks.cpp - what a compiler makes of loops ---------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/CompilerRemarks.h"
#include "API/AskClang.h"
#include "API/AskGcc.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace loopfuse {

CompilerRemarks askCompiler(const UnitCommand &Command, const ChangedTexts &Texts) {
  return Command.IsGcc ? askGcc(Command, Texts) : askClang(Command, Texts);
}

void addRemark(std::vector<LoopRemark> &Loops, LoopRemark New) {
  auto Same = find_if(
      Loops, [&](const LoopRemark &L) { return L.Line == New.Line && L.Column == New.Column && L.File == New.File; });
  if (Same == Loops.end()) {
    Loops.push_back(std::move(New));
    return;
  }
  Same->IsVectorized |= New.IsVectorized;
  if (Same->Why.empty())
    Same->Why = std::move(New.Why);
}

/// "/tmp/x/f.cpp:3:21: optimized: loop vectorized using 16 byte vectors"
static bool splitRemark(StringRef Line, StringRef Alias, LoopRemark &Place, StringRef &Kind, StringRef &Text) {
  if (!Line.consume_front(Alias) || !Line.consume_front(":") || Line.consumeInteger(10, Place.Line) ||
      !Line.consume_front(":") || Line.consumeInteger(10, Place.Column) || !Line.consume_front(": "))
    return false;
  std::tie(Kind, Text) = Line.split(": ");
  Text = Text.trim();
  return true;
}

std::vector<LoopRemark> readGccRemarks(StringRef Printed, StringRef Alias, StringRef File) {
  std::vector<LoopRemark> Loops;
  SmallVector<StringRef> Lines;
  Printed.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef Line : Lines) {
    LoopRemark R;
    StringRef Kind, Text;
    if (!splitRemark(Line, Alias, R, Kind, Text))
      continue;
    R.File = File.str();
    bool IsCall = Text.contains("distributed") && Text.contains("library call") && !Text.contains(" 0 library call");
    R.IsVectorized = Kind == "optimized" && (Text.starts_with("loop vectorized") || IsCall);
    if (R.IsVectorized || (Kind == "missed" && Text.starts_with("couldn't vectorize loop")))
      addRemark(Loops, std::move(R));
    else if (Kind == "missed" && Text.starts_with("not vectorized: ") && !Loops.empty() && Loops.back().Why.empty())
      Loops.back().Why = Text.str(); // Its place is the statement that is to blame.
  }
  // A loop around several others never is, that of strips for one: they are what counts.
  erase_if(Loops, [](const LoopRemark &L) {
    return !L.IsVectorized && StringRef(L.Why).contains("two or more consecutive inner loops");
  });
  return Loops;
}

namespace {
/// The loops of a region, as far as the compiler spoke of them.
struct Tally {
  unsigned Loops = 0;
  unsigned Vectorized = 0;
  std::string Why; ///< Of the first that is not.
};
} // namespace

static Tally count(const CompilerRemarks &Remarks, const SourceSpan &Region) {
  Tally T;
  for (const LoopRemark &L : Remarks.Loops) {
    bool IsBefore = L.Line < Region.Line || (L.Line == Region.Line && L.Column < Region.Column);
    if (L.File != Region.File || IsBefore || L.Line > Region.EndLine)
      continue;
    ++T.Loops;
    T.Vectorized += L.IsVectorized;
    if (!L.IsVectorized && T.Why.empty())
      T.Why = L.Why;
  }
  return T;
}

std::optional<std::string> lostVectors(const CompilerRemarks &Before, const SourceSpan &Old,
                                       const CompilerRemarks &After, const SourceSpan &New, bool HasParts) {
  for (const CompilerRemarks *R : {&Before, &After})
    if (!R->Error.empty())
      return "what is not known, since " + R->Compiler + " could not be asked (" + R->Error + "),";
  Tally Was = count(Before, Old), Is = count(After, New);
  bool IsLost =
      Was.Vectorized && (!Is.Vectorized || (!HasParts && Is.Vectorized * Was.Loops < Was.Vectorized * Is.Loops));
  if (!IsLost)
    return std::nullopt;
  return formatv("{0}, which vectorizes {1} of {2} loops before and {3} of {4} after{5},", After.Compiler,
                 Was.Vectorized, Was.Loops, Is.Vectorized, Is.Loops, Is.Why.empty() ? "" : " (\"" + Is.Why + "\")")
      .str();
}

} // namespace loopfuse
