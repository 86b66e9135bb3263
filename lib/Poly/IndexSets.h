//===- IndexSets.h - index expressions as isl functions ---------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_INDEXSETS_H
#define LOOPFUSE_POLY_INDEXSETS_H

#include "Model/Isl.h"
#include "Model/Scop.h"
#include <map>
#include <optional>

namespace loopfuse {

/// The isl parameters of a region: "p<index>" for each of the Scop's and "m<index>_<index>…" for a product of several,
/// of which isl knows nothing but its sign. Sets carry only the parameters that occur in them.
class ParameterSpace {
public:
  /// \p Assumed holds beside what is known.
  ParameterSpace(isl::ctx Ctx, const Scop &S, llvm::ArrayRef<Constraint> Assumed = {});

  isl::id id(unsigned Parameter) const;
  isl::id id(llvm::ArrayRef<unsigned> Product) const; ///< Sorted.

  /// [Params of \p Space and those that the context relates them to] -> { : }: the ranges of the types, what is known
  /// of single parameters, Scop::Context, and what is assumed.
  isl::set contextFor(const isl::space &Space) const;

  /// \p Set for the parameters of its context alone. Disjuncts that get empty by that may stay: to find them costs isl
  /// as much as the question that \p Set is made for.
  isl::set inContext(const isl::set &Set) const;
  isl::map inContext(const isl::map &Map) const;

  const Scop &scop() const { return *S; }
  isl::ctx ctx() const { return Ctx; }

private:
  isl::set range(unsigned Parameter) const;

  isl::ctx Ctx;
  const Scop *S;
  struct Known {
    std::vector<unsigned> Parameters;
    isl::set Set;
  };
  std::vector<Known> Constraints;
  mutable std::map<std::vector<std::string>, isl::set> Cache;
};

/// The product of parameters that an isl parameter stands for ("p3" is {3}).
std::vector<unsigned> parametersOf(llvm::StringRef IslName);
/// Whether a product of parameters occurs in \p Space: then a point of a set need not be one of the program.
bool usesProducts(const isl::space &Space);

/// Where an expression is evaluated.
struct IndexScope {
  const ParameterSpace &Parameters;
  isl::space Tuple;               ///< { S[i, …] } without parameters.
  llvm::ArrayRef<unsigned> Loops; ///< Whose variables the dimensions of Tuple are.
  isl::set Domain;                ///< [Params] -> { S[i, …] }: the iterations that matter, in context.
};

/// \p E as a function [Params] -> { S[i, …] -> [value] }, exact on the scope's domain. std::nullopt if it is not
/// quasi-affine, or if isl gave up.
std::optional<isl::pw_aff> toPwAff(const IndexScope &Scope, const IndexExpr &E);

/// As toPwAff, for a subscript. Addresses are reckoned modulo 2^64, so an unsigned 64-bit subscript is the same as the
/// signed number with the same bits: "a[i - 1]" with a size_t i of 0 is element -1.
std::optional<isl::pw_aff> toSubscript(const IndexScope &Scope, const IndexExpr &E);

/// Whether the value stays in [Low, High] on the scope's domain; false if that is not proved.
bool staysWithin(const IndexScope &Scope, const isl::pw_aff &Value, const isl::val &Low, const isl::val &High);

/// The set where \p C holds, or std::nullopt if it is not quasi-affine.
std::optional<isl::set> toSet(const IndexScope &Scope, const Constraint &C);

isl::id namedId(isl::ctx Ctx, const std::string &Name);

/// What both hold. Disjuncts that get empty by that may stay, as in ParameterSpace::inContext.
isl::set intersected(const isl::set &Set, const isl::set &Other);

/// With disjuncts joined where there are several.
isl::set simplified(const isl::set &Set);
isl::map simplified(const isl::map &Map);

isl::pw_aff constantOn(const isl::space &Tuple, const isl::val &Value);
isl::pw_aff variableOn(const isl::space &Tuple, unsigned Dimension);

} // namespace loopfuse

#endif
