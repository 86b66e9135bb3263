/* y = A x, then the residual against b and its squared norm: the vectors y and r are needed only in between. */
#include "timing.h"
#include <stdlib.h>

double residual_norm(const double *restrict a, const double *restrict x, const double *restrict b, int rows,
                     int columns) {
  double *y = malloc(sizeof(double) * rows);
  double *r = malloc(sizeof(double) * rows);
  for (int i = 0; i < rows; i++) {
    double sum = 0.0;
    for (int j = 0; j < columns; j++)
      sum += a[i * columns + j] * x[j];
    y[i] = sum;
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

int main(void) {
  const int rows = 1 << 22, columns = 3;
  double *a = malloc(sizeof(double) * rows * columns), *b = malloc(sizeof(double) * rows);
  double x[3] = {0.5, -1.25, 2.0};
  for (size_t k = 0; k < (size_t)rows * columns; k++)
    a[k] = sample(k);
  for (int i = 0; i < rows; i++)
    b[i] = sample(i + 7u);

  const double start = seconds();
  const double norm = residual_norm(a, x, b, rows, columns);
  report(checksum(&norm, sizeof norm), seconds() - start);
  free(a);
  free(b);
  return 0;
}
