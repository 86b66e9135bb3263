// RUN: %check_exec %s
// A step of conjugate gradients over a sparse matrix: rows of different length, gathers, vector updates between the
// products. The product must be complete before the totals are used.
#include <cstdio>
#include <vector>

struct Matrix {
  std::vector<int> start, column;
  std::vector<double> value;
};

static double step(const Matrix &a, std::vector<double> &x, std::vector<double> &r, std::vector<double> &p) {
  const int n = static_cast<int>(x.size());
  std::vector<double> q(n);
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int k = a.start[i]; k < a.start[i + 1]; ++k)
      sum += a.value[k] * p[a.column[k]];
    q[i] = sum;
  }
  double pq = 0;
  for (int i = 0; i < n; ++i)
    pq += p[i] * q[i];
  double rr = 0;
  for (int i = 0; i < n; ++i)
    rr += r[i] * r[i];
  const double alpha = rr / pq;
  for (int i = 0; i < n; ++i)
    x[i] += alpha * p[i];
  for (int i = 0; i < n; ++i)
    r[i] -= alpha * q[i];
  double left = 0;
  for (int i = 0; i < n; ++i)
    left += r[i] * r[i];
  const double beta = left / rr;
  for (int i = 0; i < n; ++i)
    p[i] = r[i] + beta * p[i];
  return left;
}

int main() {
  const int n = 40;
  Matrix a;
  for (int i = 0; i < n; ++i) {
    a.start.push_back(static_cast<int>(a.column.size()));
    for (int j : {i - 7, i - 1, i, i + 1, i + 7})
      if (j >= 0 && j < n) {
        a.column.push_back(j);
        a.value.push_back(i == j ? 5.0 : -1.0);
      }
  }
  a.start.push_back(static_cast<int>(a.column.size()));
  std::vector<double> x(n), r(n, 1.0), p(n, 1.0);
  for (int k = 0; k < 8; ++k)
    std::printf("%a\n", step(a, x, r, p));
  std::printf("%a %a\n", x[0], x[n / 2]);
}
