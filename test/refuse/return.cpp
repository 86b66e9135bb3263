// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The function may be left in the first loop.
// CHECK: remark: not fused: 'return' may leave the function from inside the loop [return]

void f(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    if (b[i] < 0)
      return;
    a[i] = 1;
  }
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
