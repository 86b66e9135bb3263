// RUN: %check_exec %s
// Matrix-vector product, residual and norm; a triangular update; all matrices flattened.
#include <stdio.h>
#include <stdlib.h>

static double residual(const double *restrict a, const double *restrict x, const double *restrict b, int rows,
                       int columns) {
  double *y = malloc(sizeof(double) * (rows + 1));
  double *r = malloc(sizeof(double) * (rows + 1));
  for (int i = 0; i < rows; i++) {
    y[i] = 0.0;
    for (int j = 0; j < columns; j++)
      y[i] += a[i * columns + j] * x[j];
  }
  for (int i = 0; i < rows; i++)
    r[i] = b[i] - y[i];
  double norm = 0.0;
  for (int i = 0; i < rows; i++)
    norm += r[i] * r[i];
  free(y);
  free(r);
  return norm;
}

static void rank_update(double *restrict lower, const double *restrict v, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      lower[i * n + j] *= 0.5;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      lower[i * n + j] += v[i] * v[j];
}

static void mirror(double *restrict matrix, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      matrix[i * n + j] += 1.0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      matrix[j * n + i] = matrix[i * n + j];
}

int main(void) {
  for (int n = 0; n < 12; n += 3) {
    double *a = malloc(sizeof(double) * (n * n + 1)), *x = malloc(sizeof(double) * (n + 1)),
           *b = malloc(sizeof(double) * (n + 1));
    for (int k = 0; k < n * n; k++)
      a[k] = (k * 7 % 11) / 3.0;
    for (int k = 0; k < n; k++) {
      x[k] = 1.0 / (k + 1);
      b[k] = k - 2.5;
    }
    printf("%a\n", residual(a, x, b, n, n));
    rank_update(a, x, n);
    mirror(a, n);
    double sum = 0;
    for (int k = 0; k < n * n; k++)
      sum = sum * 0.75 + a[k];
    printf("%a\n", sum);
    free(a);
    free(x);
    free(b);
  }
  return 0;
}
