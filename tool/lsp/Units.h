//===- Units.h - who compiles an open file ----------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TOOL_LSP_UNITS_H
#define LOOPFUSE_TOOL_LSP_UNITS_H

#include "API/Project.h"
#include "Documents.h"

namespace loopfuse::lsp {

/// Where an open file is compiled.
struct UnitsOf {
  std::shared_ptr<const Project> Whole;
  Selection Asked;
  bool AsksAll = true; ///< Whether all units that see the file can be asked; else nothing outside it may change.
};

/// Finds compile commands. Databases are kept until they change. For one thread.
class UnitFinder {
public:
  /// The units of the document's path: those of the nearest database upwards; one that includes it, if it is a header;
  /// else the flags for files that no database knows.
  UnitsOf find(const Snapshot &S);

private:
  struct Loaded {
    std::shared_ptr<const Project> Whole;
    llvm::sys::TimePoint<> Changed;
  };
  std::shared_ptr<const Project> load(const Snapshot &S);
  std::map<std::pair<std::string, std::string>, Loaded> Databases; ///< By path and resource directory.
  std::map<std::string, std::optional<unsigned>> HeaderUnits;      ///< By database and header.
};

} // namespace loopfuse::lsp

#endif
