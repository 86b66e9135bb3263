// RUN: %check_fuse %s -- -fopenmp
// RUN: %check_fuse %s -- -Wno-unknown-pragmas
// The directive of the fused loop says of each variable what the old ones said.
//--- before.c
#include <stdlib.h>
void temporaries(int n, const double *restrict a, double *restrict b, double *restrict c) {
  double t, u;
  int i;
#pragma omp parallel for private(i, t)
  for (i = 0; i < n; i++) {
    t = a[i] * 2;
    b[i] = t;
  }
#pragma omp parallel for private(i, u)
  for (i = 0; i < n; i++) {
    u = b[i] + 1;
    c[i] = u * u;
  }
}
double sums(int n, const double *restrict a, const double *restrict b, double *restrict product) {
  double s = 0, p = 0;
#pragma omp parallel for reduction(+ : s) schedule(static)
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
#pragma omp parallel for schedule(static) reduction(max : p)
  for (int i = 0; i < n; i++)
    p = p > a[i] ? p : a[i];
  *product = p;
  return s;
}
double mapped(int n, const double *restrict a, double *restrict b) {
  double s = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    b[i] = a[i] * 2;
#pragma omp parallel for reduction(+ : s)
  for (int k = 0; k < n; k++)
    s += b[k] * b[k];
  return s;
}
// The array is gone, so no list may name it.
void contracted(int n, const double *restrict a, double *restrict c) {
  double *t = malloc(n * sizeof(double));
#pragma omp parallel for default(none) shared(a, t) firstprivate(n)
  for (int i = 0; i < n; i++)
    t[i] = a[i] * 2;
#pragma omp parallel for default(none) shared(t, c, n)
  for (int i = 0; i < n; i++)
    c[i] = t[i] * 2;
  free(t);
}
// One of them waits, so both do.
void waits(int n, const double *restrict a, double *restrict b, double *restrict c) {
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < n; i++)
      b[i] = a[i] * 2;
#pragma omp for
    for (int i = 0; i < n; i++)
      c[i] = a[i] + 2;
  }
}
void inner(int n, int m, double a[restrict n][m], double b[restrict n][m], double c[restrict n][m]) {
  int i, j;
#pragma omp parallel for private(j) \
    schedule(static)
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      b[i][j] = a[i][j];
#pragma omp parallel for schedule(static) private(j)
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++)
      c[i][j] = b[i][j] * 2;
}
// Of one loop t is the threads' own, of the other it is one for all.
void contradict(int n, const double *restrict a, double *restrict b, double *restrict c) {
  double t = 3;
#pragma omp parallel for private(t)
  for (int i = 0; i < n; i++) {
    t = a[i] * 2;
    b[i] = t;
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    c[i] = b[i] * t;
}
// The first directive would make the second loop's t a variable without a value.
void unused(int n, const double *restrict a, double *restrict b, double *restrict c) {
  double t = 3;
#pragma omp parallel for private(t)
  for (int i = 0; i < n; i++)
    b[i] = a[i];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    c[i] = b[i] * t;
}
// Each iteration goes on with the sum.
double consumed(int n, const double *restrict a, double *restrict b) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += a[i];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    b[i] = a[i] / s;
  return s;
}
//--- after.c
#include <stdlib.h>
void temporaries(int n, const double *restrict a, double *restrict b, double *restrict c) {
  double t, u;
  int i;
#pragma omp parallel for private(i, t, u)
  for (i = 0; i < n; i++) {
    t = a[i] * 2;
    b[i] = t;
    u = b[i] + 1;
    c[i] = u * u;
  }
}
double sums(int n, const double *restrict a, const double *restrict b, double *restrict product) {
  double s = 0, p = 0;
#pragma omp parallel for reduction(+ : s) schedule(static) reduction(max:p)
  for (int i = 0; i < n; i++) {
    s += a[i] * b[i];
    p = p > a[i] ? p : a[i];
  }
  *product = p;
  return s;
}
double mapped(int n, const double *restrict a, double *restrict b) {
  double s = 0;
#pragma omp parallel for reduction(+:s)
  for (int i = 0; i < n; i++) {
    b[i] = a[i] * 2;
    s += b[i] * b[i];
  }
  return s;
}
// The array is gone, so no list may name it.
void contracted(int n, const double *restrict a, double *restrict c) {
#pragma omp parallel for default(none) shared(a, c) firstprivate(n)
  for (int i = 0; i < n; i++) {
    const double t_i = a[i] * 2;
    c[i] = t_i * 2;
  }
}
// One of them waits, so both do.
void waits(int n, const double *restrict a, double *restrict b, double *restrict c) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++) {
      b[i] = a[i] * 2;
      c[i] = a[i] + 2;
    }
  }
}
void inner(int n, int m, double a[restrict n][m], double b[restrict n][m], double c[restrict n][m]) {
  int i, j;
#pragma omp parallel for private(j) \
    schedule(static)
  for (i = 0; i < n; i++)
    for (j = 0; j < m; j++) {
      b[i][j] = a[i][j];
      c[i][j] = b[i][j] * 2;
    }
}
// Of one loop t is the threads' own, of the other it is one for all.
void contradict(int n, const double *restrict a, double *restrict b, double *restrict c) {
  double t = 3;
#pragma omp parallel for private(t)
  for (int i = 0; i < n; i++) {
    t = a[i] * 2;
    b[i] = t;
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    c[i] = b[i] * t;
}
// The first directive would make the second loop's t a variable without a value.
void unused(int n, const double *restrict a, double *restrict b, double *restrict c) {
  double t = 3;
#pragma omp parallel for private(t)
  for (int i = 0; i < n; i++)
    b[i] = a[i];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    c[i] = b[i] * t;
}
// Each iteration goes on with the sum.
double consumed(int n, const double *restrict a, double *restrict b) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += a[i];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    b[i] = a[i] / s;
  return s;
}
