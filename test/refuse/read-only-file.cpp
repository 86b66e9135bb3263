// RUN: rm -rf %t && mkdir -p %t && cp %s %t/one.cpp && ln %t/one.cpp %t/other.cpp
// RUN: %loopfuse check --refusals --quiet --project-root=%t %t/one.cpp -- -std=c++20 | FileCheck %s
// The file has several names (hard links): replacing it would part them.
// CHECK: remark: not fused: the file may not be written{{.*}} [read-only-file]

void f(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = 1;
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
