// RUN: %check_fuse %s
// A vector has the size that it was made with, if nothing changes it.
//--- before.cpp
#include <cstddef>
#include <vector>

double equal(std::size_t n, int m) {
  std::vector<float> a(n), b(a.size()), d(m);
  for (std::size_t i = 0; i < n; ++i)
    a[i] = 3.0f * i;
  for (std::size_t i = 0; i < b.size(); ++i)
    b[i] = a[i] + 1;
  double s = 0;
  for (int i = 0; i < m; ++i)
    d[i] = 0.5f * i;
  for (std::size_t i = 0; i < d.size(); ++i)
    s += d[i];
  return s + b[0];
}

// These may have others.
double unequal(std::size_t n, std::vector<float> c) {
  std::vector<float> a(n), b(n), d{3, 4};
  b.push_back(1);
  for (std::size_t i = 0; i < n; ++i)
    a[i] = 3.0f * i;
  for (float &v : b)
    v = 2;
  for (float &v : d)
    v += 1;
  n = 7;
  for (std::size_t i = 0; i < n; ++i)
    a[i] += c[i];
  return a[0] + b[0] + d[0];
}
//--- after.cpp
#include <cstddef>
#include <vector>

double equal(std::size_t n, int m) {
  std::vector<float> a(n), b(a.size());
  for (std::size_t i = 0; i < n; ++i) {
    const float a_i = 3.0f * i;
    b[i] = a_i + 1;
  }
  double s = 0;
  for (int i = 0; i < m; ++i) {
    const float d_i = 0.5f * i;
    s += d_i;
  }
  return s + b[0];
}

// These may have others.
double unequal(std::size_t n, std::vector<float> c) {
  std::vector<float> a(n), b(n), d{3, 4};
  b.push_back(1);
  for (std::size_t i = 0; i < n; ++i)
    a[i] = 3.0f * i;
  for (float &v : b)
    v = 2;
  for (float &v : d)
    v += 1;
  n = 7;
  for (std::size_t i = 0; i < n; ++i)
    a[i] += c[i];
  return a[0] + b[0] + d[0];
}
