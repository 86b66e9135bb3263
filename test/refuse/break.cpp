// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The first loop may end early, the second not.
// CHECK: remark: not fused: 'break' may end the loop early [break]

void f(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    if (b[i] < 0)
      break;
    a[i] = 1;
  }
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
