// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The directive belongs to the second loop alone.
// CHECK: remark: not fused: the directive '#pragma omp simd' applies to one of the loops only [pragma-differs]

void f(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#pragma omp simd
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
