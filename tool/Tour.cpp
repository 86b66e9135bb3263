//===- Tour.cpp - a walk through the examples -----------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Tour.h"
#include "NextStep.h"
#include "Session.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <iostream>

using namespace llvm;

namespace loopfuse {

namespace {

/// A stop of the tour: what is said in front of a command, and the command.
struct Stop {
  StringRef Says;
  Command Run;
  StringRef Subcommand;
  StringRef File = ""; ///< "": all of them.
  StringRef Loop = ""; ///< A line of the file, for explain.
};

constexpr Stop Stops[] = {
    {"What is there to gain? The memory traffic that fusion saves, best first, where the sizes are known.",
     Command::Scan, "scan"},
    {"What is one of them? The form of the loops, the proof, and what it pays.", Command::Explain, "explain",
     "signal_chain.cpp", "scaled[i] = raw[i]"},
    {"Why is the last loop there left alone? 'c' might lead into 'result'; the remark says what would settle it.",
     Command::Explain, "explain", "signal_chain.cpp", "result[i] = limited[i]"},
    {"What would be written? A patch; nothing is changed yet. Comments and layout stay yours.", Command::Diff, "diff",
     "signal_chain.cpp"},
    {"Write it. Every new text is parsed again and compared with what was proved before a file is replaced.",
     Command::Fix, "fix", "signal_chain.cpp"},
};

std::string inFolder(StringRef Folder, StringRef Name) {
  SmallString<256> Path(Folder);
  sys::path::append(Path, Name);
  return std::string(Path);
}

/// The number of the first line that contains \p Text; 0 if none does.
unsigned lineOf(StringRef File, StringRef Text) {
  auto Buffer = MemoryBuffer::getFile(File);
  size_t Offset = Buffer ? (*Buffer)->getBuffer().find(Text) : StringRef::npos;
  return Offset == StringRef::npos ? 0 : 1 + (*Buffer)->getBuffer().take_front(Offset).count('\n');
}

Error failed(const Twine &What, std::error_code EC) { return createStringError(EC, What + ": " + EC.message()); }

Error writeText(const std::string &File, StringRef Text) {
  std::error_code EC;
  raw_fd_ostream Out(File, EC, sys::fs::CD_CreateNew);
  if (!EC) {
    Out << Text;
    Out.close();
    EC = Out.error();
    Out.clear_error();
  }
  return EC ? failed("cannot write '" + File + "'", EC) : Error::success();
}

/// Makes \p Folder, which must not be there or be empty.
Error makeFolder(StringRef Folder) {
  if (std::error_code EC = sys::fs::create_directories(Folder))
    return failed("cannot make the folder '" + Folder + "'", EC);
  std::error_code EC;
  if (sys::fs::directory_iterator(Folder, EC) != sys::fs::directory_iterator() && !EC)
    return createStringError("'" + Folder + "' is not empty; name a new folder");
  return EC ? failed("cannot read '" + Folder + "'", EC) : Error::success();
}

/// Copies the examples to \p Folder, and once more to "before" in there, and writes their compile commands.
Error copyExamples(StringRef Examples, StringRef Folder) {
  if (Error E = makeFolder(Folder))
    return E;
  std::string Before = inFolder(Folder, "before");
  if (Error E = makeFolder(Before))
    return E;
  SmallString<256> Absolute;
  if (std::error_code EC = sys::fs::real_path(Folder, Absolute))
    return failed("cannot read '" + Folder + "'", EC);
  json::Array Commands;
  std::error_code EC;
  for (sys::fs::directory_iterator It(Examples, EC), End; It != End && !EC; It.increment(EC)) {
    StringRef Name = sys::path::filename(It->path()), Suffix = sys::path::extension(Name);
    bool IsC = Suffix == ".c";
    if (!IsC && Suffix != ".cpp" && Suffix != ".h" && Name != "CMakeLists.txt")
      continue;
    auto Buffer = MemoryBuffer::getFile(It->path());
    if (!Buffer)
      return failed("cannot read '" + It->path() + "'", Buffer.getError());
    for (StringRef To : {Folder, StringRef(Before)})
      if (Error E = writeText(inFolder(To, Name), (*Buffer)->getBuffer()))
        return E;
    if (IsC || Suffix == ".cpp")
      Commands.push_back(
          json::Object{{"directory", std::string(Absolute)},
                       {"command", ((IsC ? "cc -std=c17" : "c++ -std=c++20") + Twine(" -O3 -c ") + Name).str()},
                       {"file", Name.str()}});
  }
  if (EC)
    return failed("cannot read '" + Examples + "'", EC);
  return writeText(inFolder(Folder, "compile_commands.json"),
                   formatv("{0:2}\n", json::Value(std::move(Commands))).str());
}

/// On a terminal, waits for Enter. False where the user has had enough.
bool goOn() {
  if (!sys::Process::StandardInIsUserInput() || !sys::Process::StandardOutIsDisplayed())
    return true;
  outs() << "[Enter goes on, Ctrl-D ends] ";
  outs().flush();
  std::string Line;
  if (std::getline(std::cin, Line))
    return true;
  outs() << '\n';
  return false;
}

void say(const Twine &Text) {
  outs() << '\n';
  outs().changeColor(raw_ostream::SAVEDCOLOR, true) << Text;
  outs().resetColor() << '\n';
}

ExitCode visit(const Options &O, const Stop &S) {
  Options Mine = O;
  Mine.Run = S.Run;
  Mine.Quiet = true;
  Mine.Project.Sources = {S.File.empty() ? O.TourFolder : inFolder(O.TourFolder, S.File)};
  std::string Target;
  if (S.Run == Command::Explain) {
    Mine.ExplainFile = Mine.Project.Sources.front();
    Mine.ExplainLine = lineOf(Mine.ExplainFile, S.Loop);
    Target = Mine.ExplainFile + ":" + std::to_string(Mine.ExplainLine);
  }
  outs() << "$ " << nextCommand(Mine, S.Subcommand, Target) << "\n\n";
  outs().flush();
  ExitCode Code = Session(Mine).run();
  outs().flush();
  return Code;
}

} // namespace

ExitCode runTour(const Options &O) {
  if (O.Examples.empty()) {
    printError("the examples are not installed beside the tool");
    return ExitUsage;
  }
  if (Error E = copyExamples(O.Examples, O.TourFolder)) {
    printError(toString(std::move(E)));
    return ExitUsage;
  }
  outs() << "The examples are now in " << O.TourFolder
         << ", with the compile_commands.json that a build system would write.\n";
  size_t Number = 0;
  ExitCode Worst = ExitOk;
  for (const Stop &S : Stops) {
    if (Number && !goOn())
      return Worst;
    say(Twine(++Number) + "/" + Twine(std::size(Stops)) + " " + S.Says);
    Worst = std::max(Worst, visit(O, S));
  }
  std::string Before = inFolder(O.TourFolder, "before");
  say("See for yourself: the same bytes on standard output, the seconds on standard error.");
  outs() << "$ c++ -O3 -std=c++20 -o " << quoted(inFolder(O.TourFolder, "old")) << ' '
         << quoted(inFolder(Before, "signal_chain.cpp")) << '\n'
         << "$ c++ -O3 -std=c++20 -o " << quoted(inFolder(O.TourFolder, "new")) << ' '
         << quoted(inFolder(O.TourFolder, "signal_chain.cpp")) << '\n'
         << "$ " << quoted(inFolder(O.TourFolder, "old")) << "; " << quoted(inFolder(O.TourFolder, "new")) << '\n';
  outs().flush();
  if (!O.Quiet)
    errs() << "\nnext: loopfuse scan -p BUILD   ranks what there is to gain in a project of yours; BUILD has its "
              "compile_commands.json\n";
  return Worst;
}

} // namespace loopfuse
