// RUN: %check_fuse %s
// A `continue` stays in the last body, behind declarations of its own scope too. Nothing is merged behind it.
//--- before.cpp
void last(int n, const double *__restrict x, double *__restrict a, double *__restrict b) {
  for (int i = 0; i < n; ++i)
    b[i] = x[i];
  for (int k = 0; k < n; ++k) {
    if (x[k] < 0)
      continue; // nothing to do
    a[k] = x[k];
  }
}

void scoped(int n, const double *__restrict x, double *__restrict a, double *__restrict b, double *__restrict c) {
  for (int i = 0; i < n; ++i) {
    double t = x[i] * 2;
    b[i] = t;
  }
  for (int i = 0; i < n; ++i) {
    double t = x[i] * 3;
    switch (int(t)) {
    case 1:
      continue;
    case 2:
      a[i] = 4;
      break;
    default:
      a[i] = t;
    }
    a[i] += b[i];
  }
  for (int i = 0; i < n; ++i)
    c[i] = x[i];
}

void both(int n, const double *__restrict x, double *__restrict a, double *__restrict b, double *__restrict c) {
  for (int i = 0; i < n; ++i) {
    if (x[i] > 1)
      continue;
    b[i] = x[i];
  }
  for (int i = 0; i < n; ++i) {
    if (x[i] < 0)
      continue;
    a[i] = x[i];
  }
}
//--- after.cpp
void last(int n, const double *__restrict x, double *__restrict a, double *__restrict b) {
  for (int i = 0; i < n; ++i) {
    b[i] = x[i];
    if (x[i] < 0)
      continue; // nothing to do
    a[i] = x[i];
  }
}

void scoped(int n, const double *__restrict x, double *__restrict a, double *__restrict b, double *__restrict c) {
  for (int i = 0; i < n; ++i) {
    {
      double t = x[i] * 2;
      b[i] = t;
    }
    {
      double t = x[i] * 3;
      switch (int(t)) {
      case 1:
        continue;
      case 2:
        a[i] = 4;
        break;
      default:
        a[i] = t;
      }
      a[i] += b[i];
    }
  }
  for (int i = 0; i < n; ++i)
    c[i] = x[i];
}

void both(int n, const double *__restrict x, double *__restrict a, double *__restrict b, double *__restrict c) {
  for (int i = 0; i < n; ++i) {
    if (x[i] > 1)
      continue;
    b[i] = x[i];
  }
  for (int i = 0; i < n; ++i) {
    if (x[i] < 0)
      continue;
    a[i] = x[i];
  }
}
