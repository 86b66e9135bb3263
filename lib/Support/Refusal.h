//===- Refusal.h - why something was not fused ------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A refusal is a result, not an error: a value with an id, a place and a
// reason. Refusal.def is the one list of them.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_SUPPORT_REFUSAL_H
#define LOOPFUSE_SUPPORT_REFUSAL_H

#include "Support/SourceSpan.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace loopfuse {

enum class RefusalId {
#define REFUSAL(Enumerator, Id, Class, Text) Enumerator,
#include "Support/Refusal.def"
};

enum class RefusalClass { Unsupported, Illegal, Unproven, Unprofitable };

/// One access of a witness: what runs, in which iteration, and where it stands.
struct WitnessAccess {
  std::string Access;    ///< The access as the user wrote it: "b[i + 1]".
  std::string Element;   ///< The concrete element: "b[4]".
  std::string Iteration; ///< The concrete iteration: "i=3" or "i=3, j=0".
  bool IsWrite = false;
  SourceSpan Place;
  SourceSpan Loop; ///< The loop that the iteration counts; invalid if there is none.
};

/// A concrete pair of iterations and the element they share: the proof that a fusion is illegal. Earlier runs first
/// in the original program and would run second in the fused one.
struct Witness {
  WitnessAccess Earlier;
  WitnessAccess Later;
  std::string Parameters; ///< Values of the parameters it holds for: "n=5"; empty if there are none.
};

struct Refusal {
  RefusalId Id;
  SourceSpan Place;
  std::vector<std::string> Arguments; ///< Fill {0}, {1}, … of the row's text.
  std::optional<Witness> Proof;       ///< Illegal refusals carry one.
  std::string Remedy;                 ///< What would make it fusable, where that is known; else empty.

  /// The row's text with the arguments filled in.
  std::string message() const;
};

/// Shorthand: a refusal without witness or remedy.
Refusal refuse(RefusalId Id, SourceSpan Place, std::vector<std::string> Arguments = {});

llvm::StringRef refusalName(RefusalId Id); ///< "dependence-reversed"
llvm::StringRef refusalText(RefusalId Id); ///< The row's text with {0} unfilled.
RefusalClass refusalClass(RefusalId Id);
llvm::StringRef refusalClassName(RefusalClass Class); ///< "illegal"
std::optional<RefusalId> findRefusal(llvm::StringRef Name);
llvm::ArrayRef<RefusalId> allRefusals();

/// "iteration i=3 of the loop at line 12 reads b[4], which iteration i=4 of the loop at line 9 writes"
std::string describe(const Witness &W);

} // namespace loopfuse

#endif
