//===- Render.h - findings as the protocol has them -------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TOOL_LSP_RENDER_H
#define LOOPFUSE_TOOL_LSP_RENDER_H

#include "Analyser.h"

namespace loopfuse::lsp {

/// What a client understands, and where things are.
struct Client {
  bool VersionedEdits = false; ///< workspaceEdit.documentChanges
  bool RefreshesLenses = false;
  bool ShowsProgress = false;
  bool ShowsDocuments = false; ///< window/showDocument
  std::string Documentation;   ///< Folder of the pages; "" if there are none.
};

/// One open file, its report, and the URIs and versions of the files that are open.
struct View {
  const Client &Who;
  const Document &Main;
  const DocumentReport &Report;
  const std::map<std::string, Document> &Open; ///< By path.
  bool ShowsRefusals = false;
};

llvm::json::Array diagnosticsOf(const View &V);
/// The three answers for the loops on a line (from 0); null if there are none.
llvm::json::Value hoverAt(const View &V, unsigned Line);
/// Whether two pointers that may overlap keep loops on the lines apart.
bool mayBeGuardedAt(const DocumentReport &Report, unsigned First, unsigned Last);
/// The actions for lines [First, Last] whose kind is below one of \p Only (all, if that is empty).
llvm::json::Array actionsAt(const View &V, unsigned First, unsigned Last, llvm::ArrayRef<std::string> Only);
llvm::json::Array lensesOf(const View &V);
/// The edit of one finding; null where it has none.
llvm::json::Value editOf(const View &V, const Finding &F);
/// A finding of a whole-project scan.
llvm::json::Object scanEntry(const Finding &F);

} // namespace loopfuse::lsp

#endif
