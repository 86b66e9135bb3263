// RUN: %check_exec %s
// Loops under conditions, and loops that count against each other.
#include <cstdio>
#include <initializer_list>

static int a[80], b[80], c[80], in[80];

static void reset() {
  for (int i = 0; i < 80; ++i) {
    in[i] = (i * 7919) % 101 - 50;
    a[i] = i;
    b[i] = -i;
    c[i] = 3 * i;
  }
}

static void show(const char *name) {
  unsigned hash = 1;
  for (int i = 0; i < 80; ++i)
    hash = hash * 31 + unsigned(a[i]) * 7 + unsigned(b[i]) * 5 + unsigned(c[i]);
  std::printf("%s %08x\n", name, hash);
  reset();
}

static void same(int n, bool wanted) {
  if (wanted) {
    for (int i = 0; i < n; ++i)
      a[i] = in[i] * 2;
  }
  if (wanted)
    for (int i = 0; i < n; ++i)
      b[i] = a[i] + 1;
}

static void spare(int n) {
  if (n > 0)
    for (int i = 0; i < n; ++i)
      a[i] = in[i] * 2;
  for (int i = 0; i < n; ++i)
    b[i] = a[i] + 1;
  if (0 < n) {
    for (int i = 0; i < n; ++i)
      c[i] = a[i] - b[i];
  }
}

// Under n > 1 something is left out.
static void notSpare(int n) {
  if (n > 1)
    for (int i = 0; i < n; ++i)
      a[i] = in[i] * 2;
  for (int i = 0; i < n; ++i)
    b[i] = a[i] + 1;
}

// The first loop changes what the second one's condition reads.
static void changes(int n) {
  if (a[2] > 1)
    for (int i = 0; i < n; ++i)
      a[i] = in[i];
  if (a[2] > 1)
    for (int i = 0; i < n; ++i)
      b[i] = in[i];
}

// A condition that is no number is false.
static void notANumber(int n, double x) {
  if (x < 1 || x >= 1)
    for (int i = 0; i < n; ++i)
      a[i] = in[i];
  if (x < 1 || x >= 1)
    for (int i = 0; i < n; ++i)
      b[i] = a[i];
}

static int counters(int n) {
  int i = -5, k = -6;
  if (n > 2)
    for (i = 0; i < n; ++i)
      a[i] = in[i];
  if (n > 2)
    for (k = 0; k < n; ++k)
      b[k] = a[k];
  return i + 100 * k;
}

static int chosen(int n, bool wanted) {
  int t[80], sum = 0;
  if (wanted)
    for (int i = 0; i < n; ++i)
      t[i] = in[i] * 2;
  if (wanted)
    for (int i = 0; i < n; ++i)
      sum += t[i] * i;
  return sum;
}

static void opposite(int n) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  for (int i = n - 1; i >= 0; --i)
    b[i] = a[i] + 1;
  for (unsigned i = n; i-- > 0;)
    c[i] = b[i] - a[i];
}

static void carried(int n) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  for (int i = n - 1; i >= 0; --i)
    b[i] = b[i + 1] + a[i];
}

static void overlapping(int *p, const int *q, int n) {
  for (int i = 0; i < n; ++i)
    c[i] = in[i] * 2;
  for (int i = n - 1; i >= 0; --i)
    p[i] = q[i] + c[i];
}

static double sum(int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  for (int i = n - 1; i >= 0; --i)
    s = s * 0.7 + a[i];
  return s;
}

int main() {
  reset();
  for (int n : {-3, 0, 1, 2, 3, 40}) {
    for (bool wanted : {false, true}) {
      same(n, wanted);
      show("same");
      std::printf("%d\n", chosen(n, wanted));
    }
    spare(n);
    show("spare");
    notSpare(n);
    show("not spare");
    changes(n);
    show("changes");
    for (double x : {0.0, 2.0, __builtin_nan("")}) {
      notANumber(n, x);
      show("not a number");
    }
    std::printf("%d\n", counters(n));
    show("counters");
    if (n >= 0) {
      opposite(n);
      show("opposite");
    }
    carried(n);
    show("carried");
    overlapping(b, b + 1, n);
    show("overlapping");
    overlapping(b + 1, b, n);
    show("overlapping");
    std::printf("%a\n", sum(n));
    show("sum");
  }
}
