// RUN: %check_fuse %s
// A counter declared in front of the loops stays where what its loop does alone still counts by it.
//--- before.c
void two(const int *restrict in, int *restrict a, int *restrict b, int n, int m) {
  int i, j;
  for (i = 0; i < n; ++i)
    a[i] += in[i];
  for (j = 0; j < m; ++j)
    b[j] += a[j];
}
// Bounds that are read from memory stay with their own start.
void rows(const int *restrict row, const int *restrict in, int *restrict c, int *restrict b, int n) {
  int i, q;
  for (i = 0; i < n; ++i)
    for (q = row[i]; q < row[i + 1]; ++q)
      c[i] += in[q];
  for (i = 0; i < n - 1; ++i)
    for (q = row[i]; q < row[i + 1]; ++q)
      b[i] += c[i + 1] * q;
}
//--- after.c
void two(const int *restrict in, int *restrict a, int *restrict b, int n, int m) {
  int i, j;
  for (i = 0; i < n && i < m; ++i) {
    a[i] += in[i];
    b[i] += a[i];
  }
  for (i = m < 0 ? 0 : m; i < n; ++i)
    a[i] += in[i];
  for (j = n < 0 ? 0 : n; j < m; ++j)
    b[j] += a[j];
}
// Bounds that are read from memory stay with their own start.
void rows(const int *restrict row, const int *restrict in, int *restrict c, int *restrict b, int n) {
  int i, q;
  for (i = 0; i < n; ++i)
    for (q = row[i]; q < row[i + 1]; ++q)
      c[i] += in[q];
  for (i = 0; i < n - 1; ++i)
    for (q = row[i]; q < row[i + 1]; ++q)
      b[i] += c[i + 1] * q;
}
