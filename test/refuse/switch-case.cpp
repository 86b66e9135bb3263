// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The second loop may run without the first.
// CHECK: remark: not fused: a case label makes the place a jump target [switch-case]

void f(int mode, double *__restrict a, double *__restrict b, int n) {
  switch (mode) {
  case 0:
    a[0] = 0;
    for (int i = 0; i < n; ++i)
      a[i] = 1;
  default:
    for (int k = 0; k < n; ++k)
      b[k] = a[k];
  }
}
