//===- CallChains.h - fusion across calls -----------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops that stand one call apart are brought together in the text first: the
// statements of the callees are written in the place of the calls, the unit is
// parsed again, the new statements are compared with the callees' bodies, and
// from there on the ordinary pipeline finds, proves and rewrites. A finding is
// made where loops of different functions are fused; its edits lead from the
// text with the calls to the fused text in one step, and calls that no fusion
// needs stay calls. Blocks, `{ int j; for (…) … }`, are opened likewise; what
// their names mean in the new text is compared with what they meant.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_CALLCHAINS_H
#define LOOPFUSE_API_CALLCHAINS_H

#include "API/Analysis.h"
#include "API/OffsetMap.h"
#include "Frontend/TreeImage.h"
#include "Rewrite/ExpandCall.h"

namespace loopfuse {

/// A compound statement with calls that may be expanded, as plain data: it outlives its AST.
struct ChainTrial {
  SourceSpan Compound;
  std::string Text; ///< Of the whole file.
  std::vector<Expansion> Calls;
  FuseOptions Options;
  /// Of the statements of the compound statement, those of blocks that are opened in their place. Empty where none is.
  std::vector<std::vector<TreeNode>> Images;
  unsigned NumStatements = 0; ///< Of the compound statement.
  /// Names of all functions whose bodies its analysis may ask for (addReachable); none if these are too many to say.
  std::optional<std::set<std::string>> Functions;

  bool opensBlocks() const { return !Images.empty(); }
};

/// The trials that a parsed unit gives, and findings for calls that must stay.
std::vector<ChainTrial> findChainTrials(clang::ASTContext &Context,
                                        llvm::function_ref<bool(llvm::StringRef File)> WantsFile,
                                        const FuseOptions &Options, std::vector<Finding> &Refused);

/// What the trials lead to, in the order of \p Trials.
struct ChainReport {
  std::vector<Finding> Findings; ///< Their places are those of the text with the calls.
  std::vector<ProvedFusion> Fusions;
  std::vector<SourceSpan> Blocks; ///< Opened ones of which Findings speak.
  std::vector<Finding> Suppressed; ///< As RegionReport's.
};
ChainReport fuseAcrossCalls(const UnitCommand &Command, const FileOverlay &Overlay, const UnitParser &Parser,
                            std::vector<ChainTrial> Trials);

} // namespace loopfuse

#endif
