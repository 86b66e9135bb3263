// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The lock says when other threads may look.
// CHECK: remark: not fused: {{.*}} synchronises threads [lock]

#include <mutex>

extern std::mutex mutex;

void f(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    mutex.lock();
    a[i] = 1;
    mutex.unlock();
  }
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
