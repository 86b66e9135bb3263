//===- Project.cpp - the compile commands of a project --------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/Project.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace clang::tooling;
using namespace llvm;

namespace loopfuse {

static constexpr StringRef DatabaseName = "compile_commands.json";

static std::string realPath(StringRef Path) {
  SmallString<256> Real;
  return sys::fs::real_path(Path, Real) ? Path.str() : std::string(Real);
}

static std::string currentDirectory() {
  SmallString<256> Path;
  sys::fs::current_path(Path);
  return std::string(Path);
}

static bool liesIn(StringRef File, StringRef Folder) {
  return Folder == "/" || (File.consume_front(Folder.rtrim('/')) && File.starts_with("/"));
}

bool Project::contains(StringRef File) const { return liesIn(File, Root); }

/// The nearest folder upwards that a version control system keeps its data in; "" if there is none.
static std::string versionControlRoot(StringRef Folder) {
  for (; !Folder.empty(); Folder = sys::path::parent_path(Folder))
    for (StringRef Name : {".git", ".hg", ".svn", ".jj"}) {
      SmallString<256> Path(Folder);
      sys::path::append(Path, Name);
      if (sys::fs::exists(Path))
        return Folder.str();
    }
  return "";
}

static std::string commonFolder(const StringSet<> &Files) {
  std::optional<std::string> Common;
  for (StringRef File : Files.keys()) {
    StringRef Folder = sys::path::parent_path(File);
    if (!Common)
      Common = Folder.str();
    while (*Common != Folder && !liesIn(Folder, *Common) && *Common != sys::path::root_path(*Common))
      Common = sys::path::parent_path(*Common).str();
  }
  return Common.value_or("");
}

/// Whether a folder may be one project's: not the whole machine, nor what all users share.
static bool isProjectFolder(StringRef Folder) {
  return std::distance(sys::path::begin(Folder), sys::path::end(Folder)) > 2;
}

/// The checkout that the commands' folder is in if it holds sources too, else the checkout that holds all sources, else
/// the folder that holds them and, where \p IsDatabase, the database: headers may lie beside both ("build", "src" and
/// "include").
static std::string findRoot(StringRef Folder, bool IsDatabase, const StringSet<> &MainFiles) {
  if (std::string Root = versionControlRoot(Folder); !Root.empty())
    if (any_of(MainFiles.keys(), [&](StringRef File) { return liesIn(File, Root); }))
      return Root;
  std::string Common = commonFolder(MainFiles);
  if (std::string Root = versionControlRoot(Common); !Root.empty())
    return Root;
  if (IsDatabase) {
    StringSet<> Files = MainFiles;
    Files.insert((Folder + "/" + DatabaseName).str());
    if (std::string All = commonFolder(Files); isProjectFolder(All))
      return All;
  }
  // Sources from all over the machine: stay in the build's own folder.
  return sys::path::relative_path(Common).empty() ? Folder.str() : Common;
}

Expected<std::string> findDatabase(const ProjectOptions &Options) {
  if (!Options.BuildPath.empty()) {
    SmallString<256> Path(Options.BuildPath);
    if (sys::fs::is_directory(Path))
      sys::path::append(Path, DatabaseName);
    if (!sys::fs::exists(Path))
      return createStringError("no " + DatabaseName + " in '" + Options.BuildPath + "'");
    return std::string(Path);
  }
  std::string Start = currentDirectory();
  for (const std::string &S : Options.Sources)
    if (sys::fs::exists(S)) {
      std::string Path = realPath(S);
      Start = sys::fs::is_directory(Path) ? Path : sys::path::parent_path(Path).str();
      break;
    }
  for (StringRef Folder = Start; !Folder.empty(); Folder = sys::path::parent_path(Folder))
    for (StringRef Below : {"", "build"}) {
      SmallString<256> Path(Folder);
      sys::path::append(Path, Below, DatabaseName);
      if (sys::fs::is_regular_file(Path))
        return std::string(Path);
    }
  return createStringError("no " + DatabaseName + " in '" + Start +
                           "' or above; name the build folder with -p, or give compiler flags after '--'");
}

static std::string oneLine(StringRef Message) {
  std::string Out = Message.trim().str();
  std::replace(Out.begin(), Out.end(), '\n', ' ');
  return Out;
}

static Expected<std::vector<CompileCommand>> readDatabase(StringRef Path) {
  auto Failure = [&](StringRef Why) { return createStringError("cannot read '" + Path + "': " + oneLine(Why)); };
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return Failure(Buffer.getError().message());
  StringRef Text = (*Buffer)->getBuffer();
  // Clang reads the file as YAML and prints what is wrong by itself, so see to it that it is JSON first.
  if (auto Json = json::parse(json::fixUTF8(Text)); !Json)
    return Failure(toString(Json.takeError()));
  std::string Why;
  std::unique_ptr<CompilationDatabase> Database =
      JSONCompilationDatabase::loadFromBuffer(Text, Why, JSONCommandLineSyntax::AutoDetect);
  if (!Database)
    return Failure(Why);
  Database = expandResponseFiles(std::move(Database), vfs::createPhysicalFileSystem());
  std::vector<CompileCommand> Commands = Database->getAllCompileCommands();
  std::string Folder = sys::path::parent_path(Path).str();
  for (CompileCommand &C : Commands) {
    SmallString<256> Directory(C.Directory);
    sys::path::make_absolute(Folder, Directory);
    C.Directory = std::string(Directory);
  }
  return Commands;
}

/// One command for each source, from the flags behind `--`.
static Expected<std::vector<CompileCommand>> fixedCommands(const ProjectOptions &Options) {
  std::vector<std::string> Flags = *Options.FixedFlags;
  if (Flags.empty() || StringRef(Flags.front()).starts_with("-"))
    Flags.insert(Flags.begin(), "clang-tool");
  if (Options.Sources.empty())
    return createStringError("flags after '--' need the names of source files in front of it");
  std::vector<CompileCommand> Commands;
  for (const std::string &Source : Options.Sources) {
    if (sys::fs::is_directory(Source))
      return createStringError("'" + Source + "' is a folder; flags after '--' need source files");
    if (!sys::fs::exists(Source))
      return createStringError("there is no file '" + Source + "'");
    Commands.push_back({currentDirectory(), Source, Flags, ""});
    Commands.back().CommandLine.push_back(Source);
  }
  return Commands;
}

Expected<Project> loadProject(const ProjectOptions &Options) {
  std::string Folder = currentDirectory();
  Expected<std::vector<CompileCommand>> Commands = std::vector<CompileCommand>();
  if (Options.FixedFlags) {
    Commands = fixedCommands(Options);
  } else {
    Expected<std::string> Database = findDatabase(Options);
    if (!Database)
      return Database.takeError();
    *Database = realPath(*Database);
    Folder = sys::path::parent_path(*Database).str();
    Commands = readDatabase(*Database);
  }
  if (!Commands)
    return Commands.takeError();

  Project P;
  for (const CompileCommand &C : *Commands)
    if (compilesCFamily(C))
      P.Units.push_back(adjustCommand(C, Options.Commands));
  if (P.Units.empty())
    return createStringError("the compilation database in '" + Folder + "' names no C or C++ source");
  sort(P.Units);
  P.Units.erase(llvm::unique(P.Units), P.Units.end());
  for (const UnitCommand &U : P.Units)
    P.MainFiles.insert(U.File);
  if (Options.ProjectRoot.empty())
    P.Root = findRoot(Folder, !Options.FixedFlags, P.MainFiles);
  else if (sys::fs::is_directory(Options.ProjectRoot))
    P.Root = realPath(Options.ProjectRoot);
  else
    return createStringError("the project root '" + Options.ProjectRoot + "' is not a folder");
  return P;
}

} // namespace loopfuse
