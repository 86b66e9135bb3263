// RUN: %loopfuse check --quiet %s -- | FileCheck %s
// A static function that nobody calls any more is told: compilers warn of it.
// CHECK: warning: the loops of 'scale' and 'add' can be fused
// CHECK-NOT: 'add' is not called
// CHECK: :[[#@LINE+2]]:13: note: 'scale' is not called any more and can go
// CHECK-NOT: is not called
static void scale(float *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}
static void add(float *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] += 2;
}
void shared(float *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] -= 2;
}
void both(float *x, int n) {
  scale(x, n);
  add(x, n);
}
// CHECK: warning: the loops of 'shared' and 'other' itself can be fused
// CHECK-NOT: is not called
void other(float *x, int n) {
  shared(x, n);
  for (int i = 0; i < n; i++)
    x[i] *= 3;
}
void (*kept(void))(float *, int) { return add; }
