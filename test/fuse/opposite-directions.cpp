// RUN: %check_fuse %s
// A loop whose iterations do not depend on each other runs in the direction of the first one.
//--- before.cpp
void vertical(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  for (int i = n - 1; i >= 0; --i)
    b[i] = a[i] + 1;
}

void downFirst(const int *__restrict in, int *__restrict a, int *__restrict b, unsigned n) {
  for (unsigned i = n; i-- > 0;)
    a[i] = in[i] * 2;
  for (unsigned k = 0; k < n; ++k)
    b[k] = a[k] + 1;
  for (unsigned k = 0; k < n; ++k)
    b[k] *= in[k];
}

void inner(int (*__restrict a)[64], int (*__restrict b)[64], int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 64; ++j)
      a[i][j] = i * j;
  for (int i = n - 1; i >= 0; --i)
    for (int j = 63; j >= 0; --j)
      b[i][j] = a[i][j] + 1;
}

// The rows are filled one from the other, but each by itself.
void rows(int (*__restrict a)[64], int (*__restrict b)[64], int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 63; ++j)
      a[i][j] = i * j;
  for (int i = n - 1; i >= 0; --i)
    for (int j = 0; j < 63; ++j)
      b[i][j + 1] = b[i][j] + a[i][j];
}

int temporary(const int *__restrict in, int *__restrict b, int n) {
  int t[64];
  for (int i = 0; i < n; ++i)
    t[i] = in[i] * 2;
  for (int i = n - 1; i >= 0; --i)
    b[i] = t[i] + 1;
  return 0;
}

// Each value is made of the one before it.
void carried(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  for (int i = n - 1; i >= 0; --i)
    b[i] = b[i + 1] + a[i];
}

// The order of a sum is its own.
double summed(const double *__restrict in, double *__restrict a, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  for (int i = n - 1; i >= 0; --i)
    sum += a[i];
  return sum;
}

// So is the one that is written last.
void last(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  for (int i = n - 1; i >= 0; --i)
    b[i / 2] = a[i];
}

// What 'b' and 'c' have in common is not known.
void unknown(const int *__restrict in, int *__restrict a, int *b, int *c, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  for (int i = n - 1; i >= 0; --i)
    b[i] = a[i] + c[i];
}

// The second loop needs what the first one makes later.
void ahead(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  for (int i = n - 1; i >= 0; --i)
    b[i] = a[i + 1];
}

// What the counter is left with is asked for.
int left(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int i;
  for (i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  for (i = n - 1; i >= 0; --i)
    b[i] = a[i];
  return i;
}
//--- after.cpp
void vertical(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = in[i] * 2;
    b[i] = a[i] + 1;
  }
}

void downFirst(const int *__restrict in, int *__restrict a, int *__restrict b, unsigned n) {
  for (unsigned i = n; i-- > 0;) {
    a[i] = in[i] * 2;
    b[i] = a[i] + 1;
    b[i] *= in[i];
  }
}

void inner(int (*__restrict a)[64], int (*__restrict b)[64], int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 64; ++j) {
      a[i][j] = i * j;
      b[i][j] = a[i][j] + 1;
    }
}

// The rows are filled one from the other, but each by itself.
void rows(int (*__restrict a)[64], int (*__restrict b)[64], int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 63; ++j) {
      a[i][j] = i * j;
      b[i][j + 1] = b[i][j] + a[i][j];
    }
}

int temporary(const int *__restrict in, int *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    const int t_i = in[i] * 2;
    b[i] = t_i + 1;
  }
  return 0;
}

// Each value is made of the one before it.
void carried(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  for (int i = n - 1; i >= 0; --i)
    b[i] = b[i + 1] + a[i];
}

// The order of a sum is its own.
double summed(const double *__restrict in, double *__restrict a, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  for (int i = n - 1; i >= 0; --i)
    sum += a[i];
  return sum;
}

// So is the one that is written last.
void last(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  for (int i = n - 1; i >= 0; --i)
    b[i / 2] = a[i];
}

// What 'b' and 'c' have in common is not known.
void unknown(const int *__restrict in, int *__restrict a, int *b, int *c, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  for (int i = n - 1; i >= 0; --i)
    b[i] = a[i] + c[i];
}

// The second loop needs what the first one makes later.
void ahead(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  for (int i = n - 1; i >= 0; --i)
    b[i] = a[i + 1];
}

// What the counter is left with is asked for.
int left(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int i;
  for (i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  for (i = n - 1; i >= 0; --i)
    b[i] = a[i];
  return i;
}
