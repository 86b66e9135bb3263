// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The counter is a floating point number.
// CHECK: remark: not fused: the loop header is not modelled: {{.*}} [loop-form]

void f(double *__restrict a, double *__restrict b, int n) {
  for (float x = 0; x < 1; x += 0.125f)
    a[static_cast<int>(x * 8)] = 1;
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
