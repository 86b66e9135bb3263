// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The first loop is left by a jump over the second.
// CHECK: remark: not fused: 'goto' leaves or enters the loop [goto]

void f(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    if (b[i] < 0)
      goto done;
    a[i] = 1;
  }
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
done:
  b[0] = 0;
}
