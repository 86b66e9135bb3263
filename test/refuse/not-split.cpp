// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 -fno-vectorize | FileCheck %s
// Loops that share most of their iterations, but whose parts cannot be written or proved.
// CHECK: not-split.cpp:[[#@LINE+5]]:{{.*}} not fused: the loops share only a part of their iterations, and the shifted start of this one may overflow [not-split]
// CHECK: not-split.cpp:[[#@LINE+13]]:{{.*}} not fused: the loops share only a part of their iterations, and the end of this one is not of its counter's type [not-split]
// CHECK: not-split.cpp:[[#@LINE+19]]:{{.*}} not fused: the loops share only a part of their iterations, and the first ones of this loop cannot be split off [not-split]

void starts(const double (*__restrict in)[64], double (*__restrict t)[64], double (*__restrict out)[64], int low, int n) {
  for (int i = low; i < n; ++i)
    for (int j = 0; j < 64; ++j)
      t[i][j] = in[i][j] * 2;
  for (int i = low; i < n; ++i)
    for (int j = 0; j < 64; ++j)
      out[i][j] = t[i + 1][j];
}

void types(const int *__restrict in, int *__restrict a, int *__restrict b, unsigned n, unsigned m) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i];
  for (int i = 0; i < m; ++i)
    b[i] = a[i];
}

void rows(const int *__restrict row, const int *__restrict in, int *__restrict c, int *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    for (int q = row[i]; q < row[i + 1]; ++q)
      c[i] += in[q];
  for (int i = 0; i < n - 1; ++i)
    for (int q = row[i]; q < row[i + 1]; ++q)
      b[i] += c[i] * in[q];
}
