// RUN: %loopfuse check --refusals --quiet %s -- -std=gnu17 | FileCheck %s
// Each function is called in front of the same loop.

static double sum(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i];
  return s;
}

// CHECK: 'old' cannot stand in the place of its call: it is defined without a prototype [callee-form]
static void old(a, n, c) double *a; int n; char c; {
  for (int i = 0; i < n; ++i)
    a[i] += c;
}
double f1(double *a, int n) {
  old(a, n, 300);
  double s = sum(a, n);
  return s;
}

// CHECK: 'add' cannot stand in the place of its call: the argument of 'b' needs an object that ends with the call [callee-form]
static void add(double *a, const double *b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] += b[i];
}
struct Block {
  double v[8];
};
struct Block block(void);
double f2(double *a, int n) {
  add(a, block().v, n);
  double s = sum(a, n);
  return s;
}
