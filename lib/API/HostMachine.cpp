//===- HostMachine.cpp - what the system says of this computer ------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/HostMachine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/X86TargetParser.h"

using namespace llvm;

namespace loopfuse {

/// The first line of a file of the system, which has no size; "" if there is none.
static std::string firstLine(const Twine &Path) {
  auto Buffer = MemoryBuffer::getFileAsStream(Path.str());
  return Buffer ? (*Buffer)->getBuffer().split('\n').first.trim().str() : "";
}

/// "48K", "2048K", "1M"
static uint64_t readSize(StringRef Text) {
  uint64_t Number = 0;
  if (Text.consumeInteger(10, Number))
    return 0;
  return Number << (Text.starts_with("K") ? 10 : Text.starts_with("M") ? 20 : Text.starts_with("G") ? 30 : 0);
}

/// How many processors a list names: "0-3,8"; 0 if it is none.
static unsigned countList(StringRef Text) {
  unsigned Count = 0;
  while (!Text.empty()) {
    auto [Part, Rest] = Text.split(',');
    Text = Rest;
    auto [First, Last] = Part.trim().split('-');
    unsigned From = 0, To = 0;
    if (First.getAsInteger(10, From) || (!Last.empty() && Last.getAsInteger(10, To)))
      return 0;
    Count += Last.empty() ? 1 : To >= From ? To - From + 1 : 0;
  }
  return Count;
}

static std::vector<CacheLevel> readCaches(StringRef SystemFolder) {
  std::vector<CacheLevel> Caches;
  for (unsigned Index = 0; Index < 16; ++Index) {
    std::string Folder = (SystemFolder + "/cpu0/cache/index" + Twine(Index) + "/").str();
    std::string Type = firstLine(Folder + "type");
    CacheLevel C;
    C.Bytes = readSize(firstLine(Folder + "size"));
    if (Type.empty() || Type == "Instruction" || C.Bytes == 0 ||
        StringRef(firstLine(Folder + "level")).getAsInteger(10, C.Level))
      continue;
    if (StringRef(firstLine(Folder + "coherency_line_size")).getAsInteger(10, C.LineBytes) || C.LineBytes == 0)
      C.LineBytes = 64;
    C.SharedBy = std::max(1u, countList(firstLine(Folder + "shared_cpu_list")));
    // Each level is larger than what it backs; what is not says nothing of where data are.
    if (Caches.empty() || C.Bytes > Caches.back().Bytes)
      Caches.push_back(C);
  }
  return Caches;
}

Machine describeHost(StringRef SystemFolder, StringRef CpuInfo) {
  Machine M = genericCpu();
  M.Name = sys::getHostCPUName().str();
  if (auto Buffer = MemoryBuffer::getFileAsStream(CpuInfo)) {
    StringRef Rest = (*Buffer)->getBuffer();
    while (!Rest.empty()) {
      auto [Line, Below] = Rest.split('\n');
      Rest = Below;
      auto [Key, Value] = Line.split(':');
      if (Key.trim() == "model name" && !Value.trim().empty()) {
        M.Name = Value.trim().str();
        break;
      }
    }
  }
  M.Cores = std::max(1u, countList(firstLine(SystemFolder + "/online")));
  if (std::vector<CacheLevel> Caches = readCaches(SystemFolder); !Caches.empty())
    M.Caches = std::move(Caches);
  // Rates that nobody has measured are those of the next level that is known.
  for (CacheLevel &C : M.Caches)
    if (C.Rates.Read == 0) {
      auto Known = find_if(genericCpu().Caches, [&](const CacheLevel &G) { return G.Level >= C.Level; });
      C.Rates = Known == genericCpu().Caches.end() ? genericCpu().Memory : Known->Rates;
    }
  setVectors(M, {"-march=native"});
  return M;
}

unsigned usedVectorBytes(bool HasAvx, bool HasAvx512, unsigned PreferredBits) {
  return !HasAvx || PreferredBits == 128 ? 16 : HasAvx512 && PreferredBits == 512 ? 64 : 32;
}

#if defined(__x86_64__) || defined(__i386__)
void setVectors(Machine &M, ArrayRef<std::string> Flags) {
  StringMap<bool> Features;
  unsigned Preferred = 0;
  auto Set = [&](StringRef Feature, bool IsOn) {
    Features[Feature] = IsOn;
    X86::updateImpliedFeatures(Feature, IsOn, Features);
  };
  // As for compilers the last one counts of each kind, and -march= stands in front of single features.
  for (StringRef Flag : Flags) {
    if (!Flag.consume_front("-march="))
      continue;
    SmallVector<StringRef> Known;
    Features.clear();
    if (Flag == "native")
      Features = sys::getHostCPUFeatures();
    else if (X86::parseArchX86(Flag) != X86::CK_None)
      X86::getFeaturesForCPU(Flag, Known);
    for (StringRef Feature : Known)
      Set(Feature, true);
  }
  for (StringRef Flag : Flags) {
    if (Flag.consume_front("-mprefer-vector-width="))
      Flag.getAsInteger(10, Preferred);
    else if (Flag.consume_front("-mno-"))
      Set(Flag, false);
    else if (Flag.consume_front("-m"))
      Set(Flag, true);
  }
  bool HasAvx = Features.lookup("avx"), HasAvx512 = HasAvx && Features.lookup("avx512f");
  M.VectorBytes = usedVectorBytes(HasAvx, HasAvx512, Preferred);
  M.VectorRegisters = HasAvx512 ? 32 : 16;
}
#else
void setVectors(Machine &M, ArrayRef<std::string>) {
  M.VectorBytes = 16;
  M.VectorRegisters = 32;
}
#endif

} // namespace loopfuse
