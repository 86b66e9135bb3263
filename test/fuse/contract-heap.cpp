// RUN: %check_fuse %s
// The allocation, the test of it and its release go with the array.
//--- before.cpp
#include <cstdlib>
#include <memory>
#include <vector>

bool mallocAndFree(const double *__restrict in, double *__restrict out, int n) {
  double *t = static_cast<double *>(std::malloc(sizeof(*t) * n));
  if (!t)
    return false;

  for (int i = 0; i < n; ++i)
    t[i] = in[i] + 1;
  for (int i = 0; i < n; ++i)
    out[i] = t[i] / 2;

  std::free(t);
  return true;
}

void newAndDelete(const double *__restrict in, double *__restrict out, int n) {
  double *t = new double[n];
  for (int i = 0; i < n; ++i)
    t[i] = in[i] + 1;
  for (int i = 0; i < n; ++i)
    out[i] = t[i] / 2;
  delete[] t;
}

void vectorOfDoubles(const double *__restrict in, double *__restrict out, int n) {
  std::vector<double> t(n);
  for (int i = 0; i < n; ++i)
    t[i] = in[i] + 1;
  for (int i = 0; i < n; ++i)
    out[i] = t[i] / 2;
}

void uniquePointer(const double *__restrict in, double *__restrict out, int n) {
  auto t = std::make_unique<double[]>(n);
  for (int i = 0; i < n; ++i)
    t[i] = in[i] + 1;
  for (int i = 0; i < n; ++i)
    out[i] = t[i] / 2;
}
//--- after.cpp
#include <cstdlib>
#include <memory>
#include <vector>

bool mallocAndFree(const double *__restrict in, double *__restrict out, int n) {
  for (int i = 0; i < n; ++i) {
    const double t_i = in[i] + 1;
    out[i] = t_i / 2;
  }
  return true;
}

void newAndDelete(const double *__restrict in, double *__restrict out, int n) {
  for (int i = 0; i < n; ++i) {
    const double t_i = in[i] + 1;
    out[i] = t_i / 2;
  }
}

void vectorOfDoubles(const double *__restrict in, double *__restrict out, int n) {
  for (int i = 0; i < n; ++i) {
    const double t_i = in[i] + 1;
    out[i] = t_i / 2;
  }
}

void uniquePointer(const double *__restrict in, double *__restrict out, int n) {
  for (int i = 0; i < n; ++i) {
    const double t_i = in[i] + 1;
    out[i] = t_i / 2;
  }
}
