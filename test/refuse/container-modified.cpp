// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The first loop lets the vector grow.
// CHECK: remark: not fused: 'push_back' may change the size of 'v' [container-modified]

#include <vector>

void f(std::vector<double> &v, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    v.push_back(b[i]);
  for (int k = 0; k < n; ++k)
    b[k] = v[k];
}
