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
