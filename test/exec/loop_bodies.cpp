// RUN: %check_exec %s
// Iterations that end early, counters that wrap around, start in front of their loops or are used behind them, steps
// that nobody knows, lambdas, sections of a switch. At all small lengths.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>
using Values = std::vector<int>;

static void skips(const int *__restrict x, int *__restrict a, int *__restrict b, int *__restrict c, int n) {
  for (int i = 0; i < n; ++i) {
    if (x[i] % 3 == 0)
      continue;
    a[i] = x[i];
  }
  for (int i = 0; i < n; ++i) {
    if (x[i] < 0) {
      b[i] = -1;
      continue;
    }
    switch (x[i] % 5) {
    case 0:
      continue;
    case 1:
      b[i] += 5;
      break;
    default:
      b[i] += a[i];
    }
    for (int j = 0; j < 3; ++j) {
      if (j == x[i] % 4)
        continue;
      b[i] += j;
    }
    b[i] *= 2;
  }
  for (int i = 0; i < n; ++i) {
    int t = a[i] + b[i];
    if (!(t & 1) || t > 40)
      continue;
    int u = t * 3;
    c[i] = u;
  }
  for (int i = 0; i < n; ++i)
    c[i] += a[i];
}

static void skipsNaN(const double *__restrict x, double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    if (x[i] < 1)
      continue;
    a[i] = 2;
  }
  for (int i = 0; i < n; ++i) {
    if (x[i] != x[i])
      continue;
    b[i] = a[i] + x[i];
  }
  for (int i = 0; i < n; ++i)
    b[i] += a[i] * 2;
}

static void skipsPlane(const int (*__restrict x)[8], int (*__restrict a)[8], int (*__restrict b)[8], int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      if (j == i)
        continue;
      a[i][j] = x[i][j];
    }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      b[i][j] = a[i][j] * 2;
}

template <class Count> static void wraps(const int *__restrict x, int *__restrict a, int *__restrict b, Count n) {
  for (Count i = n - 1; i < n; i--)
    a[i] = x[i];
  for (Count i = n - 1; i < n; --i)
    b[i] = a[i] + 1;
}

static int starts(const int *__restrict x, int *__restrict a, int *__restrict b, int n) {
  int i, j;
  i = 0;
  for (; i < n; i++)
    a[i] = x[i];
  j = 0;
  for (; j < n; j++)
    b[j] += a[j];
  i = 0;
  for (; i < n; i++)
    a[i] += b[i];
  return i * 100 + j;
}

static unsigned behind(const int *__restrict x, int *__restrict a, int *__restrict b, unsigned n) {
  unsigned i, j, k;
  for (i = 0; i < n; i++)
    a[i] = x[i];
  for (j = 0; j < n; j++)
    b[j] += a[j];
  for (k = 0; k < n; k++)
    a[k] += b[k];
  return n % 2 ? j : k + 1000;
}

static void steps(const int *__restrict x, int *__restrict a, int *__restrict b, size_t n, size_t s) {
  for (size_t i = 0; i < n; i += s)
    a[i] = x[i];
  for (size_t k = 0; k < n; k += s)
    b[k] = a[k] * 3;
}

static int calls(const int *__restrict x, int *__restrict a, int *__restrict b, int n, int w) {
  const int by = w * 3;
  int sum = 0;
  auto scaled = [by](int v) { return v * by; };
  auto add = [&sum](int v) { sum += v; };
  for (int i = 0; i < n; i++)
    a[i] = scaled(x[i]);
  for (int i = 0; i < n; i++) {
    b[i] = a[i] + scaled(i);
    add(b[i]);
  }
  return sum;
}

static void sections(const int *__restrict x, int *__restrict a, int *__restrict b, int n, int kind) {
  switch (kind) {
  case 1:
    for (int i = 0; i < n; i++)
      a[i] = x[i];
    for (int i = 0; i < n; i++)
      b[i] = a[i];
    break;
  case 2:
    for (int i = 0; i < n; i++)
      a[i] = x[i] + 1;
    [[fallthrough]];
  case 3:
    for (int i = 0; i < n; i++)
      b[i] = a[i] * 2;
    for (int i = 0; i < n; i++)
      a[i] += b[i];
  }
}

static void show(const char *what, const Values &a, const Values &b, const Values &c, long more) {
  unsigned long hash = 5381;
  for (const Values *all : {&a, &b, &c})
    for (int v : *all)
      hash = hash * 33 + unsigned(v);
  std::printf("%s %lx %ld\n", what, hash, more);
}

int main() {
  for (int n = 0; n < 9; ++n) {
    Values x(64), a(64, 7), b(64, 9), c(64, 11);
    for (int i = 0; i < 64; ++i)
      x[i] = (i * 37 + n * 5) % 23 - 6;
    skips(x.data(), a.data(), b.data(), c.data(), n * 6);
    show("skips", a, b, c, n);
    std::vector<double> dx(16), da(16, 1), db(16, 3);
    for (int i = 0; i < 16; ++i)
      dx[i] = i % 3 == 0 ? __builtin_nan("") : i - 7;
    skipsNaN(dx.data(), da.data(), db.data(), n);
    for (int i = 0; i < n; ++i)
      std::printf("%g %g ", da[i], db[i]);
    int px[8][8], pa[8][8] = {}, pb[8][8] = {};
    for (int i = 0; i < 64; ++i)
      px[i / 8][i % 8] = i;
    skipsPlane(px, pa, pb, n, n % 5);
    for (int i = 0; i < 8; ++i)
      std::printf("%d ", pa[i][i] + 2 * pb[i][(i + 1) % 8]);
    wraps<size_t>(x.data(), a.data(), b.data(), n);
    wraps<unsigned>(x.data(), b.data(), c.data(), n * 2);
    wraps<uint8_t>(x.data() + 1, c.data(), a.data(), uint8_t(n + 3));
    show("wraps", a, b, c, n);
    int left = starts(x.data(), a.data(), b.data(), n);
    show("starts", a, b, c, left);
    unsigned more = behind(x.data(), a.data(), c.data(), n);
    show("behind", a, b, c, more);
    for (size_t s : {size_t(1), size_t(3), size_t(50), size_t(-1), size_t(-5)}) {
      steps(x.data(), a.data(), b.data(), 4 * n, s);
      show("steps", a, b, c, long(s));
    }
    show("calls", a, b, c, calls(x.data(), a.data(), b.data(), n * 3, n));
    for (int kind = 0; kind < 4; ++kind) {
      sections(x.data(), a.data(), b.data(), n + kind, kind);
      show("sections", a, b, c, kind);
    }
  }
}
