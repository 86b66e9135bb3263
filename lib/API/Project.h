//===- Project.h - the compile commands of a project ------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_PROJECT_H
#define LOOPFUSE_API_PROJECT_H

#include "API/CompileCommands.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"

namespace loopfuse {

/// All translation units of a project.
struct Project {
  std::vector<UnitCommand> Units; ///< Sorted, each different command once.
  std::string Root;               ///< Absolute real path; only files in here are edited.
  llvm::StringSet<> MainFiles;    ///< Of all units.
  llvm::StringSet<> Unsaved;      ///< Files that are in an editor only.

  bool contains(llvm::StringRef File) const; ///< Whether a real path lies under Root.
};

/// Where the compile commands come from.
struct ProjectOptions {
  std::string BuildPath;            ///< -p: the folder of compile_commands.json or the file itself; "" to search.
  std::vector<std::string> Sources; ///< As on the command line.
  /// What stands behind `--`: flags for the sources; the first may be a compiler's name. Then there is no database.
  std::optional<std::vector<std::string>> FixedFlags;
  std::string ProjectRoot; ///< --project-root, "" to find it.
  CommandOptions Commands;
};

/// The database file for -p, or the nearest one upwards from the first source, also looked for in folders named "build".
llvm::Expected<std::string> findDatabase(const ProjectOptions &Options);

/// Reads compile_commands.json (or the fixed flags). Errors are one line.
llvm::Expected<Project> loadProject(const ProjectOptions &Options);

/// What the user asked for.
struct Selection {
  std::vector<unsigned> Units; ///< Positions in Project::Units, ascending.
  /// Headers that were named on the command line. If they are all that was named, findings elsewhere are not asked for.
  std::vector<std::string> Headers;
  bool OnlyHeaders = false;
};

/// The units that \p Sources name: files, folders (all units in there), headers (a unit that includes it: the source of
/// the same name if it does, else the first in order), else regular expressions of paths. All units if there are none.
llvm::Expected<Selection> selectUnits(const Project &P, llvm::ArrayRef<std::string> Sources, unsigned Jobs);

/// The units that are among \p Files, and for each header among these one unit that includes it. Files that no unit reads
/// select nothing.
Selection selectReaders(const Project &P, llvm::ArrayRef<std::string> Files, unsigned Jobs);

/// The units among \p Candidates that include one of \p Files.
std::vector<unsigned> unitsIncluding(const Project &P, llvm::ArrayRef<unsigned> Candidates,
                                     const llvm::StringSet<> &Files, unsigned Jobs);

} // namespace loopfuse

#endif
