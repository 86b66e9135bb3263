// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The body skips an iteration.
// CHECK: remark: not fused: the loop variable 'i' is modified or its address is taken in the body [loop-variable-modified]

void f(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = 1;
    if (b[i] > 0)
      ++i;
  }
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
