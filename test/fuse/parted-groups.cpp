// RUN: %check_fuse %s
// Loops that could legally be one, but do not pay together, are parted: every part is fused for itself, be it shifted
// or not side by side.
//--- before.cpp
#include <cmath>
void halves(int n, const double *__restrict x, double *__restrict a, double *__restrict b, double *__restrict c,
            double *__restrict d) {
  for (int i = 0; i < n; ++i)
    a[i] = x[i] + 1;
  for (int i = 0; i < n; ++i)
    b[i] = x[i] * 2;
  for (int i = 1; i < n + 1; ++i)
    c[i] = std::exp(x[i - 1]);
  for (int i = 1; i < n + 1; ++i)
    d[i] = std::exp(c[i]) + x[i - 1];
}

void around(int n, const double *__restrict x, double *__restrict a, double *__restrict b, double *__restrict c) {
  for (int i = 0; i < n; ++i)
    a[i] = x[i] + 1;
  for (int i = 0; i < n; ++i)
    b[i] = std::exp(x[i]);
  for (int i = 0; i < n; ++i)
    c[i] = x[i] * 2;
}
//--- after.cpp
#include <cmath>
void halves(int n, const double *__restrict x, double *__restrict a, double *__restrict b, double *__restrict c,
            double *__restrict d) {
  for (int i = 0; i < n; ++i) {
    a[i] = x[i] + 1;
    b[i] = x[i] * 2;
  }
  for (int i = 1; i < n + 1; ++i) {
    c[i] = std::exp(x[i - 1]);
    d[i] = std::exp(c[i]) + x[i - 1];
  }
}

void around(int n, const double *__restrict x, double *__restrict a, double *__restrict b, double *__restrict c) {
  for (int i = 0; i < n; ++i) {
    a[i] = x[i] + 1;
    c[i] = x[i] * 2;
  }
  for (int i = 0; i < n; ++i)
    b[i] = std::exp(x[i]);
}
