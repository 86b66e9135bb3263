// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// CHECK: remark: not fused: 'noise' keeps 'seed' from call to call [callee-static-local]

void noise(double *a, int n) {
  static unsigned seed = 1;
  for (int i = 0; i < n; ++i) {
    seed = seed * 1103515245u + 12345u;
    a[i] = seed >> 16;
  }
}

double f(double *a, int n) {
  noise(a, n);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i];
  return s;
}
