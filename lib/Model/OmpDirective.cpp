//===- OmpDirective.cpp - loop directives of OpenMP -----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Model/OmpDirective.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace loopfuse {

static bool isNameChar(char C) { return isAlnum(C) || C == '_'; }
static bool isName(StringRef Text) { return !Text.empty() && !isDigit(Text.front()) && all_of(Text, isNameChar); }

namespace {
/// Reads the words of a directive, which goes on behind a backslash at the end of a line.
class DirectiveText {
public:
  explicit DirectiveText(StringRef Text) : Text(Text) {}

  unsigned position() const { return At; }
  bool atEnd() {
    skipBlanks();
    return At == Text.size();
  }
  bool consume(char C) {
    skipBlanks();
    if (At == Text.size() || Text[At] != C)
      return false;
    ++At;
    return true;
  }
  StringRef word() {
    skipBlanks();
    StringRef Word = Text.substr(At).take_while(isNameChar);
    At += Word.size();
    return Word;
  }
  /// What stands in parentheses, without blanks; std::nullopt if they do not end.
  std::optional<std::string> argument() {
    std::string Argument;
    for (unsigned Depth = 1; !atEnd(); ++At) {
      char C = Text[At];
      Depth += C == '(' ? 1 : C == ')' ? -1 : 0;
      if (Depth == 0) {
        ++At;
        return Argument;
      }
      Argument += C;
    }
    return std::nullopt;
  }

private:
  /// Blanks, comments and ends of lines that go on.
  void skipBlanks() {
    while (At < Text.size()) {
      StringRef Rest = Text.substr(At);
      if (Rest.starts_with("\\\n") || Rest.starts_with("\\\r\n"))
        At = Text.find('\n', At) + 1;
      else if (Rest.starts_with("//") && !Rest.contains('\n'))
        At = Text.size();
      else if (Rest.starts_with("/*"))
        At += std::min(Rest.find("*/"), Rest.size() - 2) + 2;
      else if (Text[At] == ' ' || Text[At] == '\t')
        ++At;
      else
        return;
    }
  }

  StringRef Text;
  unsigned At = 0;
};
} // namespace

static bool isSharingClause(StringRef Name) {
  static const StringRef Clauses[] = {"private",   "firstprivate", "lastprivate", "shared",
                                      "reduction", Implicit,       Copied};
  return is_contained(Clauses, Name);
}

/// Takes the names out of a data-sharing clause. False if it holds anything else.
static bool readNames(OmpClause &Clause) {
  StringRef List = Clause.Argument;
  if (Clause.Name == "reduction") {
    auto [Operator, Variables] = List.split(':');
    Clause.Operator = Operator.str();
    List = Variables;
  }
  SmallVector<StringRef> Names;
  List.split(Names, ',');
  for (StringRef Name : Names)
    Clause.Names.push_back(Name.str());
  return all_of(Clause.Names, isName);
}

std::optional<OmpDirective> parseOmpDirective(StringRef Text) {
  DirectiveText In(Text);
  if (!In.consume('#') || In.word() != "pragma" || In.word() != "omp")
    return std::nullopt;
  OmpDirective D;
  while (!In.atEnd()) {
    In.consume(',');
    In.atEnd();
    OmpClause Clause;
    Clause.Begin = In.position();
    Clause.Name = In.word().str();
    if (Clause.Name.empty())
      return std::nullopt;
    if (is_contained({"parallel", "for", "simd"}, Clause.Name) && D.Clauses.empty()) {
      D.Construct += (D.Construct.empty() ? "" : " ") + Clause.Name;
      D.End = In.position();
      continue;
    }
    if (In.consume('(')) {
      std::optional<std::string> Argument = In.argument();
      if (!Argument)
        return std::nullopt;
      Clause.Argument = std::move(*Argument);
    }
    D.End = Clause.End = In.position();
    if (isSharingClause(Clause.Name) && !readNames(Clause))
      return std::nullopt;
    if (Clause.Name == "default" && Clause.Argument != "shared" && Clause.Argument != "none")
      return std::nullopt;
    for (const std::string &Name : Clause.Names)
      if (D.clauseOf(Name) || count(Clause.Names, Name) > 1)
        return std::nullopt;
    D.Clauses.push_back(std::move(Clause));
  }
  return D.Construct.empty() ? std::nullopt : std::optional(std::move(D));
}

const OmpClause *OmpDirective::clauseOf(StringRef Variable) const {
  auto It = find_if(Clauses, [&](const OmpClause &C) { return is_contained(C.Names, Variable); });
  return It == Clauses.end() ? nullptr : &*It;
}

DataSharing dataSharingOf(const OmpDirective &D) {
  DataSharing Result;
  std::vector<std::string> Others;
  for (const OmpClause &C : D.Clauses) {
    for (const std::string &Name : C.Names)
      Result.Attributes[Name] = C.attribute();
    if (C.Name == "nowait" && C.Argument.empty())
      Result.NoWait = true;
    else if (!C.isList())
      Others.push_back(C.Argument.empty() ? C.Name : C.Name + "(" + C.Argument + ")");
  }
  sort(Others);
  Result.Form = join(concat<const std::string>(ArrayRef(D.Construct), Others), " ");
  return Result;
}

