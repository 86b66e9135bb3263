// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// CHECK: remark: not fused: 'halve' calls itself [callee-recursive]

void halve(double *a, int n, int levels) {
  for (int i = 0; i < n; ++i)
    a[i] *= 0.5;
  if (levels > 0)
    halve(a, n, levels - 1);
}

double f(double *a, int n) {
  halve(a, n, 3);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i];
  return s;
}
