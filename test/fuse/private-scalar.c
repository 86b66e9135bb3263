// RUN: %check_fuse %s
// A variable declared outside that every iteration sets before it reads it: none sees what another one left.
//--- before.c
void plain(int n, const double *restrict a, double *restrict b, double *restrict c) {
  double t;
  for (int i = 0; i < n; i++) {
    t = a[i] * 2;
    b[i] = t;
  }
  for (int i = 0; i < n; i++) {
    t = b[i] + 1;
    c[i] = t * t;
  }
}
// What it holds in the end is the same.
double lives(int n, const double *restrict a, double *restrict b, double *restrict c) {
  double t = 1;
  for (int i = 0; i < n; i++) {
    t = a[i] * 2;
    b[i] = t;
  }
  for (int i = 0; i < n; i++) {
    t = b[i] + 1;
    c[i] = t * t;
  }
  return t;
}
// With the counters of an old C program.
void counters(int n, int m, double a[restrict n][m], double b[restrict n][m], const double *restrict x) {
  int i, j;
  double t, u;
  for (i = 0; i < n; i++) {
    t = x[i];
    for (j = 0; j < m; j++) {
      u = a[i][j] * t;
      b[i][j] = u + u * u;
    }
  }
  for (i = 0; i < n; i++) {
    t = x[i] * 2;
    for (j = 0; j < m; j++) {
      u = b[i][j] - t;
      a[i][j] = u * u;
    }
  }
}
// The second loop begins with what the first one left.
void carried(int n, const double *restrict a, double *restrict b, double *restrict c) {
  double t = 0;
  for (int i = 0; i < n; i++) {
    t = a[i] * 2;
    b[i] = t;
  }
  for (int i = 0; i < n; i++) {
    c[i] = t;
    t = b[i] + 1;
  }
}
// Now and then an iteration sees the value of another one.
void sometimes(int n, const double *restrict a, double *restrict b, double *restrict c) {
  double t = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] > 0)
      t = a[i] * 2;
    b[i] = t;
  }
  for (int i = 0; i < n; i++) {
    t = b[i] + 1;
    c[i] = t * t;
  }
}
// Somebody else may look.
void known(int n, const double *restrict a, double *restrict b, double *restrict c, double *t) {
  for (int i = 0; i < n; i++) {
    *t = a[i] * 2;
    b[i] = *t;
  }
  for (int i = 0; i < n; i++) {
    *t = b[i] + 1;
    c[i] = *t * *t;
  }
}
//--- after.c
void plain(int n, const double *restrict a, double *restrict b, double *restrict c) {
  double t;
  for (int i = 0; i < n; i++) {
    t = a[i] * 2;
    b[i] = t;
    t = b[i] + 1;
    c[i] = t * t;
  }
}
// What it holds in the end is the same.
double lives(int n, const double *restrict a, double *restrict b, double *restrict c) {
  double t = 1;
  for (int i = 0; i < n; i++) {
    t = a[i] * 2;
    b[i] = t;
    t = b[i] + 1;
    c[i] = t * t;
  }
  return t;
}
// With the counters of an old C program.
void counters(int n, int m, double a[restrict n][m], double b[restrict n][m], const double *restrict x) {
  int i, j;
  double t, u;
  for (i = 0; i < n; i++) {
    t = x[i];
    for (j = 0; j < m; j++) {
      u = a[i][j] * t;
      b[i][j] = u + u * u;
    }
    t = x[i] * 2;
    for (j = 0; j < m; j++) {
      u = b[i][j] - t;
      a[i][j] = u * u;
    }
  }
}
// The second loop begins with what the first one left.
void carried(int n, const double *restrict a, double *restrict b, double *restrict c) {
  double t = 0;
  for (int i = 0; i < n; i++) {
    t = a[i] * 2;
    b[i] = t;
  }
  for (int i = 0; i < n; i++) {
    c[i] = t;
    t = b[i] + 1;
  }
}
// Now and then an iteration sees the value of another one.
void sometimes(int n, const double *restrict a, double *restrict b, double *restrict c) {
  double t = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] > 0)
      t = a[i] * 2;
    b[i] = t;
  }
  for (int i = 0; i < n; i++) {
    t = b[i] + 1;
    c[i] = t * t;
  }
}
// Somebody else may look.
void known(int n, const double *restrict a, double *restrict b, double *restrict c, double *t) {
  for (int i = 0; i < n; i++) {
    *t = a[i] * 2;
    b[i] = *t;
  }
  for (int i = 0; i < n; i++) {
    *t = b[i] + 1;
    c[i] = *t * *t;
  }
}
