// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// Assembly may do anything.
// CHECK: remark: not fused: inline assembly is not modelled [inline-asm]

void f(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = 1;
    asm volatile("" ::: "memory");
  }
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
