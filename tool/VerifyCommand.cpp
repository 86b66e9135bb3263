//===- VerifyCommand.cpp - fusions that the user's tests turn down --------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VerifyCommand.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace loopfuse {

std::string fusionKey(const Finding &F) {
  return F.Place.File + ":" + std::to_string(F.Place.Offset) + ":" + std::to_string(F.Region.Length) + ":" + F.Message;
}

static constexpr StringLiteral BreaksTests = "the tests fail with it";
static constexpr StringLiteral LeftOut = "it is left out for now";

FixReport TestedFusions::make(size_t Count) const {
  return Make([this, Count](const Finding &F) {
    size_t At = find(Allowed, fusionKey(F)) - Allowed.begin();
    return At < Count ? "" : At < Allowed.size() ? LeftOut.str() : BreaksTests.str();
  });
}

Error TestedFusions::write(const FixReport &R) {
  std::map<std::string, const FileChange *> Wanted;
  for (const auto &Together : R.Changes)
    for (const FileChange &C : Together) {
      Wanted[C.File] = &C;
      OnDisk.try_emplace(C.File, C.Before, C.Before);
    }
  std::vector<FileChange> Changes;
  for (const auto &[File, Texts] : OnDisk) {
    auto It = Wanted.find(File);
    const std::string &Text = It == Wanted.end() ? Texts.first : It->second->After;
    if (Text != Texts.second)
      Changes.push_back({File, Texts.second, Text});
  }
  if (Error E = replaceFiles(Changes))
    return E;
  for (FileChange &C : Changes)
    OnDisk[C.File].second = std::move(C.After);
  return Error::success();
}

Expected<bool> TestedFusions::passes(const FixReport &R) {
  if (Error E = write(R))
    return std::move(E);
  return R.Applied.empty() || Run(R.Applied.size());
}

Error TestedFusions::settle(FixReport &All) {
  for (const Finding &F : All.Applied)
    Allowed.push_back(fusionKey(F));
  FixReport Current = All;
  Expected<bool> Passed = passes(Current);
  while (Passed && !*Passed) {
    // None of them passed; all of the allowed do not. Where does it turn?
    size_t Good = 0, Bad = Allowed.size();
    while (Passed && Bad - Good > 1) {
      size_t Middle = (Good + Bad) / 2;
      Passed = passes(make(Middle));
      if (Passed)
        (*Passed ? Good : Bad) = Middle;
    }
    if (!Passed)
      break;
    Allowed.erase(Allowed.begin() + Bad - 1);
    Current = make(Allowed.size());
    Passed = passes(Current);
  }
  if (Passed) {
    All = std::move(Current);
    return Error::success();
  }
  // Back to what was there.
  return joinErrors(Passed.takeError(), write(FixReport()));
}

} // namespace loopfuse
