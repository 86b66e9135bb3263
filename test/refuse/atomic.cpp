// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// Other threads see the order of atomic accesses.
// CHECK: remark: not fused: the access to {{.*}} is atomic [atomic]

#include <atomic>

extern std::atomic<int> counter;

void f(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    counter += i;
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
