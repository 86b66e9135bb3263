// RUN: %check_fuse %s
// Statements between the loops go in front or behind, with their comments.
//--- before.cpp
double f(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  // Fill.
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;

  // The sum starts at
  double sum = 0; // zero
  b[0] = a[0];    // needs the first loop

  // Add up.
  for (int i = 0; i < n; ++i)
    sum += a[i];
  return sum;
}

void blankLines(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i];
  int q = 3;
  int w = 4;

  // Two times.
  for (int i = 0; i < n; ++i)
    b[i] = a[i] * q;

  w *= 2;

  for (int i = 0; i < n; ++i)
    b[i] += a[i] * w;
}
//--- after.cpp
double f(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  // The sum starts at
  double sum = 0; // zero

  // Fill.
  for (int i = 0; i < n; ++i) {
    a[i] = in[i] * 2;
    // Add up.
    sum += a[i];
  }

  b[0] = a[0];    // needs the first loop

  return sum;
}

void blankLines(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  int q = 3;
  int w = 4;

  w *= 2;

  for (int i = 0; i < n; ++i) {
    a[i] = in[i];
    // Two times.
    b[i] = a[i] * q;
    b[i] += a[i] * w;
  }
}
