//===- TextPatch.h - replacements over one text, nested ones included -*- C++ -*--===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_TEXTPATCH_H
#define LOOPFUSE_REWRITE_TEXTPATCH_H

#include "Rewrite/FileText.h"

namespace loopfuse {

/// Replacements over a text that is not changed by them. Moving a piece is: take its text as it will be with
/// patched(), insert that elsewhere, remove the piece.
class TextPatch {
public:
  explicit TextPatch(llvm::StringRef Text) : Text(Text) {}

  struct Replacement {
    TextRange Range;
    std::string New;
  };

  /// A replacement that lies inside an earlier one is dropped; one that covers earlier ones takes their place.
  /// Insertions at one place keep the order in which they come.
  void replace(TextRange Range, std::string New);
  void insert(unsigned Offset, std::string New) { replace({Offset, Offset}, std::move(New)); }
  void remove(TextRange Range) { replace(Range, ""); }

  /// The text of \p Within with its replacements carried out, those that touch its ends included.
  std::string patched(TextRange Within) const;
  /// Whether a replacement covers all of \p Range.
  bool isReplaced(TextRange Range) const;
  /// Sorted, not overlapping.
  const std::vector<Replacement> &replacements() const { return Sorted; }

private:
  llvm::StringRef Text;
  std::vector<Replacement> Sorted;
};

/// The same replacements with what they leave as it was taken out, by common lines, then by common ends. Those that
/// touch are one: edits at one place have no order.
std::vector<TextPatch::Replacement> minimised(llvm::StringRef Text,
                                              llvm::ArrayRef<TextPatch::Replacement> Replacements);

} // namespace loopfuse

#endif
