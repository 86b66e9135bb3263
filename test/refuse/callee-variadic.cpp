// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// CHECK: remark: not fused: 'fill' takes any number of arguments [callee-variadic]

void fill(double *a, int n, ...) {
  for (int i = 0; i < n; ++i)
    a[i] = i;
}

double f(double *a, int n) {
  fill(a, n, 1, 2);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i];
  return s;
}
