//===- SelectUnits.cpp - what the command line names ----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/Parallel.h"
#include "API/ParseUnit.h"
#include "API/Project.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include <set>

using namespace llvm;

namespace loopfuse {

std::vector<unsigned> unitsIncluding(const Project &P, ArrayRef<unsigned> Candidates, const StringSet<> &Files,
                                     unsigned Jobs) {
  std::vector<char> Includes(Candidates.size(), false);
  parallelFor(Candidates.size(), Jobs, [&](size_t I) {
    Includes[I] =
        any_of(includedFiles(P.Units[Candidates[I]]), [&](const std::string &F) { return Files.contains(F); });
  });
  std::vector<unsigned> Found;
  for (size_t I = 0; I < Candidates.size(); ++I)
    if (Includes[I])
      Found.push_back(Candidates[I]);
  return Found;
}

/// A unit that includes \p Header: first those of the same name are asked, then all others, a batch at a time.
static std::optional<unsigned> unitForHeader(const Project &P, StringRef Header, unsigned Jobs) {
  std::vector<unsigned> SameStem, Others;
  for (unsigned U = 0; U < P.Units.size(); ++U)
    (sys::path::stem(P.Units[U].File) == sys::path::stem(Header) ? SameStem : Others).push_back(U);
  StringSet<> Files;
  Files.insert(Header);
  if (auto Found = unitsIncluding(P, SameStem, Files, Jobs); !Found.empty())
    return Found.front();
  size_t Batch = std::max<size_t>(16, 4 * Jobs);
  for (size_t I = 0; I < Others.size(); I += Batch)
    if (auto Found = unitsIncluding(P, ArrayRef(Others).drop_front(I).take_front(Batch), Files, Jobs); !Found.empty())
      return Found.front();
  return std::nullopt;
}

/// Adds the units that one argument names.
static Error addUnits(const Project &P, const std::string &Source, unsigned Jobs, std::set<unsigned> &Units,
                      Selection &S) {
  auto AddIf = [&](auto Predicate) {
    bool Any = false;
    for (unsigned U = 0; U < P.Units.size(); ++U)
      if (Predicate(StringRef(P.Units[U].File))) {
        Units.insert(U);
        Any = true;
      }
    return Any;
  };
  SmallString<256> Real;
  if (sys::fs::real_path(Source, Real)) {
    // Not there: a file that is gone but has a command, or a regular expression.
    SmallString<256> Absolute(Source);
    sys::fs::make_absolute(Absolute);
    sys::path::remove_dots(Absolute, true);
    if (AddIf([&](StringRef File) { return File == Absolute; }))
      return Error::success();
    std::string Why;
    Regex Pattern(Source);
    if (!Pattern.isValid(Why))
      return createStringError("'" + Source + "' is neither a file nor a regular expression: " + Why);
    if (AddIf([&](StringRef File) { return Pattern.match(File); }))
      return Error::success();
    return createStringError("there is no file '" + Source + "', and no file of the compilation database matches it");
  }
  if (sys::fs::is_directory(Real)) {
    std::string Folder = (Real.str().rtrim('/') + "/").str();
    if (AddIf([&](StringRef File) { return File.starts_with(Folder); }))
      return Error::success();
    return createStringError("no file of the compilation database lies in the folder '" + Source + "'");
  }
  if (AddIf([&](StringRef File) { return File == Real; }))
    return Error::success();
  std::optional<unsigned> U = unitForHeader(P, Real, Jobs);
  if (!U)
    return createStringError("'" + Source + "' is not in the compilation database, and no file in there includes it");
  Units.insert(*U);
  S.Headers.push_back(std::string(Real));
  return Error::success();
}

Expected<Selection> selectUnits(const Project &P, ArrayRef<std::string> Sources, unsigned Jobs) {
  Selection S;
  if (Sources.empty()) {
    auto All = seq<unsigned>(0, P.Units.size());
    S.Units.assign(All.begin(), All.end());
    return S;
  }
  std::set<unsigned> Units;
  for (const std::string &Source : Sources)
    if (Error E = addUnits(P, Source, Jobs, Units, S))
      return E;
  S.OnlyHeaders = S.Headers.size() == Sources.size();
  S.Units.assign(Units.begin(), Units.end());
  return S;
}

Selection selectReaders(const Project &P, ArrayRef<std::string> Files, unsigned Jobs) {
  // To look for a reader of a file that is no header would preprocess the whole project in vain.
  static const StringSet<> Headers = {"",     ".h",   ".hh",  ".hp",  ".hpp", ".hxx", ".h++", ".H",
                                      ".inc", ".inl", ".ipp", ".tpp", ".txx", ".tcc", ".def", ".cuh"};
  std::set<unsigned> Units;
  for (const std::string &File : Files) {
    if (P.MainFiles.contains(File)) {
      for (unsigned U = 0; U < P.Units.size(); ++U)
        if (P.Units[U].File == File)
          Units.insert(U);
    } else if (Headers.contains(sys::path::extension(File))) {
      if (std::optional<unsigned> U = unitForHeader(P, File, Jobs))
        Units.insert(*U);
    }
  }
  Selection S;
  S.Units.assign(Units.begin(), Units.end());
  return S;
}

} // namespace loopfuse
