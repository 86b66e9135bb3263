// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The first loop is a macro's expansion.
// CHECK: in-macro.cpp:8:3: remark: not fused: the loop comes from the expansion of macro 'FOR_ALL' [in-macro]

#define FOR_ALL(v) for (int v = 0; v < n; ++v)

void f(double *__restrict a, double *__restrict b, int n) {
  FOR_ALL(i) a[i] = 1;
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
