//===- Shards.h - one run parted over several machines ----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_SHARDS_H
#define LOOPFUSE_API_SHARDS_H

#include "API/Analysis.h"
#include <variant>

namespace loopfuse {

/// Which part of a run: \p Index of \p Count, from 1.
struct Shard {
  unsigned Index = 1, Count = 1;
};

/// "2/4"; std::nullopt for anything else.
std::optional<Shard> parseShard(llvm::StringRef Text);

/// The part of \p Asked that is the shard's: every Count-th unit.
Selection partOf(const Selection &Asked, Shard S);

/// What a run over a part knows, for mergeShards: the analyses of its units. A finding cannot be judged in one part
/// alone, since units of other parts may see the same header in another way. \p Asked is that of the whole run,
/// \p Options names all that must be alike in all parts.
std::string shardText(const Project &P, const Selection &Asked, Shard S,
                      const std::map<unsigned, UnitAnalysis> &Results, llvm::StringRef Options);

/// The whole run. Its units have no commands: nothing can be parsed again.
struct MergedShards {
  Project Work;
  Selection Asked;
  std::map<unsigned, UnitAnalysis> Results; ///< Of the units asked for, and of further readers of headers.
};

/// Puts the parts together. \p Texts: name and contents of each file; all parts must be there once. \p Root: where the
/// project's root is on this machine; "" if it is where the parts had it.
llvm::Expected<MergedShards> mergeShards(llvm::ArrayRef<std::pair<std::string, std::string>> Texts,
                                         llvm::StringRef Root, FindingPool &Pool);

} // namespace loopfuse

#endif
