//===- OffsetMap.h - where text went when a file was edited -----*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_OFFSETMAP_H
#define LOOPFUSE_API_OFFSETMAP_H

#include "Support/SourceSpan.h"
#include "Support/TextEdit.h"
#include <optional>

namespace loopfuse {

/// Carries offsets of one file over the edits of one step, in both directions.
class OffsetMap {
public:
  /// \p Edits sorted and not overlapping; those of other files are left out.
  OffsetMap(llvm::StringRef File, const EditGroup &Edits);

  /// An old offset in the new text. An offset inside replaced text goes to the begin of what replaced it.
  unsigned forward(unsigned Offset) const;
  /// A new offset in the old text, likewise.
  unsigned backward(unsigned Offset) const;
  /// Where the text [Offset, Offset + Length) of the new text stood in \p Old. Of moved text the first line is looked
  /// for among what was taken away; std::nullopt if it is not there, or there is no telling which one it was.
  std::optional<unsigned> origin(unsigned Offset, unsigned Length, llvm::StringRef Old) const;

private:
  EditGroup Edits;
};

/// Whether the places have text in common.
bool overlap(const SourceSpan &A, const SourceSpan &B);

/// \p Span moved to [Begin, End) of \p Text, with its lines and its column counted anew.
SourceSpan placedAt(SourceSpan Span, llvm::StringRef Text, unsigned Begin, unsigned End);

} // namespace loopfuse

#endif
