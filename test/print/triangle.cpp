// RUN: %loopfuse --print=deps %s -- | %check_sets %s
// A triangular nest, and a flattened array that is read as two-dimensional. p0 is n, as an int.

void f(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      a[i * n + j] = i;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      b[i * n + j] = a[i * n + j + 1];
}

// MAP: flow a[i*n + j] -> a[i*n + j + 1]: [p0] -> { S1[i, j] -> S3[i, l] : j = l + 1 and 0 <= l < i < p0 < 2147483648 }
