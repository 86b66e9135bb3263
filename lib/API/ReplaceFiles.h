//===- ReplaceFiles.h - new contents for files, all or none -----*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_REPLACEFILES_H
#define LOOPFUSE_API_REPLACEFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace loopfuse {

/// The new text of a file, and the text it must still have.
struct FileChange {
  std::string File; ///< Real path: never a symbolic link.
  std::string Before;
  std::string After;
};

/// Replaces the files, all or none: writes each new text to a temporary file beside the old one, sees that every old
/// text is still what it was, and renames. Permissions and owner are kept. An interrupt or a full disk leaves the old
/// files and no temporary ones. Of several runs at once one goes first, and the others find the file changed. The error
/// is one line.
llvm::Error replaceFiles(llvm::ArrayRef<FileChange> Changes);

} // namespace loopfuse

#endif
