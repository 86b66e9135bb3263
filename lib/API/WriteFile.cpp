//===- WriteFile.cpp - a report, a baseline, a cache's entry --------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/WriteFile.h"
#include "API/TemporaryFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <unistd.h>

using namespace llvm;

namespace loopfuse {

namespace {

/// Where a name leads once its symbolic links are followed.
struct Target {
  std::string Path;
  std::optional<int> Descriptor; ///< Of this process: what is open there need not have a name any more.
  bool IsOfProc = false;         ///< Such a link leads to an open file, not to a name.
};

} // namespace

/// How many links are followed, as the kernel does.
static constexpr unsigned MostLinks = 40;

static std::optional<int> descriptorOf(StringRef Folder, StringRef Name) {
  int Fd = -1;
  std::string Own = "/proc/" + std::to_string(getpid()) + "/";
  bool IsOwn = Folder.starts_with(Own) && sys::path::filename(Folder) == "fd";
  return IsOwn && !Name.getAsInteger(10, Fd) && Fd >= 0 ? std::optional(Fd) : std::nullopt;
}

/// Step by step, since the last name need not be there.
static Expected<Target> follow(StringRef File) {
  SmallString<256> Path(File);
  for (unsigned Links = 0; Links < MostLinks; ++Links) {
    StringRef Parent = sys::path::parent_path(Path);
    SmallString<256> Folder;
    if (std::error_code EC = sys::fs::real_path(Parent.empty() ? "." : Parent, Folder))
      return writeFailure(File, EC.message());
    StringRef Name = sys::path::filename(Path);
    SmallString<256> Here(Folder);
    sys::path::append(Here, Name);
    struct stat Stat;
    char Next[4096];
    ssize_t Length = -1;
    if (lstat(Here.c_str(), &Stat) == 0 && S_ISLNK(Stat.st_mode))
      Length = readlink(Here.c_str(), Next, sizeof(Next));
    if (Length < 0 || StringRef(Folder).starts_with("/proc/"))
      return Target{std::string(Here), descriptorOf(Folder, Name), Length >= 0};
    StringRef Leads(Next, Length);
    Path = sys::path::is_absolute(Leads) ? StringRef() : StringRef(Folder);
    sys::path::append(Path, Leads);
  }
  return writeFailure(File, std::error_code(ELOOP, std::generic_category()).message());
}

/// Writes to what is open or can be opened, and takes nothing's place.
static Error writeInto(StringRef File, const Target &To, StringRef Text) {
  // What stands there already stays: nothing is truncated, and a regular file is written to at its end.
  int Fd = To.Descriptor ? fcntl(*To.Descriptor, F_DUPFD_CLOEXEC, 0)
                         : open(To.Path.c_str(), O_WRONLY | O_APPEND | O_NOCTTY | O_CLOEXEC);
  if (Fd < 0)
    return writeFailure(File, lastSystemError());
  std::string Why = writeAll(Fd, Text) ? "" : lastSystemError();
  if (close(Fd) != 0 && Why.empty())
    Why = lastSystemError();
  return Why.empty() ? Error::success() : writeFailure(File, Why);
}

/// The status that a new file of this process has.
static struct stat ordinaryStatus() {
  mode_t Mask = sys::fs::getUmask();
  struct stat Stat = {};
  Stat.st_mode = 0666 & ~Mask;
  Stat.st_uid = geteuid();
  Stat.st_gid = getegid();
  return Stat;
}

Error writeFile(StringRef File, StringRef Text) {
  if (File == "-")
    return writeInto("standard output", {"", STDOUT_FILENO, true}, Text);
  Expected<Target> To = follow(File);
  if (!To)
    return To.takeError();
  struct stat Stat;
  bool IsThere = stat(To->Path.c_str(), &Stat) == 0;
  if (To->IsOfProc || (IsThere && !S_ISREG(Stat.st_mode)))
    return writeInto(File, *To, Text);
  if (IsThere && access(To->Path.c_str(), W_OK) != 0)
    return writeFailure(File, lastSystemError());
  BlockedSignals Blocked;
  TemporaryFile New;
  if (Error E = New.write(To->Path, Text, IsThere ? Stat : ordinaryStatus(), /*OnDisk=*/false))
    return E;
  return New.moveTo(To->Path);
}

} // namespace loopfuse
