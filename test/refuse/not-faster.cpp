// RUN: %loopfuse check --refusals --quiet --cost-model=roofline %s -- -std=c++20 | FileCheck %s
// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s --check-prefix=RULES
// All the time goes into the calls: that the input is read once is no gain. The rules know no times.
// CHECK: not-faster.cpp:10:{{.*}}remark: not fused: the fused loop would not be faster: {{.*}} for 1,000,000 iterations, out of cache [not-faster]
// RULES: not-faster.cpp:10:{{.*}}warning: these 2 loops can be fused
#include <cmath>

void waves(const double *__restrict in, double *__restrict x, double *__restrict y, int n) {
  // clang-format off
  for (int i = 0; i < n; ++i) x[i] = std::exp(in[i]);
  for (int i = 0; i < n; ++i) y[i] = std::tanh(in[i]);
}
