// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The order of volatile accesses is visible.
// CHECK: remark: not fused: the access to 'port' is volatile [volatile]

extern volatile int port;

void f(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = port;
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
