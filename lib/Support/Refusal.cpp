//===- Refusal.cpp - why something was not fused ----------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Support/WitnessText.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace loopfuse {

namespace {
struct Row {
  RefusalId Id;
  StringRef Name;
  RefusalClass Class;
  StringRef Text;
};
} // namespace

static const Row Rows[] = {
#define REFUSAL(Enumerator, Id, Class, Text) {RefusalId::Enumerator, Id, RefusalClass::Class, Text},
#include "Support/Refusal.def"
};

static const Row &row(RefusalId Id) { return Rows[static_cast<unsigned>(Id)]; }

StringRef refusalName(RefusalId Id) { return row(Id).Name; }
StringRef refusalText(RefusalId Id) { return row(Id).Text; }
RefusalClass refusalClass(RefusalId Id) { return row(Id).Class; }

StringRef refusalClassName(RefusalClass Class) {
  switch (Class) {
  case RefusalClass::Unsupported:
    return "unsupported";
  case RefusalClass::Illegal:
    return "illegal";
  case RefusalClass::Unproven:
    return "unproven";
  case RefusalClass::Unprofitable:
    return "unprofitable";
  }
  llvm_unreachable("covered switch");
}

std::optional<RefusalId> findRefusal(StringRef Name) {
  for (const Row &R : Rows)
    if (R.Name == Name)
      return R.Id;
  return std::nullopt;
}

ArrayRef<RefusalId> allRefusals() {
  static const RefusalId All[] = {
#define REFUSAL(Enumerator, Id, Class, Text) RefusalId::Enumerator,
#include "Support/Refusal.def"
  };
  return All;
}

Refusal refuse(RefusalId Id, SourceSpan Place, std::vector<std::string> Arguments) {
  return {Id, std::move(Place), std::move(Arguments), std::nullopt, {}};
}

std::string Refusal::message() const {
  std::string Out;
  StringRef Text = refusalText(Id);
  while (!Text.empty()) {
    auto [Before, After] = Text.split('{');
    Out += Before;
    if (After.empty())
      break;
    unsigned Index = 0;
    After.consumeInteger(10, Index);
    Out += Index < Arguments.size() ? Arguments[Index] : std::string("?");
    After.consume_front("}");
    Text = After;
  }
  return Out;
}

static std::string iterationOf(const WitnessAccess &A) {
  std::string Loop =
      A.Loop.isValid() ? "the loop at line " + utostr(A.Loop.Line) : "the statement at line " + utostr(A.Place.Line);
  return A.Iteration.empty() ? Loop : "iteration " + A.Iteration + " of " + Loop;
}

std::string describeAccess(const WitnessAccess &A) {
  return iterationOf(A) + (A.IsWrite ? " writes " : " reads ") + A.Element;
}

std::string describe(const Witness &W) {
  std::string Out =
      describeAccess(W.Later) + ", which " + iterationOf(W.Earlier) + (W.Earlier.IsWrite ? " writes" : " reads");
  if (!W.Parameters.empty())
    Out += " (for " + W.Parameters + ")";
  return Out;
}

} // namespace loopfuse
