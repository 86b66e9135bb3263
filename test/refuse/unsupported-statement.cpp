// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// One of the loops runs under a condition of which something else hangs as well. It is known what it touches, so the
// loops around it may be fused past it.
// CHECK: remark: not fused: fusing with a loop under an 'if' with 'else' is not modelled [unsupported-statement]
// CHECK: :[[#@LINE+14]]:3: warning: these 2 loops can be fused
// CHECK-NOT: these 2 loops can be fused

void f(bool first, double *__restrict a, double *__restrict b, int n) {
  if (first)
    for (int i = 0; i < n; ++i)
      a[i] = 1;
  else
    a[0] = 2;
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}

void around(bool first, double *__restrict a, double *__restrict b, double *__restrict c, int n) {
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
  if (first)
    for (int i = 0; i < n; ++i)
      c[i] = 1;
  else
    c[0] = 2;
  for (int k = 0; k < n; ++k)
    b[k] *= 2;
}

void needed(bool first, double *__restrict a, double *__restrict b, int n) {
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
  if (first)
    for (int i = 0; i < n; ++i)
      b[i] += 1;
  else
    b[0] = 2;
  for (int k = 0; k < n; ++k)
    b[k] *= 2;
}
