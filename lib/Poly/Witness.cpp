//===- Witness.cpp - a concrete instance of a conflict --------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/Witness.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace loopfuse {

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

namespace {
using Wide = __int128;
using Lookup = function_ref<std::optional<int64_t>(unsigned)>;
} // namespace

static std::optional<Wide> evaluateWide(const IndexExpr &E, Lookup Parameter, Lookup Iterator);

static std::optional<Wide> combine(const IndexExpr &E, ArrayRef<Wide> V) {
  auto Floor = [](Wide A, Wide B) { return A / B - (A % B < 0); };
  Wide Result = V.empty() ? 0 : V[0];
  switch (E.kind()) {
  case IndexKind::Add:
    for (Wide X : V.drop_front())
      Result += X;
    return Result;
  case IndexKind::Multiply:
    for (Wide X : V.drop_front())
      if (__builtin_mul_overflow(Result, X, &Result))
        return std::nullopt;
    return Result;
  case IndexKind::FloorDivide:
    return Floor(V[0], E.value());
  case IndexKind::FloorModulo:
    return V[0] - Floor(V[0], E.value()) * E.value();
  case IndexKind::Quotient:
    return V[0] / E.value();
  case IndexKind::Remainder:
    return V[0] % E.value();
  case IndexKind::Minimum:
    return *llvm::min_element(V);
  case IndexKind::Maximum:
    return *llvm::max_element(V);
  case IndexKind::Wrap: {
    Wide Period = Wide(1) << E.bits(), Low = E.isSigned() ? -(Period / 2) : 0;
    Wide Offset = V[0] - Low;
    return Low + (Offset - Floor(Offset, Period) * Period);
  }
  default:
    return std::nullopt;
  }
}

static std::optional<Wide> evaluateWide(const IndexExpr &E, Lookup Parameter, Lookup Iterator) {
  switch (E.kind()) {
  case IndexKind::Constant:
    return E.value();
  case IndexKind::Parameter:
    return Parameter(E.index());
  case IndexKind::Iterator:
    return Iterator(E.index());
  default: {
    SmallVector<Wide, 4> Values;
    for (const IndexExpr &O : E.operands()) {
      std::optional<Wide> V = evaluateWide(O, Parameter, Iterator);
      if (!V)
        return std::nullopt;
      Values.push_back(*V);
    }
    return combine(E, Values);
  }
  }
}

std::optional<int64_t> evaluate(const IndexExpr &E, Lookup Parameter, Lookup Iterator) {
  std::optional<Wide> V = evaluateWide(E, Parameter, Iterator);
  return V && *V >= INT64_MIN && *V <= INT64_MAX ? std::optional(static_cast<int64_t>(*V)) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Sampling
//===----------------------------------------------------------------------===//

/// The least point of \p Set with all coordinates in a box around zero, in the smallest box that has one.
static isl::point smallPoint(const isl::set &Set) {
  unsigned Dimensions = isl_set_dim(Set.get(), isl_dim_set);
  isl::ctx Ctx = Set.ctx();
  struct Box {
    int64_t Low, High;
  };
  for (Box B : {Box{0, 4}, Box{0, 12}, Box{-12, 100}, Box{-10000, 10000}}) {
    isl::set Inside = Set;
    for (unsigned D = 0; D < Dimensions; ++D)
      Inside = Inside.lower_bound_val(isl::dim::set, D, isl::val(Ctx, B.Low))
                   .upper_bound_val(isl::dim::set, D, isl::val(Ctx, B.High));
    if (Inside.is_empty().is_false())
      return Inside.lexmin().sample_point();
  }
  return Set.sample_point();
}

static std::optional<int64_t> coordinate(const isl::point &P, unsigned Dimension) {
  isl::val V = isl::manage(isl_point_get_coordinate_val(P.get(), isl_dim_set, Dimension));
  if (!V.is_int().is_true() || V.gt(INT64_MAX).is_true() || V.lt(INT64_MIN).is_true())
    return std::nullopt;
  return V.num_si();
}

std::optional<DependencePoint> samplePoint(const isl::map &Relation) {
  if (Relation.is_null() || usesProducts(Relation.space()))
    return std::nullopt;
  unsigned Params = isl_map_dim(Relation.get(), isl_dim_param), From = isl_map_dim(Relation.get(), isl_dim_in),
           To = isl_map_dim(Relation.get(), isl_dim_out);
  DependencePoint Point;
  std::vector<unsigned> Index;
  for (unsigned P = 0; P < Params; ++P)
    Index.push_back(parametersOf(Relation.space().dim_id(isl::dim::param, P).name()).front());
  isl::set Flat = Relation.wrap().flatten();
  Flat = isl::manage(isl_set_move_dims(Flat.release(), isl_dim_set, 0, isl_dim_param, 0, Params));
  isl::point Sample = Flat.is_null() ? isl::point() : smallPoint(Flat);
  if (Sample.is_null() || isl_point_is_void(Sample.get()) != isl_bool_false)
    return std::nullopt;
  for (unsigned D = 0; D < Params + From + To; ++D) {
    std::optional<int64_t> V = coordinate(Sample, D);
    if (!V)
      return std::nullopt;
    if (D < Params)
      Point.Parameters.push_back({Index[D], *V});
    else
      (D < Params + From ? Point.From : Point.To).push_back(*V);
  }
  return Point;
}

//===----------------------------------------------------------------------===//
// Rendering
//===----------------------------------------------------------------------===//

static WitnessAccess render(const Scop &S, AccessRef Ref, const DependencePoint &Point, ArrayRef<int64_t> Values) {
  const Statement &St = S.Statements[Ref.Statement];
  const Access &A = St.Accesses[Ref.Access];
  WitnessAccess W;
  W.Access = A.Text.empty() ? toString(S, A) : A.Text;
  W.IsWrite = A.Kind == AccessKind::Write;
  W.Place = A.Place;
  for (size_t K = 0; K < St.Loops.size(); ++K)
    W.Iteration += (K ? ", " : "") + S.Loops[St.Loops[K]].Variable + "=" + itostr(Values[K]);
  if (!St.Loops.empty())
    W.Loop = S.Loops[St.Loops.front()].Span;
  auto Parameter = [&](unsigned P) -> std::optional<int64_t> {
    for (auto [Index, Value] : Point.Parameters)
      if (Index == P)
        return Value;
    return std::nullopt;
  };
  auto Iterator = [&](unsigned L) -> std::optional<int64_t> {
    auto It = llvm::find(St.Loops, L);
    return It == St.Loops.end() ? std::nullopt : std::optional(Values[It - St.Loops.begin()]);
  };
  W.Element = S.Arrays[A.Array].Name;
  for (const IndexExpr &E : A.Subscripts) {
    std::optional<int64_t> V = evaluate(E, Parameter, Iterator);
    W.Element += "[" + (V ? itostr(*V) : std::string("?")) + "]";
  }
  return W;
}

std::optional<Witness> makeWitness(const RegionRelations &R, AccessRef From, AccessRef To, const isl::map &Relation) {
  std::optional<DependencePoint> Point = samplePoint(Relation);
  if (!Point)
    return std::nullopt;
  const Scop &S = *R.Region;
  Witness W{render(S, From, *Point, Point->From), render(S, To, *Point, Point->To), {}};
  for (auto [Index, Value] : Point->Parameters)
    W.Parameters += (W.Parameters.empty() ? "" : ", ") + S.Parameters[Index].Name + "=" + itostr(Value);
  return W;
}

} // namespace loopfuse
