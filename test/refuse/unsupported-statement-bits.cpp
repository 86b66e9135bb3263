// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The elements of a std::vector<bool> are bits of a word.
#include <vector>
void invert(std::vector<bool> &a, std::vector<bool> &b, int n) {
  // CHECK: :[[#@LINE+1]]:3: remark: not fused: a std::vector<bool>, whose elements are bits of a word, is not modelled
  for (int i = 0; i < n; ++i)
    a[i] = !a[i];
  for (int i = 0; i < n; ++i)
    b[i] = a[i];
}
