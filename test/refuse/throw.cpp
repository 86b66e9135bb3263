// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The exception would leave the loops in another state.
// CHECK: remark: not fused: {{.*}} may throw [throw]

void f(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    if (b[i] < 0)
      throw i;
    a[i] = 1;
  }
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
