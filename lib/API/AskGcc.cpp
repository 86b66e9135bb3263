//===- AskGcc.cpp - GCC's vectors, by running it --------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/AskGcc.h"
#include "API/RunProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using Strings = std::vector<std::string>;

namespace loopfuse {

/// Options of which the value is the next argument.
static bool takesNext(StringRef Option) {
  return is_contained({"-o", "-MF", "-MT", "-MQ", "-wrapper", "-dumpdir", "-dumpbase", "-aux-info", "-dumpbase-ext"},
                      Option);
}

static bool isDropped(StringRef Option) {
  static constexpr StringRef Exact[] = {"-c", "-S", "-E", "-M", "-MM", "-MD", "-MMD", "-MP", "-MG", "--coverage"};
  static constexpr StringRef Beginnings[] = {"-o",
                                             "-MF",
                                             "-MT",
                                             "-MQ",
                                             "-save-temps",
                                             "--save-temps",
                                             "-Wp,",
                                             "-fplugin",
                                             "-fopt-info",
                                             "-fdump",
                                             "-fsave-optimization-record",
                                             "-Werror",
                                             "-pedantic-errors",
                                             "-ftest-coverage",
                                             "-fprofile-arcs",
                                             "-ftime-report",
                                             "-fcallgraph-info",
                                             "-fstack-usage",
                                             "-flto",
                                             "-gsplit-dwarf",
                                             "-wrapper",
                                             "-dump",
                                             "-aux-info"};
  return is_contained(Exact, Option) || any_of(Beginnings, [&](StringRef B) { return Option.starts_with(B); });
}

Strings compilingArguments(const UnitCommand &Command) {
  Strings Out;
  ArrayRef<std::string> Arguments = Command.CommandLine;
  for (size_t I = 1; I < Arguments.size(); ++I) {
    StringRef A = Arguments[I];
    SmallString<256> Path(A);
    sys::path::make_absolute(Command.Directory, Path);
    if (takesNext(A))
      ++I;
    else if (A != "--" && !isDropped(A) && (A.starts_with("-") || !sys::fs::equivalent(Path, Command.File)))
      Out.push_back(A.str());
  }
  return Out;
}

static std::optional<std::string> textOf(const UnitCommand &Command, const ChangedTexts &Texts) {
  if (auto Changed = Texts.find(Command.File); Changed != Texts.end())
    return Changed->second;
  auto Buffer = MemoryBuffer::getFile(Command.File);
  return Buffer ? std::optional<std::string>((*Buffer)->getBuffer().str()) : std::nullopt;
}

/// Compiles the copy in \p Folder and reads the remarks.
static void compileCopy(const UnitCommand &Command, StringRef Program, StringRef Folder, CompilerRemarks &Out) {
  SmallString<256> Copy(Folder), Assembly(Folder), Remarks(Folder);
  sys::path::append(Copy, sys::path::filename(Command.File));
  sys::path::append(Assembly, "out.s");
  sys::path::append(Remarks, "remarks");
  Strings Arguments = compilingArguments(Command);
  // What the file includes by a path relative to itself.
  append_range(Arguments,
               Strings{"-iquote", sys::path::parent_path(Command.File).str(), "-w", "-S", "-o", std::string(Assembly),
                       "-fopt-info-loop-vec-optimized-missed=" + std::string(Remarks), std::string(Copy)});
  ProgramRun Run = runProgram(Command.Directory, Program, Arguments);
  if (!Run.Error.empty() || Run.Code != 0) {
    Out.Error = Run.Error.empty() ? "it did not compile the file" : Run.Error;
    return;
  }
  auto Printed = MemoryBuffer::getFile(Remarks);
  if (Printed)
    Out.Loops = readGccRemarks((*Printed)->getBuffer(), Copy, Command.File);
  else
    Out.Error = "it printed no remarks";
}

CompilerRemarks askGcc(const UnitCommand &Command, const ChangedTexts &Texts) {
  CompilerRemarks Out;
  StringRef Name = Command.CommandLine.empty() ? StringRef() : StringRef(Command.CommandLine.front());
  Out.Compiler = sys::path::filename(Name).str();
  std::string Program = findProgram(Name, Command.Directory);
  std::optional<std::string> Text = textOf(Command, Texts);
  SmallString<256> Folder;
  if (Program.empty())
    Out.Error = "there is no such program";
  else if (any_of(Texts, [&](const auto &T) { return T.first != Command.File; }))
    Out.Error = "it cannot be shown a header that is not written yet";
  else if (!Text)
    Out.Error = "the file cannot be read";
  else if (std::error_code EC = sys::fs::createUniqueDirectory("loopfuse", Folder))
    Out.Error = EC.message();
  if (!Out.Error.empty())
    return Out;
  auto Remove = scope_exit([&] { sys::fs::remove_directories(Folder); });
  SmallString<256> Copy(Folder);
  sys::path::append(Copy, sys::path::filename(Command.File));
  std::error_code EC;
  raw_fd_ostream Stream(Copy, EC);
  Stream << *Text;
  Stream.close();
  if (EC || Stream.has_error()) {
    Stream.clear_error();
    Out.Error = "its copy of the file cannot be written";
    return Out;
  }
  compileCopy(Command, Program, Folder, Out);
  return Out;
}

} // namespace loopfuse
