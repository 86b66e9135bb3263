// RUN: %check_fuse %s
// Variables that only a header or an array which vanishes has used go with it, and what only these were made of. What is
// read elsewhere stays.
//--- before.cpp
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <vector>

void use(int);

void betweenTheLoops(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n - 1; ++i)
    a[i] = in[i];

  // Without the last.
  const int end = n - 1;
  for (int i = 0; i < end; ++i)
    b[i] = a[i] + in[i];
}
void chain(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  int i, j;
  const int m = n - 1, last = m - 1, size = n, end = last + 1; // ends
  for (i = 0; i < n - 1; ++i)
    a[i] = in[i];
  for (j = 0; j < end; ++j)
    b[j] = a[j] + in[j];
  a[n] = size;
}
void declaredInside(const double *__restrict in, double *__restrict a, double *__restrict b, std::size_t n) {
  std::size_t i;
  int j;
  const int m = static_cast<int>(n);
  if (n > 1000)
    return;
  for (i = 0; i < n; ++i)
    a[i] = in[i];
  for (j = 0; j < m; ++j)
    b[j] = a[j] + j;
}
void sameName(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  int row;
  for (int row = 0; row < n; ++row)
    a[row] = in[row];
  for (row = 0; row < n; ++row)
    b[row] = a[row];
}
void madeOf(const double *__restrict in, double *__restrict b, int n) {
  const std::size_t count = std::max(n, 0), bytes = count * sizeof(double);
  double *t = static_cast<double *>(std::malloc(bytes));
  if (t == nullptr)
    return;
  for (int i = 0; i < n; ++i)
    t[i] = in[i] * 2;
  for (int i = 0; i < n; ++i)
    b[i] = t[i] + in[i];
  std::free(t);
}
void fixedSize(const double *__restrict in, double *__restrict b) {
  static constexpr int rows = 4, size = 4 * rows;
  double t[size];
  for (int i = 0; i < 16; ++i)
    t[i] = in[i] * 2;
  for (int i = 0; i < 16; ++i)
    b[i] = t[i] + in[i];
}
void set(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  int length;
  length = n;
  double *t = new double[length];
  for (int i = 0; i < n; ++i)
    t[i] = in[i];
  for (int i = 0; i < n; ++i)
    a[i] = b[i] + t[i];
  delete[] t;
}
int read(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  const int end = n;
  for (int i = 0; i < n; ++i)
    a[i] = in[i];
  for (int i = 0; i < end; ++i)
    b[i] = a[i] + in[i];
  return end;
}
template <bool Last> int readInOneInstance(const double *__restrict in, double *__restrict a, double *__restrict b,
                                           int n) {
  const int end = n;
  for (int i = 0; i < n; ++i)
    a[i] = in[i];
  for (int i = 0; i < end; ++i)
    b[i] = a[i] + in[i];
  if constexpr (Last)
    return end;
  else
    return 0;
}
template int readInOneInstance<true>(const double *, double *, double *, int);
template int readInOneInstance<false>(const double *, double *, double *, int);
void behindAnotherLoop(const double *__restrict in, double *__restrict a, double *__restrict b, int n, int m) {
  for (int i = 0; i < 7; i += 3)
    a[i] = 0;
  use(3);
  for (int i = 0; i < n - 1; ++i)
    a[i] = in[i];
  const int end = n - 1;
  const int other = m * 3;
  for (int i = 0; i < end; ++i)
    b[i] = a[i] + in[i];
  use(other);
}

// The counter leaves a declaration that stays where it is for the other loop in front.
double oneOfSeveral(const double *__restrict in, double *__restrict a, double *__restrict b, int n, int m) {
  int i;
  double s = 0;
  for (i = 0; i < m; i += 2)
    s += in[i] * s;
  for (i = 0; i < n; ++i)
    a[i] = in[i];
  int j, t = n;
  for (j = 0; j < n; ++j)
    b[j] = in[j] + t;
  return s;
}
//--- after.cpp
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <vector>

void use(int);

void betweenTheLoops(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n - 1; ++i) {
    a[i] = in[i];
    // Without the last.
    b[i] = a[i] + in[i];
  }
}
void chain(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  int i;
  const int size = n; // ends
  for (i = 0; i < n - 1; ++i) {
    a[i] = in[i];
    b[i] = a[i] + in[i];
  }
  a[n] = size;
}
void declaredInside(const double *__restrict in, double *__restrict a, double *__restrict b, std::size_t n) {
  std::size_t i;
  int j;
  const int m = static_cast<int>(n);
  if (n > 1000)
    return;
  for (i = 0; i < n; ++i)
    a[i] = in[i];
  for (j = 0; j < m; ++j)
    b[j] = a[j] + j;
}
void sameName(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  for (int row = 0; row < n; ++row) {
    a[row] = in[row];
    b[row] = a[row];
  }
}
void madeOf(const double *__restrict in, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    const double t_i = in[i] * 2;
    b[i] = t_i + in[i];
  }
}
void fixedSize(const double *__restrict in, double *__restrict b) {
  for (int i = 0; i < 16; ++i) {
    const double t_i = in[i] * 2;
    b[i] = t_i + in[i];
  }
}
void set(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    const double t_i = in[i];
    a[i] = b[i] + t_i;
  }
}
int read(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  const int end = n;
  for (int i = 0; i < n; ++i) {
    a[i] = in[i];
    b[i] = a[i] + in[i];
  }
  return end;
}
template <bool Last> int readInOneInstance(const double *__restrict in, double *__restrict a, double *__restrict b,
                                           int n) {
  const int end = n;
  for (int i = 0; i < n; ++i)
    a[i] = in[i];
  for (int i = 0; i < end; ++i)
    b[i] = a[i] + in[i];
  if constexpr (Last)
    return end;
  else
    return 0;
}
template int readInOneInstance<true>(const double *, double *, double *, int);
template int readInOneInstance<false>(const double *, double *, double *, int);
void behindAnotherLoop(const double *__restrict in, double *__restrict a, double *__restrict b, int n, int m) {
  for (int i = 0; i < 7; i += 3)
    a[i] = 0;
  use(3);
  const int other = m * 3;
  for (int i = 0; i < n - 1; ++i) {
    a[i] = in[i];
    b[i] = a[i] + in[i];
  }
  use(other);
}

// The counter leaves a declaration that stays where it is for the other loop in front.
double oneOfSeveral(const double *__restrict in, double *__restrict a, double *__restrict b, int n, int m) {
  int i;
  double s = 0;
  for (i = 0; i < m; i += 2)
    s += in[i] * s;
  int t = n;
  for (i = 0; i < n; ++i) {
    a[i] = in[i];
    b[i] = in[i] + t;
  }
  return s;
}
