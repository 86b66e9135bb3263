// RUN: %check_fuse %s -- -std=c++20
// Algorithms of the standard library beside each other and beside loops.
//--- before.cpp
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <vector>

// Their temporary goes.
void chain(const float *__restrict a, float *__restrict b, std::size_t n, float k) {
  std::vector<float> t(n);
  std::transform(a, a + n, t.begin(), [k](float x) { return x * k; });
  std::transform(t.begin(), t.end(), b, [](float x) { return std::fabs(x) + 1.0f; });
}

// Pointers, an operator, a loop.
void besideLoop(const float *__restrict a, float *__restrict b, float *__restrict c, int n) {
  std::transform(a, a + n, b, c, std::plus<>{});
  for (int i = 0; i < n; ++i)
    b[i] = c[i] * 2;
}

float sums(std::vector<float> &v) {
  std::for_each(v.begin(), v.end(), [](float &x) { x *= 0.5f; });
  const float mean = std::accumulate(v.begin(), v.end(), 0.0f) / 7;
  return mean;
}

// A loop over the elements, and a lambda with statements and comments.
float elements(std::vector<float> &v) {
  for (float &y : v)
    y += 1;
  std::for_each(v.begin(), v.end(), [](auto &x) {
    // first half it
    x *= 0.5f;
    x = x + 1; // then add
  });
  float s = std::accumulate(v.begin(), v.end(), 0.0f);
  return s;
}

void arrays(double (&a)[64], double (&b)[64], double k) {
  std::fill(std::begin(a), std::end(a), k * 2);
  std::copy(a, a + 64, b);
}

// A parameter of another type, ranges that begin at different places.
void converted(const float *__restrict p, float *__restrict q, int n) {
  std::transform(p + 1, p + n, q, [](double x) { return x * 0.1; });
  std::transform(q, q + (n - 1), q, [](float x) { return x + 1; });
}

void counted(std::vector<int> &v, std::vector<int> &w, int n) {
  std::iota(v.begin(), v.begin() + n, 1);
  std::copy_n(v.begin(), n, w.begin());
}

// The counter is not the user's i.
void names(std::vector<float> &v, std::vector<float> &w, int i) {
  std::transform(v.begin(), v.end(), w.begin(), [&](float j) { return j + i; });
  std::transform(v.begin(), v.end(), v.begin(), [&](float x) { return x - i; });
}

// Nothing is shared; they stay.
void apart(std::vector<float> &v, std::vector<float> &w) {
  std::fill(v.begin(), v.end(), 0.0f);
  std::fill(w.begin(), w.end(), 0.0f);
}

// The second needs the whole sum.
void consumed(std::vector<float> &v) {
  const float s = std::accumulate(v.begin(), v.end(), 0.0f);
  std::transform(v.begin(), v.end(), v.begin(), [s](float x) { return x / s; });
}
//--- after.cpp
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <vector>

// Their temporary goes.
void chain(const float *__restrict a, float *__restrict b, std::size_t n, float k) {
  for (std::size_t i = 0; i < n; ++i) {
    const float t_i = a[i] * k;
    b[i] = std::fabs(t_i) + 1.0f;
  }
}

// Pointers, an operator, a loop.
void besideLoop(const float *__restrict a, float *__restrict b, float *__restrict c, int n) {
  for (int i = 0; i < n; ++i) {
    c[i] = a[i] + b[i];
    b[i] = c[i] * 2;
  }
}

float sums(std::vector<float> &v) {
  float sum = 0.0f;
  for (std::size_t i = 0; i < v.size(); ++i) {
    v[i] *= 0.5f;
    sum += v[i];
  }
  const float mean = sum / 7;
  return mean;
}

// A loop over the elements, and a lambda with statements and comments.
float elements(std::vector<float> &v) {
  float s = 0.0f;
  for (float &y : v) {
    y += 1;
    // first half it
    y *= 0.5f;
    y = y + 1; // then add
    s += y;
  }
  return s;
}

void arrays(double (&a)[64], double (&b)[64], double k) {
  const double value = k * 2;
  for (std::size_t i = 0; i < 64; ++i) {
    a[i] = value;
    b[i] = a[i];
  }
}

// A parameter of another type, ranges that begin at different places.
void converted(const float *__restrict p, float *__restrict q, int n) {
  for (std::ptrdiff_t i = 1; i < n; ++i) {
    double x = p[i];
    q[i - 1] = x * 0.1;
    const int i2 = i - 1;
    q[i2] = q[i2] + 1;
  }
}

void counted(std::vector<int> &v, std::vector<int> &w, int n) {
  int value = 1;
  for (int i = 0; i < n; ++i) {
    v[i] = value;
    ++value;
    w[i] = v[i];
  }
}

// The counter is not the user's i.
void names(std::vector<float> &v, std::vector<float> &w, int i) {
  for (std::size_t k = 0; k < v.size(); ++k) {
    w[k] = v[k] + i;
    v[k] = v[k] - i;
  }
}

// Nothing is shared; they stay.
void apart(std::vector<float> &v, std::vector<float> &w) {
  std::fill(v.begin(), v.end(), 0.0f);
  std::fill(w.begin(), w.end(), 0.0f);
}

// The second needs the whole sum.
void consumed(std::vector<float> &v) {
  const float s = std::accumulate(v.begin(), v.end(), 0.0f);
  std::transform(v.begin(), v.end(), v.begin(), [s](float x) { return x / s; });
}
