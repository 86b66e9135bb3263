// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// This file is generated. DO NOT EDIT.
// CHECK: remark: not fused: the file is marked as generated or not to be edited [generated-file]

void f(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = 1;
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
