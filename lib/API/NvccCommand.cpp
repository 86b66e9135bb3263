//===- NvccCommand.cpp - nvcc command lines as clang reads them -----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc writes every option with one dash and a short name or with two and a
// long one, and its value behind a blank or a `=`. Some values are lists.
//
//===----------------------------------------------------------------------===//
#include "API/NvccCommand.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"
#include <deque>

using namespace llvm;

namespace loopfuse {

bool isNvcc(StringRef Program) { return sys::path::stem(Program) == "nvcc"; }

namespace {
enum class Meaning {
  Flag,     ///< Without a value; of no matter.
  Dropped,  ///< With a value; of no matter.
  Define,   ///< -D, of one value: a comma may be part of it.
  Undefine, ///< -U and the following: of lists.
  Include,
  SystemInclude,
  PreInclude,
  Standard,
  HostOptions, ///< -Xcompiler: a list for the host's compiler.
  OptionsFile,
  Separate, ///< -dc, -rdc=true
  Relocatable,
  DefaultStream,
  Fmad,
  FastMath,
  ExtendedLambda,
  RelaxedConstexpr
};

class Translation {
public:
  Translation(ArrayRef<std::string> Arguments, StringRef Directory)
      : Left(Arguments.begin(), Arguments.end()), Directory(Directory) {}

  NvccCommand run();

private:
  void option(StringRef Given);
  void take(Meaning M, StringRef Value);
  void list(const char *Option, StringRef Values);
  void readOptions(StringRef File);

