//===- BuildPair.cpp - both texts of a unit, compiled with a driver -------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/BuildPair.h"
#include "API/AskGcc.h"
#include "API/RunProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using Strings = std::vector<std::string>;

namespace loopfuse {

constexpr unsigned CompileSeconds = 600, RunSeconds = 600;

BuildPair::BuildPair(const UnitCommand &Command, const Harness &H, bool MayContract)
    : Command(Command), H(H), MayContract(MayContract) {
  StringRef Name = Command.CommandLine.empty() ? StringRef("clang-tool") : StringRef(Command.CommandLine.front());
  // Flags without a compiler's name are for clang.
  Strings Candidates = {Name.str()};
  std::string Clang = H.IsCxx ? "clang++" : "clang";
  if (Name == "clang-tool")
    Candidates = {Clang + "-" + std::to_string(LLVM_VERSION_MAJOR), Clang, H.IsCxx ? "c++" : "cc"};
  for (const std::string &C : Candidates)
    if (Compiler.empty())
      Compiler = findProgram(C, Command.Directory);
  HasOverlay = sys::path::filename(Compiler).contains("clang");
}

BuildPair::~BuildPair() {
  if (!IsKept && !Folder.empty())
    sys::fs::remove_directories(Folder);
}

std::string BuildPair::path(const Twine &Name) const {
  SmallString<128> Path(Folder);
  sys::path::append(Path, Name);
  return std::string(Path);
}

std::string BuildPair::write(const Twine &Name, StringRef Text) const {
  std::string Path = path(Name);
  sys::fs::create_directories(sys::path::parent_path(Path));
  std::error_code EC;
  raw_fd_ostream OS(Path, EC);
  OS << Text;
  OS.close();
  bool Failed = EC || OS.has_error();
  OS.clear_error();
  return Failed ? "its copy of the sources cannot be written" : "";
}

static std::string mainFile(const UnitCommand &Command) {
  return Command.Arguments.empty() ? Command.File : Command.Arguments.back();
}

/// Writes what one side sees: the main file, with the harness behind it, and changed headers.
std::string BuildPair::writeTexts(StringRef Side, const ChangedTexts &Texts) {
  std::string Main, Checks;
  if (auto It = Texts.find(Command.File); It != Texts.end()) {
    Main = It->second;
  } else {
    auto Buffer = MemoryBuffer::getFile(Command.File);
    if (!Buffer)
      return "the file cannot be read";
    Main = (*Buffer)->getBuffer().str();
  }
  std::string Source = path(Side + "/" + sys::path::filename(Command.File));
  json::Array Roots;
  auto Show = [&](StringRef As, StringRef From) {
    Roots.push_back(json::Object{{"type", "file"}, {"name", As}, {"external-contents", From}});
  };
  unsigned Number = 0;
  for (const auto &[File, Text] : Texts) {
    if (File == Command.File)
      continue;
    if (!HasOverlay)
      return "the compiler cannot be shown a header that is not written yet";
    // The source tells whether it has seen the header.
    std::string Macro = "LOOPFUSE_SAW_" + std::to_string(Number);
    std::string Name = (Side + "/headers/" + Twine(Number++) + ".h").str();
    if (std::string Why = write(Name, Text + "\n#undef " + Macro + "\n#define " + Macro + "\n"); !Why.empty())
      return Why;
    Checks += "\n#ifndef " + Macro + "\n#error the new text of the header was not read\n#endif\n";
    Show(File, path(Name));
  }
  Show(Command.File, Source);
  if (mainFile(Command) != Command.File)
    Show(mainFile(Command), Source);
  std::string Overlay;
  raw_string_ostream OS(Overlay);
  OS << json::Value(json::Object{
      {"version", 0}, {"case-sensitive", true}, {"use-external-names", false}, {"roots", std::move(Roots)}});
  if (std::string Why = write(Side + "/overlay.yaml", Overlay); !Why.empty())
    return Why;
  return write(Side + "/" + sys::path::filename(Command.File), Main + Checks + glueText(H));
}

Strings BuildPair::sourceArguments(StringRef Side) const {
  Strings Out;
  for (std::string &A : compilingArguments(Command))
    if (!StringRef(A).starts_with("-fsanitize") && A != "-static" && A != "-shared")
      Out.push_back(std::move(A));
  // The drivers that compile C know no such thing as access.
  append_range(Out, H.IsCxx ? Strings{"-w", "-fno-access-control"} : Strings{"-w"});
  Out.push_back("-fPIC");
  if (MayContract)
    Out.push_back("-ffp-contract=off");
  if (HasOverlay)
    append_range(Out, Strings{"-ivfsoverlay", path(Side + "/overlay.yaml"), mainFile(Command)});
  else
    append_range(Out, Strings{"-iquote", sys::path::parent_path(Command.File).str(),
                              path(Side + "/" + sys::path::filename(Command.File))});
  return Out;
}

/// Whether the unit's own flags optimise; one that says nothing is no measure of speed.
static bool optimises(const UnitCommand &Command) {
  StringRef Last = "-O0";
  for (StringRef A : Command.CommandLine)
    if (A.starts_with("-O"))
      Last = A;
  return Last != "-O0";
}

Strings BuildPair::buildArguments(StringRef Build) const {
  if (Build == Timed)
    return optimises(Command) ? Strings() : Strings{"-O3"};
  if (Build == Optimised)
    return {"-fno-fast-math", "-O3"};
  return {"-fno-fast-math",
          "-O1",
          "-g1",
          "-fno-omit-frame-pointer",
          "-fsanitize=address,undefined,float-cast-overflow",
          "-fno-sanitize-recover=all"};
}

/// The first error in what a compiler printed.
static std::string firstError(StringRef Output) {
  auto Buffer = MemoryBuffer::getFile(Output);
  if (!Buffer)
    return "";
  SmallVector<StringRef> Lines;
  (*Buffer)->getBuffer().split(Lines, '\n');
  for (StringRef Line : Lines)
    if (size_t At = Line.find("error: "); At != StringRef::npos)
      return Line.drop_front(At).str();
  return Lines.empty() ? "" : Lines.front().str();
}

std::string BuildPair::compile(Strings Arguments) const {
  std::string Output = path("output");
  ProgramRun Run = runProgram(Command.Directory, Compiler, Arguments, Output, CompileSeconds);
  if (!Run.Error.empty())
    return Run.Error;
  return Run.Code == 0 ? "" : "the compiler cannot build it alone: " + firstError(Output);
}

/// Writes both texts and the driver, and compiles the latter.
std::string BuildPair::prepare(const ChangedTexts &Before, const ChangedTexts &After, StringRef Driver) {
  if (Compiler.empty())
    return "its compiler cannot be found";
  if (std::error_code EC = sys::fs::createUniqueDirectory("loopfuse-runs", Folder))
    return EC.message();
  for (auto [Side, Texts] : {std::pair("before", &Before), std::pair("after", &After)})
    if (std::string Why = writeTexts(Side, *Texts); !Why.empty())
      return Why;
  if (std::string Why = write("driver.c", Driver); !Why.empty())
    return Why;
  return compile({"-w", "-O1", "-x", "c", "-c", path("driver.c"), "-o", path("driver.o")});
}

std::string BuildPair::buildLibraries(StringRef Build) const {
  sys::fs::create_directories(path(Build));
  for (StringRef Side : {"before", "after"}) {
    Strings Arguments = sourceArguments(Side);
    std::string Source = std::move(Arguments.back());
    Arguments.pop_back();
    append_range(Arguments, buildArguments(Build));
    append_range(Arguments, Strings{Source, "-shared", "-Wl,-z,lazy", "-o", path(Build + "/" + Side + ".so")});
    if (std::string Why = compile(std::move(Arguments)); !Why.empty())
      return Why;
  }
  Strings Arguments;
  if (Build != Timed)
    Arguments = buildArguments(Build);
  append_range(Arguments, Strings{path("driver.o"), "-o", path(Build + "/driver"), "-ldl"});
  return compile(std::move(Arguments));
}

std::string BuildPair::build(const ChangedTexts &Before, const ChangedTexts &After) {
  std::string Why = prepare(Before, After, driverText(H));
  for (StringRef Build : {StringRef(Sanitized), StringRef(Optimised)})
    if (Why.empty())
      Why = buildLibraries(Build);
  return Why;
}

std::string BuildPair::buildTimed(const ChangedTexts &Before, const ChangedTexts &After) {
  std::string Why = prepare(Before, After, timingDriverText(H));
  return Why.empty() ? buildLibraries(Timed) : Why;
}

std::string BuildPair::time(size_t Function, std::string &Output) const {
  std::string Printed = path("printed");
  ProgramRun Run = runProgram(Folder, path(Timed + "/driver"),
                              {path(Timed + "/before.so"), path(Timed + "/after.so"), std::to_string(Function)},
                              Printed, RunSeconds);
  if (auto Buffer = MemoryBuffer::getFile(Printed))
    Output = (*Buffer)->getBuffer().str();
  return !Run.Error.empty() ? Run.Error : Run.Code != 0 ? "the driver failed" : "";
}

std::string BuildPair::run(StringRef Build, size_t Function, std::string &Output, int &Code) const {
  std::string Printed = path("printed");
  ProgramRun Run = runProgram(Folder, path(Build + "/driver"),
                              {path(Build + "/before.so"), path(Build + "/after.so"), std::to_string(Function),
                               path("samples" + Twine(Function))},
                              Printed, RunSeconds);
  if (auto Buffer = MemoryBuffer::getFile(Printed))
    Output = (*Buffer)->getBuffer().str();
  Code = Run.Code;
  return Run.Error;
}

static std::string quotedForShell(StringRef Word) {
  std::string Out = "'";
  for (char C : Word)
    Out += C == '\'' ? std::string("'\\''") : std::string(1, C);
  return Out + "'";
}

std::string BuildPair::keep(size_t Function) {
  IsKept = true;
  std::string Script = "#!/bin/sh\n# Builds both texts and runs them on the same memory: prints where they differ.\n"
                       "cd \"$(dirname \"$0\")\" || exit 3\ncompiler=${1:-" +
                       quotedForShell(Compiler) + "}\n";
  std::string Extension = H.IsCxx ? ".ii" : ".i";
  for (StringRef Side : {"before", "after"}) {
    Strings Arguments = sourceArguments(Side);
    Arguments.insert(Arguments.end() - 1, {"-E", "-P", "-o", path(Side + Extension)});
    (void)compile(std::move(Arguments));
  }
  Script += "\"$compiler\" -w -O1 -x c -c driver.c -o driver.o || exit 3\n";
  for (StringRef Build : {StringRef(Sanitized), StringRef(Optimised)}) {
    std::string Flags;
    for (const std::string &A : buildArguments(Build))
      Flags += " " + A;
    std::string Own;
    Strings Source = sourceArguments("before");
    for (size_t I = 0; I + 3 < Source.size(); ++I)
      if (StringRef A = Source[I]; A.starts_with("-std=") || A.starts_with("-m") || A.starts_with("-f") || A == "-w")
        Own += " " + quotedForShell(A);
    for (StringRef Side : {"before", "after"})
      Script += ("\"$compiler\"" + Own + Flags + " " + Side + Extension + " -shared -Wl,-z,lazy -o " + Build + "/" +
                 Side + ".so || exit 3\n")
                    .str();
    Script +=
        ("\"$compiler\"" + Flags + " driver.o -o " + Build + "/driver -ldl || exit 3\n" + Build + "/driver " + Build +
         "/before.so " + Build + "/after.so " + Twine(Function) + " samples" + Twine(Function) + " || exit 1\n")
            .str();
  }
  (void)write("run.sh", Script);
  return std::string(Folder);
}

} // namespace loopfuse
