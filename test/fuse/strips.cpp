// RUN: %check_fuse %s --vectors
// By iteration one body would take the other's vectors away: each keeps a loop of its own, for a strip at a time.
//--- before.cpp
typedef decltype(sizeof(0)) size;
extern "C" double tanh(double) noexcept;

// The temporary becomes a buffer as long as a strip.
void temporary(const float *__restrict in, float *__restrict out, int n) {
  float *t = new float[n];
  for (int i = 0; i < n; ++i)
    t[i] = in[i] * 0.5f;
  // Squash.
  for (int k = 0; k < n; ++k)
    out[k] = float(tanh(t[k])); // 1 at most
  delete[] t;
}

// Neighbours that go well together share an inner loop, and what only they need is a scalar.
void neighbours(const double *__restrict in, double *__restrict out, size n) {
  double *half = new double[n];
  double *t = new double[n];
  for (size i = 0; i < n; ++i) {
    half[i] = in[i] * 0.5;
  }
  for (size j = 0; j < n; ++j) {
    t[j] = half[j] + 1;
  }
  for (size j = 0; j < n; ++j) {
    out[j] = tanh(t[j]);
  }
  delete[] half;
  delete[] t;
}

// Elements that are scattered, a start other than 0, `<=`.
void histogram(int *__restrict keys, int *__restrict count, unsigned last) {
  for (unsigned i = 1; i <= last; ++i)
    keys[i] = keys[i] * 3 & 255;
  for (unsigned i = 1; i <= last; ++i)
    ++count[keys[i]];
}

// What earlier iterations wrote: it stays in memory.
void carried(const int *__restrict in, int *__restrict t, int *__restrict out, long n) {
  for (long i = 1; i < n - 1; ++i)
    t[i] = in[i] + 1;
  for (long i = 1; i < n - 1; ++i)
    out[i] = t[i] + t[i - 1];
}

// A number of iterations that is known: the counter cannot overflow.
#define LAST 100000
void known(const double (&in)[LAST], double (&out)[LAST]) {
  static_assert(LAST > 1);
  double *t = new double[LAST];
  const double first = in[0];
  for (int i = 0; i < LAST; ++i)
    t[i] = in[i] - first;
  const double scale = 2 * first;
  for (auto i = 0; i < LAST; i++)
    out[i] = tanh(t[i]) * scale;
  delete[] t;
}

// Two groups of one block, and names that are taken.
int strip0(int);
void twice(const float *__restrict in, float *__restrict out, float *__restrict more, int n, int strip) {
  int i0 = strip0(strip);
  for (int i = 0; i < n; ++i)
    out[i] = in[i] + i0;
  for (int i = 0; i < n; ++i)
    more[i] = float(tanh(out[i]));
  strip0(n);
  for (int i = 0; i < strip; ++i)
    out[i] = in[i] - i0;
  for (int i = 0; i < strip; ++i)
    more[i] = float(tanh(out[i]));
}

// All of it fits into the cache as it is.
void few(const double (&in)[64], double (&out)[64]) {
  double t[64];
  for (int i = 0; i < 64; ++i)
    t[i] = in[i] * 2;
  for (int i = 0; i < 64; ++i)
    out[i] = tanh(t[i]);
}

// Counters of two types, and one that lives on.
void counters(const float *__restrict in, float *__restrict out, float *__restrict more, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = in[i] + 1;
  for (long i = 0; i < n; ++i)
    more[i] = float(tanh(out[i]));
  int k;
  for (k = 0; k < n; ++k)
    out[k] = in[k] - 1;
  for (k = 0; k < n; ++k)
    more[k] += float(tanh(out[k]));
}

// A read of what is computed later would come too late.
void ahead(const float *__restrict in, float *__restrict t, float *__restrict out, int n) {
  for (int i = 0; i < n; ++i)
    t[i] = in[i] + 1;
  for (int i = 0; i < n; ++i)
    out[i] = float(tanh(t[n - 1 - i]));
}

// The strips of the second pair have their length between the loops of the region.
void twice(const double *__restrict in, double *__restrict out, double *__restrict b, double *__restrict c) {
  for (int i = 0; i < 100000; ++i)
    b[i] = in[i] - 1;
  for (int i = 0; i < 100000; i++)
    out[i] = tanh(b[i]);
  const double x = tanh(out[0]);
  for (int i = 0; i < 100000; ++i)
    c[i] = in[99999 - i] - x;
  for (int i = 0; i < 100000; i++)
    b[i] = tanh(c[i]);
}
//--- after.cpp
typedef decltype(sizeof(0)) size;
extern "C" double tanh(double) noexcept;

// The temporary becomes a buffer as long as a strip.
void temporary(const float *__restrict in, float *__restrict out, int n) {
  constexpr int strip = 1024;
  for (long long i0 = 0; i0 < n; i0 += strip) {
    const int iEnd = i0 + strip < n ? i0 + strip : n;
    float t_strip[strip];
    for (int i = i0; i < iEnd; ++i)
      t_strip[i - i0] = in[i] * 0.5f;
    // Squash.
    for (int k = i0; k < iEnd; ++k)
      out[k] = float(tanh(t_strip[k - i0])); // 1 at most
  }
}

