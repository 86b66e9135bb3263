// RUN: %check_fuse %s
// Counters and bounds of unlike types whose values are provably the same.
//--- before.cpp
typedef decltype(sizeof 0) size_t;
void widths(float *__restrict x, float *__restrict y, int n) {
  const long m = n;
  for (int i = 0; i < n; ++i)
    x[i] = i * 2.0f;
  for (long k = 0; k < m; ++k)
    y[k] = x[k] + 1.0f;
}

void sizes(float *__restrict x, float *__restrict y, int n) {
  for (size_t i = 0; i < static_cast<size_t>(n > 0 ? n : 0); ++i)
    x[i] *= 2.0f;
  for (int k = 0; k < n; ++k)
    y[k] = x[k] + 1.0f;
}

void unsignedLong(float *__restrict x, float *__restrict y, unsigned n) {
  for (unsigned i = 0; i < n; ++i)
    x[i] *= 2.0f;
  for (size_t k = 0; k < n; ++k)
    y[k] = x[k] + 1.0f;
}
//--- after.cpp
typedef decltype(sizeof 0) size_t;
void widths(float *__restrict x, float *__restrict y, int n) {
  for (int i = 0; i < n; ++i) {
    x[i] = i * 2.0f;
    const long k = i;
    y[k] = x[k] + 1.0f;
  }
}

void sizes(float *__restrict x, float *__restrict y, int n) {
  for (size_t i = 0; i < static_cast<size_t>(n > 0 ? n : 0); ++i) {
    x[i] *= 2.0f;
    const int k = i;
    y[k] = x[k] + 1.0f;
  }
}

void unsignedLong(float *__restrict x, float *__restrict y, unsigned n) {
  for (unsigned i = 0; i < n; ++i) {
    x[i] *= 2.0f;
    const size_t k = i;
    y[k] = x[k] + 1.0f;
  }
}
