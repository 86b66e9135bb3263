//===- RandomScop.h - small random Scops ------------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TEST_UNIT_POLY_RANDOMSCOP_H
#define LOOPFUSE_TEST_UNIT_POLY_RANDOMSCOP_H

#include "Poly/ScopBuilder.h"
#include <random>

namespace loopfuse::test {

/// Draws nests over two arrays of one and two dimensions and a scalar, with bounds up to 5 or so.
class RandomScop {
public:
  /// \p Through: in most nests values go through the scalar, and little else happens.
  explicit RandomScop(unsigned Seed, bool Through = false) : Through(Through), Random(Seed) {
    Scalar = B.array("s");
    Row = B.array("a");
    Grid = B.array("g");
    for (unsigned K = 0; K < 1 + below(2); ++K)
      Parameters.push_back(B.parameter(K ? "m" : "n", 0, 3 + below(2)));
    if (Parameters.size() == 2 && chance(3))
      B.S.Context.push_back({Parameters[1] - Parameters[0], chance(2)});
    Depth = 1 + below(3);
    for (unsigned K = 0; K < Depth; ++K)
      Levels.push_back({int(below(2)), int64_t(below(3)), chance(4), 1 + int64_t(below(6) == 0 ? 1 + below(2) : 0),
                        below(5), below(3), below(8) == 0});
  }

  /// A nest whose loops mostly are those of the others, now and then spelled in another way or different.
  unsigned nest() {
    unsigned M = B.nest();
    std::vector<IndexExpr> Iterators;
    for (unsigned K = 0; K < Depth; ++K) {
      if (K + 1 == Depth && K > 0 && below(6) == 0)
        break; // a shallower nest
      Iterators.push_back(openLoop(Levels[K], Iterators, K));
    }
    if (Through && below(8))
      throughScalar(Iterators);
    for (unsigned K = 0, N = Through ? below(2) : 1 + below(2); K < N; ++K)
      statement(Iterators);
    if (below(6) == 0) { // an imperfect tail: a loop of its own behind the statements
      IndexExpr Inner = B.loop("t", num(0), num(1 + below(3)));
      std::vector<IndexExpr> Deeper = Iterators;
      Deeper.push_back(Inner);
      statement(Deeper);
      B.end();
    }
    return M;
  }
  unsigned plain() {
    unsigned M = B.plain();
    accesses({});
    return M;
  }

  Scop &scop() { return B.S; }
  unsigned below(unsigned N) { return Random() % N; }
  bool chance(unsigned OneIn) { return below(OneIn) == 0; }
  /// A shift that is zero most of the time.
  int64_t shift() { return chance(3) ? int64_t(below(5)) - 2 : 0; }

private:
  bool Through;
  struct Level {
    int BoundKind;
    int64_t First;
    bool Triangular;
    int64_t Stride;
    unsigned BoundVariant;
    unsigned Direction; ///< 0: down
    bool Parallel;
  };

  IndexExpr openLoop(const Level &L, const std::vector<IndexExpr> &Outer, unsigned K) {
    IndexExpr Low = num(L.First),
              High = L.BoundKind ? Parameters[K % Parameters.size()] + num(1) : num(3 + L.First % 2);
    if (L.Triangular && !Outer.empty())
      (L.BoundVariant % 2 ? Low : High) = Outer.back() + num(int64_t(L.BoundVariant) - 1);
    if (L.BoundVariant == 4)
      High = IndexExpr::minimum({High, num(4)});
    if (chance(12))
      High = High + num(int64_t(below(3)) - 1); // often another set of iterations
    if (chance(24))
      Low = Low + num(1);
    std::string Name(1, "ijk"[K]);
    bool Down = L.Direction == 0;
    IndexExpr It = num(0);
    // Either end may be spelled inclusive or exclusive; a loop with step 1 may test for inequality if it cannot miss.
    if (Down)
      It = chance(2) ? B.loop(Name, High - num(1), Low, -L.Stride, BoundRelation::GreaterEqual)
                     : B.loop(Name, High - num(1), Low - num(1), -L.Stride, BoundRelation::Greater);
    else
      It = chance(2) ? B.loop(Name, Low, High, L.Stride, BoundRelation::Less)
                     : B.loop(Name, Low, High - num(1), L.Stride, BoundRelation::LessEqual);
    if (L.Parallel)
      B.S.Loops.back().Order = DimOrder::Parallel;
    return It;
  }

