//===- ContainersTest.cpp - tests of the container table --------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Containers.h"
#include "Frontend/ParsedFunction.h"
#include "clang/AST/DeclCXX.h"

using namespace loopfuse;
using namespace loopfuse::test;

namespace {

/// The table's entry for the type of a variable; "" if there is none.
std::string entry(Parsed &P, llvm::StringRef Variable, const ContainerTable &Table = standardContainers()) {
  const ContainerClass *C = findContainer(Table, P.variable(Variable).getType());
  return C ? C->Name : "";
}

std::string entry(const std::string &Code, const ContainerTable &Table = standardContainers()) {
  Parsed P(Code);
  return entry(P, "v", Table);
}

TEST(Containers, StandardClasses) {
  Parsed P(R"(
    #include <array>
    #include <map>
    #include <memory>
    #include <memory_resource>
    #include <span>
    #include <string>
    #include <valarray>
    #include <vector>
    using Row = std::vector<int>;
    struct Keep { void operator()(int *) const {} };
    std::vector<double> vector;
    void f(const std::vector<double> &reference) {}
    const Row typedefed;
    std::array<int, 3> array;
    std::span<int> span;
    std::unique_ptr<int[]> unique;
    std::valarray<int> valarray;
    std::string string;
    std::string_view view;
    // No arrays, or not of their own.
    std::vector<bool> bits;
    std::unique_ptr<int> one;
    std::unique_ptr<int[], Keep> kept;
    std::pmr::vector<int> shared;
    std::vector<double> *pointer;
    std::map<int, int> map;
    int plain[3];
    struct Derived : std::vector<int> {} derived;
  )",
           {"-std=c++20"});
  EXPECT_EQ(entry(P, "vector"), "std::vector");
  EXPECT_EQ(entry(P, "reference"), "std::vector");
  EXPECT_EQ(entry(P, "typedefed"), "std::vector");
  EXPECT_EQ(entry(P, "array"), "std::array");
  EXPECT_EQ(entry(P, "span"), "std::span");
  EXPECT_EQ(entry(P, "unique"), "std::unique_ptr");
  EXPECT_EQ(entry(P, "valarray"), "std::valarray");
  EXPECT_EQ(entry(P, "string"), "std::basic_string");
  EXPECT_EQ(entry(P, "view"), "std::basic_string_view");
  for (const char *Name : {"bits", "one", "kept", "shared", "pointer", "map", "plain", "derived"})
    EXPECT_EQ(entry(P, Name), "") << Name;
}

TEST(Containers, SameNameElsewhereIsAnother) {
  EXPECT_EQ(entry("namespace my { template <class T> struct vector { T *p; }; } my::vector<int> v;"), "");
  EXPECT_EQ(entry("template <class T> struct vector {}; vector<int> v;"), "");
}

TEST(Containers, UsersClassesByTheirQualifiedName) {
  ContainerTable Table = {{"la::Matrix", ContainerClass::Storage::Owner, {"operator()"}, {"size"}, {}}};
  EXPECT_EQ(entry("namespace la { struct Matrix {}; } la::Matrix v;", Table), "la::Matrix");
  EXPECT_EQ(
      entry("namespace la { inline namespace v2 { template <class T> struct Matrix {}; } } la::Matrix<int> v;", Table),
      "la::Matrix");
  EXPECT_EQ(entry("struct Matrix {}; Matrix v;", Table), "");
  EXPECT_EQ(entry("namespace other { namespace la { struct Matrix {}; } } other::la::Matrix v;", Table), "");
}

TEST(Containers, QualifiedNames) {
  Parsed P(
      "namespace a { inline namespace b { struct S { static int v; }; } }"
      "namespace { int hidden; } extern \"C\" { int plain; }"
      "namespace a { template <class T> struct U { static T w; }; template <class T> T U<T>::w; int k = U<int>::w; }");
  EXPECT_EQ(qualifiedName(P.variable("v")), "a::S::v");
  EXPECT_EQ(qualifiedName(P.variable("hidden")), "(anonymous)::hidden");
  EXPECT_EQ(qualifiedName(P.variable("plain")), "plain");
  EXPECT_EQ(qualifiedName(P.variable("w")), "a::U::w");
}

} // namespace
