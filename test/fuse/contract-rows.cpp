// RUN: %check_fuse %s
// A temporary that one scalar cannot replace, but a row of it can: it loses its outer dimensions.
//--- before.cpp
#define COLUMNS 48
constexpr int N = 32, M = 64;

// Written and read in other loops of the same row.
void rows(const float (&x)[N][M], float (&y)[N][M]) {
  float t[N][M];
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      t[i][j] = x[i][j] * x[i][j];
  for (int r = 0; r < N; ++r) {
    float sum = 0;
    for (int j = 0; j < M; ++j)
      sum += t[r][M - 1 - j];
    y[r][0] = sum + t[r][3];
  }
}

// A macro, another variable in the same declaration, a shift, an initializer that fits.
void shifted(const int (&x)[N][COLUMNS], int (&y)[N][COLUMNS]) {
  int first = 1, t[N + 1][COLUMNS] = {}, last = 2;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < COLUMNS; ++j)
      t[i + 1][j] = x[i][j] + first;
  for (int r = 1; r <= N; ++r)
    for (int j = 0; j < COLUMNS; ++j)
      y[r - 1][j] = t[r][COLUMNS - 1 - j] + last;
}

// Planes of three dimensions, and rows of them where two loops are merged.
void planes(const int (&x)[8][9][10], int *__restrict y) {
  int t[8][9][10];
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 9; ++j)
      for (int k = 0; k < 10; ++k)
        t[i][j][k] = 2 * x[i][j][k];
  for (int i = 0; i < 8; ++i)
    for (int k = 0; k < 10; ++k)
      for (int j = 0; j < 9; ++j)
        y[i] += t[i][j][k] * (k + 1);
}
void deep(const int (&x)[8][9][10], int (*__restrict y)[9]) {
  int t[8][9][10];
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 9; ++j)
      for (int k = 0; k < 10; ++k)
        t[i][j][k] = 2 * x[i][j][k];
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 9; ++j)
      for (int k = 9; k >= 0; --k)
        y[i][j] = y[i][j] * 3 + t[i][j][k];
}

// The row is not written as a whole: what another iteration left would be read.
void partly(const int (&x)[N][M], int *__restrict y) {
  int t[N][M] = {};
  for (int i = 0; i < N; ++i)
    for (int j = 1; j < M; ++j)
      t[i][j] = x[i][j];
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      y[i] += t[i][M - 1 - j];
}

// The row above is read.
void above(const int (&x)[N][M], int *__restrict y) {
  int t[N][M];
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      t[i][j] = x[i][j];
  for (int i = 0; i < N; ++i)
    for (int j = M - 1; j >= 0; --j)
      y[i] += t[i > 0 ? i - 1 : 0][j];
}

// Its size is asked for.
void sized(const int (&x)[N][M], int *__restrict y) {
  int t[N][M];
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      t[i][j] = x[i][j];
  for (int i = 0; i < N; ++i)
    for (int j = M - 1; j >= 0; --j)
      y[i] += t[i][j] + static_cast<int>(sizeof(t));
}

// Text that this compilation leaves out names it.
void hidden(const int (&x)[N][M], int *__restrict y) {
  int t[N][M];
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      t[i][j] = x[i][j];
  for (int i = 0; i < N; ++i)
    for (int j = M - 1; j >= 0; --j)
      y[i] += t[i][j];
#ifdef TRACE
  y[0] += t[2][3];
#endif
}

// An initializer that has rows, and a shape by another name.
typedef int Matrix[N][M];
void shapes(const int (&x)[N][M], int *__restrict y) {
  int t[N][M] = {{1}, {2}};
  Matrix u;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j) {
      t[i][j] = x[i][j];
      u[i][j] = x[i][j];
    }
  for (int i = 0; i < N; ++i)
    for (int j = M - 1; j >= 0; --j)
      y[i] += t[i][j] - u[i][j];
}

// An access that need not happen, and a declaration between the loops.
void maximum(const float (&x)[N][M], float *__restrict y, float *__restrict z) {
  for (int i = 0; i < N; ++i)
    z[i] = x[i][0];
  float t[N][M], u[N];
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      t[i][j] = x[i][j] + z[i];
  for (int i = 0; i < N; ++i) {
    u[i] = 0;
    for (int j = 0; j < M; ++j)
      u[i] = t[i][j] > u[i] ? t[i][j] : u[i];
  }
  for (int i = 0; i < N; ++i)
    y[i] = u[i] * 2;
}
//--- after.cpp
#define COLUMNS 48
constexpr int N = 32, M = 64;

