// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 -fno-vectorize | FileCheck %s
// Only some configurations have what stands in between.
// CHECK: remark: not fused: the directive '#{{.*}}' stands between or in the loops [preprocessor]

void f(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#ifdef DOUBLE
  for (int i = 0; i < n; ++i)
    a[i] *= 2;
#endif
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
