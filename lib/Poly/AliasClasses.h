//===- AliasClasses.h - which arrays may share memory -----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_ALIASCLASSES_H
#define LOOPFUSE_POLY_ALIASCLASSES_H

#include "Model/Scop.h"

namespace loopfuse {

enum class AliasRelation {
  Disjoint,       ///< No byte in common.
  SameOrDisjoint, ///< The same object with the same subscripts, or no byte in common.
  MayOverlap      ///< Anything, at any offset.
};

/// What the user lets us believe (--alias).
enum class AliasPolicy {
  Refuse,        ///< Only what is proved (default).
  Strict,        ///< Also the type-based rules of [basic.lval]/11.
  AssumeNoAlias, ///< Different pointers never overlap.
  Guard          ///< As Refuse; what that refuses may be tested at run time.
};

/// The relation of two different arrays of \p S, from the facts in Model::Array alone. docs/LEGALITY.md lists the
/// rules in the order they are tried. Symmetric.
AliasRelation aliasRelation(const Scop &S, unsigned A, unsigned B, AliasPolicy Policy);

/// Whether a compiler that looks at the function alone takes it for possible that the two different arrays overlap, and
/// tests at run time that they do not before it uses vectors. It knows less than aliasRelation: that two vectors own
/// different memory is nowhere in the code. \p UsesTypes: -fstrict-aliasing, which tells reads from writes only.
bool compilerMustCheck(const Scop &S, unsigned A, unsigned B, bool BothWritten, bool UsesTypes);

/// Arrays whose relation is SameOrDisjoint are analysed as if they were the same: the dependences under "same"
/// include those under "disjoint". Class numbers are array numbers (the smallest of the class).
std::vector<unsigned> aliasClasses(const Scop &S, AliasPolicy Policy);

/// Whether \p Type (as in Array::ElementType) is known to be arithmetic and no character type, so that by assumption A4
/// nobody overwrites a pointer or a container's header through it.
bool isArithmeticNotCharacter(llvm::StringRef Type);

/// The refusal at \p Place because nothing tells \p A and \p B apart.
Refusal mayAlias(const Scop &S, unsigned A, unsigned B, const SourceSpan &Place);

/// What would settle that \p A and \p B do not overlap: "'__restrict' on 'a'".
std::string aliasRemedy(const Scop &S, unsigned A, unsigned B);

} // namespace loopfuse

#endif
