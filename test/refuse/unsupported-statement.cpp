// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// One of the loops runs under a condition.
// CHECK: remark: not fused: {{.*}} is not modelled [unsupported-statement]

void f(bool first, double *__restrict a, double *__restrict b, int n) {
  if (first)
    for (int i = 0; i < n; ++i)
      a[i] = 1;
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
  for (int k = 0; k < n; ++k)
    b[k] *= 2;
}
