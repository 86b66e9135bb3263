//===- ReplaceFiles.cpp - new contents for files, all or none -------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/ReplaceFiles.h"
#include "API/TemporaryFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cerrno>
#include <fcntl.h>
#include <set>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace loopfuse {

namespace {

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

} // namespace

/// Its status, if the file still has the text \p C was made for.
static Expected<struct stat> unchangedStatus(const FileChange &C) {
  struct stat Stat;
  if (lstat(C.File.c_str(), &Stat) != 0)
    return writeFailure(C.File, lastSystemError());
  auto Buffer = MemoryBuffer::getFile(C.File, /*IsText=*/false, /*RequiresNullTerminator=*/false, /*IsVolatile=*/true);
  if (!Buffer)
    return writeFailure(C.File, Buffer.getError().message());
  if (!S_ISREG(Stat.st_mode) || (*Buffer)->getBuffer() != C.Before)
    return writeFailure(C.File, "it was changed since it was analysed");
  return Stat;
}

Error replaceFiles(ArrayRef<FileChange> Changes) {
  // In one order, so that two runs never wait for each other.
  std::set<std::string> Names;
  for (const FileChange &C : Changes)
    Names.insert(C.File);
  std::vector<LockedFile> Locks(Names.begin(), Names.end());
  BlockedSignals Blocked; // The threads that analysed are gone: there is no other one to take the signal.
  std::vector<TemporaryFile> New(Changes.size()), Old(Changes.size());
  for (size_t I = 0; I < Changes.size(); ++I) {
    Expected<struct stat> Stat = unchangedStatus(Changes[I]);
    if (!Stat)
      return Stat.takeError();
    if (access(Changes[I].File.c_str(), W_OK) != 0)
      return writeFailure(Changes[I].File, lastSystemError());
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
