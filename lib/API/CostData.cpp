//===- CostData.cpp - machines and records that are named -----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/CostData.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace loopfuse {

/// More is no description of a machine, and a device without end is no file.
static constexpr uint64_t MostBytes = 64 << 20;

static std::optional<std::string> readFile(StringRef File, std::string &Why) {
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(File, Status)) {
    Why = EC.message();
    return std::nullopt;
  }
  if (Status.type() != sys::fs::file_type::regular_file || Status.getSize() > MostBytes) {
    Why = Status.type() == sys::fs::file_type::regular_file ? "the file is too large" : "not a file";
    return std::nullopt;
  }
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer) {
    Why = Buffer.getError().message();
    return std::nullopt;
  }
  return (*Buffer)->getBuffer().str();
}

std::shared_ptr<const Machine> loadMachine(StringRef NameOrFile, std::vector<std::string> &Errors) {
  std::string Text = builtinMachineText(NameOrFile).str(), Why;
  if (Text.empty()) {
    std::optional<std::string> Read = readFile(NameOrFile, Why);
    if (!Read) {
      Errors.push_back(
          (NameOrFile + ": error: " + Why + "; machines that need no file are " + join(builtinMachines(), ", ")).str());
      return nullptr;
    }
    Text = std::move(*Read);
  }
  std::optional<Machine> M = parseMachine(Text, NameOrFile, Errors);
  return M ? std::make_shared<const Machine>(std::move(*M)) : nullptr;
}

std::shared_ptr<const RecordedTimes> loadRecord(StringRef File, std::vector<std::string> &Errors) {
  std::string Why;
  std::optional<std::string> Text = readFile(File, Why);
  if (!Text) {
    Errors.push_back((File + ": error: " + Why).str());
    return nullptr;
  }
  std::optional<RecordedTimes> R = parseRecord(*Text, File, Errors);
  return R ? std::make_shared<const RecordedTimes>(std::move(*R)) : nullptr;
}

std::string absoluteFile(StringRef File, StringRef Folder) {
  SmallString<256> Path(File);
  if (sys::path::is_relative(Path)) {
    Path = Folder;
    sys::path::append(Path, File);
  }
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return std::string(Path);
}

std::string absoluteMachine(StringRef NameOrFile, StringRef Folder) {
  return builtinMachineText(NameOrFile).empty() ? absoluteFile(NameOrFile, Folder) : NameOrFile.str();
}

} // namespace loopfuse
