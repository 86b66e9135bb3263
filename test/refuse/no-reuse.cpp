// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The loops have no data in common.
// CHECK: remark: not fused: the loops share no data [no-reuse]

void f(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = 1;
  for (int k = 0; k < n; ++k)
    b[k] = 2;
}
