//===- FirstPrivate.h - copies that OpenMP threads make ---------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "firstprivate(n)" gives each thread a copy of n as it was in front of the
// loop. A variable that nobody changes is the same thing as its copies, so what
// such a list names is no difference between two directives; fused loops get
// the names of both.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_FIRSTPRIVATE_H
#define LOOPFUSE_FRONTEND_FIRSTPRIVATE_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace loopfuse {

/// The text of an OpenMP directive taken apart.
struct FirstPrivate {
  std::vector<std::string> Names; ///< That its lists hold, in order.
  std::string Rest;               ///< The directive without these clauses, single blanks between its words.
  std::optional<unsigned> End;    ///< Where the last list's `)` stands in the text.
};

/// std::nullopt if \p Directive is no single `parallel`, `for` or `simd` directive, or not made of plain names.
std::optional<FirstPrivate> splitFirstPrivate(llvm::StringRef Directive);

} // namespace loopfuse

#endif
