//===- Machine.cpp - machines as YAML, and those that are compiled in -----===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Cost/Machine.h"
#include "Machines.inc"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"
#include "llvm/Support/YAMLTraits.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>
#include <cmath>

using namespace llvm;

LLVM_YAML_IS_SEQUENCE_VECTOR(loopfuse::CacheLevel)

namespace llvm::yaml {

template <> struct ScalarEnumerationTraits<loopfuse::MachineKind> {
  static void enumeration(IO &Io, loopfuse::MachineKind &K) {
    Io.enumCase(K, "cpu", loopfuse::MachineKind::Cpu);
    Io.enumCase(K, "gpu", loopfuse::MachineKind::Gpu);
  }
};

template <> struct MappingTraits<loopfuse::Bandwidth> {
  static void mapping(IO &Io, loopfuse::Bandwidth &B) {
    Io.mapRequired("Read", B.Read);
    Io.mapRequired("Write", B.Write);
    Io.mapRequired("Copy", B.Copy);
  }
  static std::string validate(IO &, loopfuse::Bandwidth &B) {
    auto IsGood = [](double X) { return std::isfinite(X) && X > 0; };
    return IsGood(B.Read) && IsGood(B.Write) && IsGood(B.Copy) ? "" : "a rate is a number of GB a second above 0";
  }
  static const bool flow = true;
};

template <> struct MappingTraits<loopfuse::CacheLevel> {
  static void mapping(IO &Io, loopfuse::CacheLevel &C) {
    Io.mapRequired("Level", C.Level);
    Io.mapRequired("Bytes", C.Bytes);
    Io.mapOptional("LineBytes", C.LineBytes);
    Io.mapOptional("SharedBy", C.SharedBy);
    Io.mapRequired("Rates", C.Rates);
  }
  static std::string validate(IO &, loopfuse::CacheLevel &C) {
    return C.Bytes && C.LineBytes && C.SharedBy ? "" : "a cache has bytes, lines and cores";
  }
};

template <> struct MappingTraits<loopfuse::Machine> {
  static void mapping(IO &Io, loopfuse::Machine &M) {
    Io.mapRequired("Name", M.Name);
    Io.mapOptional("Kind", M.Kind);
    Io.mapRequired("Cores", M.Cores);
    Io.mapRequired("GHz", M.GHz);
    Io.mapOptional("VectorBytes", M.VectorBytes);
    Io.mapOptional("VectorRegisters", M.VectorRegisters);
    Io.mapRequired("Caches", M.Caches);
    Io.mapRequired("Memory", M.Memory);
    Io.mapOptional("FreshMemory", M.FreshMemory);
    Io.mapOptional("Launch", M.Launch);
  }
  static std::string validate(IO &, loopfuse::Machine &M) {
    for (size_t I = 1; I < M.Caches.size(); ++I)
      if (M.Caches[I].Bytes <= M.Caches[I - 1].Bytes)
        return "the caches come in the order of their sizes, the smallest first";
    if (M.Cores == 0 || M.VectorBytes == 0)
      return "a machine has cores, and vectors of a byte at least";
    if (!std::isfinite(M.GHz) || M.GHz <= 0)
      return "GHz is a number above 0";
    bool IsGood = std::isfinite(M.FreshMemory) && M.FreshMemory >= 0 && std::isfinite(M.Launch) && M.Launch >= 0;
    return IsGood ? "" : "FreshMemory and Launch are numbers from 0 upwards";
  }
};

} // namespace llvm::yaml

namespace loopfuse {

/// LLVM's reader of structs does not survive a document that has no keys.
static bool isMapping(StringRef Text) {
  SourceMgr Sources;
  Sources.setDiagHandler([](const SMDiagnostic &, void *) {}, nullptr);
  yaml::Stream Documents(Text, Sources, /*ShowColors=*/false);
  auto First = Documents.begin();
  return First != Documents.end() && isa_and_nonnull<yaml::MappingNode>(First->getRoot());
}

std::optional<Machine> parseMachine(StringRef Text, StringRef Path, std::vector<std::string> &Errors) {
  if (!isMapping(Text)) {
    Errors.push_back((Path + ":1:1: error: not a description of a machine").str());
    return std::nullopt;
  }
  std::vector<std::string> Found;
  struct Sink {
    StringRef Path;
    std::vector<std::string> &Found;
  } To{Path, Found};
  auto Keep = [](const SMDiagnostic &D, void *Context) {
    auto &To = *static_cast<Sink *>(Context);
    To.Found.push_back(
        (To.Path + ":" + Twine(D.getLineNo()) + ":" + Twine(D.getColumnNo() + 1) + ": error: " + D.getMessage()).str());
  };
  Machine M;
  yaml::Input In(Text, nullptr, Keep, &To);
  In >> M;
  if (Found.empty() && (In.error() || M.Name.empty()))
    Found.push_back((Path + ":1:1: error: not a description of a machine").str());
  // Of one mistake the reader may tell twice; the first is the cause.
  if (!Found.empty()) {
    Errors.push_back(std::move(Found.front()));
    return std::nullopt;
  }
  return M;
}

std::string dumpMachine(const Machine &M) {
  std::string Text;
  raw_string_ostream OS(Text);
  Machine Copy = M;
  yaml::Output Out(OS);
  Out << Copy;
  // Without the marks around a document.
  StringRef Inner = Text;
  Inner.consume_front("---\n");
  Inner.consume_back("...\n");
  return Inner.str();
}

std::vector<std::string> builtinMachines() {
  std::vector<std::string> Names;
  for (const auto &[Name, Text] : MachineTexts)
    Names.push_back(Name);
  return Names;
}

StringRef builtinMachineText(StringRef Name) {
  for (const auto &[Known, Text] : MachineTexts)
    if (Name == Known)
      return Text;
  return "";
}

static Machine builtin(StringRef Name) {
  std::vector<std::string> Errors;
  std::optional<Machine> M = parseMachine(builtinMachineText(Name), Name, Errors);
  assert(M && "a machine that is compiled in can be read");
  return M.value_or(Machine());
}

const Machine &genericCpu() {
  static const Machine M = builtin("x86-64");
  return M;
}

const Machine &genericGpu() {
  static const Machine M = builtin("sm_80");
  return M;
}

} // namespace loopfuse
