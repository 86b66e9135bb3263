// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// A while loop.
// CHECK: remark: not fused: a {{.*}} loop is not modelled [other-loop]

void f(double *__restrict a, double *__restrict b, int n) {
  int i = 0;
  while (i < n)
    a[i++] = 1;
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
