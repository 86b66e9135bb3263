// RUN: %loopfuse check --refusals --quiet --fp=exact %s -- g++ -std=c++20 -O2 -mfma | FileCheck %s
// With fused multiply-add, GCC may join the product and the sum that fusion brings together.
// CHECK: remark: not fused: the compiler may contract {{.*}} [rounding-may-change]

void f(const double *__restrict a, const double *__restrict b, double *__restrict t, double *__restrict c, int n) {
  for (int i = 0; i < n; ++i)
    t[i] = a[i] * b[i];
  for (int k = 0; k < n; ++k)
    c[k] = t[k] + a[k];
}
