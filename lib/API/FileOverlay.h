//===- FileOverlay.h - new texts over the files on disk ---------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_FILEOVERLAY_H
#define LOOPFUSE_API_FILEOVERLAY_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <memory>
#include <string>

namespace loopfuse {

struct FileQuestions;

/// Texts that stand in for files on disk, so that changed sources can be parsed before anything is written. A file is
/// known by its identity, so every path that leads to it (relative, through symbolic links) gives the new text. Cheap
/// to copy.
class FileOverlay {
public:
  FileOverlay() = default;
  /// Everything that its file systems are asked is written down there.
  explicit FileOverlay(std::shared_ptr<FileQuestions> Recorder) : Recorder(std::move(Recorder)) {}
  void recordIn(std::shared_ptr<FileQuestions> Where) { Recorder = std::move(Where); }

  /// \p Path must exist.
  llvm::Error set(llvm::StringRef Path, std::string Text);
  /// A text whose file is not on disk; \p Path is absolute.
  void setUnsaved(llvm::StringRef Path, std::string Text);
  bool empty() const { return Texts.empty() && Unsaved.empty(); }

  /// A file system for one thread: the real one with these texts over it, and a working directory of its own.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystem() const;
  /// The same over another one than the disk's.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
  fileSystem(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base) const;

  using TextsById = std::map<llvm::sys::fs::UniqueID, std::shared_ptr<const std::string>>;

private:
  TextsById Texts;
  std::map<std::string, std::shared_ptr<const std::string>> Unsaved; ///< By path.
  std::shared_ptr<FileQuestions> Recorder;
};

} // namespace loopfuse

#endif
