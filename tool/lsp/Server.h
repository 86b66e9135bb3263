//===- Server.h - the language server ---------------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TOOL_LSP_SERVER_H
#define LOOPFUSE_TOOL_LSP_SERVER_H

#include "API/Config.h"
#include <string>
#include <vector>

namespace loopfuse::lsp {

struct ServerOptions {
  std::string Version;
  std::string ResourceDirectory; ///< Of clang's own headers.
  std::string BuildPath;         ///< As -p.
  Config Overlay;                ///< From the command line, over .loopfuse.yaml.
};

/// Speaks the language server protocol over standard input and output until the client says "exit". Writes no file,
/// runs nothing of the project's. Returns whether the client said "shutdown" before.
bool serve(const ServerOptions &Options);

} // namespace loopfuse::lsp

#endif
