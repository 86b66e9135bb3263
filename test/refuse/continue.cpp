// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// A statement between the loops would move past one that ends the iteration of the loop around.
// CHECK: :{{[0-9]+}}:5: remark: not fused: the statement between the loops must stay there: 'continue' may skip what comes behind it [statement-between]
// One in the bodies themselves, or in an inner loop, ends what it ended.
// CHECK: :{{[0-9]+}}:3: warning: these 3 loops can be fused

void between(double *__restrict a, double *__restrict b, const double *__restrict x, int n) {
  for (int j = 0; j < 10; ++j) {
    b[0] = 1;
    for (int i = 0; i < n; ++i)
      a[i] = x[i];
    if (x[j] < 0)
      continue;
    for (int i = 0; i < n; ++i)
      b[i] = a[i];
  }
}

void inner(double *__restrict a, double *__restrict b, double *__restrict c, const double *__restrict x, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 4; ++j) {
      if (x[j] < 0)
        continue;
      a[i] += x[i];
    }
  for (int i = 0; i < n; ++i) {
    int k = 0;
    while (k < 3) {
      if (++k == 2)
        continue;
      b[i] += x[i];
    }
  }
  for (int i = 0; i < n; ++i) {
    if (x[i] < 0)
      continue;
    c[i] = x[i];
  }
}
