//===- TemporaryFile.h - a new text beside the file it is for ---*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_TEMPORARYFILE_H
#define LOOPFUSE_API_TEMPORARYFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <csignal>
#include <string>
#include <sys/stat.h>

namespace loopfuse {

/// One line: "cannot write 'File': Why".
llvm::Error writeFailure(llvm::StringRef File, const llvm::Twine &Why);

/// What errno says.
std::string lastSystemError();

/// All of \p Text, or false, with errno set.
bool writeAll(int Fd, llvm::StringRef Text);

/// A temporary file that is removed again if it is not kept.
class TemporaryFile {
public:
  TemporaryFile() = default;
  TemporaryFile(TemporaryFile &&Other);
  TemporaryFile &operator=(TemporaryFile &&) = delete;
  ~TemporaryFile();

  /// Makes it beside \p File with the permissions and the owner in \p Like. \p OnDisk: sees that all of \p Text is on
  /// the disk.
  llvm::Error write(llvm::StringRef File, llvm::StringRef Text, const struct stat &Like, bool OnDisk = true);

  llvm::Error moveTo(llvm::StringRef File);

private:
  std::string Path;
};

/// Holds back interrupts for this thread as long as it lives: they take effect when all files are replaced or none is.
class BlockedSignals {
public:
  BlockedSignals();
  BlockedSignals(const BlockedSignals &) = delete;
  BlockedSignals &operator=(const BlockedSignals &) = delete;
  ~BlockedSignals();

private:
  sigset_t Old;
};

} // namespace loopfuse

#endif
