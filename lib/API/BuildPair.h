//===- BuildPair.h - both texts of a unit, compiled with a driver --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_BUILDPAIR_H
#define LOOPFUSE_API_BUILDPAIR_H

#include "API/CompilerRemarks.h"
#include "Harness/Harness.h"
#include "llvm/ADT/SmallString.h"

namespace loopfuse {

/// A folder with the text before and the text after as libraries before.so and after.so and the driver, for each of
/// two builds: in sanitized/ and optimised/. Goes away with the object unless it is kept.
class BuildPair {
public:
  BuildPair(const UnitCommand &Command, const Harness &H, bool MayContract);
  ~BuildPair();
  BuildPair(const BuildPair &) = delete;

  /// Compiles everything. Returns why that cannot be done; "" if it is.
  std::string build(const ChangedTexts &Before, const ChangedTexts &After);

  /// Runs the driver of one build on one function. \p Output gets what it prints.
  std::string run(llvm::StringRef Build, size_t Function, std::string &Output, int &Code) const;

  /// The same for times: with the unit's own flags, and without sanitizers.
  std::string buildTimed(const ChangedTexts &Before, const ChangedTexts &After);

  /// Runs the driver of that on one function.
  std::string time(size_t Function, std::string &Output) const;

  /// Makes of the folder something that can be sent to others: sources without includes and a script that runs
  /// \p Function. Returns its path.
  std::string keep(size_t Function);

  static constexpr llvm::StringLiteral Sanitized = "sanitized", Optimised = "optimised", Timed = "timed";

private:
  std::string path(const llvm::Twine &Name) const;
  std::string write(const llvm::Twine &Name, llvm::StringRef Text) const;
  std::string prepare(const ChangedTexts &Before, const ChangedTexts &After, llvm::StringRef Driver);
  std::string buildLibraries(llvm::StringRef Build) const;
  std::string writeTexts(llvm::StringRef Side, const ChangedTexts &Texts);
  /// What the compiler is told to compile one side; its source comes last.
  std::vector<std::string> sourceArguments(llvm::StringRef Side) const;
  std::vector<std::string> buildArguments(llvm::StringRef Build) const;
  std::string compile(std::vector<std::string> Arguments) const;

  const UnitCommand &Command;
  const Harness &H;
  bool MayContract;
  std::string Compiler;
  bool HasOverlay = false; ///< The compiler can be shown headers that are not written: clang.
  llvm::SmallString<128> Folder;
  bool IsKept = false;
};

} // namespace loopfuse

#endif
