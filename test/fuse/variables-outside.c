// RUN: %check_fuse %s
// Variables declared in front of the loops; one that nobody uses any more goes.
//--- before.c
void f(const double *restrict in, double *restrict a, double *restrict b, double *restrict c, int n) {
  int i, j;
  unsigned k;
  for (i = 0; i < n; i++)
    a[i] = in[i];
  for (j = 0; j < n; j++)
    b[j] = a[j] + in[j];
  for (i = 0; i < n; i++) {
    c[i] = b[i] + a[i];
  }
  for (k = 0; k < 3; k++)
    c[k] = 0;
}
//--- after.c
void f(const double *restrict in, double *restrict a, double *restrict b, double *restrict c, int n) {
  int i;
  unsigned k;
  for (i = 0; i < n; i++) {
    a[i] = in[i];
    b[i] = a[i] + in[i];
    c[i] = b[i] + a[i];
  }
  for (k = 0; k < 3; k++)
    c[k] = 0;
}
