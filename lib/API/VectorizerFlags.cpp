//===- VectorizerFlags.cpp - what a command lets the compiler do ----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/VectorizerFlags.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace loopfuse {

namespace {
/// How much GCC's vectorizer may cost (-fvect-cost-model).
enum class CostLimit { Default, VeryCheap, Cheap, Dynamic };

/// The last of each kind of option.
struct VectorizerOptions {
  char Level = '3'; ///< 's', 'z' or a number.
  std::optional<bool> Vectorizes;
  CostLimit Cost = CostLimit::Default;
  unsigned MostChecks = 10; ///< GCC's --param vect-max-version-for-alias-checks.
  bool UsesTypes = true;
  bool UsesOpenMP = false;
};
} // namespace

static char levelOf(StringRef Value) {
  if (Value == "s" || Value == "z" || Value == "2")
    return Value.front();
  return '3'; // Also "-O0", "-O1", "-Og" and "-Ofast".
}

static void read(StringRef Option, VectorizerOptions &O) {
  if (Option.consume_front("-O"))
    O.Level = levelOf(Option);
  else if (Option.consume_front("-fvect-cost-model="))
    O.Cost = StringSwitch<CostLimit>(Option)
                 .Case("very-cheap", CostLimit::VeryCheap)
                 .Case("cheap", CostLimit::Cheap)
                 .Default(CostLimit::Dynamic);
  else if (Option.consume_front("vect-max-version-for-alias-checks=") && !Option.empty())
    Option.getAsInteger(10, O.MostChecks);
  else if (is_contained({"-ftree-vectorize", "-ftree-loop-vectorize", "-fvectorize"}, Option))
    O.Vectorizes = true;
  else if (is_contained({"-fno-tree-vectorize", "-fno-tree-loop-vectorize", "-fno-vectorize"}, Option))
    O.Vectorizes = false;
  else if (Option == "-fstrict-aliasing" || Option == "-fno-strict-aliasing")
    O.UsesTypes = Option == "-fstrict-aliasing";
  else if (Option == "-fopenmp" || Option == "-fopenmp-simd")
    O.UsesOpenMP = true;
}

/// At -O2 GCC 12 vectorizes only what needs no test and runs a known number of times, unless it is asked to vectorize:
/// then it may make six tests in ten.
static void limitGcc(const VectorizerOptions &O, VectorizerFlags &Flags) {
  if (O.Level == 's' || O.Level == 'z')
    return;
  CostLimit Cost = O.Cost;
  if (Cost == CostLimit::Default && O.Level == '2')
    Cost = O.Vectorizes ? CostLimit::Cheap : CostLimit::VeryCheap;
  Flags.KnowsTripCounts = Cost == CostLimit::VeryCheap;
  Flags.AliasChecks = Cost == CostLimit::VeryCheap ? 0
                      : Cost == CostLimit::Cheap   ? O.MostChecks * 6 / 10
                                                   : O.MostChecks;
}

VectorizerFlags vectorizerFlags(ArrayRef<std::string> Arguments, bool IsGcc) {
  VectorizerOptions O;
  for (StringRef Option : Arguments) {
    Option.consume_front("--param=");
    read(Option, O);
  }
  VectorizerFlags Flags;
  Flags.UsesTypes = O.UsesTypes;
  Flags.UsesOpenMP = O.UsesOpenMP;
  if (O.Vectorizes == false)
    return Flags;
  if (IsGcc)
    limitGcc(O, Flags);
  else if (O.Level != 'z')
    Flags.AliasChecks = O.Level == 's' ? 0 : 128;
  return Flags;
}

} // namespace loopfuse