  std::deque<std::string> Left;
  StringRef Directory;
  NvccCommand Out;
  unsigned Files = 0;
};
} // namespace

static Meaning meaningOf(StringRef Name) {
  return StringSwitch<Meaning>(Name)
      .Cases({"D", "define-macro"}, Meaning::Define)
      .Cases({"U", "undefine-macro"}, Meaning::Undefine)
      .Cases({"I", "include-path"}, Meaning::Include)
      .Cases({"isystem", "system-include"}, Meaning::SystemInclude)
      .Cases({"include", "pre-include"}, Meaning::PreInclude)
      .Case("std", Meaning::Standard)
      .Cases({"Xcompiler", "compiler-options"}, Meaning::HostOptions)
      .Cases({"optf", "options-file"}, Meaning::OptionsFile)
      .Cases({"dc", "device-c"}, Meaning::Separate)
      .Cases({"rdc", "relocatable-device-code"}, Meaning::Relocatable)
      .Case("default-stream", Meaning::DefaultStream)
      .Case("fmad", Meaning::Fmad)
      .Case("use_fast_math", Meaning::FastMath)
      .Cases({"extended-lambda", "expt-extended-lambda"}, Meaning::ExtendedLambda)
      .Case("expt-relaxed-constexpr", Meaning::RelaxedConstexpr)
      .Cases({"o", "output-file", "ccbin", "compiler-bindir", "arch", "gpu-architecture", "code", "gpu-code"},
             Meaning::Dropped)
      .Cases({"gencode", "generate-code", "maxrregcount", "Xptxas", "ptxas-options", "Xlinker", "linker-options"},
             Meaning::Dropped)
      .Cases({"Xarchive", "archive-options", "Xnvlink", "nvlink-options", "Xcudafe", "MF", "MT", "MQ"},
             Meaning::Dropped)
      .Cases({"dependency-output", "dependency-target-name", "odir", "output-directory", "t", "threads", "diag-error"},
             Meaning::Dropped)
      .Cases({"diag-suppress", "diag-warn", "diag_error", "diag_suppress", "diag_warn", "L", "library-path", "l"},
             Meaning::Dropped)
      .Cases({"library", "cudart", "cudadevrt", "keep-dir", "ldir", "libdevice-directory", "idp"}, Meaning::Dropped)
      .Cases({"input-drive-prefix", "target-dir", "target-directory", "x", "m", "machine", "ftz", "prec-div"},
             Meaning::Dropped)
      .Cases({"prec-sqrt", "split-compile", "time", "Werror", "allowed-host-compilers", "ddp"}, Meaning::Dropped)
      .Cases({"dependency-drive-prefix", "dp", "drive-prefix", "run-args", "opt-info", "nvvm-options", "Xnvvm"},
             Meaning::Dropped)
      .Default(Meaning::Flag);
}

static bool takesValue(Meaning M) {
  return M != Meaning::Flag && M != Meaning::Separate && M != Meaning::FastMath && M != Meaning::ExtendedLambda &&
         M != Meaning::RelaxedConstexpr;
}

void Translation::list(const char *Option, StringRef Values) {
  SmallVector<StringRef> Parts;
  Values.split(Parts, ',', -1, /*KeepEmpty=*/false);
  for (StringRef Part : Parts)
    Out.Arguments.insert(Out.Arguments.end(), {Option, Part.str()});
}

void Translation::readOptions(StringRef File) {
  static constexpr unsigned MaxFiles = 64; // One may name itself.
  SmallString<256> Path(File);
  sys::path::make_absolute(Directory, Path);
  auto Buffer = ++Files <= MaxFiles ? MemoryBuffer::getFile(Path) : std::error_code(ENOENT, std::generic_category());
  if (!Buffer)
    return;
  BumpPtrAllocator Memory;
  StringSaver Saver(Memory);
  SmallVector<const char *> Words;
  cl::TokenizeGNUCommandLine((*Buffer)->getBuffer(), Saver, Words);
  Left.insert(Left.begin(), Words.begin(), Words.end());
}

void Translation::take(Meaning M, StringRef Value) {
  switch (M) {
  case Meaning::Flag:
  case Meaning::Dropped:
    return;
  case Meaning::Define:
    Out.Arguments.push_back(("-D" + Value).str());
    return;
  case Meaning::Undefine:
    return list("-U", Value);
  case Meaning::Include:
    return list("-I", Value);
  case Meaning::SystemInclude:
    return list("-isystem", Value);
  case Meaning::PreInclude:
    return list("-include", Value);
  case Meaning::Standard:
    Out.Arguments.push_back(("-std=" + Value).str());
    return;
  case Meaning::HostOptions: {
    SmallVector<StringRef> Parts;
    Value.split(Parts, ',', -1, /*KeepEmpty=*/false);
    for (StringRef Part : Parts)
      Out.Arguments.push_back(Part.str());
    return;
  }
  case Meaning::OptionsFile: {
    SmallVector<StringRef> Parts;
    Value.split(Parts, ',', -1, /*KeepEmpty=*/false);
    for (StringRef Part : reverse(Parts))
      readOptions(Part);
    return;
  }
  case Meaning::Relocatable:
    if (Value != "true")
      return;
    [[fallthrough]];
  case Meaning::Separate:
    Out.Arguments.push_back("-fgpu-rdc");
    return;
  case Meaning::DefaultStream:
    if (Value == "per-thread")
      Out.Arguments.push_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
    return;
  case Meaning::Fmad:
    Out.Contracts = Value != "false";
    return;
  case Meaning::FastMath:
    Out.Regroups = true;
    return;
  case Meaning::ExtendedLambda:
    Out.Arguments.push_back("-D__CUDACC_EXTENDED_LAMBDA__=1");
    return;
  case Meaning::RelaxedConstexpr:
    Out.Arguments.push_back("-D__CUDACC_RELAXED_CONSTEXPR__=1");
    return;
  }
}

void Translation::option(StringRef Given) {
  StringRef Name = Given.drop_front(Given.starts_with("--") ? 2 : 1);
  // "-DX=1" and "-Idir" have no blank.
  if (!Given.starts_with("--") && Name.size() > 1)
    for (StringRef Short : {"isystem", "D", "U", "I"})
      if (Name.starts_with(Short) && meaningOf(Name.split('=').first) == Meaning::Flag)
        return take(meaningOf(Short), Name.drop_front(Short.size()).ltrim('='));
  if (Name.size() == 2 && Name[0] == 'O')
    return Out.Arguments.push_back(Given.str());
  auto [Key, Value] = Name.split('=');
  Meaning M = meaningOf(Key);
  bool HasValue = Name.contains('=');
  if (takesValue(M) && !HasValue && !Left.empty()) {
    std::string Next = std::move(Left.front());
    Left.pop_front();
    return take(M, Next);
  }
  if (!HasValue || Value != "false" || takesValue(M))
    take(M, Value);
}

NvccCommand Translation::run() {
  while (!Left.empty()) {
    std::string A = std::move(Left.front());
    Left.pop_front();
    if (A.size() > 1 && A[0] == '-')
      option(A);
    else if (A.size() > 1 && A[0] == '@')
      readOptions(StringRef(A).drop_front());
  }
  return std::move(Out);
}

NvccCommand translateNvcc(ArrayRef<std::string> Arguments, StringRef Directory) {
  return Translation(Arguments, Directory).run();
}

} // namespace loopfuse
