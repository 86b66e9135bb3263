// RUN: %check_fuse %s -- -std=c++20
// One loop has a copy of the element, the other one the element itself.
//--- before.cpp
#include <vector>

double sums(const std::vector<double> &v) {
  double s = 0, t = 0;
  for (double x : v)
    s += x;
  for (const double &y : v)
    t += y * y;
  return s * t;
}

double referenceFirst(const std::vector<double> &v) {
  double s = 0, t = 0;
  for (const double &x : v)
    s += x;
  for (double y : v) {
    y *= 2;
    t -= y;
  }
  return s * t;
}

// The copy does not change with the element.
double written(std::vector<double> &v) {
  double s = 0, t = 0;
  for (double x : v)
    s += x;
  for (double &x : v) {
    x += 1;
    t += x;
  }
  return s * t;
}

double writtenElsewhere(std::vector<double> &v, std::vector<double> &w) {
  double s = 0, t = 0;
  for (double x : v)
    s += x;
  for (const double &x : v) {
    w[0] += 1;
    t += x;
  }
  return s * t;
}

// Nor the element with the copy.
double changed(const std::vector<double> &v) {
  double s = 0, t = 0;
  for (double x : v)
    s += x *= 2;
  for (const double &x : v)
    t += x;
  return s * t;
}
//--- after.cpp
#include <vector>

double sums(const std::vector<double> &v) {
  double s = 0, t = 0;
  for (double x : v) {
    s += x;
    t += x * x;
  }
  return s * t;
}

double referenceFirst(const std::vector<double> &v) {
  double s = 0, t = 0;
  for (const double &x : v) {
    s += x;
    double y = x;
    y *= 2;
    t -= y;
  }
  return s * t;
}

// The copy does not change with the element.
double written(std::vector<double> &v) {
  double s = 0, t = 0;
  for (double x : v)
    s += x;
  for (double &x : v) {
    x += 1;
    t += x;
  }
  return s * t;
}

double writtenElsewhere(std::vector<double> &v, std::vector<double> &w) {
  double s = 0, t = 0;
  for (double x : v)
    s += x;
  for (const double &x : v) {
    w[0] += 1;
    t += x;
  }
  return s * t;
}

// Nor the element with the copy.
double changed(const std::vector<double> &v) {
  double s = 0, t = 0;
  for (double x : v)
    s += x *= 2;
  for (const double &x : v)
    t += x;
  return s * t;
}
