// RUN: %check_fuse %s --vectors
// Two arrays stay that are filled: strip by strip, one after the other.
//--- before.cpp
// Only the input is shared.
void horizontal(const float *__restrict in, float *__restrict x, float *__restrict y, int n) {
  for (int i = 0; i < n; ++i)
    x[i] = in[i] * 2;
  for (int i = 0; i < n; ++i)
    y[i] = in[i] + 1;
}

// What is updated in place shares an inner loop with the next one.
void mixed(const float *__restrict in, float *__restrict x, float *__restrict y, float *__restrict z, int n) {
  for (int i = 0; i < n; ++i)
    x[i] += in[i];
  for (int i = 0; i < n; ++i)
    y[i] += in[i] * x[i];
  for (int i = 0; i < n; ++i)
    z[i] = in[i] - y[i];
}

// Starts that are no constants.
void part(const double *__restrict in, double *__restrict x, double *__restrict y, int first, int last) {
  for (int i = first; i <= last; ++i)
    x[i] = in[i] * 2;
  for (int k = first; k <= last; ++k)
    y[k] = x[k] + 1;
}
void behind(const double *__restrict in, double *__restrict x, double *__restrict y, unsigned n, unsigned skipped) {
  for (unsigned i = skipped + 1; i < n; ++i)
    x[i] = in[i] * 2;
  for (unsigned i = skipped + 1; i < n; ++i)
    y[i] = x[i] + 1;
}

// One of 64 bits might begin near the end of its type.
void far(const double *__restrict in, double *__restrict x, double *__restrict y, long first, long last) {
  for (long i = first; i < last; ++i)
    x[i - first] = in[i - first] * 2;
  for (long i = first; i < last; ++i)
    y[i - first] = x[i - first] + 1;
}

// Rows first, then the loops of a row.
void rows(const float *__restrict in, float *__restrict x, float *__restrict y, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      x[i * m + j] = in[i * m + j] * 2;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = in[i * m + j] + 1;
}

// The temporary vanishes: one array is left.
void contracted(const float *__restrict in, float *__restrict y, int n) {
  float *t = new float[n];
  for (int i = 0; i < n; ++i)
    t[i] = in[i] * 2;
  for (int i = 0; i < n; ++i)
    y[i] = t[i] + 1;
  delete[] t;
}
//--- after.cpp
// Only the input is shared.
void horizontal(const float *__restrict in, float *__restrict x, float *__restrict y, int n) {
  constexpr int strip = 512;
  for (long long i0 = 0; i0 < n; i0 += strip) {
    const int iEnd = i0 + strip < n ? i0 + strip : n;
    for (int i = i0; i < iEnd; ++i)
      x[i] = in[i] * 2;
    for (int i = i0; i < iEnd; ++i)
      y[i] = in[i] + 1;
  }
}

// What is updated in place shares an inner loop with the next one.
void mixed(const float *__restrict in, float *__restrict x, float *__restrict y, float *__restrict z, int n) {
  constexpr int strip = 512;
  for (long long i0 = 0; i0 < n; i0 += strip) {
    const int iEnd = i0 + strip < n ? i0 + strip : n;
    for (int i = i0; i < iEnd; ++i) {
      x[i] += in[i];
      y[i] += in[i] * x[i];
    }
    for (int i = i0; i < iEnd; ++i)
      z[i] = in[i] - y[i];
  }
}

// Starts that are no constants.
void part(const double *__restrict in, double *__restrict x, double *__restrict y, int first, int last) {
  constexpr int strip = 512;
  for (long long i0 = first; i0 <= last; i0 += strip) {
    const int iLast = i0 + (strip - 1) < last ? i0 + (strip - 1) : last;
    for (int i = i0; i <= iLast; ++i)
      x[i] = in[i] * 2;
    for (int k = i0; k <= iLast; ++k)
      y[k] = x[k] + 1;
  }
}
void behind(const double *__restrict in, double *__restrict x, double *__restrict y, unsigned n, unsigned skipped) {
  constexpr int strip = 512;
  for (long long i0 = skipped + 1; i0 < n; i0 += strip) {
    const unsigned iEnd = i0 + strip < n ? i0 + strip : n;
    for (unsigned i = i0; i < iEnd; ++i)
      x[i] = in[i] * 2;
    for (unsigned i = i0; i < iEnd; ++i)
      y[i] = x[i] + 1;
  }
}

// One of 64 bits might begin near the end of its type.
void far(const double *__restrict in, double *__restrict x, double *__restrict y, long first, long last) {
  for (long i = first; i < last; ++i)
    x[i - first] = in[i - first] * 2;
  for (long i = first; i < last; ++i)
    y[i - first] = x[i - first] + 1;
}

// Rows first, then the loops of a row.
void rows(const float *__restrict in, float *__restrict x, float *__restrict y, int n, int m) {
  for (int i = 0; i < n; ++i) {
    constexpr int strip = 512;
    for (long long j0 = 0; j0 < m; j0 += strip) {
      const int jEnd = j0 + strip < m ? j0 + strip : m;
      for (int j = j0; j < jEnd; ++j)
        x[i * m + j] = in[i * m + j] * 2;
      for (int j = j0; j < jEnd; ++j)
        y[i * m + j] = in[i * m + j] + 1;
    }
  }
}

// The temporary vanishes: one array is left.
void contracted(const float *__restrict in, float *__restrict y, int n) {
  for (int i = 0; i < n; ++i) {
    const float t_i = in[i] * 2;
    y[i] = t_i + 1;
  }
}
