// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// Nothing says that the two do not overlap.
// CHECK: remark: not fused: 'a' and 'b' may overlap in memory; {{.*}} would settle it [may-alias]

void f(double *a, double *b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = 1;
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
