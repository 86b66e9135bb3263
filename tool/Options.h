//===- Options.h - the command line -----------------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TOOL_OPTIONS_H
#define LOOPFUSE_TOOL_OPTIONS_H

#include "API/Config.h"
#include "API/Project.h"
#include "API/Shards.h"
#include "Report/Render.h"
#include <variant>

namespace loopfuse {

enum class Command { Check, Merge, Fix, Diff, Verify, Explain, ExplainRule, Scan, Measure, Machine, DumpConfig, VerifyConfig, Lsp, Tour };

enum class Colour { Auto, Always, Never };

/// What is done with the file of --baseline.
enum class BaselineUse { Compare, Write, Prune };

/// The command line, read.
struct Options {
  Command Run = Command::Check;
  ProjectOptions Project;
  Config Settings; ///< What the command line puts over the configuration files.
  unsigned Jobs = 1;
  bool Quiet = false;
  bool Refusals = false;
  bool ChecksVectors = false;
  bool Verifies = false;     ///< --verify
  std::string VerifyCommand; ///< --verify-cmd; "": none.
  PrintStage Print = PrintStage::None;
  unsigned long IslOperations = FuseOptions().IslOperations;
  Colour Colours = Colour::Auto;
  std::string CacheSalt; ///< What the cached findings hang on besides sources, commands and settings.
  std::string RecordTo;      ///< Where `measure` adds its times; "": nowhere.
  std::string ExplainFile;   ///< Of `explain` and `measure`.
  unsigned ExplainLine = 0;
  std::string ExplainRule;
  std::string TourFolder; ///< To be made.
  std::string Examples;   ///< The folder of those that the tour copies; "": not installed.
  OutputFormat Format = OutputFormat::Text;
  std::string OutputFile; ///< "": standard output.
  std::string DiffBase;   ///< A revision; only lines changed since then count. "": all.
  std::string DiffFile;   ///< A unified diff, with the same meaning; "-": standard input.
  std::string Baseline;   ///< "": none.
  BaselineUse UseBaseline = BaselineUse::Compare;
  std::optional<Shard> Part;            ///< --shard.
  std::string CacheFolder;              ///< "": no cache.
  std::vector<std::string> SameProject; ///< The arguments that name the same work to another subcommand.
};

/// Exit codes; where several would do, the highest counts.
enum ExitCode {
  ExitOk = 0,       ///< Nothing found, or all fixed.
  ExitFindings = 1, ///< --fail-on.
  ExitUsage = 2,    ///< Command line or configuration.
  ExitParse = 3,    ///< Some translation unit did not parse; the others were done.
  ExitConflict = 4  ///< A fusion failed its re-check or a file could not be written.
};

/// Reads the command line, or says how to end: after --help, or with one line on \p Errors.
std::variant<Options, ExitCode> parseCommandLine(int Argc, const char *const *Argv, llvm::raw_ostream &Errors);

} // namespace loopfuse

#endif
