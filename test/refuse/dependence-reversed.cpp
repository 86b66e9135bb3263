// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// The second loop reads what a later iteration of the first writes.
// CHECK: remark: not fused: fusing would reverse a dependence on 'a' [dependence-reversed]

void f(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = i;
  for (int k = 0; k < n; ++k)
    b[k] = a[n - 1 - k];
}

// The loops count in different directions, and the second one's iterations need their order.
// CHECK: remark: not fused: fusing would reverse a dependence on 'b' [dependence-reversed]
// CHECK: note: iteration i={{[0-9]+}} of the loop at line [[#@LINE+5]] reads b[
// CHECK: note: the loops count in different directions, and the iterations of one cannot change their order
void turned(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = i;
  for (int i = n - 1; i >= 0; --i)
    b[i] = b[i + 1] + a[i];
}
