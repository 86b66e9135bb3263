// RUN: %check_fuse %s
// As in C: counters in front of the loops.
//--- before.c
void counters(const double *restrict in, double *restrict a, double *restrict b, double *restrict c, int n, int m) {
  int i,          /* of the rows */
      j,          /* of the others */
      k, end = m; /* their end */
  for (i = 0; i < m; i++)
    a[i] = in[i];
  for (j = 0; j < end; j++)
    b[j] = a[j] + in[j];
  for (k = 0; k < n; k += 3)
    c[k] = 0;
}
void setBetween(const double *restrict in, double *restrict a, double *restrict b, int n) {
  int i, j, last;
  for (i = 0; i <= n - 2; i++)
    a[i] = in[i];
  last = n - 2;
  for (j = 0; j <= n - 2; j++)
    b[j] = a[j] + last;
}
void twice(const double *restrict in, double *restrict a, double *restrict b, double *restrict c, int n) {
  int i, j;
  for (i = 0; i < n; i++)
    a[i] = in[i];
  for (j = 0; j < n; j++)
    b[j] = a[j] + in[j];
  if (n > 3) {
    for (i = 0; i < n; i++)
      b[i] = a[i];
    for (j = 0; j < n; j++)
      c[j] = b[j] + in[j];
  }
}
void oneALine(const double *restrict in, double *restrict a, double *restrict b, double *restrict c, int n) {
  int i, // of the first
      k, // of the third
      j; // of the second
  for (i = 0; i < n; i++)
    a[i] = in[i];
  for (j = 0; j < n; j++)
    b[j] = a[j] + in[j];
  for (k = 0; k < n; k += 3)
    c[k] = 0;
}
void inFront(const double *restrict in, double *restrict a, double *restrict b, double *restrict c, int n) {
  int j, // of the second
      // of the first
      i,
      // of the third
      k;
  for (i = 0; i < n; i++)
    a[i] = in[i];
  for (j = 0; j < n; j++)
    b[j] = a[j] + in[j];
  for (k = 0; k < n; k += 3)
    c[k] = 0;
}
void onOneLine(const double *restrict in, double *restrict a, double *restrict b, double *restrict c, int n) {
  int /* first */ i, /* second */ j, /* third */ k; // counters
  int m = n, l = n; // sizes
  for (i = 0; i < n; i++)
    a[i] = in[i];
  for (j = 0; j < m; j++)
    b[j] = a[j] + in[j];
  for (k = 0; k < l; k += 3)
    c[k] = 0;
}
void twoALine(const double *restrict in, double *restrict a, double *restrict b, double *restrict c, int n) {
  int i, j, // these
      k, l; // those
  for (i = 0; i < n; i++)
    a[i] = in[i];
  for (j = 0; j < n; j++)
    b[j] = a[j] + in[j];
  for (l = 0; l < n; l++)
    b[l] -= a[l] + in[l];
  for (k = 0; k < n; k += 3)
    c[k] = 0;
}
//--- after.c
void counters(const double *restrict in, double *restrict a, double *restrict b, double *restrict c, int n, int m) {
  int i,          /* of the rows */
      k; /* their end */
  for (i = 0; i < m; i++) {
    a[i] = in[i];
    b[i] = a[i] + in[i];
  }
  for (k = 0; k < n; k += 3)
    c[k] = 0;
}
void setBetween(const double *restrict in, double *restrict a, double *restrict b, int n) {
  int i, last;
  last = n - 2;
  for (i = 0; i <= n - 2; i++) {
    a[i] = in[i];
    b[i] = a[i] + last;
  }
}
void twice(const double *restrict in, double *restrict a, double *restrict b, double *restrict c, int n) {
  int i;
  for (i = 0; i < n; i++) {
    a[i] = in[i];
    b[i] = a[i] + in[i];
  }
  if (n > 3) {
    for (i = 0; i < n; i++) {
      b[i] = a[i];
      c[i] = b[i] + in[i];
    }
  }
}
void oneALine(const double *restrict in, double *restrict a, double *restrict b, double *restrict c, int n) {
  int i, // of the first
      k; // of the third
  for (i = 0; i < n; i++) {
    a[i] = in[i];
    b[i] = a[i] + in[i];
  }
  for (k = 0; k < n; k += 3)
    c[k] = 0;
}
void inFront(const double *restrict in, double *restrict a, double *restrict b, double *restrict c, int n) {
  int
      // of the first
      i,
      // of the third
      k;
  for (i = 0; i < n; i++) {
    a[i] = in[i];
    b[i] = a[i] + in[i];
  }
  for (k = 0; k < n; k += 3)
    c[k] = 0;
}
void onOneLine(const double *restrict in, double *restrict a, double *restrict b, double *restrict c, int n) {
  int /* first */ i, /* third */ k; // counters
  int l = n; // sizes
  for (i = 0; i < n; i++) {
    a[i] = in[i];
    b[i] = a[i] + in[i];
  }
  for (k = 0; k < l; k += 3)
    c[k] = 0;
}
void twoALine(const double *restrict in, double *restrict a, double *restrict b, double *restrict c, int n) {
  int i, // these
      k; // those
  for (i = 0; i < n; i++) {
    a[i] = in[i];
    b[i] = a[i] + in[i];
    b[i] -= a[i] + in[i];
  }
  for (k = 0; k < n; k += 3)
    c[k] = 0;
}
