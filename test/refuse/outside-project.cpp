// RUN: mkdir -p %t
// RUN: %loopfuse check --refusals --quiet --project-root=%t %s -- -std=c++20 | FileCheck %s
// The project is another folder.
// CHECK: remark: not fused: the file lies outside the project [outside-project]

void f(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = 1;
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
