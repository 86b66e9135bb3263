// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The rows of b are shared by the loops over i; the loops over j never touch the same element of it at a time, and
// fused they would hold more streams for nothing.
// CHECK: warning: these 2 loops can be fused
// CHECK-NOT: warning
// CHECK: rows-only.cpp:21:{{.*}}remark: not fused: the innermost loops share rows but no elements: only loops around them gain [rows-only]
// CHECK: rows-only.cpp:28:{{.*}}remark: not fused: the innermost loops share rows but no elements: only loops around them gain [rows-only]

double a[64][64], b[64][64];

void apart(int n) {
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < 64; ++j)
      b[i][j] = 2 * a[i][j];
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < 64; ++j)
      a[i - 1][j] = b[i - 1][j];
}

void together(int i) {
  for (int j = 0; j < 64; ++j)
    b[i][j] = 2 * a[i][j];
  for (int j = 0; j < 64; ++j)
    a[i - 1][j] = b[i - 1][j];
}

void flat(double *__restrict x, double *__restrict y, int n, int i) {
  for (int j = 0; j < n; ++j)
    y[i * n + j] = 2 * x[i * n + j];
  for (int j = 0; j < n; ++j)
    x[(i - 1) * n + j] = y[(i - 1) * n + j];
}
