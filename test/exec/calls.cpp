// RUN: %check_exec %s
// Loops one call apart, with arguments and functions that are easily mistaken.
#include <cstdio>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

static unsigned long hash = 14695981039346656037ul;
static void mix(const void *data, std::size_t size) {
  const unsigned char *bytes = static_cast<const unsigned char *>(data);
  for (std::size_t i = 0; i < size; ++i)
    hash = (hash ^ bytes[i]) * 1099511628211ul;
}
static void show(const char *name, const std::vector<float> &v) {
  mix(v.data(), v.size() * sizeof(float));
  std::printf("%s %lx\n", name, hash);
}

static int calls = 0;
static int limit = 0;

static void scale(float *x, int n, float s) {
  for (int i = 0; i < n; ++i)
    x[i] *= s;
}
static void add(const float *a, const float *b, float *c, int n) {
  for (int i = 0; i < n; ++i)
    c[i] = a[i] + b[i];
}
static float sum(const float *x, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}
/// Changes its own parameters.
static void walk(float *x, int n, float s) {
  n /= 2;
  ++x;
  for (int i = 0; i < n; ++i)
    x[i] += s;
  s = 0;
}
/// Changes the global that gives the other its bound.
static void shrink(float *x, int n) {
  --limit;
  for (int i = 0; i < n; ++i)
    x[i] -= 1;
}
/// The reference may lead into the array.
static void level(float *x, int n, const float &s) {
  for (int i = 0; i < n; ++i)
    x[i] -= s;
}
static void accumulate(const float *x, int n, float &s) {
  for (int i = 0; i < n; ++i)
    s += x[i];
}
/// Names of the caller's in other roles.
static void blend(float *y, const float *x, int n, float t) {
  for (int i = 0; i < n; ++i) {
    float z = x[i] * t;
    y[i] = y[i] * (1 - t) + z;
  }
}
static void narrow(float *x, unsigned char n, bool negate, short step) {
  for (int i = 0; i < n; ++i)
    x[i] = (negate ? -x[i] : x[i]) + step;
}
static unsigned long sized(float x[8], int n) {
  unsigned long bytes = 0;
  for (int i = 0; i < n; ++i) {
    x[i] += 1;
    bytes += sizeof(x);
  }
  return bytes;
}
struct Range {
  float low, high;
};
static void clip(float *x, int n, Range r) {
  for (int i = 0; i < n; ++i)
    x[i] = x[i] < r.low ? r.low : x[i] > r.high ? r.high : x[i];
}
static void clip(std::span<float> x, const Range &r) {
  for (float &v : x)
    v = v < r.low ? r.low : v > r.high ? r.high : v;
}

namespace inner {
static float gain(float v) { return v * 0.5f; }
static void apply(float *x, int n) {
  for (int i = 0; i < n; ++i)
    x[i] = gain(x[i]);
}
} // namespace inner
static float gain(float v) { return v * 3; }

#define WEIGHT 2.0f
static void weigh(float *x, int n) {
  for (int i = 0; i < n; ++i)
    x[i] *= WEIGHT;
}
#undef WEIGHT
#define WEIGHT 5.0f

template <class T, int K> static void power(T *x, int n) {
  for (int i = 0; i < n; ++i)
    for (int k = 1; k < K; ++k)
      x[i] *= x[i];
}

struct Model {
  std::vector<float> w, g;
  float rate = 0.125f;
  int steps = 0;
  void decay(float r) {
    ++steps;
    for (std::size_t i = 0; i < w.size(); ++i)
      w[i] *= r;
  }
  void descend() {
    for (std::size_t i = 0; i < w.size(); ++i)
      w[i] -= rate * g[i];
  }
  void step(Model &other) {
    decay(rate);
    descend();
    other.decay(rate);
    other.descend();
  }
};

static void nested(int n, float *x, float *y, float *z) {
  power<float, 2>(x, n);
  power<float, 3>(x, n);
  scale(x, n, 1e-3f);

  for (int i = 0; i < 3; ++i) {
    float i2 = i;
    scale(z, n, i2 + 1);
    add(z, x, y, n);
  }
  switch (n % 3) {
  case 0:
    scale(x, n, 3);
    add(x, y, z, n);
    break;
  case 1: {
    scale(y, n, 3);
    add(x, y, z, n);
    break;
  }
  default:
    scale(z, n, 3);
    add(z, y, z, n);
  }
}
static void lambda(int n, float *x, float *y, float *z) {
  auto twice = [&](float f) {
    scale(x, n, f);
    scale(y, n, f);
    add(x, y, z, n);
  };
  twice(0.5f);
}