std::string toText(const DataSharing &D) {
  std::map<std::string, std::vector<std::string>> Lists;
  for (const auto &[Name, Attribute] : D.Attributes)
    Lists[Attribute].push_back(Name);
  std::string Text = "#pragma omp " + D.Form + (D.NoWait ? " nowait" : "");
  for (const auto &[Attribute, Names] : Lists) {
    StringRef Operator = Attribute;
    bool IsReduction = Operator.consume_front("reduction(");
    Text += IsReduction ? " reduction(" + Operator.drop_back().str() + ":" : " " + Attribute + "(";
    Text += join(Names, ",") + ")";
  }
  return Text;
}

/// What two loops say of a variable, said of their fusion.
static std::optional<std::string> mergedAttribute(const std::string &A, const std::string &B) {
  // The later loop's copies would begin with what the earlier one left in its own.
  if (A == "firstprivate")
    return std::nullopt;
  if (A == B)
    return A;
  // From the one that is said least of: all threads see the one variable.
  static const StringRef Order[] = {Implicit, "shared", Copied};
  auto RankOf = [](StringRef Attribute) { return llvm::find(Order, Attribute) - std::begin(Order); };
  auto Last = std::max(RankOf(A), RankOf(B));
  return size_t(Last) < std::size(Order) ? std::optional(Order[Last].str()) : std::nullopt;
}

std::optional<std::string> mergedDirective(StringRef A, StringRef B) {
  std::optional<OmpDirective> First = parseOmpDirective(A), Second = parseOmpDirective(B);
  if (!First || !Second)
    return A == B ? std::optional(A.str()) : std::nullopt;
  DataSharing Result = dataSharingOf(*First), Other = dataSharingOf(*Second);
  if (Result.Form != Other.Form)
    return std::nullopt;
  Result.NoWait &= Other.NoWait;
  for (const auto &[Name, Attribute] : Other.Attributes) {
    auto [It, IsNew] = Result.Attributes.try_emplace(Name, Attribute);
    std::optional<std::string> Both = IsNew ? Attribute : mergedAttribute(It->second, Attribute);
    if (!Both)
      return std::nullopt;
    It->second = std::move(*Both);
  }
  return toText(Result);
}

static const Loop &outermost(const Scop &S, const Placement &P) { return S.Loops[S.Members[P.Member].Loops.front()]; }

/// The member's directive without the counters of merged loops that have another name in the first member.
static std::string withoutMapped(const Scop &S, const FusionGroup &Group, const Placement &P) {
  const std::string &Own = outermost(S, P).Directive;
  std::optional<OmpDirective> D = parseOmpDirective(Own);
  if (!D)
    return Own;
  DataSharing Said = dataSharingOf(*D);
  std::vector<unsigned> Kept = S.perfectLoops(S.Members[Group.Members.front().Member], Group.Depth),
                        Mapped = S.perfectLoops(S.Members[P.Member], Group.Depth);
  for (unsigned K = 0; K < Group.Depth; ++K)
    if (S.Loops[Kept[K]].Variable != S.Loops[Mapped[K]].Variable)
      Said.Attributes.erase(S.Loops[Mapped[K]].Variable);
  return toText(Said);
}

std::optional<std::string> mergedDirective(const Scop &S, const FusionGroup &Group) {
  std::optional<std::string> Merged = outermost(S, Group.Members.front()).Directive;
  for (const Placement &P : drop_begin(Group.Members))
    if (Merged)
      Merged = mergedDirective(*Merged, withoutMapped(S, Group, P));
  return Merged;
}

bool saysSame(StringRef Merged, StringRef New) {
  std::optional<OmpDirective> Old = parseOmpDirective(Merged), Written = parseOmpDirective(New);
  if (!Old || !Written)
    return New == Merged;
  DataSharing Expected = dataSharingOf(*Old), Found = dataSharingOf(*Written);
  return Found.Form == Expected.Form && Found.NoWait == Expected.NoWait && all_of(Found.Attributes, [&](const auto &A) {
           auto It = Expected.Attributes.find(A.first);
           return It != Expected.Attributes.end() && It->second == A.second;
         });
}

std::string writtenDirective(StringRef Directive) {
  std::optional<OmpDirective> D = parseOmpDirective(Directive);
  if (!D)
    return Directive.str();
  DataSharing Said = dataSharingOf(*D);
  for (auto It = Said.Attributes.begin(); It != Said.Attributes.end();) {
    if (It->second == Copied)
      It->second = "firstprivate";
    It = It->second == Implicit ? Said.Attributes.erase(It) : std::next(It);
  }
  return toText(Said);
}

} // namespace loopfuse
