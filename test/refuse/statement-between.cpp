// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The assignment needs the first loop and is needed by the second.
// CHECK: remark: not fused: the statement between the loops must stay there: {{.*}} [statement-between]

void f(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = i;
  a[0] = a[n - 1];
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
