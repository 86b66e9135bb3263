// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The second loop uses the first one's variable.
// CHECK: remark: not fused: the loop variable 'i' is used after the loop [loop-variable-live]

void f(double *__restrict a, double *__restrict b, int n) {
  int i;
  for (i = 0; i < n; ++i)
    a[i] = 1;
  for (int k = 0; k < n; ++k)
    b[k] = a[k] + i;
}
