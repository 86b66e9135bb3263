//===- OpenBlock.h - a block's statements without its braces ----*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_OPENBLOCK_H
#define LOOPFUSE_REWRITE_OPENBLOCK_H

#include "Frontend/CallSites.h"
#include "Rewrite/CallerNames.h"
#include "Rewrite/ExpandCall.h"

namespace loopfuse {

/// The blocks of \p Chain opened: their text without the braces, with the names changed that something else in the
/// compound statement mentions. Names that are given count as mentioned for the blocks behind. Nothing for a block
/// whose text does not allow it.
class BlockOpener {
public:
  BlockOpener(const CallChain &Chain, const FileText &File, CallerNames &Names);
  std::optional<Expansion> open(const CallSite &Site);

private:
  std::optional<TextRange> contentOf(const clang::CompoundStmt &Block) const;

  const FileText &File;
  CallerNames &Names;
  llvm::StringSet<> Mentioned; ///< By what they are not the names of.
};

} // namespace loopfuse

#endif
