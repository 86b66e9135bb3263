//===- Documents.h - what is open in the editor -----------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TOOL_LSP_DOCUMENTS_H
#define LOOPFUSE_TOOL_LSP_DOCUMENTS_H

#include "API/Config.h"
#include "API/FileOverlay.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace loopfuse::lsp {

/// One open file as the editor has it.
struct Document {
  std::string Uri;
  std::string Path;       ///< Absolute real path; made up for what is not on disk.
  bool IsUnsaved = false; ///< Not on disk at all.
  bool IsCpp = true;      ///< By the language that the editor names.
  int64_t Version = 0;
  std::shared_ptr<const std::string> Text;
};

/// What the client configures.
struct Settings {
  Config Overlay;                         ///< Put over .loopfuse.yaml.
  std::string BuildPath;                  ///< As -p.
  std::vector<std::string> FallbackFlags; ///< For files that no database knows.
  bool ReportRefusals = false;
  std::string ResourceDirectory;
  uint64_t Edition = 0; ///< Counts changes, those on disk too.
};

/// All that an analysis reads besides the disk; a copy for the worker.
struct Snapshot {
  Document Main;
  std::map<std::string, Document> Open; ///< By path, Main among them.
  Settings Given;
};

/// The texts of \p S over those on disk.
FileOverlay overlayOf(const Snapshot &S);

} // namespace loopfuse::lsp

#endif
