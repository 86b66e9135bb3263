// RUN: %loopfuse check --refusals --quiet --isl-operations=1 %s -- -std=c++20 | FileCheck %s
// RUN: %loopfuse check --quiet %s -- -std=c++20 | FileCheck --check-prefix=ENOUGH %s
// With hardly any steps allowed nothing is proved.
// CHECK: remark: not fused: the proof took too many steps [quota]
// ENOUGH: warning: these 2 loops can be fused

void f(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      a[i + j] = j;
  for (int i = 0; i <= n - 1; ++i)
    for (int j = 0; j < i + 1; ++j)
      b[i + j] = a[i];
}
