// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// CHECK: remark: not fused: the call of 'apply' may run a function that overrides it [callee-virtual]
// A qualified call runs what it names.
// CHECK-NOT: [callee-virtual]
// CHECK: warning: the loops of 'apply' and 'Filter::bounded' itself can be fused

struct Filter {
  double a[64];
  virtual ~Filter() = default;
  virtual void apply() {
    for (int i = 0; i < 64; ++i)
      a[i] *= 0.5;
  }
  double energy() {
    apply();
    double s = 0;
    for (int i = 0; i < 64; ++i)
      s += a[i] * a[i];
    return s;
  }
  double bounded() {
    Filter::apply();
    double s = 0;
    for (int i = 0; i < 64; ++i)
      s += a[i] * a[i];
    return s;
  }
};
