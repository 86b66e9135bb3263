// What the random programs share: deterministic memory and a hash of everything they leave behind.
#ifndef PRELUDE_H
#define PRELUDE_H

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <memory>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

inline std::uint64_t Hash = 0;
inline std::uint32_t State = 0;

inline std::uint32_t next() { return State = State * 1664525u + 1013904223u; }

/// Small values of either sign, some of them not exact in binary, now and then a negative zero or an infinity.
template <class T> [[gnu::noinline]] void fill(T &Value) {
  std::uint32_t Bits = next() >> 8;
  if constexpr (std::is_floating_point_v<T>) {
    Value = static_cast<T>(static_cast<int>(Bits % 2001) - 1000) / static_cast<T>(7);
    if (Bits % 97 == 0)
      Value = static_cast<T>(-0.0);
    if (Bits % 193 == 0)
      Value = HUGE_VAL;
  } else if constexpr (std::is_integral_v<T>) {
    Value = static_cast<T>(Bits);
  } else if constexpr (std::is_array_v<T>) {
    for (auto &Element : Value)
      fill(Element);
  } else {
    Value.each([](auto &Field) { fill(Field); });
  }
}

/// Every NaN counts the same: which one an operation gives is not fixed.
template <class T> [[gnu::noinline]] void mix(const T &Value) {
  if constexpr (std::is_floating_point_v<T> || std::is_integral_v<T>) {
    unsigned char Bytes[sizeof(T)] = {};
    if (Value == Value)
      __builtin_memcpy(Bytes, &Value, sizeof(T));
    else
      Bytes[0] = 77;
    for (unsigned char Byte : Bytes)
      Hash = (Hash ^ Byte) * 0x100000001b3ull;
  } else if constexpr (requires { Value.each([](const auto &) {}); }) {
    Value.each([](const auto &Field) { mix(Field); });
  } else {
    for (const auto &Element : Value)
      mix(Element);
  }
}

/// Elements Low .. High - 1 of some memory.
template <class T> struct Memory {
  std::vector<T> Elements;
  long Low;
  [[gnu::noinline]] Memory(long Low, long High) : Elements(static_cast<std::size_t>(High - Low)), Low(Low) {
    for (T &Element : Elements)
      fill(Element);
  }
  [[gnu::noinline]] ~Memory() {
    for (const T &Element : Elements)
      mix(Element);
  }
  T *at(long Index) { return Elements.data() + (Index - Low); }
};

/// Nothing must be computed at compile time: clang folds a product and a sum with one rounding, the machine has two.
inline volatile std::uint32_t Zero = 0;

[[gnu::noinline]] inline void begin(std::uint32_t Seed) {
  State = Seed + Zero;
  Hash = 0xcbf29ce484222325ull;
}
[[gnu::noinline]] inline void end(int Case, int Call) {
  std::printf("%d.%d %016llx\n", Case, Call, static_cast<unsigned long long>(Hash));
}

/// Functions that only compute.
inline double half(double X) { return X * 0.5; }
inline float half(float X) { return X * 0.5f; }
inline int half(int X) { return X / 2; }
inline unsigned half(unsigned X) { return X / 2; }
inline std::uint64_t half(std::uint64_t X) { return X / 2; }
template <class T> constexpr T clampTo(T X, T Low, T High) { return X < Low ? Low : High < X ? High : X; }
#define SQUARE(X) ((X) * (X))

#endif
