//===- Units.cpp - who compiles an open file ------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Units.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace loopfuse::lsp {

/// With more units than these, the others that see a header are not asked.
static constexpr size_t MaxUnitsAsked = 64;

std::shared_ptr<const Project> UnitFinder::load(const Snapshot &S) {
  ProjectOptions Options;
  Options.BuildPath = S.Given.BuildPath;
  Options.Sources = {S.Main.Path};
  Options.Commands.ResourceDirectory = S.Given.ResourceDirectory;
  Expected<std::string> Database = findDatabase(Options);
  sys::fs::file_status Status;
  if (!Database || sys::fs::status(*Database, Status)) {
    consumeError(Database.takeError());
    return nullptr;
  }
  Loaded &Known = Databases[{*Database, S.Given.ResourceDirectory}];
  if (!Known.Whole || Known.Changed != Status.getLastModificationTime()) {
    HeaderUnits.clear();
    Known.Changed = Status.getLastModificationTime();
    Expected<Project> P = loadProject(Options);
    if (P)
      Known.Whole = std::make_shared<const Project>(std::move(*P));
    else
      consumeError(P.takeError());
  }
  return Known.Whole;
}

static bool isHeader(StringRef Path) {
  return is_contained({".h", ".hh", ".hpp", ".hxx", ".h++", ".inl", ".cuh"}, sys::path::extension(Path));
}

/// The file with the flags for files that no database knows, as a project of its own.
static UnitsOf aloneWithFlags(const Snapshot &S) {
  const Document &D = S.Main;
  std::string Folder = sys::path::parent_path(D.Path).str();
  std::vector<std::string> Flags = {D.IsCpp ? "clang++" : "clang"};
  append_range(Flags, S.Given.FallbackFlags);
  if (isHeader(D.Path))
    Flags.insert(Flags.end(), {"-x", D.IsCpp ? "c++-header" : "c-header"});
  else
    Flags.insert(Flags.end(), {"-x", D.IsCpp ? "c++" : "c"});
  Flags.push_back(D.Path);
  CommandOptions Options;
  Options.ResourceDirectory = S.Given.ResourceDirectory;
  auto P = std::make_shared<Project>();
  P->Units = {adjustCommand({Folder, D.Path, Flags, ""}, Options)};
  P->Root = Folder;
  P->MainFiles.insert(D.Path);
  if (D.IsUnsaved)
    P->Unsaved.insert(D.Path);
  UnitsOf Out;
  Out.Whole = std::move(P);
  Out.Asked.Units = {0};
  Out.AsksAll = !isHeader(D.Path);
  return Out;
}

static UnitsOf alone(const Project &Whole, unsigned Unit) {
  auto P = std::make_shared<Project>();
  P->Units = {Whole.Units[Unit]};
  P->Root = Whole.Root;
  P->MainFiles.insert(Whole.Units[Unit].File);
  UnitsOf Out;
  Out.Whole = std::move(P);
  Out.Asked.Units = {0};
  Out.AsksAll = false;
  return Out;
}

UnitsOf UnitFinder::find(const Snapshot &S) {
  std::shared_ptr<const Project> Whole = S.Main.IsUnsaved ? nullptr : load(S);
  if (!Whole)
    return aloneWithFlags(S);
  UnitsOf Out;
  if (Whole->MainFiles.contains(S.Main.Path)) {
    for (unsigned U = 0; U < Whole->Units.size(); ++U)
      if (Whole->Units[U].File == S.Main.Path)
        Out.Asked.Units.push_back(U);
    Out.Whole = std::move(Whole);
    return Out;
  }
  auto [Known, IsNew] = HeaderUnits.try_emplace(Whole->Root + "\n" + S.Main.Path);
  if (IsNew) {
    Expected<Selection> Readers = selectUnits(*Whole, {S.Main.Path}, 1);
    if (Readers && !Readers->Units.empty())
      Known->second = Readers->Units.front();
    else if (!Readers)
      consumeError(Readers.takeError());
  }
  if (!Known->second)
    return aloneWithFlags(S);
  if (Whole->Units.size() > MaxUnitsAsked) {
    Out = alone(*Whole, *Known->second);
  } else {
    Out.Asked.Units = {*Known->second};
    Out.Whole = std::move(Whole);
  }
  Out.Asked.Headers = {S.Main.Path};
  Out.Asked.OnlyHeaders = true;
  return Out;
}

} // namespace loopfuse::lsp
