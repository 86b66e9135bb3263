//===- TemporaryFile.cpp - a new text beside the file it is for -----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/TemporaryFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <csignal>
#include <unistd.h>
#include <utility>

using namespace llvm;

namespace loopfuse {

Error writeFailure(StringRef File, const Twine &Why) {
  return createStringError("cannot write '" + File + "': " + Why);
}

std::string lastSystemError() { return std::error_code(errno, std::generic_category()).message(); }

bool writeAll(int Fd, StringRef Text) {
  while (!Text.empty()) {
    ssize_t Count = ::write(Fd, Text.data(), Text.size());
    if (Count < 0 && errno == EINTR)
      continue;
    if (Count < 0)
      return false;
    Text = Text.drop_front(Count);
  }
  return true;
}

TemporaryFile::TemporaryFile(TemporaryFile &&Other) : Path(std::exchange(Other.Path, "")) {}

TemporaryFile::~TemporaryFile() {
  if (!Path.empty())
    sys::fs::remove(Path);
}

Error TemporaryFile::write(StringRef File, StringRef Text, const struct stat &Like, bool OnDisk) {
  SmallString<256> Model(sys::path::parent_path(File));
  sys::path::append(Model, "." + sys::path::filename(File) + ".loopfuse-%%%%%%");
  SmallString<256> Name;
  int Fd = -1;
  if (std::error_code EC = sys::fs::createUniqueFile(Model, Fd, Name, sys::fs::OF_None, 0600))
    return writeFailure(File, EC.message());
  Path = std::string(Name);
  bool Written = writeAll(Fd, Text);
  // The owner first: changing it clears the set-id bits. Only the superuser may give a file away.
  Written = Written && (fchown(Fd, Like.st_uid, Like.st_gid) == 0 || geteuid() != 0);
  Written = Written && fchmod(Fd, Like.st_mode & 07777) == 0 && (!OnDisk || fsync(Fd) == 0);
  std::string Why = Written ? "" : lastSystemError();
  bool Closed = close(Fd) == 0;
  if (Written && !Closed)
    Why = lastSystemError();
  return Why.empty() ? Error::success() : writeFailure(File, Why);
}

Error TemporaryFile::moveTo(StringRef File) {
  if (std::rename(Path.c_str(), File.str().c_str()) != 0)
    return writeFailure(File, lastSystemError());
  Path.clear();
  return Error::success();
}

BlockedSignals::BlockedSignals() {
  sigset_t Set;
  sigemptyset(&Set);
  for (int Signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
    sigaddset(&Set, Signal);
  pthread_sigmask(SIG_BLOCK, &Set, &Old);
}

BlockedSignals::~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &Old, nullptr); }

} // namespace loopfuse
