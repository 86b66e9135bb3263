//===- GitChanges.cpp - what changed since a revision ---------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GitChanges.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace loopfuse {

/// What git prints, or what it says is wrong.
static Expected<std::string> git(StringRef Folder, std::vector<StringRef> Arguments) {
  ErrorOr<std::string> Program = sys::findProgramByName("git");
  if (!Program)
    return createStringError("cannot find git: " + Program.getError().message());
  SmallString<128> Out, Errors;
  if (std::error_code EC = sys::fs::createTemporaryFile("loopfuse", "out", Out))
    return errorCodeToError(EC);
  FileRemover RemoveOut(Out);
  if (std::error_code EC = sys::fs::createTemporaryFile("loopfuse", "err", Errors))
    return errorCodeToError(EC);
  FileRemover RemoveErrors(Errors);
  // Paths as they are, whatever the user's configuration says.
  std::vector<StringRef> Command = {*Program, "-C", Folder, "-c", "core.quotePath=off"};
  Command.insert(Command.end(), Arguments.begin(), Arguments.end());
  std::optional<StringRef> Redirects[] = {StringRef(""), StringRef(Out), StringRef(Errors)};
  std::string Message;
  int Code = sys::ExecuteAndWait(*Program, Command, std::nullopt, Redirects, 0, 0, &Message);
  auto Read = [](StringRef File) {
    auto Buffer = MemoryBuffer::getFile(File);
    return Buffer ? (*Buffer)->getBuffer().str() : std::string();
  };
  if (Code == 0)
    return Read(Out);
  std::string Told = Read(Errors);
  StringRef Line = StringRef(Told).split('\n').first;
  return createStringError("git " + Arguments.front() + ": " + (Message.empty() ? Line : StringRef(Message)));
}

static std::string existing(StringRef Folder, StringRef Name) {
  SmallString<256> Path(Name), Real;
  sys::path::make_absolute(Folder, Path);
  return sys::fs::is_regular_file(Path) && !sys::fs::real_path(Path, Real) ? std::string(Real) : "";
}

Expected<ChangedLines> changesSince(StringRef Revision, StringRef Root) {
  if (Revision.empty() || Revision.starts_with("-"))
    return createStringError("'" + Revision + "' is no revision");
  Expected<std::string> Top = git(Root, {"rev-parse", "--show-toplevel"});
  if (!Top)
    return Top.takeError();
  StringRef Folder = StringRef(*Top).rtrim("\r\n");
  // What others did on that branch in the meantime is none of the user's; a shallow clone may not know the fork.
  std::string From = Revision.str();
  if (Expected<std::string> Fork = git(Folder, {"merge-base", Revision, "HEAD"}))
    From = StringRef(*Fork).trim().str();
  else
    consumeError(Fork.takeError());
  Expected<std::string> Diff = git(Folder, {"diff", "--no-ext-diff", "--no-textconv", "--no-color", "--no-relative",
                                            "--unified=0", "--src-prefix=a/", "--dst-prefix=b/", From, "--"});
  if (!Diff)
    return Diff.takeError();
  Expected<std::string> New = git(Folder, {"ls-files", "--others", "--exclude-standard", "-z"});
  if (!New)
    return New.takeError();
  ChangedLines Changes;
  auto InTree = [&](StringRef Name) { return Name.consume_front("b/") ? existing(Folder, Name) : ""; };
  if (Error E = Changes.add(*Diff, InTree))
    return E;
  for (StringRef Rest = *New; !Rest.empty();) {
    StringRef Name;
    std::tie(Name, Rest) = Rest.split('\0');
    if (std::string File = existing(Folder, Name); !File.empty())
      Changes.addWhole(File);
  }
  return Changes;
}

Expected<ChangedLines> changesOf(StringRef Diff, StringRef Root) {
  SmallString<256> Here;
  sys::fs::current_path(Here);
  auto Find = [&](StringRef Name) -> std::string {
    std::vector<StringRef> Names = {Name};
    if (Name.starts_with("b/"))
      Names.insert(Names.begin(), Name.drop_front(2));
    for (StringRef N : Names)
      for (StringRef Folder : {Here.str(), Root})
        if (std::string File = existing(Folder, N); !File.empty())
          return File;
    return "";
  };
  ChangedLines Changes;
  if (Error E = Changes.add(Diff, Find))
    return E;
  return Changes;
}

} // namespace loopfuse
