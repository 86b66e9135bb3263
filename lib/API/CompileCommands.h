//===- CompileCommands.h - commands of the database, made safe --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_COMPILECOMMANDS_H
#define LOOPFUSE_API_COMPILECOMMANDS_H

#include "API/Fuse.h"
#include "llvm/ADT/ArrayRef.h"
#include <tuple>

namespace clang::tooling {
struct CompileCommand;
}

namespace loopfuse {

/// How to parse one translation unit in this process.
struct UnitCommand {
  std::string File;                     ///< Absolute real path of the main file; as written where it does not exist.
  std::string Directory;                ///< Working directory of the command, absolute.
  std::vector<std::string> Arguments;   ///< For clang's driver, the compiler's name first.
  std::vector<std::string> CommandLine; ///< As the build runs it, without wrappers in front of the compiler.
  bool IsGcc = false;
  bool HasBarrier = false;  ///< It is known to be a GCC with __builtin_assoc_barrier: version 12 or later.
  std::string ContractFlag; ///< Value of the last -ffp-contract=, "" if there is none.
  std::string FpUnit;       ///< Value of the last -mfpmath=, "" if there is none.
  bool IsCuda = false;
  bool NeedsCudaHeaders = false; ///< No toolkit is there: those of cudaHeaders() are to be read.
  bool DeviceContracts = true;   ///< CUDA: -fmad=false was not given.
  bool DeviceRegroups = false;   ///< CUDA: --use_fast_math
  VectorizerFlags Vectorizer;

  /// What makes two commands different to us: not their outputs.
  auto key() const {
    return std::tie(File, Directory, Arguments, IsGcc, HasBarrier, ContractFlag, FpUnit, IsCuda, NeedsCudaHeaders,
                    DeviceContracts, DeviceRegroups, Vectorizer);
  }
  friend auto operator<=>(const UnitCommand &A, const UnitCommand &B) { return A.key() <=> B.key(); }
  friend bool operator==(const UnitCommand &A, const UnitCommand &B) { return A.key() == B.key(); }
};

struct CommandOptions {
  std::string ResourceDirectory; ///< Where clang's own headers are; "" to let clang search.
  std::vector<std::string> ExtraArguments;
  std::vector<std::string> ExtraArgumentsBefore;
};

/// Turns a command as a build system wrote it into one that only parses: no outputs, no dependency files, no plugins,
/// no warnings, no precompiled headers of other compilers, nothing that clang does not know. Flags that say what the
/// program means stay. Nothing of a database is ever run.
UnitCommand adjustCommand(const clang::tooling::CompileCommand &Command, const CommandOptions &Options);

/// Whether the command compiles C or C++ (not assembler, Fortran, …).
bool compilesCFamily(const clang::tooling::CompileCommand &Command);

/// What the command and the parsed unit's target say.
TargetFlags targetFlags(const UnitCommand &Command, const clang::ASTContext &Context);

} // namespace loopfuse

#endif
