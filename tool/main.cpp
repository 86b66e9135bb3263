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
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace loopfuse;

/// Where clang's own headers are: beside the installed tool, else where they were when it was built.
static std::string resourceDirectory(const char *Argv0) {
  std::string Program = sys::fs::getMainExecutable(Argv0, reinterpret_cast<void *>(&resourceDirectory));
  SmallString<256> Beside(sys::path::parent_path(sys::path::parent_path(Program)));
  sys::path::append(Beside, "lib", "clang", LOOPFUSE_CLANG_MAJOR);
  for (StringRef Folder : {StringRef(Beside), StringRef(LOOPFUSE_RESOURCE_DIR)}) {
    SmallString<256> Header(Folder);
    sys::path::append(Header, "include", "stddef.h");
    if (sys::fs::exists(Header))
      return Folder.str();
  }
  return "";
}

int main(int Argc, char **Argv) {
  explainInterrupts();
  auto Parsed = parseCommandLine(Argc, Argv, errs());
  if (const auto *Code = std::get_if<ExitCode>(&Parsed))
    return *Code;
  Options &O = std::get<Options>(Parsed);
  O.Project.Commands.ResourceDirectory = resourceDirectory(Argv[0]);
  CrashRecoveryContext::Enable();
  ExitCode Code = runCommand(O);
  outs().flush();
  if (!outs().has_error())
    return Code;
  errs() << "loopfuse: error: cannot write the output: " << outs().error().message() << '\n';
  outs().clear_error();
  return ExitConflict;
}
