// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// Something may jump past the first loop.
// CHECK: remark: not fused: the label 'again' makes the place a jump target [label]

void f(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] += 1;
again:
  for (int k = 0; k < n; ++k)
    b[k] += a[k];
  if (b[0] < 10)
    goto again;
}
