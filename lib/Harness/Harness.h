//===- Harness.h - functions that can be run on made-up memory --*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To see that a fused function does what it did, both texts are run on the
// same memory. A harness says what the functions of a unit want: plain data,
// made of their declarations and of nothing that the fusion was proved with.
// It becomes two texts: one is put behind the source, before and after, so that
// it can name whatever the source can; the other is the driver, a program that
// makes memory, calls the one and the other and compares (driver/).
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_HARNESS_HARNESS_H
#define LOOPFUSE_HARNESS_HARNESS_H

#include <cstdint>
#include <string>
#include <vector>

namespace loopfuse {

/// What a leaf is: the letters of driver/tables.c.
enum class LeafKind : char {
  Bool = 'b',
  Signed = 'i',
  Unsigned = 'u',
  Float = 'f',
  Pointer = 'p', ///< A reference too.
  Vector = 'v'   ///< std::vector
};

/// A scalar inside an object, or a row of them.
struct HarnessLeaf {
  uint64_t Offset = 0; ///< In bytes, as all sizes here.
  LeafKind Kind = LeafKind::Bool;
  uint64_t Bytes = 1;
  uint64_t Repeat = 1;
  bool IsRestrict = false;
  bool IsSingle = false; ///< A pointer to one object: a reference, `this`.
  unsigned Type = 0;     ///< Pointer, Vector: of the elements.
  unsigned Vector = 0;   ///< Vector: the number of the functions that make and read it.
};

struct HarnessType {
  uint64_t Size = 0;
  std::vector<HarnessLeaf> Leaves;
};

struct HarnessObject {
  enum RoleType : char { Argument = 'a', Result = 'r', Global = 'g' };
  std::string Name;
  RoleType Role = Argument;
  unsigned Type = 0;
  unsigned GlobalNumber = 0;
};

struct DrivenFunction {
  std::string Name; ///< Qualified, for messages.
  std::vector<HarnessObject> Objects;
  std::string Call;        ///< "(*(__typeof__(int) *)loopfuse_a[0])": the call, and where its result goes.
  std::vector<long> Sizes; ///< Numbers that matter to the text.
  bool MayOverlap = true;  ///< Whether pointers may lead into one array.
};

struct Harness {
  bool IsCxx = false;
  std::vector<HarnessType> Types;
  std::vector<DrivenFunction> Functions;
  std::vector<std::string> Globals; ///< As they are named at the end of the source.
  std::vector<std::string> Defined; ///< Of these the source has no definition: it gets these texts.
  std::vector<std::string> Weak;    ///< What others define, as the linker knows it.
  std::vector<std::string> Vectors; ///< The types std::vector<…>, as they are named there.
};

/// What is put behind the source.
std::string glueText(const Harness &H);

/// The driver, in C.
std::string driverText(const Harness &H);

/// The same, for times in place of comparisons.
std::string timingDriverText(const Harness &H);

/// The numbers around those that stand in \p Texts: bounds, strips and what is a little more or less.
std::vector<long> sizesAround(const std::vector<std::string> &Texts);

} // namespace loopfuse

#endif
