// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The caller sees what was done before each suspension.
// CHECK: remark: not fused: the coroutine may be suspended here [coroutine]

#include <coroutine>

struct Generator {
  struct promise_type {
    double value = 0;
    Generator get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(double v) noexcept {
      value = v;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
};

Generator f(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = 1;
    co_yield a[i];
  }
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
