//===- Config.h - settings of a folder: .loopfuse.yaml ----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_CONFIG_H
#define LOOPFUSE_API_CONFIG_H

#include "API/Fuse.h"
#include "llvm/Support/Regex.h"
#include <map>
#include <mutex>

namespace loopfuse {

/// What makes a run end with exit code 1 (--fail-on).
enum class FailOn {
  Nothing,
  Fusable, ///< Loops that can be fused (and were not, under `fix`).
  Refused, ///< Neighbouring loops that cannot.
  Any      ///< Either.
};

/// The settings that .loopfuse.yaml and the command line may give. Unset ones have the default. A configuration can
/// never name a command to run.
struct Config {
  std::optional<AliasPolicy> Alias;
  std::optional<FpPolicy> Fp;
  std::optional<CostModel> Cost;
  std::optional<std::string> OnMachine; ///< A name that is compiled in or a file.
  std::optional<std::string> Record;    ///< A file of measured times.
  std::optional<Granularity> Grain;
  std::optional<CallPolicy> Calls;
  std::optional<std::string> HeaderFilter; ///< Headers to report on; default: all inside the project. Empty: none.
  std::optional<FailOn> Fail;
  std::optional<std::vector<std::string>> Exclude; ///< Regexes of paths to leave alone.
  std::optional<std::vector<std::string>> Checks;  ///< Default: all three.
  ContainerTable Containers;                       ///< Besides the standard ones.
};

/// The names of all checks.
llvm::ArrayRef<llvm::StringLiteral> allChecks();

/// The text's settings; none if there are errors. Errors are complete lines "path:line:column: error: …"; unknown keys
/// are errors.
Config parseConfig(llvm::StringRef Text, llvm::StringRef Path, std::vector<std::string> &Errors);

/// One setting of .loopfuse.yaml, whose value is a word; std::nullopt if it is wrong.
std::optional<Config> parseSetting(llvm::StringRef Key, llvm::StringRef Value);

/// As YAML that parseConfig reads, with the defaults filled in.
std::string dumpConfig(const Config &C);

/// \p C with what \p Over sets put over it.
Config overlay(Config C, const Config &Over);

/// The settings that hold for one file, ready to use.
struct FileSettings {
  Config Values; ///< As dumpConfig shows them.
  AliasPolicy Alias = AliasPolicy::Refuse;
  FpPolicy Fp = FpPolicy::Source;
  CostModel Cost = CostModel::Rules;
  std::shared_ptr<const Machine> OnMachine;
  std::shared_ptr<const RecordedTimes> Record;
  Granularity Grain = Granularity::Auto;
  CallPolicy Calls = CallPolicy::Fuse;
  FailOn Fail = FailOn::Nothing;
  ContainerTable Containers; ///< The standard ones and the configured ones.
  bool Excluded = false;
  std::optional<bool> HeaderMatches; ///< Unset: no filter is given.
  bool wantsCheck(llvm::StringRef Check) const;
  /// What the files that the settings name say: findings hang on that, not on the names.
  std::string costData() const;
  /// Whether a unit analysed under the one set of options is analysed under the other too.
  bool sameAnalysis(const FileSettings &Other) const;
};

/// Finds the settings of each file: its nearest .loopfuse.yaml upwards with the command line's over it. Safe to use
/// from many threads.
class ConfigTree {
public:
  explicit ConfigTree(Config CommandLine) : CommandLine(std::move(CommandLine)) {}

  std::shared_ptr<const FileSettings> settingsOf(llvm::StringRef File) const;
  /// The nearest configuration file of a folder, "" if there is none.
  static std::string nearest(llvm::StringRef Folder);
  /// What was wrong in the files read so far, sorted.
  std::vector<std::string> errors() const;

private:
  Config ofFolder(llvm::StringRef Folder) const;
  /// Reads the files that the settings name, each once.
  void loadCostData(FileSettings &S) const;

  Config CommandLine;
  mutable std::mutex Lock;
  mutable std::map<std::string, Config> Folders;
  mutable std::map<std::string, std::shared_ptr<const FileSettings>> Files;
  mutable std::map<std::string, std::shared_ptr<const Machine>> Machines;
  mutable std::map<std::string, std::shared_ptr<const RecordedTimes>> Records;
  mutable std::vector<std::string> Errors;
};

} // namespace loopfuse

#endif
