// RUN: %check_exec %s
// Headers that count in their conditions, walk backwards, name the parts of elements or count without a container.
#include <array>
#include <climits>
#include <cstdio>
#include <iterator>
#include <ranges>
#include <string>
#include <utility>
#include <vector>
struct P {
  int k;
  double w;
};
static double byCopy(const std::vector<double> &v) {
  double s = 0, t = 0;
  for (double x : v)
    s += x;
  for (const double &x : v)
    t += x * x;
  return s + t;
}
static double byCopy2(std::vector<double> &v, double *out) {
  double s = 0, t = 0;
  for (double x : v)
    s += x;
  for (const double &y : v) {
    *out += 1;
    t -= y * 0.5;
  }
  return s + t;
}
static double byCopy3(std::vector<double> &v) {
  double s = 0, t = 0;
  for (double x : v)
    s += x;
  for (double &y : v) {
    y += 1;
    t -= y * 0.5;
  }
  return s + t;
}
static double byCopy4(std::vector<double> &v) {
  double s = 0, t = 0;
  for (double x : v) {
    x += 3;
    s += x;
  }
  for (const double &y : v)
    t -= y * 0.5;
  return s + t;
}
static double refFirst(const std::vector<double> &v) {
  double s = 0, t = 0;
  for (const double &x : v)
    s += x;
  for (double y : v) {
    y *= 2;
    t -= y * 0.5;
  }
  return s + t;
}
static void counted(int n, std::vector<double> &a, std::vector<double> &b) {
  for (int i : std::views::iota(0, n))
    a[i] = i * 0.5;
  for (int j : std::views::iota(0, n))
    b[j] = a[j] + j;
}
static void counted2(int n, std::vector<double> &a, std::vector<double> &b) {
  for (int i = 0; i < n; ++i)
    a[i] = i * 0.5;
  for (int j : std::ranges::iota_view(0, n))
    b[j] = a[j] + j;
}
static void counted3(int n, std::vector<double> &a, std::vector<double> &b) {
  for (auto i : std::views::iota(1, n))
    a[i - 1] = i * 0.5;
  for (int j = 0; j < n - 1; ++j)
    b[j] = a[j] + j;
}
static int steps(int n, int *__restrict a, int *__restrict b) {
  int i;
  for (i = 0; i++ < n;)
    a[i] = i + b[i];
  for (i = 0; i++ < n;)
    b[i] = a[i] * 2;
  return i;
}
static unsigned steps2(unsigned n, int *__restrict a, int *__restrict b) {
  unsigned i;
  for (i = 0; i++ < n;)
    a[i] = i + b[i];
  for (i = 1; i < n + 1; ++i)
    b[i] = a[i] * 2;
  return i;
}
static int steps3(int n, int *__restrict a, int *__restrict b) {
  int s = 0;
  for (short i = (short)n; i-- > 2;)
    a[i] = i + b[i];
  for (int i = (short)n - 1; i >= 2; --i)
    s += b[i] = a[i] * 2;
  return s;
}
static int steps4(unsigned char n, int *__restrict a, int *__restrict b) {
  int s = 0;
  for (unsigned char i = 0; i++ < n;)
    a[i] = i + b[i];
  for (int i = 1; i <= n; ++i)
    s += b[i] = a[i] * 2;
  return s;
}
static int steps5(int n, int *__restrict a, int *__restrict b) {
  int s = 0, i;
  for (i = 0; i++ != n;)
    a[i] = i + b[i];
  for (i = 0; i++ != n;)
    s += b[i] = a[i] * 2;
  return s + i;
}
static int steps6(int n, int *__restrict a, int *__restrict b) {
  int s = 0;
  for (int i = 5; i-- >= 1;)
    a[i] = i + b[i];
  for (int i = 4; i >= 0; --i)
    s += b[i] = a[i] * 2;
  for (unsigned i = 0; i++ <= 7;)
    a[i] = i + b[i];
  for (unsigned i = 1; i <= 8; i++)
    s += b[i] = a[i] * 2;
  return s;
}
static double back(std::vector<double> &v, double w) {
  double s = w, t = 1;
  for (auto it = v.rbegin(); it != v.rend(); ++it)
    *it = s = s * 0.5 + *it;
  for (auto r = v.rbegin(); r != v.rend(); ++r)
    t += *r * t;
  return s + t;
}
static double back2(std::vector<double> &v) {
  double s = 0, t = 0;
  if (v.empty())
    return 0;
  for (auto it = v.rbegin(); it < v.rend() - 1; it += 2)
    it[1] = it[0] * 2;
  for (auto it = v.rbegin(); it < v.rend() - 1; it += 2)
    s += it[1] - *it;
  return s;
}
static double back3(double *p, int n) {
  double s = 0;
  for (auto it = std::make_reverse_iterator(p + n); it != std::make_reverse_iterator(p); ++it)
    *it *= 2;
  for (std::reverse_iterator<double *> q(p + n); q != std::reverse_iterator<double *>(p); ++q)
    s = s * 0.25 + *q;
  return s;
}
static double back4(std::vector<double> &v) {
  double s = 0, t = 0;
  if (v.size() < 2)
    return 0;
  for (auto it = v.rbegin(); it != v.rend() - 1; ++it)
    it[1] += 1;
  for (auto it = v.rbegin(); it != v.rend() - 1; ++it)
    s += *it * s + it[1];
  return s;
}
static double back5(std::vector<double> &v) {
  double s = 0, t = 0;
  if (v.size() < 2)
    return 0;
  for (auto it = v.rbegin() + 1; it != v.rend(); ++it)
    *it += 1;
  for (auto it = v.rbegin() + 1; it != v.rend(); ++it)
    s += *it * s + *(it - 1) + (it - v.rbegin());
  return s;
}
static double back6(std::vector<double> &v) {
  double s = 0, t = 0;
  for (auto it = v.rbegin(); it != v.rend(); ++it)
    *it += 1;
  for (auto it = v.end(); it != v.begin();) {
    --it;
    s = s * 0.5 + *it;
  }
  for (auto it = v.rbegin(); it != v.rend(); it++)
    *it += t;
  for (auto it = v.rbegin(); it != v.rend(); it++)
    s = s * 0.25 + *it;
  return s;
}
static double pairs(std::vector<std::pair<int, double>> &ps) {
  double t = 0, u = 0;
  for (auto &[a, b] : ps) {
    b *= a;
    a += 1;
  }
  for (const auto &[b, a] : ps)
    t = t * 0.5 + b - a;
  for (const auto &q : ps)
    u += q.first;
  for (auto &[c, d] : ps)
    u += c * d;
  return t + u;
}
static double parts(std::vector<P> &ps, double a) {
  double t = 0;
  for (auto &[k, w] : ps)
    w *= k;
  for (auto &[x, y] : ps) {
    double k = x;
    y += k + a;
  }
  for (auto &[k, w] : ps)
    t = t * 0.5 + w - k;
  return t;
}
static double parts2(std::vector<P> &ps, double w) {
  double t = 0;
  for (auto &p : ps)
    p.w *= p.k + w;
  for (auto &[k, w] : ps)
    t = t * 0.5 + w - k;
  for (auto &[p, q] : ps)
    t = t * 0.5 + p - q;
  return t;
}
static double arr(std::array<double, 6> &v) {
  double s = 0, t = 0;
  for (auto it = v.rbegin(); it != v.rend(); ++it)
    *it += 1;
  for (auto it = v.crbegin(); it != v.crend(); ++it)
    s = s * 0.5 + *it;
  for (auto it = std::rbegin(v); it != std::rend(v); ++it)
    s = s * 0.5 + *it;
  return s;
}
int main() {
  for (int n : {0, 1, 2, 3, 7}) {
    std::vector<double> v(n), w(n + 2), z(n + 2);
    for (int i = 0; i < n; ++i)
      v[i] = i * 1.25 + 1;
    printf("%g %g %g %g %g\n", byCopy(v), n ? byCopy2(v, &v[n / 2]) : 0, byCopy3(v), byCopy4(v), refFirst(v));
    counted(n, w, z);
    for (double x : z)
      printf("%g ", x);
    counted2(n, w, z);
    for (double x : z)
      printf("%g ", x);
    if (n)
      counted3(n, w, z);
    for (double x : z)
      printf("%g ", x);
    int a[300], b[300];
    for (int i = 0; i < 300; ++i)
      a[i] = i, b[i] = 2 * i;
    printf("%d %u %d %d %d %d\n", steps(n, a, b), steps2(n, a, b), steps3(n, a, b), steps4(n, a, b), steps5(n, a, b),
           steps6(n, a, b));
    printf("%d %d\n", steps(-n, a, b), steps4(255, a, b));
    for (int i = 0; i < 300; ++i)
      printf("%d %d,", a[i], b[i]);
    printf("%g %g %g %g %g %g\n", back(v, 3), back2(v), back3(v.data(), n), back4(v), back5(v), back6(v));
    std::vector<std::pair<int, double>> ps;
    std::vector<P> qs;
    for (int i = 0; i < n; ++i)
      ps.push_back({i, v[i]}), qs.push_back({i + 1, v[i]});
    printf("%g %g %g\n", pairs(ps), parts(qs, 3), parts2(qs, 2));
    std::array<double, 6> r{1, 2, 3, 4, 5, 6};
    printf("%g\n", arr(r));
  }
}
