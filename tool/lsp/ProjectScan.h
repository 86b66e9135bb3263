//===- ProjectScan.h - the whole project, in the background -----*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TOOL_LSP_PROJECTSCAN_H
#define LOOPFUSE_TOOL_LSP_PROJECTSCAN_H

#include "Documents.h"
#include "llvm/Support/LSP/Transport.h"
#include <atomic>
#include <thread>

namespace loopfuse::lsp {

struct ScanRequest {
  std::string Root; ///< Of the workspace: where the database is looked for.
  std::map<std::string, Document> Open;
  Settings Given;
  bool ShowsProgress = false;
};

/// Ranks what there is to gain in a project, on a thread of its own.
class ProjectScan {
public:
  ProjectScan(llvm::lsp::MessageHandler &Messages, std::function<std::string()> NewToken);
  ~ProjectScan();

  /// The answer is the list of what can be fused, best first. One scan at a time.
  void start(ScanRequest Request, llvm::lsp::Callback<llvm::json::Value> Then);
  void cancel(llvm::StringRef Token);

private:
  void run(const ScanRequest &Request, llvm::lsp::Callback<llvm::json::Value> Then);
  void progress(llvm::json::Object Value);

  llvm::lsp::OutgoingNotification<llvm::json::Value> Progress;
  llvm::lsp::OutgoingRequest<llvm::json::Value> CreateProgress;
  std::function<std::string()> NewToken;
  std::string Token;
  std::atomic<bool> IsRunning = false, IsCancelled = false;
  std::thread Thread;
};

} // namespace loopfuse::lsp

#endif
