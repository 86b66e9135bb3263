// RUN: %check_exec %s
// Algorithms of the standard library, with ranges, lambdas and functions that are easily mistaken.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iterator>
#include <numeric>
#include <vector>

static unsigned long hash = 14695981039346656037ul;
template <class T> static void show(const char *name, const T &values) {
  for (const auto &v : values) {
    double x = v;
    const unsigned char *bytes = reinterpret_cast<const unsigned char *>(&x);
    for (std::size_t i = 0; i < sizeof x; ++i)
      hash = (hash ^ bytes[i]) * 1099511628211ul;
  }
  std::printf("%s %lx\n", name, hash);
}

/// The temporary of two of them.
static void chain(const std::vector<float> &a, std::vector<float> &b, float k) {
  std::vector<float> t(a.size());
  std::transform(a.begin(), a.end(), t.begin(), [k](float x) { return x * k; });
  std::transform(t.begin(), t.end(), b.begin(), [](float x) { return std::fabs(x) + 1.0f; });
}
/// The pointers may be one.
static void overlapping(float *a, float *b, int n) {
  std::transform(a, a + n, b, [](float x) { return x + 1; });
  std::transform(b, b + n, a, [](float x) { return x * 2; });
}
/// What is captured is what is written.
static void captured(float *a, int n, float k) {
  float *p = &k;
  std::transform(a, a + n, a, [k](float x) { return x * k; });
  std::for_each(a, a + n, [&](float &x) { *p += 1, x -= k; });
}
/// In order, and with an effect.
static int numbered(std::vector<int> &v, std::vector<int> &w) {
  int next = 3;
  std::generate(v.begin(), v.end(), [&] { return next++; });
  std::transform(v.begin(), v.end(), w.begin(), [&](int x) { return x + next; });
  std::for_each(w.begin(), w.end(), [&](int x) { next += x % 3; });
  return next;
}
/// The sum is an int, and so is each of its steps.
static double sums(std::vector<double> &v) {
  std::for_each(v.begin(), v.end(), [](double &x) { x += 0.75; });
  int whole = std::accumulate(v.begin(), v.end(), 0);
  const double s = std::accumulate(v.begin(), v.end(), 1.0f) / 3;
  auto squares = std::accumulate(v.begin(), v.end(), 0.0, [](double s, double x) { return s + x * x; });
  return whole + s + squares;
}
/// A value that the filling changes.
static void filled(std::vector<float> &v, std::vector<float> &w) {
  std::fill(v.begin(), v.end(), v.empty() ? 0 : v[0] + v.back());
  std::copy(v.begin(), v.end(), w.begin());
  std::iota(v.begin(), v.end(), 16777214.0f);
  std::transform(v.begin(), v.end(), w.begin(), w.begin(), std::minus<>());
}
/// Ranges that begin at different places, the output in front of the input or behind.
static void shifted(float *a, float *b, int n, int off) {
  if (n < 2)
    return;
  std::transform(a + 1, a + n, b, [](float x) { return x + 1; });
  std::transform(b, b + (n - 1), a, a + off, std::plus<>());
  std::copy(b + 1, b + n, b);
  std::for_each(b, b + n, [&](float x) { a[0] += x; });
}
/// Rounded as the lambda says.
static void rounded(const std::vector<double> &v, std::vector<double> &w) {
  std::transform(v.begin(), v.end(), w.begin(), [](double x) -> float { return x / 3; });
  std::transform(w.begin(), w.end(), w.begin(), [](float x) { return x + 0.1; });
}
/// The shorter range ends both.
static void shorter(const std::vector<double> &v, std::vector<double> &w, std::vector<double> &r) {
  std::ranges::transform(v, w, r.begin(), [](double x, double y) { return x * y + 1; });
  std::ranges::for_each(v, [&](double x) { r[0] += x; });
}
struct Point {
  float x, y;
};
static float points(std::vector<Point> &p, std::vector<float> &v) {
  std::for_each(p.begin(), p.end(), [](Point &q) {
    float old = q.x;
    q.x = q.y, q.y = old;
  });
  std::transform(p.begin(), p.end(), v.begin(), [](const Point &q) { return q.x - 2 * q.y; });
  return std::accumulate(v.begin(), v.end(), 0.0f, [](float s, float x) { return x > s ? x : s; });
}

int main() {
  for (int n : {0, 1, 2, 3, 17}) {
    std::vector<float> a(n), b(n), c(n + 8);
    std::vector<double> v(n), w(n), r(n + 1);
    std::vector<int> i(n), j(n);
    std::vector<Point> p(n);
    for (int k = 0; k < n; ++k) {
      a[k] = k * 0.3f - 2, b[k] = 1 - k, c[k] = k, v[k] = k * 0.7, w[k] = k - 1.5, i[k] = k, j[k] = -k;
      p[k] = {k * 0.5f, 3.0f - k};
    }
    chain(a, b, 1.5f), show("chain", b);
    for (int off : {0, 1, 3})
      overlapping(c.data(), c.data() + off, n), show("overlapping", c);
    captured(c.data(), n, 0.5f), show("captured", c);
    int next = numbered(i, j);
    show("numbered", i), show("numbered", j), show("next", std::vector<int>{next});
    show("sums", std::vector<double>{sums(v)});
    filled(a, b), show("filled", a), show("filled", b);
    for (int off : {0, 1, 2})
      shifted(c.data(), c.data() + off, n, off), show("shifted", c);
    rounded(v, w), show("rounded", w);
    shorter(v, w, r), show("shorter", r);
    w.push_back(1), shorter(w, v, r), show("shorter", r);
    show("points", std::vector<float>{points(p, a)}), show("points", a);
  }
}
