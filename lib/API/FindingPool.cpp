//===- FindingPool.cpp - equal findings of many units, kept once ----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/FindingPool.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace loopfuse {

namespace {

/// Writes values so that different findings give different texts: every string with its length in front.
class Serializer {
public:
  Serializer &operator<<(const std::string &S) {
    OS << S.size() << ' ' << S;
    return *this;
  }
  Serializer &operator<<(double D) {
    OS.write(reinterpret_cast<const char *>(&D), sizeof(D));
    return *this;
  }
  Serializer &operator<<(unsigned N) {
    OS << N << ' ';
    return *this;
  }
  Serializer &operator<<(const SourceSpan &S) {
    return *this << S.File << S.Offset << S.Length << S.Line << S.Column << S.EndLine;
  }
  Serializer &operator<<(const TextEdit &E) { return *this << E.File << E.Offset << E.Length << E.Text; }
  Serializer &operator<<(const FindingNote &N) { return *this << N.Place << N.Text; }
  Serializer &operator<<(const WitnessAccess &A) {
    return *this << A.Access << A.Element << A.Iteration << unsigned(A.IsWrite) << A.Place << A.Loop;
  }
  Serializer &operator<<(const Refusal &R) {
    *this << static_cast<unsigned>(R.Id) << R.Place << R.Arguments << R.Remedy << unsigned(R.Proof.has_value());
    return R.Proof ? *this << R.Proof->Earlier << R.Proof->Later << R.Proof->Parameters : *this;
  }
  template <typename T> Serializer &operator<<(const std::vector<T> &List) {
    *this << static_cast<unsigned>(List.size());
    for (const T &Item : List)
      *this << Item;
    return *this;
  }

  XXH128_hash_t hash() const {
    return xxh3_128bits(ArrayRef(reinterpret_cast<const uint8_t *>(Text.data()), Text.size()));
  }

private:
  std::string Text;
  raw_string_ostream OS{Text};
};

} // namespace

static std::pair<uint64_t, uint64_t> hashOf(const Finding &F) {
  Serializer S;
  S << static_cast<unsigned>(F.Kind) << F.Function << F.Place << F.Region << F.Loops << unsigned(F.Refused.has_value());
  if (F.Refused)
    S << *F.Refused;
  S << F.Message << F.Notes << F.Form << F.Legality << F.Profit << F.Contracted << F.BytesSaved << F.Ratio << F.Depth
    << F.SecondsBefore << F.SecondsAfter << F.Identity << F.Edits;
  XXH128_hash_t Hash = S.hash();
  return {Hash.high64, Hash.low64};
}

std::shared_ptr<const Finding> FindingPool::add(Finding F) {
  auto Hash = hashOf(F);
  std::lock_guard<std::mutex> Guard(Lock);
  std::shared_ptr<const Finding> &Slot = Known[Hash];
  if (!Slot)
    Slot = std::make_shared<const Finding>(std::move(F));
  return Slot;
}

} // namespace loopfuse
