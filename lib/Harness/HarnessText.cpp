//===- HarnessText.cpp - a harness as texts to compile --------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Driver.inc"
#include "Harness/Harness.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace llvm;

namespace loopfuse {

std::string glueText(const Harness &H) {
  std::string Out;
  raw_string_ostream OS(Out);
  const char *Begin =
      H.IsCxx ? "extern \"C\" __attribute__((visibility(\"default\"))) " : "__attribute__((visibility(\"default\"))) ";
  OS << '\n';
  for (const std::string &W : H.Weak)
    OS << "#pragma weak " << W << '\n';
  for (const std::string &D : H.Defined)
    OS << D << '\n';
  for (size_t I = 0; I < H.Globals.size(); ++I)
    OS << Begin << "void *loopfuse_global_" << I << "(void) { return (void *)&" << H.Globals[I] << "; }\n";
  for (size_t I = 0; I < H.Vectors.size(); ++I)
    OS << "typedef " << H.Vectors[I] << " loopfuse_vector_" << I << ";\n"
       << Begin << "void loopfuse_make_" << I << "(void *At, unsigned long Count, const void *From) {\n"
       << "  typedef loopfuse_vector_" << I << "::value_type Element;\n"
       << "  ::new (At) loopfuse_vector_" << I << "((const Element *)From, (const Element *)From + Count);\n}\n"
       << Begin << "unsigned long loopfuse_read_" << I << "(const void *At, void *To, unsigned long Most) {\n"
       << "  const loopfuse_vector_" << I << " &From = *(const loopfuse_vector_" << I << " *)At;\n"
       << "  for (unsigned long I = 0; I < From.size() && I < Most; ++I)\n"
       << "    __builtin_memcpy((char *)To + I * sizeof(loopfuse_vector_" << I << "::value_type), &From[I], "
       << "sizeof(loopfuse_vector_" << I << "::value_type));\n  return From.size();\n}\n";
  for (size_t I = 0; I < H.Functions.size(); ++I)
    OS << Begin << "void loopfuse_call_" << I << "(void **loopfuse_a) {\n  (void)loopfuse_a;\n  " << H.Functions[I].Call
       << ";\n}\n";
  return Out;
}

static void writeTypes(raw_ostream &OS, const Harness &H) {
  for (size_t T = 0; T < H.Types.size(); ++T) {
    OS << "static const struct Leaf Leaves" << T << "[] = {";
    for (const HarnessLeaf &L : H.Types[T].Leaves)
      OS << '{' << L.Offset << ", '" << static_cast<char>(L.Kind) << "', " << L.Bytes << ", " << L.Repeat << ", "
         << (L.IsRestrict ? 1 : 0) + (L.IsSingle ? 2 : 0) << ", " << L.Type << ", " << L.Vector << "}, ";
    OS << "{0, 'b', 1, 0, 0, 0, 0}};\n"; // A table is not empty in C.
  }
  OS << "static const struct Type Types[] = {";
  for (size_t T = 0; T < H.Types.size(); ++T)
    OS << '{' << H.Types[T].Size << ", " << H.Types[T].Leaves.size() << ", Leaves" << T << "}, ";
  OS << "{0, 0, 0}};\n";
}

static std::string quotedInC(StringRef Text) {
  std::string Out;
  raw_string_ostream OS(Out);
  OS << '"';
  OS.write_escaped(Text);
  OS << '"';
  return Out;
}

static void writeFunctions(raw_ostream &OS, const Harness &H) {
  for (size_t I = 0; I < H.Functions.size(); ++I) {
    const DrivenFunction &F = H.Functions[I];
    OS << "static const struct Object Objects" << I << "[] = {";
    for (const HarnessObject &O : F.Objects)
      OS << '{' << quotedInC(O.Name) << ", '" << static_cast<char>(O.Role) << "', " << O.Type << ", " << O.GlobalNumber
         << "}, ";
    OS << "{0, 'a', 0, 0}};\nstatic const long Sizes" << I << "[] = {";
    for (long S : F.Sizes)
      OS << S << ", ";
    OS << "0};\n";
  }
  OS << "static const struct Function Functions[] = {";
  for (size_t I = 0; I < H.Functions.size(); ++I) {
    const DrivenFunction &F = H.Functions[I];
    OS << '{' << quotedInC(F.Name) << ", " << F.Objects.size() << ", Objects" << I << ", " << F.Sizes.size()
       << ", Sizes" << I << ", " << F.MayOverlap << "}, ";
  }
  OS << "{0, 0, 0, 0, 0, 0}};\n";
}

static std::string driverWith(const Harness &H, const char *Main) {
  std::string Out = DriverTables;
  raw_string_ostream OS(Out);
  OS << "\n/* ---- What the functions want. ---- */\n\n";
  writeTypes(OS, H);
  writeFunctions(OS, H);
  OS << DriverMemory << DriverRunning << Main;
  return Out;
}

std::string driverText(const Harness &H) { return driverWith(H, DriverMain); }

std::string timingDriverText(const Harness &H) { return driverWith(H, DriverTiming); }

std::vector<long> sizesAround(const std::vector<std::string> &Texts) {
  constexpr long Largest = 4096;
  constexpr size_t MostNumbers = 12;
  std::set<long> Numbers, Out;
  for (StringRef Text : Texts)
    for (size_t I = 0; I < Text.size();) {
      StringRef Word = Text.drop_front(I).take_while([](char C) { return isAlnum(C) || C == '_' || C == '.'; });
      StringRef Digits = Word.take_while([](char C) { return isDigit(C); });
      long Number = 0;
      bool IsInteger = !Digits.empty() && Word.drop_front(Digits.size()).find_first_not_of("uUlLzZ") == StringRef::npos;
      if (IsInteger && !Digits.getAsInteger(10, Number) && Number > 1 && Number <= Largest &&
          Numbers.size() < MostNumbers)
        Numbers.insert(Number);
      I += std::max<size_t>(Word.size(), 1);
    }
  for (long N : Numbers)
    Out.insert({N - 1, N, N + 1, 2 * N, 2 * N + 1, 3 * N + 7});
  return {Out.begin(), Out.end()};
}

} // namespace loopfuse
