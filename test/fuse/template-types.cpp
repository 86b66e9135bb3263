// RUN: %check_fuse %s
// One instance is seen here, another translation unit may have others: types are those of the template's text.
//--- before.cpp
#include <cstddef>
#include <vector>

template <class T> T named(const T *__restrict in, T *__restrict out) {
  T t[16];
  for (int i = 0; i < 16; ++i)
    t[i] = in[i] * 3;
  for (int i = 0; i < 16; ++i)
    out[i] = t[i] + 1;
  return out[0];
}

// The element's type stands nowhere: the array stays.
template <class T> T unnamed(const T *__restrict in, T *__restrict out, std::size_t n) {
  std::vector t(n, T());
  for (std::size_t i = 0; i < n; ++i)
    t[i] = in[i] * 3;
  for (std::size_t i = 0; i < n; ++i)
    out[i] = t[i] + 1;
  return out[0];
}

float use(const float *in, float *out) { return named(in, out) + unnamed(in, out, 16); }
//--- after.cpp
#include <cstddef>
#include <vector>

template <class T> T named(const T *__restrict in, T *__restrict out) {
  for (int i = 0; i < 16; ++i) {
    const T t_i = in[i] * 3;
    out[i] = t_i + 1;
  }
  return out[0];
}

// The element's type stands nowhere: the array stays.
template <class T> T unnamed(const T *__restrict in, T *__restrict out, std::size_t n) {
  std::vector t(n, T());
  for (std::size_t i = 0; i < n; ++i) {
    t[i] = in[i] * 3;
    out[i] = t[i] + 1;
  }
  return out[0];
}

float use(const float *in, float *out) { return named(in, out) + unnamed(in, out, 16); }
