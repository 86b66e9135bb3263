// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The body writes what the bound is read from.
// CHECK: remark: not fused: the loop's bound is not the same value in every iteration: the loop writes 'list->count' [bound-varies]
// CHECK: remark: not fused: the loop's bound is not the same value in every iteration: the loop writes 'list->count', which 'end' refers to [bound-varies]

struct List {
  int count;
};

void f(List *list, double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < list->count; ++i)
    list->count -= a[i] > 0;
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}

void g(List *list, double *__restrict a, double *__restrict b, int n) {
  const int &end = list->count;
  for (int i = 0; i < end; ++i)
    list->count -= a[i] > 0;
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
