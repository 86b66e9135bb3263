// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// A loop over reverse iterators says so.
#include <vector>
// CHECK: :[[#@LINE+3]]:3: remark: not fused: the loop header is not modelled: 'it' is a reverse iterator [loop-form]
int sums(const std::vector<int> &v) {
  int s = 0, t = 0;
  for (auto it = v.rbegin(); it != v.rend(); ++it)
    s += *it;
  for (auto it = v.rbegin(); it != v.rend(); ++it)
    t += *it * 2;
  return s * t;
}
