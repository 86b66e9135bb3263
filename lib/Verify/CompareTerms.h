//===- CompareTerms.h - does a statement compute the same? ---- -*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_VERIFY_COMPARETERMS_H
#define LOOPFUSE_VERIFY_COMPARETERMS_H

#include "Verify/Instances.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <optional>

namespace loopfuse {

/// Compares what statements compute, one after the other in the order of the new nest. Each variable of an iteration,
/// and each contracted array, has one variable of the new text that stands for it and for nothing else. Such a variable
/// is declared inside the nest, so nobody reads it behind.
class TermComparison {
public:
  TermComparison(const Scop &Before, const Scop &After, const FusionGroup &Group) : B(Before), A(After), Group(Group) {}

  /// \p SameValue compares two integers, given by their number among the Value terms of either statement, where their
  /// trees differ. The first difference in one line.
  std::optional<std::string> compare(const Instance &X, const Instance &Y,
                                     llvm::function_ref<bool(unsigned OfX, unsigned OfY)> SameValue);

  /// Whether every contracted array is written by the first access that an iteration of the fused loops makes to it,
  /// which it makes in any case, or, in a kernel, where it makes any other. \p Old has the statements in the order of
  /// the new nest; \p RunsIn compares the iterations of two of them.
  std::optional<std::string>
  checkDefinitions(const std::vector<Instance> &Old,
                   llvm::function_ref<bool(const Instance &Inner, const Instance &Outer)> RunsIn) const;

  /// The variable of the old text into which \p Copy copies an element.
  static std::optional<unsigned> copyOf(const Statement &Copy);
  /// Whether \p St may give a new value to the variable \p Local of the old text.
  static bool mayChange(const Statement &St, unsigned Local);

  /// Statements \p Second and \p First of the old text copy the same element, each into a variable. True if \p New
  /// makes the second variable a copy of the first one; otherwise one new variable stands for both.
  bool copiesAgain(const Statement &Second, const Statement &First, const Statement *New);

private:
  bool standsFor(bool IsArray, unsigned Old, unsigned New);
  bool sameMemory(const Term &T, const Term &U, const Instance &X, const Instance &Y);

  const Scop &B, &A;
  const FusionGroup &Group;
  std::map<unsigned, unsigned> Shared; ///< Old variables that hold the same copy of an element: to the first one.
  std::map<std::pair<bool, unsigned>, unsigned> NewLocal; ///< Of a contracted array (true) or old variable.
  std::map<unsigned, std::pair<bool, unsigned>> Origin;   ///< The other way round.
};

} // namespace loopfuse

#endif
