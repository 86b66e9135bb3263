// RUN: %check_fuse %s
// However the memory is asked for.
//--- before.c
#include <alloca.h>
#include <stdlib.h>

void onTheStack(const float *restrict in, float *restrict out, int n) {
  float *t = alloca(n * sizeof *t);
  float u[n];
  for (int i = 0; i < n; i++)
    t[i] = in[i] * 2;
  for (int i = 0; i < n; i++)
    u[i] = t[i] * 3;
  for (int i = 0; i < n; i++)
    out[i] = u[i] + 1;
}

int zeroed(const double *restrict in, double *restrict out, size_t n) {
  double *t = calloc(n, sizeof *t), *u = aligned_alloc(64, n * sizeof *u);
  if (t == NULL || u == NULL)
    return -1;
  for (size_t i = 0; i < n; i++)
    t[i] = in[i] * 2;
  for (size_t i = 0; i < n; i++)
    u[i] = t[i] * 3;
  for (size_t i = 0; i < n; i++)
    out[i] = u[i] + 1;
  free(u);
  free(t);
  return 0;
}
//--- after.c
#include <alloca.h>
#include <stdlib.h>

void onTheStack(const float *restrict in, float *restrict out, int n) {
  for (int i = 0; i < n; i++) {
    const float t_i = in[i] * 2;
    const float u_i = t_i * 3;
    out[i] = u_i + 1;
  }
}

int zeroed(const double *restrict in, double *restrict out, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const double t_i = in[i] * 2;
    const double u_i = t_i * 3;
    out[i] = u_i + 1;
  }
  return 0;
}
