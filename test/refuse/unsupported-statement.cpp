// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// A structured binding.
// CHECK: remark: not fused: {{.*}} is not modelled [unsupported-statement]

struct Point {
  double x, y;
};

void f(const Point *__restrict points, double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    auto [x, y] = points[i];
    a[i] = x + y;
  }
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
