// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The second loop uses the first one's variable; the second one's variable vanishes, or ends elsewhere, and is read.
// CHECK-COUNT-3: remark: not fused: the loop variable 'i' is used after the loop [loop-variable-live]
// CHECK-NOT: warning

void f(double *__restrict a, double *__restrict b, int n) {
  int i;
  for (i = 0; i < n; ++i)
    a[i] = 1;
  for (int k = 0; k < n; ++k)
    b[k] = a[k] + i;
}

int vanishes(double *__restrict a, double *__restrict b, int n) {
  int i;
  for (int k = 0; k < n; ++k)
    a[k] = 1;
  for (i = 0; i < n; ++i)
    b[i] = a[i];
  return i;
}

int endsElsewhere(double *__restrict a, double *__restrict b, int n) {
  int i;
  for (i = 1; i < n; ++i)
    a[i] = 1;
  for (i = 0; i < n - 1; ++i)
    b[i] = a[i + 1];
  return i;
}
