// RUN: %check_exec %s
// Accessors of the user's own classes, and assertions in them.
#include <cassert>
#include <cstdio>
#include <vector>

class Domain {
public:
  explicit Domain(int n) : count(n), width(3), x_(n), v_(n), f_(n), raw(new double[n + 8]()) {}
  ~Domain() { delete[] raw; }
  double &x(int i) { return x_[i]; }
  double &v(int i) { return v_[i]; }
  double f(int i) const {
    assert(i >= 0 && i < count);
    return f_[i];
  }
  void setF(int i, double value) { f_[i] = value; }
  int size() const { return count; }
  int &resized() { return count; }
  double *row(int i) { return raw + i * width; }
  double &operator()(int i, int j) { return raw[i * width + j]; }

private:
  int count, width;
  std::vector<double> x_, v_, f_;
  double *raw;
};

static void forces(Domain &d) {
  for (int i = 0; i < d.size(); ++i)
    d.setF(i, d.x(i) * 0.5 + i);
  for (int i = 0; i < d.size(); ++i)
    d.v(i) += d.f(i);
  for (int i = 0; i < d.size(); ++i)
    d.x(i) += d.v(i) * 0.25;
}

// The second loop reads what the first has still to write.
static void shiftedForces(Domain &d) {
  for (int i = 0; i < d.size() - 1; ++i)
    d.setF(i, d.x(i) + 1);
  for (int i = 0; i < d.size() - 1; ++i)
    d.v(i) += d.f(d.size() - 2 - i);
}

// The bound changes while the loops run.
static void shrinking(Domain &d) {
  for (int i = 0; i < d.size(); ++i) {
    d.x(i) += 1;
    if (i == 5)
      d.resized() = 7;
  }
  for (int i = 0; i < d.size(); ++i)
    d.v(i) += d.x(i);
}

static void rows(Domain &d, int k) {
  for (int j = 0; j < 3; ++j)
    d.row(k)[j] = j + k;
  for (int j = 0; j < 3; ++j)
    d(k, j) *= 2;
}

static void lookups(std::vector<double> &a, std::vector<double> &b, int n) {
  for (int i = 0; i < n; ++i) {
    assert(a[i] == a[i]);
    b[i] = a[i] * 2;
  }
  for (int i = 0; i < n; ++i) {
    assert(b[i] < 1e9);
    a[i] += b[i];
  }
}

int main() {
  Domain d(9);
  for (int i = 0; i < 9; ++i)
    d.x(i) = i * 1.5;
  forces(d);
  shiftedForces(d);
  rows(d, 0);
  rows(d, 1);
  shrinking(d);
  std::vector<double> a{1, 2, 3, 4}, b(4);
  lookups(a, b, 4);
  for (int i = 0; i < 7; ++i)
    std::printf("%g %g %g\n", d.x(i), d.v(i), d.f(i));
  for (int i = 0; i < 6; ++i)
    std::printf("%g ", d.row(0)[i]);
  for (double y : a)
    std::printf("%g ", y);
  std::printf("\n");
}