  IndexExpr subscript(const std::vector<IndexExpr> &Iterators) {
    if (Iterators.empty() || chance(8))
      return num(below(4));
    IndexExpr I = Iterators[below(Iterators.size())];
    IndexExpr E = I;
    switch (below(14)) {
    case 0:
      E = I * num(2);
      break;
    case 1:
      E = Parameters[0] - I;
      break;
    case 2:
      E = IndexExpr::floorDivide(I, 2);
      break;
    case 3:
      E = IndexExpr::floorModulo(I + num(below(3)), 3);
      break;
    case 4:
      E = IndexExpr::quotient(I - num(2), chance(2) ? 2 : -2);
      break;
    case 5:
      E = IndexExpr::remainder(I - num(2), chance(2) ? 2 : -3);
      break;
    case 6:
      E = IndexExpr::wrap(I - num(1), 8, false);
      break;
    case 7:
      E = IndexExpr::wrap(I * num(100), 8, chance(2));
      break;
    case 8:
      E = IndexExpr::minimum({I, Parameters[0]});
      break;
    case 9:
      E = I + Iterators[below(Iterators.size())];
      break;
    default:
      break;
    }
    return chance(2) ? E + num(int64_t(below(3)) - 1) : E;
  }

  void statement(const std::vector<IndexExpr> &Iterators) {
    B.statement();
    if (!Iterators.empty() && chance(5))
      B.S.Statements.back().Guard.push_back({Iterators[below(Iterators.size())] - num(1), chance(3)});
    if (!Iterators.empty() && chance(8))
      B.S.Statements.back().Guard.push_back({IndexExpr::floorModulo(Iterators.back(), 2), true});
    accesses(Iterators);
  }

  /// A value that goes through a variable declared outside: mostly each iteration's own.
  void throughScalar(const std::vector<IndexExpr> &Iterators) {
    B.statement();
    if (chance(6))
      B.S.Statements.back().Guard.push_back({Iterators.back() - num(1), false});
    B.read(Row, {subscript(Iterators)});
    if (chance(6))
      B.read(Scalar, {});
    B.write(Scalar, {});
    B.statement();
    B.read(Scalar, {});
    B.write(Row, {Iterators.front()});
  }

  void accesses(const std::vector<IndexExpr> &Iterators) {
    for (unsigned K = 0, N = 1 + below(2); K < N; ++K)
      access(Iterators, AccessKind::Read);
    access(Iterators, AccessKind::Write);
  }

  void access(const std::vector<IndexExpr> &Iterators, AccessKind Kind) {
    auto Add = [&](unsigned Array, std::vector<IndexExpr> Subscripts) {
      Kind == AccessKind::Read ? B.read(Array, Subscripts) : B.write(Array, Subscripts);
    };
    unsigned Choice = below(12);
    if (Choice == 0)
      Add(Scalar, {});
    else if (Choice < 8)
      Add(Row, {subscript(Iterators)});
    else if (Choice < 11)
      Add(Grid, {subscript(Iterators), subscript(Iterators)});
    else
      Add(Grid, {subscript(Iterators)}); // a whole row
  }

  ScopBuilder B;
  std::mt19937 Random;
  unsigned Scalar, Row, Grid;
  std::vector<IndexExpr> Parameters;
  unsigned Depth;
  std::vector<Level> Levels;
};

} // namespace loopfuse::test

#endif
