//===- FileQuestions.h - what a parse asked of the file system ---*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_FILEQUESTIONS_H
#define LOOPFUSE_API_FILEQUESTIONS_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace loopfuse {

/// Everything that a parse learnt of the file system, what is not there included: as long as all answers are the same,
/// the parse gives the same.
struct FileQuestions {
  enum class Kind : char {
    Status = 's', ///< Whether there is a file or a folder.
    Text = 't',   ///< A hash of the contents.
    List = 'l',   ///< A hash of the names in a folder.
    RealPath = 'r'
  };
  using Question = std::pair<Kind, std::string>; ///< With an absolute path.
  std::map<Question, std::string> Answers;       ///< "" for what is not there.
};

/// \p Base, every question to which is written down.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> recordQuestions(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base,
                                                                std::shared_ptr<FileQuestions> To);

/// Answers from the disk, each question once. Safe to use from many threads.
class PresentFiles {
public:
  std::string answer(const FileQuestions::Question &Q);
  bool hold(const FileQuestions &Q);

private:
  std::mutex Lock;
  std::map<FileQuestions::Question, std::string> Known;
};

} // namespace loopfuse

#endif
