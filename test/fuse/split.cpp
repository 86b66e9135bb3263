// RUN: %check_fuse %s
// The loops' iterations differ: the fused loop runs over those they share, what is left goes in front and behind. A
// consumer that reads ahead follows its producer by as little as it must.
//--- before.cpp
constexpr int N = 256;
double A[N][N], B[N][N];

// Unrelated ends.
void ends(const int *__restrict in, int *__restrict a, int *__restrict b, int n, int m) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 3; // tripled
  for (int i = 0; i < m; ++i)
    b[i] = a[i] + in[i];
}

// A sweep and the copy back, one row behind it.
void jacobi(int steps, int n) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j] + A[i - 1][j]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = B[i][j];
  }
}

// Known ends need no tests.
void rows() {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      A[i][j] = i + j;
  for (int i = 0; i < N - 1; ++i)
    for (int j = 0; j < N; ++j)
      B[i][j] = A[i + 1][j] - A[i][j];
}

// Inclusive ends, and a counter declared outside.
void inclusive(const float *__restrict in, float *__restrict a, float *__restrict b, int n) {
  int i;
  for (i = 0; i <= n; ++i)
    a[i] = in[i] * 0.5f;
  for (i = 1; i <= n + 2; ++i)
    b[i] = in[i] - 1;
}

// The end of the second loop wraps around for some n: not split.
void wraps(const float *__restrict in, float *__restrict a, float *__restrict b, unsigned long n) {
  for (unsigned long i = 0; i <= n; ++i)
    a[i] = in[i] * 0.5f;
  for (unsigned long i = 1; i <= n + 2; ++i)
    b[i] = in[i] - 1;
}

// Downwards; the loops' bodies in braces, with comments.
void down(const float *__restrict in, float *__restrict a, float *__restrict b) {
  for (int i = N - 1; i >= 0; --i) {
    // halved
    a[i] = in[i] * 0.5f;
  }
  // and less
  for (int i = N - 1; i >= 2; --i) {
    b[i] = a[i - 2] - 1; // two below
  }
}

// Three, each as far behind the one before it as it must be; the first end is known, the starts are.
void chain(const double *__restrict in, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < N; ++j)
      A[i][j] = in[i * N + j];
  for (int i = 0; i < n - 1; ++i)
    for (int j = 0; j < N; ++j)
      B[i][j] = A[i][j] + A[i + 1][j];
  for (int i = 0; i < n - 2; ++i)
    for (int j = 0; j < N; ++j)
      A[i][j] = B[i][j] * B[i + 1][j];
}

// What begins at unrelated places stays apart.
void masked(const int *__restrict in, int *__restrict a, int *__restrict b, int n, int low) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 3;
  for (int i = low & 3; i < n; ++i)
    b[i] = a[i] + in[i];
}
void chosen(const int *__restrict in, int *__restrict a, int *__restrict b, int n, int low) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 3;
  for (int i = low > 0 ? low : 0; i < n - 1; ++i)
    b[i] = a[i] + in[i];
}
//--- after.cpp
constexpr int N = 256;
double A[N][N], B[N][N];

// Unrelated ends.
void ends(const int *__restrict in, int *__restrict a, int *__restrict b, int n, int m) {
  for (int i = 0; i < n && i < m; ++i) {
    a[i] = in[i] * 3; // tripled
    b[i] = a[i] + in[i];
  }
  for (int i = m < 0 ? 0 : m; i < n; ++i)
    a[i] = in[i] * 3; // tripled
  for (int i = n < 0 ? 0 : n; i < m; ++i)
    b[i] = a[i] + in[i];
}

// A sweep and the copy back, one row behind it.
void jacobi(int steps, int n) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1 && i < 2; i++)
      for (int j = 1; j < n - 1; j++)
        B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j] + A[i - 1][j]);
    for (int i = 2; i < n - 1; i++) {
      for (int j = 1; j < n - 1; j++)
        B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j] + A[i - 1][j]);
      for (int j = 1; j < n - 1; j++)
        A[i - 1][j] = B[i - 1][j];
    }
    for (int i = n - 1 < 2 ? 1 : n - 2; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = B[i][j];
  }
}

// Known ends need no tests.
void rows() {
  for (int i = 0; i < 1; ++i)
    for (int j = 0; j < N; ++j)
      A[i][j] = i + j;
  for (int i = 1; i < N; ++i) {
    for (int j = 0; j < N; ++j) {
      A[i][j] = i + j;
      B[i - 1][j] = A[i][j] - A[i - 1][j];
    }
  }
}

// Inclusive ends, and a counter declared outside.
void inclusive(const float *__restrict in, float *__restrict a, float *__restrict b, int n) {
  int i;
  for (i = 0; i <= n && i <= 0; ++i)
    a[i] = in[i] * 0.5f;
  for (i = 1; i <= n; ++i) {
    a[i] = in[i] * 0.5f;
    b[i] = in[i] - 1;
  }
  for (i = n + 1 < 1 ? 1 : n + 1; i <= n + 2; ++i)
    b[i] = in[i] - 1;
}

// The end of the second loop wraps around for some n: not split.
void wraps(const float *__restrict in, float *__restrict a, float *__restrict b, unsigned long n) {
  for (unsigned long i = 0; i <= n; ++i)
    a[i] = in[i] * 0.5f;
  for (unsigned long i = 1; i <= n + 2; ++i)
    b[i] = in[i] - 1;
}

// Downwards; the loops' bodies in braces, with comments.
void down(const float *__restrict in, float *__restrict a, float *__restrict b) {
  for (int i = N - 1; i >= N - 2; --i) {
    // halved
    a[i] = in[i] * 0.5f;
  }
  for (int i = N - 3; i >= 0; --i) {
    // halved
    a[i] = in[i] * 0.5f;
    // and less
    b[i + 2] = a[i] - 1; // two below
  }
}

// Three, each as far behind the one before it as it must be; the first end is known, the starts are.
void chain(const double *__restrict in, int n) {
  for (int i = 0; i < n && i < 2; ++i)
    for (int j = 0; j < N; ++j)
      A[i][j] = in[i * N + j];
  for (int i = 0; i < n - 1 && i < 1; ++i)
    for (int j = 0; j < N; ++j)
      B[i][j] = A[i][j] + A[i + 1][j];
  for (int i = 2; i < n; ++i) {
    for (int j = 0; j < N; ++j) {
      A[i][j] = in[i * N + j];
      B[i - 1][j] = A[i - 1][j] + A[i][j];
      A[i - 2][j] = B[i - 2][j] * B[i - 1][j];
    }
  }
}

// What begins at unrelated places stays apart.
void masked(const int *__restrict in, int *__restrict a, int *__restrict b, int n, int low) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 3;
  for (int i = low & 3; i < n; ++i)
    b[i] = a[i] + in[i];
}
void chosen(const int *__restrict in, int *__restrict a, int *__restrict b, int n, int low) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 3;
  for (int i = low > 0 ? low : 0; i < n - 1; ++i)
    b[i] = a[i] + in[i];
}
