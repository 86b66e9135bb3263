// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The second loop needs the total.
// CHECK: remark: not fused: the second loop needs the final value of 'sum', which the first loop is still computing [reduction-consumed]

void f(double *__restrict a, double *__restrict b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i];
  for (int k = 0; k < n; ++k)
    b[k] = a[k] / sum;
}
