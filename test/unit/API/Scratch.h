//===- Scratch.h - files of a test ------------------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TEST_SCRATCH_H
#define LOOPFUSE_TEST_SCRATCH_H

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

/// A folder of its own that goes away with the object.
class Scratch {
public:
  Scratch() {
    llvm::SmallString<128> Made;
    if (llvm::sys::fs::createUniqueDirectory("loopfuse-test", Made))
      llvm::report_fatal_error("no scratch folder");
    llvm::SmallString<128> Real;
    (void)llvm::sys::fs::real_path(Made, Real);
    Folder = std::string(Real);
  }
  ~Scratch() { (void)llvm::sys::fs::remove_directories(Folder); }
  Scratch(const Scratch &) = delete;

  std::string path(llvm::StringRef Name = "") const {
    llvm::SmallString<128> Path(Folder);
    if (!Name.empty())
      llvm::sys::path::append(Path, Name);
    return std::string(Path);
  }

  std::string write(llvm::StringRef Name, llvm::StringRef Text) const {
    std::string Path = path(Name);
    (void)llvm::sys::fs::create_directories(llvm::sys::path::parent_path(Path));
    std::error_code EC;
    llvm::raw_fd_ostream OS(Path, EC);
    OS << Text;
    return Path;
  }

  std::string read(llvm::StringRef Name) const {
    auto Buffer = llvm::MemoryBuffer::getFile(path(Name));
    return Buffer ? (*Buffer)->getBuffer().str() : "(no file)";
  }

  unsigned countFiles() const {
    std::error_code EC;
    unsigned Count = 0;
    for (llvm::sys::fs::directory_iterator I(Folder, EC), End; !EC && I != End; I.increment(EC))
      ++Count;
    return Count;
  }

private:
  std::string Folder;
};

#endif
