// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The first loop can be vectorized, the second calls a function; for strips they are too short.
// CHECK: remark: not fused: {{.*}} would keep the fused loop from being vectorized [loses-vectorization]

#include <cmath>

void f(double *__restrict a, double *__restrict b) {
  for (int i = 0; i < 512; ++i)
    a[i] = a[i] * 2 + 1;
  for (int k = 0; k < 512; ++k)
    b[k] = std::tanh(a[k]);
}