// Written and read in other loops of the same row.
void rows(const float (&x)[N][M], float (&y)[N][M]) {
  float t[M];
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < M; ++j)
      t[j] = x[i][j] * x[i][j];
    float sum = 0;
    for (int j = 0; j < M; ++j)
      sum += t[M - 1 - j];
    y[i][0] = sum + t[3];
  }
}

// A macro, another variable in the same declaration, a shift, an initializer that fits.
void shifted(const int (&x)[N][COLUMNS], int (&y)[N][COLUMNS]) {
  int first = 1, t[COLUMNS] = {}, last = 2;
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < COLUMNS; ++j)
      t[j] = x[i][j] + first;
    for (int j = 0; j < COLUMNS; ++j)
      y[i][j] = t[COLUMNS - 1 - j] + last;
  }
}

// Planes of three dimensions, and rows of them where two loops are merged.
void planes(const int (&x)[8][9][10], int *__restrict y) {
  int t[9][10];
  for (int i = 0; i < 8; ++i) {
    for (int j = 0; j < 9; ++j)
      for (int k = 0; k < 10; ++k)
        t[j][k] = 2 * x[i][j][k];
    for (int k = 0; k < 10; ++k)
      for (int j = 0; j < 9; ++j)
        y[i] += t[j][k] * (k + 1);
  }
}
void deep(const int (&x)[8][9][10], int (*__restrict y)[9]) {
  int t[10];
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 9; ++j) {
      for (int k = 0; k < 10; ++k)
        t[k] = 2 * x[i][j][k];
      for (int k = 9; k >= 0; --k)
        y[i][j] = y[i][j] * 3 + t[k];
    }
}

// The row is not written as a whole: what another iteration left would be read.
void partly(const int (&x)[N][M], int *__restrict y) {
  int t[N][M] = {};
  for (int i = 0; i < N; ++i) {
    for (int j = 1; j < M; ++j)
      t[i][j] = x[i][j];
    for (int j = 0; j < M; ++j)
      y[i] += t[i][M - 1 - j];
  }
}

// The row above is read.
void above(const int (&x)[N][M], int *__restrict y) {
  int t[N][M];
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      t[i][j] = x[i][j];
  for (int i = 0; i < N; ++i)
    for (int j = M - 1; j >= 0; --j)
      y[i] += t[i > 0 ? i - 1 : 0][j];
}

// Its size is asked for.
void sized(const int (&x)[N][M], int *__restrict y) {
  int t[N][M];
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < M; ++j)
      t[i][j] = x[i][j];
    for (int j = M - 1; j >= 0; --j)
      y[i] += t[i][j] + static_cast<int>(sizeof(t));
  }
}

// Text that this compilation leaves out names it.
void hidden(const int (&x)[N][M], int *__restrict y) {
  int t[N][M];
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < M; ++j)
      t[i][j] = x[i][j];
    for (int j = M - 1; j >= 0; --j)
      y[i] += t[i][j];
  }
#ifdef TRACE
  y[0] += t[2][3];
#endif
}

// An initializer that has rows, and a shape by another name.
typedef int Matrix[N][M];
void shapes(const int (&x)[N][M], int *__restrict y) {
  int t[N][M] = {{1}, {2}};
  Matrix u;
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < M; ++j) {
      t[i][j] = x[i][j];
      u[i][j] = x[i][j];
    }
    for (int j = M - 1; j >= 0; --j)
      y[i] += t[i][j] - u[i][j];
  }
}

// An access that need not happen, and a declaration between the loops.
void maximum(const float (&x)[N][M], float *__restrict y, float *__restrict z) {
  for (int i = 0; i < N; ++i) {
    z[i] = x[i][0];
    float u_i = 0;
    for (int j = 0; j < M; ++j) {
      const float t_j = x[i][j] + z[i];
      u_i = t_j > u_i ? t_j : u_i;
    }
    y[i] = u_i * 2;
  }
}
