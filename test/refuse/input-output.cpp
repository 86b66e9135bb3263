// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The lines would come in another order.
// CHECK: remark: not fused: '{{.*}}printf' performs input or output [input-output]

#include <cstdio>

void f(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    std::printf("%g\n", a[i]);
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
