// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The body of the called function is not visible.
// CHECK: remark: not fused: what 'measure' reads and writes is not known [unknown-call]

double measure(int channel) noexcept;

void f(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = measure(i);
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
