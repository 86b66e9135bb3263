// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// Which of the two loops starts first is not known, so nothing tells what they share.
// CHECK: remark: not fused: the loops do not run over the same iterations: {{.*}} [trip-counts-differ]

void f(double *__restrict a, double *__restrict b, int low, int lower, int n) {
  for (int i = low; i < n; ++i)
    a[i] = 1;
  for (int k = lower; k < n; ++k)
    b[k] = a[k];
}
