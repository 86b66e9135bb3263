// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// Only the barrier between the parallel loops makes the neighbour's element ready.
// CHECK: remark: not fused: the dependence on 'a' crosses iterations of a parallel loop [parallel-dependence]

void f(double *__restrict a, double *__restrict b, int n) {
#pragma omp parallel for
  for (int i = 1; i < n; ++i)
    a[i] = i;
#pragma omp parallel for
  for (int k = 1; k < n; ++k)
    b[k] = a[k - 1];
}
