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
int lastOfBoth(const double *restrict in, double *restrict a, double *restrict b, int n) {
  int i;
  for (i = 0; i < n; i++)
    a[i] = in[i];
  for (i = 0; i < n; i++)
    b[i] = a[i] + in[i];
  return i;
}
int lastOfTheFirst(const double *restrict in, double *restrict a, double *restrict b, int n) {
  int i, j;
  for (i = 0; i < n; i += 2)
    a[i] = in[i];
  for (j = 0; j < n; j += 2)
    b[j] = a[j] + in[j];
  return i;
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
int lastOfBoth(const double *restrict in, double *restrict a, double *restrict b, int n) {
  int i;
  for (i = 0; i < n; i++) {
    a[i] = in[i];
    b[i] = a[i] + in[i];
  }
  return i;
}
int lastOfTheFirst(const double *restrict in, double *restrict a, double *restrict b, int n) {
  int i;
  for (i = 0; i < n; i += 2) {
    a[i] = in[i];
    b[i] = a[i] + in[i];
  }
  return i;
}
