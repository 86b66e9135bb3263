// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The second loop reads what a later iteration of the first writes.
// CHECK: remark: not fused: fusing would reverse a dependence on 'a' [dependence-reversed]

void f(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = i;
  for (int k = 0; k < n; ++k)
    b[k] = a[n - 1 - k];
}
