//===- AliasClassesTest.cpp - which arrays may share memory ---------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Poly/AliasClasses.h"
#include "Poly/ScopBuilder.h"
#include <gtest/gtest.h>

using namespace loopfuse;
using namespace loopfuse::test;

namespace {

constexpr AliasRelation Disjoint = AliasRelation::Disjoint, Same = AliasRelation::SameOrDisjoint,
                        MayOverlap = AliasRelation::MayOverlap;

/// Two arrays and their relation, which must be symmetric.
struct Pair : ScopBuilder {
  unsigned X = 0, Y = 0;
  Array &x() { return S.Arrays[X]; }
  Array &y() { return S.Arrays[Y]; }

  Pair(BaseKind First, BaseKind Second) {
    X = array("x", First);
    Y = array("y", Second);
  }
  AliasRelation relation(AliasPolicy Policy = AliasPolicy::Refuse) {
    AliasRelation R = aliasRelation(S, X, Y, Policy);
    EXPECT_EQ(R, aliasRelation(S, Y, X, Policy));
    return R;
  }
  bool mustCheck(bool BothWritten = false, bool UsesTypes = true) {
    bool Must = compilerMustCheck(S, X, Y, BothWritten, UsesTypes);
    EXPECT_EQ(Must, compilerMustCheck(S, Y, X, BothWritten, UsesTypes));
    return Must;
  }
  /// Makes x or y the elements of a container of type \p Type in an object of kind \p Holder.
  void own(unsigned A, std::string Type, BaseKind Holder, std::vector<int64_t> Path = {}) {
    unsigned O = array("holder", Holder);
    S.Arrays[O].ObjectType = Path.empty() ? Type : "Holder";
    S.Arrays[A].Owner = O;
    S.Arrays[A].OwnerPath = std::move(Path);
    S.Arrays[A].ObjectType = std::move(Type);
  }
};

TEST(AliasRelation, TheArrayItself) {
  Pair P(BaseKind::Pointer, BaseKind::Pointer);
  EXPECT_EQ(aliasRelation(P.S, P.X, P.X, AliasPolicy::Refuse), Same);
}

TEST(AliasRelation, VariablesAreDisjoint) {
  EXPECT_EQ(Pair(BaseKind::LocalObject, BaseKind::LocalObject).relation(), Disjoint);
  EXPECT_EQ(Pair(BaseKind::LocalObject, BaseKind::StaticObject).relation(), Disjoint);
  EXPECT_EQ(Pair(BaseKind::StaticObject, BaseKind::StaticObject).relation(), Disjoint);
  EXPECT_EQ(Pair(BaseKind::StaticObject, BaseKind::Allocation).relation(), Disjoint);
  EXPECT_EQ(Pair(BaseKind::Allocation, BaseKind::Allocation).relation(), Disjoint);
}

TEST(AliasRelation, PointersMayOverlap) {
  Pair P(BaseKind::Pointer, BaseKind::Pointer);
  EXPECT_EQ(P.relation(), MayOverlap);
  EXPECT_EQ(P.relation(AliasPolicy::AssumeNoAlias), Disjoint);
  P.x().IsParameter = P.y().IsParameter = true;
  EXPECT_EQ(P.relation(), MayOverlap);
}

TEST(AliasRelation, APointerAndAVariable) {
  Pair P(BaseKind::Pointer, BaseKind::StaticObject);
  EXPECT_EQ(P.relation(), MayOverlap);
  P.y().Base = BaseKind::LocalObject;
  EXPECT_EQ(P.relation(), MayOverlap); // its address escaped
  P.y().Escapes = false;
  EXPECT_EQ(P.relation(), Disjoint);
}

TEST(AliasRelation, AParameterPredatesLocals) {
  for (BaseKind Young : {BaseKind::LocalObject, BaseKind::Allocation}) {
    Pair P(BaseKind::Pointer, Young);
    EXPECT_EQ(P.relation(), MayOverlap);
    P.x().IsParameter = true;
    EXPECT_EQ(P.relation(), Disjoint);
  }
  // But not statics, nor what a local container may have taken over.
  for (BaseKind Old : {BaseKind::StaticObject, BaseKind::Owned}) {
    Pair P(BaseKind::Pointer, Old);
    P.x().IsParameter = true;
    EXPECT_EQ(P.relation(), MayOverlap);
  }
}

TEST(AliasRelation, ConstantObjectsAreNeverWritten) {
  Pair P(BaseKind::Pointer, BaseKind::StaticObject);
  P.y().IsConstantObject = true;
  EXPECT_EQ(P.relation(), Disjoint);
}

TEST(AliasRelation, PrivateStorage) {
  for (BaseKind Kind : {BaseKind::LocalObject, BaseKind::Allocation, BaseKind::Owned}) {
    Pair P(BaseKind::Pointer, Kind);
    EXPECT_EQ(P.relation(), MayOverlap);
    P.y().Escapes = false;
    EXPECT_EQ(P.relation(), Disjoint);
  }
}

TEST(AliasRelation, ElementsOfDifferentContainers) {
  Pair P(BaseKind::Owned, BaseKind::Owned);
  P.own(P.X, "std::vector<double>", BaseKind::LocalObject);
  P.own(P.Y, "std::vector<double>", BaseKind::LocalObject);
  EXPECT_EQ(P.relation(), Disjoint);
}

TEST(AliasRelation, ElementsOfTwoReferences) {
  Pair P(BaseKind::Owned, BaseKind::Owned);
  P.own(P.X, "std::vector<double>", BaseKind::Reference);
  P.own(P.Y, "std::vector<double>", BaseKind::Reference);
  EXPECT_EQ(P.relation(), Same);
  P.x().ObjectType = "std::vector<float>";
  EXPECT_EQ(P.relation(), Disjoint);
  P.x().ObjectType = "std::vector<std::vector<double>>"; // y may be a row of x
  EXPECT_EQ(P.relation(), MayOverlap);
  P.x().ObjectType = "Matrix"; // may hold y
  EXPECT_EQ(P.relation(), MayOverlap);
}

TEST(AliasRelation, ElementsOfTwoMembers) {
  Pair P(BaseKind::Owned, BaseKind::Owned);
  P.own(P.X, "std::vector<double>", BaseKind::Pointer, {0});
  P.own(P.Y, "std::vector<double>", BaseKind::Pointer, {1});
  P.y().Owner = P.x().Owner;
  EXPECT_EQ(P.relation(), Disjoint); // s->a and s->b
  P.y().OwnerPath = {0};
  EXPECT_EQ(P.relation(), Same);
  // p[i].a and q[i].a: the same container under different numbers, if q is p + 1.
  P.own(P.Y, "std::vector<double>", BaseKind::Pointer, {0});
  EXPECT_EQ(P.relation(), MayOverlap);
}

TEST(AliasRelation, ElementsAndOtherStorage) {
  Pair P(BaseKind::Owned, BaseKind::StaticObject);
  P.own(P.X, "std::vector<double>", BaseKind::Reference);
  EXPECT_EQ(P.relation(), Disjoint);
  P.y().Base = BaseKind::Allocation;
  EXPECT_EQ(P.relation(), Disjoint);
  P.x().ObjectType = "std::unique_ptr<double[]>"; // may have adopted it
  EXPECT_EQ(P.relation(), MayOverlap);
  P.y().Base = BaseKind::Pointer;
  EXPECT_EQ(P.relation(), MayOverlap);
}

TEST(AliasRelation, Restrict) {
  Pair P(BaseKind::Pointer, BaseKind::Pointer);
  P.x().IsRestrict = true;
  EXPECT_EQ(P.relation(), MayOverlap); // y may have been computed from x
  P.y().IsParameter = true;
  EXPECT_EQ(P.relation(), Disjoint);
  P.y().IsParameter = false;
  P.y().Base = BaseKind::StaticObject;
  EXPECT_EQ(P.relation(), Disjoint);
  P.y().Base = BaseKind::Owned;
  P.own(P.Y, "std::unique_ptr<double[]>", BaseKind::LocalObject);
  EXPECT_EQ(P.relation(), MayOverlap);
  P.y().ObjectType = "std::vector<double>";
  EXPECT_EQ(P.relation(), Disjoint);
}

TEST(AliasRelation, ReferencesToWholeObjects) {
  Pair P(BaseKind::Reference, BaseKind::Reference);
  EXPECT_EQ(P.relation(), MayOverlap); // of unknown type
  P.x().ObjectType = P.y().ObjectType = "double[100]";
  EXPECT_EQ(P.relation(), Same);
  P.y().ObjectType = "double[50]";
  EXPECT_EQ(P.relation(), MayOverlap);
  P.y().Base = BaseKind::Pointer;
  P.y().ObjectType = "double[100]";
  EXPECT_EQ(P.relation(), MayOverlap);
}

TEST(AliasRelation, TypesCountOnlyIfAsked) {
  struct Row {
    const char *A, *B;
    AliasRelation Strict;
  };
  for (const Row &R :
       {Row{"double", "int", Disjoint}, Row{"double", "float", Disjoint}, Row{"int", "unsigned int", MayOverlap},
        Row{"const long", "unsigned long int", MayOverlap}, Row{"int", "long", Disjoint},
        Row{"char", "double", MayOverlap}, Row{"unsigned char", "int", MayOverlap},
        Row{"std::uint8_t", "double", MayOverlap}, Row{"size_t", "unsigned long", MayOverlap},
        Row{"std::int32_t", "float", Disjoint}, Row{"real", "double", MayOverlap}, Row{"Point", "double", MayOverlap},
        Row{"double *", "double", Disjoint}, Row{"int *", "double *", MayOverlap},
        Row{"long double", "double", Disjoint}, Row{"", "double", MayOverlap}, Row{"bool", "short", Disjoint}}) {
    Pair P(BaseKind::Pointer, BaseKind::Pointer);
    P.x().ElementType = R.A;
    P.y().ElementType = R.B;
    EXPECT_EQ(P.relation(), MayOverlap) << R.A << " / " << R.B;
    EXPECT_EQ(P.relation(AliasPolicy::Strict), R.Strict) << R.A << " / " << R.B;
  }
}

TEST(AliasClasses, JoinWhatMayBeTheSame) {
  ScopBuilder B;
  unsigned A = B.array("a", BaseKind::Reference), P = B.pointer("p"), C = B.array("c", BaseKind::Reference),
           V = B.array("v"), D = B.array("d", BaseKind::Reference);
  for (unsigned R : {A, C, D})
    B.S.Arrays[R].ObjectType = "Grid";
  EXPECT_EQ(aliasClasses(B.S, AliasPolicy::Refuse), (std::vector<unsigned>{A, P, A, V, A}));
}

TEST(AliasRemedy, NamesTheParameterThatCanBeQualified) {
  ScopBuilder B;
  unsigned V = B.array("v"), P = B.pointer("p"), Q = B.pointer("q");
  B.S.Arrays[P].IsParameter = false;
  EXPECT_EQ(aliasRemedy(B.S, V, P), "'__restrict' on 'p'");
  EXPECT_EQ(aliasRemedy(B.S, P, Q), "'__restrict' on 'p'") << "that of 'q' says nothing of a pointer computed from it";
  B.S.Arrays[P].IsParameter = true;
  B.S.Arrays[P].ObjectType = "std::span<double>";
  EXPECT_EQ(aliasRemedy(B.S, P, Q), "'__restrict' on 'q'");
  B.S.Arrays[P].ObjectType = "double (*)[8]";
  EXPECT_EQ(aliasRemedy(B.S, P, Q), "'__restrict' on 'p'");
}

TEST(AliasRemedy, SaysNothingThatWouldNotHelp) {
  const std::string Parameters = "a function that takes both as '__restrict' parameters";
  ScopBuilder B;
  unsigned P = B.pointer("p"), Q = B.pointer("q"), This = B.array("*this", BaseKind::Reference);
  // A span and what a member points to.
  for (unsigned A : {P, Q})
    B.S.Arrays[A].ObjectType = A == P ? "std::span<double>" : "";
  B.S.Arrays[Q].IsParameter = false;
  B.S.Arrays[This].IsParameter = true;
  for (unsigned A : {Q, This})
    EXPECT_EQ(aliasRemedy(B.S, P, A), Parameters);
  B.S.Arrays[Q].Name = "rows[…].data";
  EXPECT_EQ(aliasRemedy(B.S, P, Q), "--alias=assume-noalias, where that is true,");
  EXPECT_EQ(aliasRemedy(B.S, B.array("s"), Q), "a local copy of 's'");
  B.S.Arrays[Q].Name = "q";
  B.S.Arrays[P].ObjectType = "double *";
  EXPECT_EQ(aliasRemedy(B.S, P, Q), Parameters) << "q may have been computed from p";
  EXPECT_EQ(aliasRemedy(B.S, P, This), "'__restrict' on 'p'");
  B.S.Arrays[P].ElementType = "float";
  EXPECT_EQ(aliasRemedy(B.S, P, Q), "--alias=strict");
}

TEST(AliasRemedy, OfContainersBehindReferences) {
  ScopBuilder B;
  unsigned This = B.array("*this", BaseKind::Reference), V = B.array("v", BaseKind::Reference), X = B.array("x"),
           Y = B.array("y");
  for (auto [Elements, Owner] : {std::pair(X, This), std::pair(Y, V)}) {
    B.S.Arrays[Elements].Base = BaseKind::Owned;
    B.S.Arrays[Elements].Owner = Owner;
    B.S.Arrays[Owner].IsParameter = true;
  }
  EXPECT_EQ(aliasRemedy(B.S, X, Y), "'__restrict' on 'v'");
  B.S.Arrays[Y].Owner = This;
  EXPECT_EQ(aliasRemedy(B.S, X, Y), "--alias=assume-noalias, where that is true,");
}

TEST(AliasRemedy, TwoOfOneNameAreToldApart) {
  ScopBuilder B;
  unsigned P = B.pointer("p"), Q = B.pointer("p");
  EXPECT_EQ(mayAlias(B.S, P, Q, {}).Arguments[1], "other parts of p");
  B.S.Arrays[Q].ElementType = "float";
  EXPECT_EQ(mayAlias(B.S, P, Q, {}).Arguments[1], "p as float");
}

/// What GCC 12 and clang 22 test at run time was found by compiling such loops.
TEST(CompilerMustCheck, Pointers) {
  Pair P(BaseKind::Pointer, BaseKind::Pointer);
  P.x().IsParameter = P.y().IsParameter = true;
  EXPECT_TRUE(P.mustCheck());
  P.x().IsRestrict = true;
  EXPECT_FALSE(P.mustCheck());
}

TEST(CompilerMustCheck, TypesTellReadsFromWrites) {
  Pair P(BaseKind::Pointer, BaseKind::Pointer);
  P.x().ElementType = "float";
  P.y().ElementType = "double";
  EXPECT_FALSE(P.mustCheck());
  EXPECT_TRUE(P.mustCheck(/*BothWritten=*/true));
  EXPECT_TRUE(P.mustCheck(/*BothWritten=*/false, /*UsesTypes=*/false));
}

TEST(CompilerMustCheck, VectorsBehindReferences) {
  Pair P(BaseKind::Owned, BaseKind::Owned);
  P.own(P.X, "std::vector<float>", BaseKind::LocalObject);
  P.own(P.Y, "std::vector<float>", BaseKind::Reference);
  EXPECT_EQ(P.relation(), Same);
  EXPECT_TRUE(P.mustCheck());
  // A destructor is given the storage.
  P.x().Escapes = false;
  EXPECT_TRUE(P.mustCheck());
  P.y().Escapes = false;
  EXPECT_FALSE(P.mustCheck());
}

TEST(CompilerMustCheck, WhatWasMadeHere) {
  Pair P(BaseKind::Owned, BaseKind::Pointer);
  P.x().Escapes = false;
  EXPECT_TRUE(P.mustCheck());
  P.y().IsParameter = true;
  EXPECT_FALSE(P.mustCheck());
  P.x().Base = BaseKind::Allocation;
  P.y().IsParameter = false;
  EXPECT_FALSE(P.mustCheck());
  P.x().Escapes = true;
  EXPECT_TRUE(P.mustCheck());
}

TEST(CompilerMustCheck, Globals) {
  EXPECT_FALSE(Pair(BaseKind::StaticObject, BaseKind::LocalObject).mustCheck());
  EXPECT_TRUE(Pair(BaseKind::StaticObject, BaseKind::Pointer).mustCheck());
  Pair P(BaseKind::StaticObject, BaseKind::Pointer);
  P.x().IsConstantObject = true;
  EXPECT_FALSE(P.mustCheck());
}

} // namespace
