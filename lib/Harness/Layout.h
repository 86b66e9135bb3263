//===- Layout.h - types as rows of scalars ----------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_HARNESS_LAYOUT_H
#define LOOPFUSE_HARNESS_LAYOUT_H

#include "Harness/Harness.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace loopfuse {

/// Finds what the types of one unit consist of.
class LayoutReader {
public:
  LayoutReader(clang::ASTContext &Context, Harness &H) : Context(Context), H(H) {}

  /// The number of \p T in the harness. std::nullopt where no object of it can be made; reason() then says why.
  std::optional<unsigned> typeNumber(clang::QualType T);
  const std::string &reason() const { return Reason; }

  /// How \p T is written at the end of the source; std::nullopt if it has no name there.
  std::optional<std::string> spelling(clang::QualType T);

private:
  bool addLeaves(clang::QualType T, uint64_t Offset, HarnessType &Out);
  bool addPointer(clang::QualType To, bool IsRestrict, bool IsSingle, uint64_t Offset, HarnessType &Out);
  bool addArray(clang::QualType Element, uint64_t Count, uint64_t Offset, HarnessType &Out);
  bool addRecord(const clang::RecordDecl &R, clang::QualType T, uint64_t Offset, HarnessType &Out);
  bool addVector(const clang::ClassTemplateSpecializationDecl &V, clang::QualType T, uint64_t Offset, HarnessType &Out);
  bool refuse(clang::QualType T, llvm::StringRef Why = "cannot be made");

  clang::ASTContext &Context;
  Harness &H;
  llvm::DenseMap<const void *, std::optional<unsigned>> Known; ///< By canonical type; unset: being read.
  std::string Reason;
};

} // namespace loopfuse

#endif
