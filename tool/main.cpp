//===- main.cpp - the command line tool -----------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Commands.h"
#include "Interrupt.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <csignal>
#include <cstdlib>
#include <unistd.h>

using namespace llvm;
using namespace loopfuse;

/// A folder of the installation that holds \p File: beside the installed tool, else where it was when that was built.
static std::string ownFolder(const char *Argv0, StringRef Below, StringRef WhenBuilt, StringRef File) {
  std::string Program = sys::fs::getMainExecutable(Argv0, reinterpret_cast<void *>(&ownFolder));
  SmallString<256> Beside(sys::path::parent_path(sys::path::parent_path(Program)));
  sys::path::append(Beside, Below);
  for (StringRef Folder : {StringRef(Beside), WhenBuilt}) {
    SmallString<256> Path(Folder);
    sys::path::append(Path, File);
    if (sys::fs::exists(Path))
      return Folder.str();
  }
  return "";
}

/// Changes with the tool itself, and with the variables that compilers take include folders from.
static std::string cacheSalt(const char *Argv0) {
  std::string Salt = LOOPFUSE_VERSION " " LLVM_VERSION_STRING;
  std::string Program = sys::fs::getMainExecutable(Argv0, reinterpret_cast<void *>(&cacheSalt));
  if (auto Buffer = MemoryBuffer::getFile(Program, /*IsText=*/false, /*RequiresNullTerminator=*/false))
    Salt += " " + std::to_string(xxh3_64bits((*Buffer)->getBuffer()));
  for (const char *Name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "OBJC_INCLUDE_PATH", "COMPILER_PATH",
                           "GCC_EXEC_PREFIX", "SDKROOT", "CCC_OVERRIDE_OPTIONS"})
    Salt += std::string("\n") + sys::Process::GetEnv(Name).value_or("");
  return Salt;
}

static ExitCode run(int Argc, char **Argv) {
  auto Parsed = parseCommandLine(Argc, Argv, errs());
  if (const auto *Code = std::get_if<ExitCode>(&Parsed))
    return *Code;
  Options &O = std::get<Options>(Parsed);
  O.Project.Commands.ResourceDirectory =
      ownFolder(Argv[0], "lib/clang/" LOOPFUSE_CLANG_MAJOR, LOOPFUSE_RESOURCE_DIR, "include/stddef.h");
  O.Examples = ownFolder(Argv[0], "share/loopfuse/examples", LOOPFUSE_EXAMPLES_DIR, "timing.h");
  if (!O.CacheFolder.empty())
    O.CacheSalt = cacheSalt(Argv[0]);
  CrashRecoveryContext::Enable();
  return runCommand(O);
}

/// False if some output was lost, which is told. LLVM ends a program badly that has not looked at its streams.
static bool allIsWritten() {
  outs().flush();
  std::error_code Lost = outs().error();
  if (Lost)
    errs() << "loopfuse: error: cannot write the output: " << Lost.message() << '\n';
  outs().clear_error();
  errs().clear_error(); // There is no other place to tell.
  return !Lost;
}

/// For options that end the program themselves, such as --help.
static void atEnd() {
  if (!allIsWritten())
    _exit(ExitConflict);
}

int main(int Argc, char **Argv) {
  explainInterrupts();
  // A limit on the size of files is told of as a full disk is.
  std::signal(SIGXFSZ, SIG_IGN);
  outs(), errs(); // They outlive what is registered behind them.
  std::atexit(atEnd);
  ExitCode Code = run(Argc, Argv);
  return allIsWritten() ? Code : ExitConflict;
}
