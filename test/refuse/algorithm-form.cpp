// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
#include <algorithm>
#include <iterator>
#include <vector>

void scale(std::vector<float> &v) {
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] *= 2;
}

// CHECK: :[[@LINE+4]]:3: {{.*}}'std::transform' cannot be written as a loop: it inserts elements [algorithm-form]
void inserts(std::vector<float> &v, std::vector<float> &w) {
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] *= 2;
  std::transform(v.begin(), v.end(), std::back_inserter(w), [](float x) { return x + 1; });
}

// CHECK: :[[@LINE+4]]:3: {{.*}}'std::copy' cannot be written as a loop: it counts backwards [algorithm-form]
void backwards(std::vector<float> &v, std::vector<float> &w) {
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] *= 2;
  std::copy(v.rbegin(), v.rend(), w.begin());
}

// CHECK: :[[@LINE+5]]:3: {{.*}}'std::transform' cannot be written as a loop: 'k' is captured by value and might change [algorithm-form]
void captured(std::vector<float> &v, float *p, int n, float k) {
  p[0] = *&k;
  for (int i = 0; i < n; ++i)
    p[i] *= 2;
  std::transform(p, p + n, p, [k](float x) { return x * k; });
}

// CHECK: :[[@LINE+4]]:3: {{.*}}'std::ranges::for_each' cannot be written as a loop: its body is more than statements with a 'return' at the end [algorithm-form]
void returns(std::vector<float> &v) {
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] *= 2;
  std::ranges::for_each(v, [](float &x) {
    if (x > 1)
      return;
    x = 1;
  });
}