// Neighbours that go well together share an inner loop, and what only they need is a scalar.
void neighbours(const double *__restrict in, double *__restrict out, size n) {
  constexpr int strip = 512;
  for (size i0 = 0; i0 < n; i0 += strip) {
    const size iEnd = i0 + strip < n ? i0 + strip : n;
    double t_strip[strip];
    for (size i = i0; i < iEnd; ++i) {
      const double half_i = in[i] * 0.5;
      t_strip[i - i0] = half_i + 1;
    }
    for (size j = i0; j < iEnd; ++j) {
      out[j] = tanh(t_strip[j - i0]);
    }
  }
}

// Elements that are scattered, a start other than 0, `<=`.
void histogram(int *__restrict keys, int *__restrict count, unsigned last) {
  constexpr int strip = 1024;
  for (long long i0 = 1; i0 <= last; i0 += strip) {
    const unsigned iLast = i0 + (strip - 1) < last ? i0 + (strip - 1) : last;
    for (unsigned i = i0; i <= iLast; ++i)
      keys[i] = keys[i] * 3 & 255;
    for (unsigned i = i0; i <= iLast; ++i)
      ++count[keys[i]];
  }
}

// What earlier iterations wrote: it stays in memory.
void carried(const int *__restrict in, int *__restrict t, int *__restrict out, long n) {
  constexpr int strip = 1024;
  for (long i0 = 1; i0 < n - 1; i0 += strip) {
    const long iEnd = i0 + strip < n - 1 ? i0 + strip : n - 1;
    for (long i = i0; i < iEnd; ++i)
      t[i] = in[i] + 1;
    for (long i = i0; i < iEnd; ++i)
      out[i] = t[i] + t[i - 1];
  }
}

// A number of iterations that is known: the counter cannot overflow.
#define LAST 100000
void known(const double (&in)[LAST], double (&out)[LAST]) {
  static_assert(LAST > 1);
  const double first = in[0];
  const double scale = 2 * first;
  constexpr int strip = 1024;
  for (int i0 = 0; i0 < LAST; i0 += strip) {
    const int iEnd = i0 + strip < LAST ? i0 + strip : LAST;
    double t_strip[strip];
    for (int i = i0; i < iEnd; ++i)
      t_strip[i - i0] = in[i] - first;
    for (auto i = i0; i < iEnd; i++)
      out[i] = tanh(t_strip[i - i0]) * scale;
  }
}

// Two groups of one block, and names that are taken.
int strip0(int);
void twice(const float *__restrict in, float *__restrict out, float *__restrict more, int n, int strip) {
  int i0 = strip0(strip);
  constexpr int strip2 = 1024;
  for (long long i0_2 = 0; i0_2 < n; i0_2 += strip2) {
    const int iEnd = i0_2 + strip2 < n ? i0_2 + strip2 : n;
    for (int i = i0_2; i < iEnd; ++i)
      out[i] = in[i] + i0;
    for (int i = i0_2; i < iEnd; ++i)
      more[i] = float(tanh(out[i]));
  }
  strip0(n);
  constexpr int strip3 = 1024;
  for (long long i0_3 = 0; i0_3 < strip; i0_3 += strip3) {
    const int iEnd2 = i0_3 + strip3 < strip ? i0_3 + strip3 : strip;
    for (int i = i0_3; i < iEnd2; ++i)
      out[i] = in[i] - i0;
    for (int i = i0_3; i < iEnd2; ++i)
      more[i] = float(tanh(out[i]));
  }
}

// All of it fits into the cache as it is.
void few(const double (&in)[64], double (&out)[64]) {
  double t[64];
  for (int i = 0; i < 64; ++i)
    t[i] = in[i] * 2;
  for (int i = 0; i < 64; ++i)
    out[i] = tanh(t[i]);
}

// Counters of two types, and one that lives on.
void counters(const float *__restrict in, float *__restrict out, float *__restrict more, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = in[i] + 1;
  for (long i = 0; i < n; ++i)
    more[i] = float(tanh(out[i]));
  int k;
  for (k = 0; k < n; ++k)
    out[k] = in[k] - 1;
  for (k = 0; k < n; ++k)
    more[k] += float(tanh(out[k]));
}

// A read of what is computed later would come too late.
void ahead(const float *__restrict in, float *__restrict t, float *__restrict out, int n) {
  for (int i = 0; i < n; ++i)
    t[i] = in[i] + 1;
  for (int i = 0; i < n; ++i)
    out[i] = float(tanh(t[n - 1 - i]));
}

// The strips of the second pair have their length between the loops of the region.
void twice(const double *__restrict in, double *__restrict out, double *__restrict b, double *__restrict c) {
  constexpr int strip = 1024;
  for (int i0 = 0; i0 < 100000; i0 += strip) {
    const int iEnd = i0 + strip < 100000 ? i0 + strip : 100000;
    for (int i = i0; i < iEnd; ++i)
      b[i] = in[i] - 1;
    for (int i = i0; i < iEnd; i++)
      out[i] = tanh(b[i]);
  }
  const double x = tanh(out[0]);
  constexpr int strip2 = 1024;
  for (int i0 = 0; i0 < 100000; i0 += strip2) {
    const int iEnd = i0 + strip2 < 100000 ? i0 + strip2 : 100000;
    for (int i = i0; i < iEnd; ++i)
      c[i] = in[99999 - i] - x;
    for (int i = i0; i < iEnd; i++)
      b[i] = tanh(c[i]);
  }
}
