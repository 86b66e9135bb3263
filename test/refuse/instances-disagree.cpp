// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// With double the arrays do not overlap, with a view of them they may.
// CHECK: remark: not fused: the same text is compiled in several ways {{.*}} [instances-disagree]

#include <vector>

struct View {
  double *data;
  double &operator[](int i) const { return data[i]; }
};

template <class T> static void f(T a, T b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = 1;
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}

void both(std::vector<double> &x, std::vector<double> &y, View v, View w, int n) {
  f<std::vector<double> &>(x, y, n);
  f<View>(v, w, n);
}
