// RUN: %check_fuse %s
// A `continue` ends its own body alone. In the last one it stays as it is.
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

void opposite(int n, const int *__restrict x, int *__restrict a, int *__restrict b, const bool *__restrict off) {
  for (int i = 0; i < n; ++i) {
    if (x[i] >= 9)
      continue;
    a[i] = x[i];
  }
  for (int i = 0; i < n; ++i) {
    if (!off[i]) { continue; }
    b[i] = x[i];
  }
  for (int i = 0; i < n; ++i) {
    const int t = x[i];
    if (t % 2 || off[i])
      continue;
    // What is left.
    const int u = t + 1;

    b[i] += u; // most of it
  }
  for (int i = 0; i < n; ++i)
    a[i] += b[i];
}

void known(int n, const int *__restrict x, int *__restrict a, int *__restrict b) {
  for (int i = 0; i < n; ++i) {
    if (i == 0)
      continue;
    a[i] = x[i];
  }
  for (int i = 0; i < n; ++i) {
    if (i < 2)
      continue;
    b[i] = a[i - 1] + a[i - 2];
  }
  for (int i = 0; i < n; ++i)
    b[i] += a[i];
}

void once(int n, const int *__restrict x, int *__restrict a, int *__restrict b) {
  for (int i = 0; i < n; ++i) {
    int t = x[i];
    if (t > 1) {
      a[i] = 7;
      continue;
    }
    if (t < -1)
      continue;
    for (int j = 0; j < 3; ++j) {
      if (t == j)
        continue;
      a[i] += j;
    }
  }
  for (int i = 0; i < n; ++i) {
    if (x[i] == 3) continue; // said of it
    b[i] = x[i];
  }
  for (int i = 0; i < n; ++i) {
    int t = x[i] * 3;
    b[i] += t * a[i];
  }
}

void deep(int n, int m, const int (*__restrict x)[64], int (*__restrict a)[64], int (*__restrict b)[64]) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      if (x[i][j] == 0)
        continue;
      a[i][j] = x[i][j];
    }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      b[i][j] = a[i][j];
}

void oneLine(int n, const int *__restrict x, int *__restrict a, int *__restrict b) {
  for (int i = 0; i < n; ++i) { if (x[i] == 0) continue; a[i] = x[i]; } for (int k = 0; k < n; ++k) b[k] = a[k];
  for (int i = 0; i < n; ++i) { if (x[i] == 0) { b[i]++; continue; } a[i] = x[i]; } for (int k = 0; k < n; ++k) b[k] = a[k];
}

// What stands behind it may not run: the second loop reads what the first one may not have written.
void carried(int n, const int *__restrict x, int *__restrict a, int *__restrict b) {
  for (int i = 0; i < n; ++i) {
    if (x[i] == 0)
      continue;
    a[i] = x[i];
  }
  for (int i = 0; i < n; ++i)
    b[i] = a[n - 1 - i];
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
    do {
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
    } while (false);
    c[i] = x[i];
  }
}

void both(int n, const double *__restrict x, double *__restrict a, double *__restrict b, double *__restrict c) {
  for (int i = 0; i < n; ++i) {
    if (!(x[i] > 1)) {
      b[i] = x[i];
    }
    if (x[i] < 0)
      continue;
    a[i] = x[i];
  }
}

void opposite(int n, const int *__restrict x, int *__restrict a, int *__restrict b, const bool *__restrict off) {
  for (int i = 0; i < n; ++i) {
    if (x[i] < 9) {
      a[i] = x[i];
    }
    if (off[i]) {
      b[i] = x[i];
    }
    const int t = x[i];
    if (!(t % 2 || off[i])) {
      // What is left.
      const int u = t + 1;

      b[i] += u; // most of it
    }
    a[i] += b[i];
  }
}

void known(int n, const int *__restrict x, int *__restrict a, int *__restrict b) {
  constexpr int strip = 1024;
  for (long long i0 = 0; i0 < n; i0 += strip) {
    const int iEnd = i0 + strip < n ? i0 + strip : n;
    for (int i = i0; i < iEnd; ++i) {
      if (i == 0)
        continue;
      a[i] = x[i];
    }
    for (int i = i0; i < iEnd; ++i) {
      if (i >= 2) {
        b[i] = a[i - 1] + a[i - 2];
      }
      b[i] += a[i];
    }
  }
}

void once(int n, const int *__restrict x, int *__restrict a, int *__restrict b) {
  for (int i = 0; i < n; ++i) {
    do {
      int t = x[i];
      if (t > 1) {
        a[i] = 7;
        continue;
      }
      if (t < -1)
        continue;
      for (int j = 0; j < 3; ++j) {
        if (t == j)
          continue;
        a[i] += j;
      }
    } while (false);
    do {
      if (x[i] == 3) continue; // said of it
      b[i] = x[i];
    } while (false);
    {
      int t = x[i] * 3;
      b[i] += t * a[i];
    }
  }
}

void deep(int n, int m, const int (*__restrict x)[64], int (*__restrict a)[64], int (*__restrict b)[64]) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      if (x[i][j] != 0) {
        a[i][j] = x[i][j];
      }
      b[i][j] = a[i][j];
    }
}

void oneLine(int n, const int *__restrict x, int *__restrict a, int *__restrict b) {
  for (int i = 0; i < n; ++i) {
    if (x[i] != 0) {
      a[i] = x[i];
    }
    b[i] = a[i];
    do {
      if (x[i] == 0) { b[i]++; continue; } a[i] = x[i];
    } while (false);
    b[i] = a[i];
  }
}

// What stands behind it may not run: the second loop reads what the first one may not have written.
void carried(int n, const int *__restrict x, int *__restrict a, int *__restrict b) {
  for (int i = 0; i < n; ++i) {
    if (x[i] == 0)
      continue;
    a[i] = x[i];
  }
  for (int i = 0; i < n; ++i)
    b[i] = a[n - 1 - i];
}
