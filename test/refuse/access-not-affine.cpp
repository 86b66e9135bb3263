// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// Which element is written depends on data.
// CHECK: remark: not fused: the elements of 'a' that are touched are not an affine function of the loop variables [access-not-affine]

void f(const int *__restrict where, double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[where[i]] = i;
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
