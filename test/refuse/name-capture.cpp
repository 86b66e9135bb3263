// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 -fno-vectorize | FileCheck %s
// Where the second body goes, 'i' is the loop's variable and no longer the parameter.
// CHECK: remark: not fused: 'i' would mean something else at the place the body moves to [name-capture]
// CHECK: remark: not fused: 'i' would mean something else at the place the body moves to, and what a macro takes is not renamed [name-capture]
#define SQUARE(x) ((x) * (x))

void f(double *__restrict a, double *__restrict b, int n, int i) {
  for (int i = 0; i < n; ++i)
    a[i] = 1;
  for (int k = 0; k < n; ++k)
    b[k] = a[k] + i;
}

void g(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = 1; i <= n; ++i)
    a[i] = in[i];
  for (int i = 0; i < n; ++i)
    b[i] = SQUARE(i) + a[i + 1];
}
