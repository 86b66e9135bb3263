// RUN: %check_fuse %s -- -std=c++20
// Reverse iterators walk down: the place of one is the element in front of its base.
//--- before.cpp
#include <iterator>
#include <vector>

double folded(std::vector<double> &v) {
  double s = 0;
  for (auto it = v.rbegin(); it != v.rend(); ++it)
    *it *= 2;
  for (auto r = v.rbegin(); r != v.rend(); ++r)
    s = s * 0.5 + *r;
  return s;
}

double both(const std::vector<double> &v) {
  double s = 0, t = 1;
  for (auto it = v.crbegin(); it < v.crend(); it += 1)
    s += *it;
  for (auto it = std::rbegin(v); it != std::rend(v); it++)
    t *= *it + 1;
  return s * t;
}

double made(double *p, int n) {
  double s = 0;
  for (auto it = std::make_reverse_iterator(p + n); it != std::make_reverse_iterator(p); ++it)
    *it *= 2;
  for (std::reverse_iterator<double *> it(p + n); it != std::reverse_iterator<double *>(p); ++it)
    s = s * 0.5 + *it;
  return s;
}

// The element at +1 is the one in front, which the first loop has not changed yet.
double ahead(std::vector<double> &v) {
  double s = 0;
  if (v.empty())
    return s;
  for (auto it = v.rbegin(); it != v.rend() - 1; ++it)
    it[0] *= 2;
  for (auto it = v.rbegin(); it != v.rend() - 1; ++it)
    s = s * 0.5 + it[1];
  return s;
}

// The element at -1 is one that it has changed.
double behind(std::vector<double> &v) {
  double s = 0;
  if (v.empty())
    return s;
  for (auto it = v.rbegin() + 1; it != v.rend(); ++it)
    *it *= 2;
  for (auto it = v.rbegin() + 1; it != v.rend(); ++it)
    s = s * 0.5 + *(it - 1) + (it - v.rbegin());
  return s;
}

// Equal lengths from different starts: the second body stands one iteration, that is one element down, behind.
double shifted(double *p, int n) {
  double s = 0;
  for (auto it = std::make_reverse_iterator(p + n); it != std::make_reverse_iterator(p); ++it)
    *it += 1;
  for (auto r = std::make_reverse_iterator(p + n + 1); r != std::make_reverse_iterator(p + 1); ++r)
    s = s * 0.5 + r[1];
  return s;
}
//--- after.cpp
#include <iterator>
#include <vector>

double folded(std::vector<double> &v) {
  double s = 0;
  for (auto it = v.rbegin(); it != v.rend(); ++it) {
    *it *= 2;
    s = s * 0.5 + *it;
  }
  return s;
}

double both(const std::vector<double> &v) {
  double s = 0, t = 1;
  for (auto it = v.crbegin(); it < v.crend(); it += 1) {
    s += *it;
    t *= *it + 1;
  }
  return s * t;
}

double made(double *p, int n) {
  double s = 0;
  for (auto it = std::make_reverse_iterator(p + n); it != std::make_reverse_iterator(p); ++it) {
    *it *= 2;
    s = s * 0.5 + *it;
  }
  return s;
}

// The element at +1 is the one in front, which the first loop has not changed yet.
double ahead(std::vector<double> &v) {
  double s = 0;
  if (v.empty())
    return s;
  for (auto it = v.rbegin(); it != v.rend() - 1; ++it)
    it[0] *= 2;
  for (auto it = v.rbegin(); it != v.rend() - 1; ++it)
    s = s * 0.5 + it[1];
  return s;
}

// The element at -1 is one that it has changed.
double behind(std::vector<double> &v) {
  double s = 0;
  if (v.empty())
    return s;
  for (auto it = v.rbegin() + 1; it != v.rend(); ++it)
    *it *= 2;
  for (auto it = v.rbegin() + 1; it != v.rend(); ++it)
    s = s * 0.5 + *(it - 1) + (it - v.rbegin());
  return s;
}

// Equal lengths from different starts: the second body stands one iteration, that is one element down, behind.
double shifted(double *p, int n) {
  double s = 0;
  for (auto it = std::make_reverse_iterator(p + n); it != std::make_reverse_iterator(p); ++it) {
    *it += 1;
    auto r = it - 1;
    s = s * 0.5 + r[1];
  }
  return s;
}
