//===- CompareRuns.h - functions run before and after a fusion --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For --verify the compiler of a unit builds its text before and its text after
// as two libraries, and a driver (lib/Harness) calls the edited functions of
// both on the same memory: under sanitizers, and optimised. All of that happens
// in processes of their own, on copies in a temporary folder.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_API_COMPARERUNS_H
#define LOOPFUSE_API_COMPARERUNS_H

#include "API/CompilerRemarks.h"

namespace loopfuse {

/// A place in a function that was edited.
struct EditedPlace {
  std::string File;
  unsigned Offset = 0;            ///< In the text before.
  std::vector<std::string> Texts; ///< What the edits write: their numbers are tried as sizes.
  bool MayOverlap = true;         ///< Whether the proof leaves open that pointers lead into one array.
  bool MayContract = false;       ///< The user lets the compiler contract products and sums across statements.
};

/// What came of running the functions at one place.
struct RunVerdict {
  enum KindType {
    Alike,
    Differs,
    NotVerified ///< It could not be run. Says nothing about the fusion.
  };
  KindType Kind = NotVerified;
  std::string Function; ///< Its name; several of a template are separated by commas.
  std::string Text;     ///< Of Alike: what was done. Else why.
};

/// Runs the functions at \p Places in the text before and after; a verdict each. What differs is saved in a folder of
/// its own, which the verdict names.
std::vector<RunVerdict> compareRuns(const UnitCommand &Command, const ChangedTexts &Before, const ChangedTexts &After,
                                    llvm::ArrayRef<EditedPlace> Places);

} // namespace loopfuse

#endif
