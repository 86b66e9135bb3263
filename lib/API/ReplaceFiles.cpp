//===- ReplaceFiles.cpp - new contents for files, all or none -------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/ReplaceFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <set>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace loopfuse {

static Error failure(StringRef File, const Twine &Why) {
  return createStringError("cannot write '" + File + "': " + Why);
}

static std::string lastError() { return std::error_code(errno, std::generic_category()).message(); }

namespace {

/// A temporary file that is removed again if it is not kept.
class TemporaryFile {
public:
  TemporaryFile() = default;
  TemporaryFile(TemporaryFile &&Other) : Path(std::exchange(Other.Path, "")) {}
  TemporaryFile &operator=(TemporaryFile &&) = delete;
  ~TemporaryFile() {
    if (!Path.empty())
      sys::fs::remove(Path);
  }

  /// Makes it beside \p File with that one's permissions and owner, and sees that all of \p Text is on the disk.
  Error write(StringRef File, StringRef Text, const struct stat &Like) {
    SmallString<256> Model(sys::path::parent_path(File));
    sys::path::append(Model, "." + sys::path::filename(File) + ".loopfuse-%%%%%%");
    SmallString<256> Name;
    int Fd = -1;
    if (std::error_code EC = sys::fs::createUniqueFile(Model, Fd, Name, sys::fs::OF_None, 0600))
      return failure(File, EC.message());
    Path = std::string(Name);
    bool Written = writeAll(Fd, Text);
    // The owner first: changing it clears the set-id bits. Only the superuser may give a file away.
    Written = Written && (fchown(Fd, Like.st_uid, Like.st_gid) == 0 || geteuid() != 0);
    Written = Written && fchmod(Fd, Like.st_mode & 07777) == 0 && fsync(Fd) == 0;
    std::string Why = Written ? "" : lastError();
    bool Closed = close(Fd) == 0;
    if (Written && !Closed)
      Why = lastError();
    return Why.empty() ? Error::success() : failure(File, Why);
  }

  Error moveTo(StringRef File) {
    if (std::rename(Path.c_str(), File.str().c_str()) != 0)
      return failure(File, lastError());
    Path.clear();
    return Error::success();
  }

private:
  static bool writeAll(int Fd, StringRef Text) {
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

  std::string Path;
};

/// Lets other runs of loopfuse wait until this one has replaced the file, as long as it lives. They then see that it
/// has changed: the lock is on what was there before. Where a file system knows no locks, there is none.
class LockedFile {
public:
  explicit LockedFile(StringRef File) : Fd(open(File.str().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)) {
    while (Fd >= 0 && flock(Fd, LOCK_EX) != 0 && errno == EINTR)
      ;
  }
  LockedFile(LockedFile &&Other) : Fd(std::exchange(Other.Fd, -1)) {}
  LockedFile &operator=(LockedFile &&) = delete;
  ~LockedFile() {
    if (Fd >= 0)
      close(Fd);
  }

private:
  int Fd;
};

/// Holds back interrupts as long as it lives: they take effect when all files are replaced or none is. The threads that
/// analysed are gone by then, so there is no other one to take the signal.
class BlockedSignals {
public:
  BlockedSignals() {
    sigset_t Set;
    sigemptyset(&Set);
    for (int Signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
      sigaddset(&Set, Signal);
    pthread_sigmask(SIG_BLOCK, &Set, &Old);
  }
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &Old, nullptr); }

private:
  sigset_t Old;
};

} // namespace

/// Its status, if the file still has the text \p C was made for.
static Expected<struct stat> unchangedStatus(const FileChange &C) {
  struct stat Stat;
  if (lstat(C.File.c_str(), &Stat) != 0)
    return failure(C.File, lastError());
  auto Buffer = MemoryBuffer::getFile(C.File, /*IsText=*/false, /*RequiresNullTerminator=*/false, /*IsVolatile=*/true);
  if (!Buffer)
    return failure(C.File, Buffer.getError().message());
  if (!S_ISREG(Stat.st_mode) || (*Buffer)->getBuffer() != C.Before)
    return failure(C.File, "it was changed since it was analysed");
  return Stat;
}

Error replaceFiles(ArrayRef<FileChange> Changes) {
  // In one order, so that two runs never wait for each other.
  std::set<std::string> Names;
  for (const FileChange &C : Changes)
    Names.insert(C.File);
  std::vector<LockedFile> Locks(Names.begin(), Names.end());
  BlockedSignals Blocked;
  std::vector<TemporaryFile> New(Changes.size()), Old(Changes.size());
  for (size_t I = 0; I < Changes.size(); ++I) {
    Expected<struct stat> Stat = unchangedStatus(Changes[I]);
    if (!Stat)
      return Stat.takeError();
    if (access(Changes[I].File.c_str(), W_OK) != 0)
      return failure(Changes[I].File, lastError());
    if (Error E = New[I].write(Changes[I].File, Changes[I].After, *Stat))
      return E;
    // What to go back to if a later file's rename fails.
    if (I + 1 < Changes.size())
      if (Error E = Old[I].write(Changes[I].File, Changes[I].Before, *Stat))
        return E;
  }
  for (const FileChange &C : Changes)
    if (Expected<struct stat> Stat = unchangedStatus(C); !Stat)
      return Stat.takeError();
  for (size_t I = 0; I < Changes.size(); ++I)
    if (Error E = New[I].moveTo(Changes[I].File)) {
      for (size_t Done = 0; Done < I; ++Done)
        E = joinErrors(std::move(E), Old[Done].moveTo(Changes[Done].File));
      return E;
    }
  return Error::success();
}

} // namespace loopfuse
