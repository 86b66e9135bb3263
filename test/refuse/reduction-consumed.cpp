// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The second loop needs the total.
// CHECK: remark: not fused: the second loop needs the final value of 'sum', which the first loop is still computing [reduction-consumed]

void f(double *__restrict a, double *__restrict b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i];
  for (int k = 0; k < n; ++k)
    b[k] = a[k] / sum;
}

#include <utility>
#include <vector>

// A structured binding goes by the names of its parts.
// CHECK: note: iteration [c, d]=0 of the loop at line [[#@LINE+4]] reads total[0], which iteration [a, b]=1
void bindings(std::vector<std::pair<double, int>> &v, int *__restrict total) {
  for (auto &[a, b] : v)
    *total += b;
  for (auto &[c, d] : v)
    c += *total;
}
