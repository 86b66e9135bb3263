// RUN: %check_fuse %s
// Declarations between the loops, of every kind that is only another name for something: the re-check no longer sees
// them once they stand in front.
//--- before.cpp
#include <cmath>
#include <vector>
void f(const std::vector<double> &in, std::vector<double> &out, std::vector<double> &other) {
  const int n = in.size();
  for (int i = 0; i < n; ++i)
    out[i] = in[i] * 2;
  std::vector<double> u(n);
  double *p = other.data();
  const double &first = in[0];
  const double alpha = std::sqrt(2.0);
  int last = n - 1;
  for (int i = 0; i < n; ++i)
    u[i] = in[i] + alpha;
  for (int i = 0; i < n; ++i)
    p[last - i] = u[i] + first;
}
//--- after.cpp
#include <cmath>
#include <vector>
void f(const std::vector<double> &in, std::vector<double> &out, std::vector<double> &other) {
  const int n = in.size();
  std::vector<double> u(n);
  double *p = other.data();
  const double &first = in[0];
  const double alpha = std::sqrt(2.0);
  int last = n - 1;
  for (int i = 0; i < n; ++i) {
    out[i] = in[i] * 2;
    u[i] = in[i] + alpha;
  }
  for (int i = 0; i < n; ++i)
    p[last - i] = u[i] + first;
}