/// What the statements must not swallow, drop, reorder or capture.
static void commented(float *x, int n) {
  for (int i = 0; i < n; ++i)
    x[i] += 1;
  // done
}
struct Cursor {
  int steps = 0;
  Cursor &next() {
    ++steps;
    return *this;
  }
  static void halve(float *x, int n) {
    for (int i = 0; i < n; ++i)
      x[i] *= 0.5f;
  }
};
static std::vector<float> ramp(int n) {
  std::vector<float> v(n + 1);
  for (int i = 0; i < n; ++i)
    v[i] = i;
  return v;
}
static void raise(float *x, int n, const float &least) {
  for (int i = 0; i < n; ++i)
    x[i] = x[i] < least ? least : x[i];
}
static const float &larger(const float &a, const float &b) { return a < b ? b : a; }
enum { total = 11 };
#define TOTAL total
static int count(const float *x, int n) {
  int total = 0;
  for (int i = 0; i < n; ++i)
    total += x[i] > 0;
  return total;
}
inline float tag(float v, float f = __builtin_FUNCTION()[0]) { return v + f; }
static void tagged(float *x, int n) {
  for (int i = 0; i < n; ++i)
    x[i] = tag(x[i]);
}
static void sharesLine(float *x, int n) {
  scale(x, n, 2.0f);
  commented(x, n); ++calls;
  scale(x, n, 0.5f);
}
static void findsFunction(float *x, int n) {
  Cursor c;
  scale(x, n, 1.5f);
  c.next().halve(x, n);
  std::printf("%d\n", c.steps);
}
static void keepsTemporaries(float *x, int n) {
  scale(x, n, 0.75f);
  add(ramp(n).data(), x, x, n);
  scale(x, n, 0.75f);
}
static void keepsValue(float *x, int n) {
  raise(x, n, larger(n > 0 ? x[0] : 0, 1.0f));
  scale(x, n, 0.75f);
}
static void keepsOrder(float *x, int n) {
  int k = n + 1;
  scale(x, n, 0.5f);
  scale(x, k, k--);
  scale(x, k, 0.5f);
}
static void keepsNames(float *x, int n) {
  int positive = count(x, n);
  scale(x, n, 2.0f);
  std::printf("%d %d\n", positive, TOTAL);
}
static void keepsPlace(float *x, int n) {
  tagged(x, n);
  scale(x, n, 0.25f);
}
static void careful(float *x, int n) {
  sharesLine(x, n);
  findsFunction(x, n);
  keepsTemporaries(x, n);
  keepsValue(x, n);
  keepsOrder(x, n);
  keepsNames(x, n);
  keepsPlace(x, n);
  std::printf("%d\n", calls);
}

static void run(int n, std::vector<float> a, std::vector<float> b) {
  std::vector<float> c(a.size());
  float *x = a.data(), *y = b.data(), *z = c.data();

  scale(x, n, 0.5f);
  add(x, y, z, n);
  float total = sum(z, n);
  show("chain", c);
  std::printf("%g\n", total);

  walk(x, n, 0.25f);
  scale(x, n, 1.5f);
  show("walk", a);

  limit = n;
  shrink(x, limit);
  scale(x, limit, 2);
  show("shrink", a);

  int k = 0;
  scale(x, n - k++, 1.25f);
  scale(x, n - k++, 0.75f);
  std::printf("%d\n", k);
  show("effects", a);

  if (n > 0) {
    level(x, n, x[0]);
    float s = sum(x, n);
    level(x, n, s);
    std::printf("%g\n", s);
  }
  float s = 1;
  accumulate(x, n, s);
  accumulate(y, n, s);
  level(x, n, s);
  show("references", a);

  float t = 0.75f;
  blend(x, y, n, t);
  blend(y, x, n, t);
  blend(z, x, n, 1 - t);
  show("swapped", b);
  show("swapped", c);

  narrow(x, n + 256, n, 70000);
  narrow(x, n, 0.5, -1);
  show("narrow", a);

  float small[8] = {1, 2, 3};
  unsigned long bytes = sized(small, 8);
  bytes += sizeof(small);
  float eight = sum(small, 8);
  std::printf("%lu %g\n", bytes, eight);

  Range r{-1, 4};
  clip(x, n, r);
  clip(std::span<float>(a.data(), n), {-0.5f, 3});
  clip(x, n, {0, 2});
  show("clip", a);

  inner::apply(x, n);
  weigh(x, n);
  for (int i = 0; i < n; ++i)
    x[i] = gain(x[i]) + WEIGHT;
  show("names", a);

  careful(x, n);
  show("careful", a);

  nested(n, x, y, z);
  lambda(n, x, y, z);
  show("nested", a);
  show("nested", c);
  // The same memory under two names.
  float *w = x + (n > 1);
  scale(w, n - (n > 1), 2);
  add(x, w, z, n - (n > 1));
  show("overlap", c);
  s = sum(x, n);
  s = sum(y, n) + s;
  float m = sum(z, n), q = sum(x, n);
  std::printf("%g %g %g %d\n", s, m, q, ++calls);
}

int main() {
  for (int n : {0, 1, 2, 7, 64}) {
    std::vector<float> a(n + 8), b(n + 8);
    for (int i = 0; i < n + 8; ++i) {
      a[i] = (i * 37 % 11) - 4.5f;
      b[i] = (i * 17 % 7) * 0.75f;
    }
    run(n, a, b);
    Model m, o;
    m.w = o.g = a;
    m.g = o.w = b;
    m.step(o);
    m.step(m);
    show("model", m.w);
    show("model", o.w);
    std::printf("%d %d\n", m.steps, o.steps);
  }
}
