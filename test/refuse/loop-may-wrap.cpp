// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// Near the largest value of its type the counter jumps over the bound and begins again at the bottom.
// CHECK: remark: not fused: the loop's counter may wrap around: {{.*}} [loop-may-wrap]

void f(double *__restrict a, double *__restrict b, unsigned n) {
  for (unsigned i = 0; i < n; i += 3)
    a[i] = 1;
  for (unsigned k = 0; k < n; ++k)
    b[k] = a[k];
}
