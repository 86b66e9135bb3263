// RUN: %check_fuse %s
// The moved body's variables are renamed, or declared where their type differs.
//--- before.cpp
#include <cstddef>
#include <vector>

void renamed(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i];
  for (int row = 0; row < n; ++row)
    b[row] = a[row] + row; // each row
}

void otherType(const double *__restrict in, double *__restrict a, double *__restrict b) {
  for (int i = 0; i < 100; ++i)
    a[i] = in[i];
  for (std::size_t k = 0; k < 100; ++k)
    b[k] = a[k] / k;
}

#define AT(x, k) x[k]
void inMacro(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i];
  for (int k = 0; k < n; ++k)
    b[k] = AT(a, k);
}

void swapped(double (*__restrict a)[64], double (*__restrict b)[64], int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 64; ++j)
      a[i][j] = i - j;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < 64; ++i)
      b[j][i] = a[j][i] + j;
}

int elements(std::vector<int> &v) {
  int s = 0;
  for (auto &x : v)
    x += 2;
  for (const int &y : v)
    s += y;
  return s;
}
//--- after.cpp
#include <cstddef>
#include <vector>

void renamed(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = in[i];
    b[i] = a[i] + i; // each row
  }
}

void otherType(const double *__restrict in, double *__restrict a, double *__restrict b) {
  for (int i = 0; i < 100; ++i) {
    a[i] = in[i];
    const std::size_t k = i;
    b[k] = a[k] / k;
  }
}

#define AT(x, k) x[k]
void inMacro(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = in[i];
    const int k = i;
    b[k] = AT(a, k);
  }
}

void swapped(double (*__restrict a)[64], double (*__restrict b)[64], int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 64; ++j) {
      a[i][j] = i - j;
      b[i][j] = a[i][j] + i;
    }
}

int elements(std::vector<int> &v) {
  int s = 0;
  for (auto &x : v) {
    x += 2;
    const int &y = x;
    s += y;
  }
  return s;
}
