//===- ScopBuilder.h - Scops by hand for the tests --------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_TEST_UNIT_POLY_SCOPBUILDER_H
#define LOOPFUSE_TEST_UNIT_POLY_SCOPBUILDER_H

#include "Model/Scop.h"

namespace loopfuse::test {

inline IndexExpr num(int64_t V) { return IndexExpr::constant(V); }

/// Builds a Scop in program order:
///
///   ScopBuilder B;
///   unsigned A = B.array("a");
///   IndexExpr N = B.parameter("n");
///   B.nest();
///   IndexExpr I = B.loop("i", num(0), N);
///   B.statement();
///   B.write(A, {I});
///
/// A loop opened inside another one nests in it; end() closes the innermost. Each member stands on a line of its own,
/// 10, 20, …
class ScopBuilder {
public:
  Scop S;

  /// A static object unless changed: disjoint from every other one.
  unsigned array(std::string Name, BaseKind Base = BaseKind::StaticObject) {
    Array A;
    A.Name = std::move(Name);
    A.ElementType = "double";
    A.ElementBytes = 8;
    A.Base = Base;
    S.Arrays.push_back(std::move(A));
    return S.Arrays.size() - 1;
  }
  /// A private local array of one dimension that dies behind the region.
  unsigned temporary(std::string Name) {
    unsigned A = array(std::move(Name), BaseKind::LocalObject);
    S.Arrays[A].Escapes = false;
    S.Arrays[A].DeadAfter = true;
    S.Arrays[A].Extents = {IndexExpr::unknown()};
    return A;
  }
  /// What a pointer parameter points to.
  unsigned pointer(std::string Name) {
    unsigned A = array(std::move(Name), BaseKind::Pointer);
    S.Arrays[A].IsParameter = true;
    S.Arrays[A].ObjectType = "double *";
    return A;
  }

  IndexExpr parameter(std::string Name, std::optional<int64_t> Minimum = std::nullopt,
                      std::optional<int64_t> Maximum = std::nullopt, unsigned Bits = 32, bool Signed = true) {
    Parameter P;
    P.Name = std::move(Name);
    P.Bits = Bits;
    P.Signed = Signed;
    P.Minimum = Minimum;
    P.Maximum = Maximum;
    S.Parameters.push_back(std::move(P));
    return IndexExpr::parameter(S.Parameters.size() - 1);
  }
  IndexExpr size(std::string Name) { return parameter(std::move(Name), std::nullopt, std::nullopt, 64, false); }

  unsigned nest() { return member(MemberKind::Nest); }
  /// A plain statement of the region, ready for its accesses.
  unsigned plain() {
    unsigned M = member(MemberKind::Plain);
    statement();
    return M;
  }
  unsigned opaque() {
    unsigned M = member(MemberKind::Opaque);
    S.Members[M].TouchesUnknown = true;
    statement();
    return M;
  }

  IndexExpr loop(std::string Variable, IndexExpr First, IndexExpr Bound, int64_t Step = 1,
                 BoundRelation Relation = BoundRelation::Less) {
    Loop L;
    L.Member = S.Members.size() - 1;
    if (!Open.empty())
      L.Parent = Open.back();
    L.Variable = std::move(Variable);
    L.VariableType = "int";
    L.First = std::move(First);
    L.Bound = std::move(Bound);
    L.Step = num(Step);
    L.StepSign = Step > 0 ? 1 : -1;
    L.Relation = Relation;
    L.Span = L.Header = lineSpan(10 * S.Members.size() + Open.size());
    ++Counters.back();
    Counters.push_back(0);
    Open.push_back(S.Loops.size());
    S.Members.back().Loops.push_back(S.Loops.size());
    S.Loops.push_back(std::move(L));
    updatePerfectDepth();
    return IndexExpr::iterator(S.Loops.size() - 1);
  }
  void end() {
    Open.pop_back();
    Counters.pop_back();
  }

  Statement &statement() {
    Statement St;
    St.Member = S.Members.size() - 1;
    St.Loops = Open;
    for (unsigned C : Counters)
      St.Position.push_back(C);
    // The loops around it were counted when they were opened.
    for (size_t K = 0; K + 1 < St.Position.size(); ++K)
      --St.Position[K];
    ++Counters.back();
    S.Members.back().Statements.push_back(S.Statements.size());
    S.Statements.push_back(std::move(St));
    updatePerfectDepth();
    return S.Statements.back();
  }
  Access &read(unsigned Array, std::vector<IndexExpr> Subscripts = {}) {
    return access(AccessKind::Read, Array, std::move(Subscripts));
  }
  Access &write(unsigned Array, std::vector<IndexExpr> Subscripts = {}) {
    return access(AccessKind::Write, Array, std::move(Subscripts));
  }

  static SourceSpan lineSpan(unsigned Line) { return {"input.cpp", Line * 100, 50, Line, 1, Line}; }

private:
  unsigned member(MemberKind Kind) {
    Member M;
    M.Kind = Kind;
    M.Span = lineSpan(10 * (S.Members.size() + 1));
    S.Members.push_back(std::move(M));
    Open.clear();
    Counters.assign(1, 0);
    return S.Members.size() - 1;
  }
  Access &access(AccessKind Kind, unsigned Array, std::vector<IndexExpr> Subscripts) {
    Access A;
    A.Kind = Kind;
    A.Array = Array;
    A.Subscripts = std::move(Subscripts);
    A.Text = toString(S, A);
    A.Place = lineSpan(10 * S.Members.size() + 5);
    S.Statements.back().Accesses.push_back(std::move(A));
    return S.Statements.back().Accesses.back();
  }
  /// Loops from the outermost on that hold nothing but the next one.
  void updatePerfectDepth() {
    Member &M = S.Members.back();
    M.PerfectDepth = 0;
    std::optional<unsigned> Current;
    while (true) {
      std::vector<unsigned> Inner;
      bool HasStatement = false;
      for (unsigned L : M.Loops)
        if (S.Loops[L].Parent == Current)
          Inner.push_back(L);
      for (unsigned St : M.Statements) {
        const std::vector<unsigned> &Loops = S.Statements[St].Loops;
        HasStatement |=
            !S.Statements[St].IsHeader && (Loops.empty() ? std::nullopt : std::optional(Loops.back())) == Current;
      }
      if (Inner.size() != 1 || HasStatement)
        return;
      Current = Inner.front();
      ++M.PerfectDepth;
    }
  }

  std::vector<unsigned> Open;
  std::vector<unsigned> Counters;
};

} // namespace loopfuse::test

#endif
