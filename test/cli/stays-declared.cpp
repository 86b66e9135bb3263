// RUN: %loopfuse check --quiet %s -- -std=c++20 | FileCheck %s
// A vector whose size the loops ask for, where nothing else tells it, keeps its memory, and the finding says so.
#include <vector>
void extend(std::vector<double> &);
double f(std::vector<double> &x) {
  // CHECK: [[#@LINE+1]]:3: note: 't' becomes the scalar 't_i'; 't' stays declared, since something else names it
  std::vector<double> t(x.size());
  extend(x);
  for (std::size_t i = 0; i < t.size(); ++i)
    t[i] = x[i] * 2;
  double s = 0;
  for (std::size_t i = 0; i < t.size(); ++i)
    s += t[i];
  return s;
}
double g(const std::vector<double> &x) {
  // CHECK: [[#@LINE+1]]:3: note: 't' becomes the scalar 't_i'{{$}}
  std::vector<double> t(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    t[i] = x[i] * 2;
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    s += t[i];
  return s;
}
