// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// Which of the two loops starts first is not known, so nothing tells what they share.
// CHECK: remark: not fused: the loops do not run over the same iterations: {{.*}} [trip-counts-differ]

void f(double *__restrict a, double *__restrict b, int low, int lower, int n) {
  for (int i = low; i < n; ++i)
    a[i] = 1;
  for (int k = lower; k < n; ++k)
    b[k] = a[k];
}

// One name, two values.
// CHECK: i = 0..n - 1 against i = 0..n (2nd value) - 1 [trip-counts-differ]
void g(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = 1;
  n = 3;
  for (int i = 0; i < n; ++i)
    b[i] += 2;
}

// A negative n is a large number for one of them; a large n is a small one.
// CHECK: i = 0..u32(n) - 1, where u32(n) is 'n' as an unsigned number of 32 bits against i = 0..n - 1 [trip-counts-differ]
void h(double *__restrict a, double *__restrict b, int n) {
  for (unsigned i = 0; i < n; ++i)
    a[i] = 1;
  for (int i = 0; i < n; ++i)
    b[i] += a[i];
}

// CHECK: i = 0..s32(n) - 1, where s32(n) is 'n' as a signed number of 32 bits against i = 0..n - 1 [trip-counts-differ]
void k(double *__restrict a, double *__restrict b, long n) {
  for (int i = 0; i < (int)n; ++i)
    a[i] = 1;
  for (long i = 0; i < n; ++i)
    b[i] += a[i];
}
