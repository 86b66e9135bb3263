// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The second loop runs up to another bound.
// CHECK: remark: not fused: the loops do not run over the same iterations: {{.*}} [trip-counts-differ]

void f(double *__restrict a, double *__restrict b, int n, int m) {
  for (int i = 0; i < n; ++i)
    a[i] = 1;
  for (int k = 0; k < m; ++k)
    b[k] = a[k];
}
