// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// Nobody else knows the arrays, but the loops are timed one by one.
#include <chrono>
#include <cstdio>
#include <vector>

static double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// CHECK: 15:{{.*}}remark: not fused: the statement between the loops must stay there: what 'seconds' reads and writes is not known [statement-between]
void f(int n) {
  std::vector<double> a(n), b(n);
  double start = seconds();
  for (int i = 0; i < n; ++i)
    a[i] = i;
  double middle = seconds();
  for (int i = 0; i < n; ++i)
    b[i] = a[i] * 2;
  std::printf("%g %g\n", middle - start, seconds() - middle);
}
