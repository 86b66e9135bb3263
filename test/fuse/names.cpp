// RUN: %check_fuse %s
// Bodies whose names would collide get scopes of their own, others do not.
//--- before.cpp
void both(const int *__restrict in, double *__restrict a, long *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    using T = double;
    T t = in[i] * 0.5;
    a[i] = t + 1;
  }
  for (int i = 0; i < n; ++i) {
    using T = long;
    T t = in[i] * 3;
    b[i] = t - static_cast<T>(a[i]);
  }
}

static const double offset = 3;
void captured(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    const double offset = in[i] + 1;
    a[i] = offset;
  }
  for (int i = 0; i < n; ++i)
    b[i] = a[i] + offset;
}

void neither(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    const double x = in[i] + 1;
    a[i] = x;
  }
  for (int i = 0; i < n; ++i) {
    const double y = a[i] + 1;
    b[i] = y;
  }
}
//--- after.cpp
void both(const int *__restrict in, double *__restrict a, long *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    {
      using T = double;
      T t = in[i] * 0.5;
      a[i] = t + 1;
    }
    {
      using T = long;
      T t = in[i] * 3;
      b[i] = t - static_cast<T>(a[i]);
    }
  }
}

static const double offset = 3;
void captured(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    {
      const double offset = in[i] + 1;
      a[i] = offset;
    }
    b[i] = a[i] + offset;
  }
}

void neither(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    const double x = in[i] + 1;
    a[i] = x;
    const double y = a[i] + 1;
    b[i] = y;
  }
}
