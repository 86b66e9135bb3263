// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// Which of the two loops starts first is not known, so nothing tells what they share.
// CHECK: remark: not fused: the loops do not run over the same iterations: {{.*}} [trip-counts-differ]

void f(double *__restrict a, double *__restrict b, int low, int lower, int n) {
  for (int i = low; i < n; ++i)
    a[i] = 1;
  for (int k = lower; k < n; ++k)
    b[k] = a[k];
}

// One name, two values.
// CHECK: i = 0..n - 1 against i = 0..n (2nd value) - 1 [trip-counts-differ]
void g(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = 1;
  n = 3;
  for (int i = 0; i < n; ++i)
    b[i] += 2;
}
