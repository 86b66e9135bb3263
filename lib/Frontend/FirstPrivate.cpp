//===- FirstPrivate.cpp - copies that OpenMP threads make -------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/FirstPrivate.h"
#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

static bool isName(StringRef Text) {
  return !Text.empty() && isAsciiIdentifierStart(Text.front()) &&
         all_of(Text, [](char C) { return isAsciiIdentifierContinue(C); });
}

/// "#pragma omp" and words that say which construct it is, the clauses left out.
static bool isLoopDirective(StringRef Rest) {
  StringRef Text = Rest;
  Text.consume_front("#");
  Text = Text.ltrim();
  if (!Text.consume_front("pragma ") || !Text.consume_front("omp "))
    return false;
  static const StringRef Constructs[] = {"parallel", "for", "simd"};
  auto [First, Behind] = Text.split(' ');
  static const StringRef Others[] = {"target", "task", "taskloop", "teams", "distribute", "loop", "sections"};
  SmallVector<StringRef> Words;
  Text.split(Words, ' ');
  // What a list in force for all variables says may hold for those in the other one.
  return is_contained(Constructs, First) && !Text.contains("default") &&
         none_of(Words, [](StringRef W) { return is_contained(Others, W); });
}

std::optional<FirstPrivate> splitFirstPrivate(StringRef Directive) {
  static const StringRef Clause = "firstprivate";
  if (Directive.contains("/*") || Directive.contains("//"))
    return std::nullopt;
  FirstPrivate Result;
  std::string Rest;
  size_t Done = 0;
  for (size_t At = Directive.find(Clause); At != StringRef::npos; At = Directive.find(Clause, Done)) {
    size_t Open = Directive.find_first_not_of(" \t", At + Clause.size()), Close = Directive.find(')', At);
    bool IsClause = At > 0 && !isAsciiIdentifierContinue(Directive[At - 1]) && Open != StringRef::npos &&
                    Directive[Open] == '(' && Close != StringRef::npos;
    if (!IsClause)
      return std::nullopt;
    SmallVector<StringRef> Names;
    Directive.slice(Open + 1, Close).split(Names, ',');
    for (StringRef Name : Names) {
      Name = Name.trim(" \t\r\n\\");
      if (!isName(Name))
        return std::nullopt;
      Result.Names.push_back(Name.str());
    }
    Rest += Directive.slice(Done, At).str() + " ";
    Done = Close + 1;
    Result.End = Close;
  }
  Rest += Directive.drop_front(Done).str();
  // A line that goes on behind a backslash is one line; several are several directives.
  bool Continues = false;
  for (char C : Rest) {
    if (C == '\n' && !Continues)
      return std::nullopt;
    Continues = C == '\\' || (Continues && C == '\r');
    bool IsBlank = isSpace(C) || C == '\\' || (C == ',' && StringRef(Result.Rest).ends_with(" "));
    if (!IsBlank)
      Result.Rest += C;
    else if (!Result.Rest.empty() && Result.Rest.back() != ' ')
      Result.Rest += ' ';
  }
  Result.Rest = StringRef(Result.Rest).rtrim(" ,").str();
  if (!isLoopDirective(Result.Rest))
    return std::nullopt;
  return Result;
}

} // namespace loopfuse
