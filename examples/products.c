/* Two matrix products one behind the other, d = alpha a b c: a row of the product between them is enough, and in each
   sum the row is the innermost loop. */
#include "timing.h"
#include <stdlib.h>

enum { N = 320 };

static void two_products(float alpha, float (*restrict a)[N], float (*restrict b)[N], float (*restrict c)[N],
                         float (*restrict d)[N]) {
  float t[N][N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      t[i][j] = 0;
      for (int k = 0; k < N; k++)
        t[i][j] += alpha * a[i][k] * b[k][j];
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      d[i][j] = 0;
      for (int k = 0; k < N; k++)
        d[i][j] += t[i][k] * c[k][j];
    }
}

static float (*matrix(size_t seed))[N] {
  float(*m)[N] = malloc(sizeof(float[N][N]));
  if (!m)
    exit(1);
  for (size_t i = 0; i < N; i++)
    for (size_t j = 0; j < N; j++)
      m[i][j] = (float)sample(seed + i * N + j);
  return m;
}

int main(void) {
  float(*a)[N] = matrix(1), (*b)[N] = matrix(2), (*c)[N] = matrix(3), (*d)[N] = matrix(4);
  const double start = seconds();
  two_products(0.75f, a, b, c, d);
  const double end = seconds();
  report(checksum(d, sizeof(float[N][N])), end - start);
  free(a);
  free(b);
  free(c);
  free(d);
  return 0;
}
