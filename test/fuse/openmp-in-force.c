// RUN: %check_fuse %s -- -fopenmp
// Directives that the command turns on. The iterations run in any order, so a loop only joins another whose iterations
// it does not wait for.
//--- before.c
#include <stdlib.h>
void f(const double *restrict in, double *restrict a, double *restrict b, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = in[i];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    b[i] = a[i];
}
void g(const double *restrict in, double *restrict out, int n) {
  double *t = malloc(n * sizeof *t);
  int i;
#pragma omp parallel for schedule(static)
  for (i = 0; i < n; i++)
    t[i] = in[i] * 2;
#pragma omp parallel for schedule(static)
  for (i = 0; i < n; i++)
    out[i] = t[i] + 1;
  free(t);
}
void h(const double *restrict in, double *restrict a, double *restrict b, int n) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] = in[i];
#pragma omp for
    for (int k = 0; k < n; k++)
      b[k] = a[k] * in[k];
  }
}
void across(const double *restrict in, double *restrict a, double *restrict b, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = in[i];
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    b[i] = a[i - 1];
}
void serial(const double *restrict in, double *restrict a, double *restrict b, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = in[i];
  for (int i = 0; i < n; i++)
    b[i] = a[i];
}
double sums(const double *restrict in, double *restrict a, int n) {
  double s = 0;
#pragma omp parallel for reduction(+:s)
  for (int i = 0; i < n; i++)
    s += in[i];
#pragma omp parallel for reduction(+:s)
  for (int i = 0; i < n; i++)
    s += in[i] * 2;
  return s;
}
void vectors(const float *restrict in, float *restrict a, float *restrict b, int n) {
#pragma omp simd
  for (int i = 0; i < n; i++)
    a[i] = in[i] * 2;
  // halved again
#pragma omp simd
  for (int j = 0; j < n; j++)
    b[j] = a[j] / 2;
}
// Two loops that are one stay so.
void both(const double *restrict in, double *restrict a, double *restrict b, int h, int w) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      a[i * w + j] = in[i * w + j] + i;
#pragma omp parallel for collapse(2)
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      b[i * w + j] = a[i * w + j] * j;
}
// Merged, the outer ones alone would not be a perfect nest of two.
void outer(const double *restrict in, double *restrict a, double *restrict b, int h, int w) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      a[i * w + j] = in[i * w + j] + i;
#pragma omp parallel for collapse(2)
  for (int i = 0; i < h; i++)
    for (int j = 1; j < w; j++)
      b[i * w + j] = a[i * w + j] * j;
}
//--- after.c
#include <stdlib.h>
void f(const double *restrict in, double *restrict a, double *restrict b, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    a[i] = in[i];
    b[i] = a[i];
  }
}
void g(const double *restrict in, double *restrict out, int n) {
  int i;
#pragma omp parallel for schedule(static)
  for (i = 0; i < n; i++) {
    const double t_i = in[i] * 2;
    out[i] = t_i + 1;
  }
}
void h(const double *restrict in, double *restrict a, double *restrict b, int n) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++) {
      a[i] = in[i];
      b[i] = a[i] * in[i];
    }
  }
}
void across(const double *restrict in, double *restrict a, double *restrict b, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = in[i];
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    b[i] = a[i - 1];
}
void serial(const double *restrict in, double *restrict a, double *restrict b, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = in[i];
  for (int i = 0; i < n; i++)
    b[i] = a[i];
}
double sums(const double *restrict in, double *restrict a, int n) {
  double s = 0;
#pragma omp parallel for reduction(+:s)
  for (int i = 0; i < n; i++)
    s += in[i];
#pragma omp parallel for reduction(+:s)
  for (int i = 0; i < n; i++)
    s += in[i] * 2;
  return s;
}
void vectors(const float *restrict in, float *restrict a, float *restrict b, int n) {
#pragma omp simd
  for (int i = 0; i < n; i++) {
    a[i] = in[i] * 2;
    // halved again
    b[i] = a[i] / 2;
  }
}
// Two loops that are one stay so.
void both(const double *restrict in, double *restrict a, double *restrict b, int h, int w) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++) {
      a[i * w + j] = in[i * w + j] + i;
      b[i * w + j] = a[i * w + j] * j;
    }
}
// Merged, the outer ones alone would not be a perfect nest of two.
void outer(const double *restrict in, double *restrict a, double *restrict b, int h, int w) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      a[i * w + j] = in[i * w + j] + i;
#pragma omp parallel for collapse(2)
  for (int i = 0; i < h; i++)
    for (int j = 1; j < w; j++)
      b[i * w + j] = a[i * w + j] * j;
}
