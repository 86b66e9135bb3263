//===- FilePolicy.cpp - which files may be edited -------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/FilePolicy.h"
#include "Frontend/GeneratedFile.h"
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace loopfuse {

std::optional<Refusal> editRefusal(const Project &P, StringRef File, StringRef Text, const SourceSpan &Place) {
  if (!P.contains(File))
    return refuse(RefusalId::OutsideProject, Place);
  struct stat Stat;
  if (P.Unsaved.contains(File))
    return isGenerated(File, Text) ? std::optional(refuse(RefusalId::GeneratedFile, Place)) : std::nullopt;
  if (stat(File.str().c_str(), &Stat) != 0)
    return refuse(RefusalId::ReadOnlyFile, Place, {"it is gone"});
  // Nothing is read-only to the superuser, but who took the permission away from everybody meant it.
  bool NobodyMay = (Stat.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)) == 0;
  if (NobodyMay || access(File.str().c_str(), W_OK) != 0)
    return refuse(RefusalId::ReadOnlyFile, Place, {"it is read-only"});
  if (Stat.st_nlink > 1)
    return refuse(RefusalId::ReadOnlyFile, Place, {"it has several hard links"});
  if (isGenerated(File, Text))
    return refuse(RefusalId::GeneratedFile, Place);
  return std::nullopt;
}

} // namespace loopfuse
