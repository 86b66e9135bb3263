// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// Near the largest value of its type the counter jumps over the bound and begins again at the bottom.
// CHECK: remark: not fused: the loop's counter may wrap around: {{.*}} [loop-may-wrap]

void f(double *__restrict a, double *__restrict b, unsigned n) {
  for (unsigned i = 0; i < n; i += 3)
    a[i] = 1;
  for (unsigned k = 0; k < n; ++k)
    b[k] = a[k];
}

// CHECK: remark: not fused: the loop's counter may wrap around: it counts down past 0, and may start above its bound [loop-may-wrap]
void down(double *__restrict a, double *__restrict b, unsigned n, unsigned m) {
  for (unsigned i = m; i < n; --i)
    a[i] = 1;
  for (unsigned k = n; k-- > 0;)
    b[k] = a[k];
}

// CHECK: remark: not fused: the loop's counter may wrap around: 'i' is 'unsigned long' and its step is not a constant [loop-may-wrap]
void step(double *__restrict a, double *__restrict b, unsigned long n, unsigned long s) {
  for (unsigned long i = 0; i < n; i += s)
    a[i] = 1;
  for (unsigned long i = 0; i < n; i += s)
    b[i] = a[i - 8];
}
