//===- OnDemand.h - values that are made when first asked for ---*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_POLY_ONDEMAND_H
#define LOOPFUSE_POLY_ONDEMAND_H

#include <cassert>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace loopfuse {

/// A fixed number of values, each of which \p Make gives from its index. Copies share them; a value once made stays
/// where it is.
template <class T> class OnDemand {
public:
  OnDemand() = default;
  OnDemand(size_t Size, std::function<T(unsigned)> Make)
      : Shared(std::make_shared<State>(State{std::move(Make), std::vector<std::optional<T>>(Size)})) {}

  size_t size() const { return Shared ? Shared->Values.size() : 0; }
  const T &operator[](unsigned Index) const {
    assert(Index < size() && "no such value");
    std::optional<T> &Value = Shared->Values[Index];
    if (!Value)
      Value.emplace(Shared->Make(Index));
    return *Value;
  }
  const T &back() const { return (*this)[size() - 1]; }

private:
  struct State {
    std::function<T(unsigned)> Make;
    std::vector<std::optional<T>> Values;
  };
  std::shared_ptr<State> Shared;
};

} // namespace loopfuse

#endif
