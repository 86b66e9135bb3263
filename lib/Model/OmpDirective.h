//===- OmpDirective.h - loop directives of OpenMP ---------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two loops under directives become one under one directive. It must say of
// each variable what the old ones said of it (OpenMP 5.2, chapter 5, data-
// sharing attributes), and all else must be the same.
//
// Loop::Directive holds a directive as the user wrote it; or, where it can be
// taken apart, in a normal form: its clauses sorted, of the lists those names
// that the loop mentions, and two more lists, `implicit` for the variables from
// outside that it mentions and the directive does not, and `copied` for a
// `firstprivate` variable that nobody changes, which is the same as its copies.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_MODEL_OMPDIRECTIVE_H
#define LOOPFUSE_MODEL_OMPDIRECTIVE_H

#include "Model/FusionPlan.h"
#include "Model/Scop.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loopfuse {

/// "reduction(+ : s, t)"
struct OmpClause {
  std::string Name;               ///< "reduction"
  std::string Argument;           ///< What stands in the parentheses, without blanks and comments: "+:s,t".
  std::vector<std::string> Names; ///< Of a data-sharing clause: "s", "t".
  std::string Operator;           ///< Of a reduction: "+".
  unsigned Begin = 0;             ///< Where it stands in the directive's text,
  unsigned End = 0;               ///< and behind its last character.

  bool isList() const { return !Names.empty(); }
  /// What it says of the variables it names: "private", "reduction(+)".
  std::string attribute() const { return Operator.empty() ? Name : Name + "(" + Operator + ")"; }
};

struct OmpDirective {
  std::string Construct; ///< "parallel for"
  std::vector<OmpClause> Clauses;
  unsigned End = 0; ///< Behind its last word or clause in the text.

  /// The clause that names the variable, or null.
  const OmpClause *clauseOf(llvm::StringRef Variable) const;
};

/// std::nullopt if \p Text is no single `parallel`, `for` or `simd` directive or a combination of them, names a
/// variable twice or anything but plain variables in a data-sharing clause, or sets a default other than `shared` or
/// `none`.
std::optional<OmpDirective> parseOmpDirective(llvm::StringRef Text);

/// What a directive says in all.
struct DataSharing {
  std::string Form; ///< The construct and the clauses that name no variables: "parallel for schedule(static)".
  bool NoWait = false;
  std::map<std::string, std::string> Attributes; ///< Of variables; "implicit" and "copied" beside OpenMP's own.
};

inline constexpr llvm::StringLiteral Implicit = "implicit";
inline constexpr llvm::StringLiteral Copied = "copied";

DataSharing dataSharingOf(const OmpDirective &D);

/// The normal form.
std::string toText(const DataSharing &D);

/// For two texts of Loop::Directive: what the directive of the merged loop says. std::nullopt if there is no such
/// directive. Equal texts that cannot be taken apart are merged to themselves, whatever they say.
std::optional<std::string> mergedDirective(llvm::StringRef A, llvm::StringRef B);

/// What the directives of the group's outermost loops say together, without counters that give way to the first nest's.
std::optional<std::string> mergedDirective(const Scop &S, const FusionGroup &Group);

/// Whether the directive \p New says what \p Merged does, of all variables that the new loop still mentions.
bool saysSame(llvm::StringRef Merged, llvm::StringRef New);

/// For messages: a text of Loop::Directive as a user would write it.
std::string writtenDirective(llvm::StringRef Directive);

} // namespace loopfuse

#endif
