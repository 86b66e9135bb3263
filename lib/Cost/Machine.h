//===- Machine.h - what a computer can do -----------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbers that the roofline model (docs/COST.md) computes times with. They
// come from a file: one of lib/Cost/machines, which are compiled in, or one that
// `loopfuse machine` wrote.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_COST_MACHINE_H
#define LOOPFUSE_COST_MACHINE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loopfuse {

/// In GB (1e9 bytes) a second: of one core, or of a whole GPU. A copy counts what is read and what is written.
struct Bandwidth {
  double Read = 0, Write = 0, Copy = 0;
  friend bool operator==(const Bandwidth &, const Bandwidth &) = default;
};

struct CacheLevel {
  unsigned Level = 1;
  uint64_t Bytes = 0;
  unsigned LineBytes = 64;
  unsigned SharedBy = 1; ///< So many cores.
  Bandwidth Rates;
  friend bool operator==(const CacheLevel &, const CacheLevel &) = default;
};

enum class MachineKind { Cpu, Gpu };

struct Machine {
  std::string Name;
  MachineKind Kind = MachineKind::Cpu;
  unsigned Cores = 1; ///< Of a GPU its multiprocessors.
  double GHz = 0;
  unsigned VectorBytes = 16;
  unsigned VectorRegisters = 16;
  std::vector<CacheLevel> Caches; ///< The nearest first, each larger than the one before.
  Bandwidth Memory;
  double FreshMemory = 0; ///< GB a second of memory that is touched for the first time.
  double Launch = 0;      ///< Microseconds to start a kernel, or a team of threads for a loop.
  friend bool operator==(const Machine &, const Machine &) = default;
};

/// Reads YAML. What is wrong is told in \p Errors, a complete line each: "path:line:column: error: …".
std::optional<Machine> parseMachine(llvm::StringRef Text, llvm::StringRef Path, std::vector<std::string> &Errors);

/// As YAML that parseMachine reads.
std::string dumpMachine(const Machine &M);

/// The names of the machines that are compiled in.
std::vector<std::string> builtinMachines();
/// The file of one of them, with its sources; "" if there is none of that name.
llvm::StringRef builtinMachineText(llvm::StringRef Name);

/// What is taken where no machine is named.
const Machine &genericCpu();
const Machine &genericGpu();

} // namespace loopfuse

#endif
