// RUN: %check_fuse %s
// Loops over equal initializer lists, and over one std::initializer_list.
//--- before.cpp
#include <initializer_list>
int literals() {
  int s = 0, t = 0;
  for (int x : {1, 2, 3})
    s += x;
  for (int y : {1, 2, 3})
    t += y * 2;
  return s * t;
}

int expressions(int m, const int *p) {
  int s = 0, t = 0;
  for (int x : {m, p[0] + 1, 3})
    s += x;
  for (int m : {m, p[0] + 1, 3})
    t += m * 2;
  return s * t;
}

double variable(std::initializer_list<double> list) {
  double s = 0, t = 0;
  for (const double &x : list)
    s += x;
  for (double y : list)
    t += y * 2;
  return s * t;
}

int deduced() {
  auto list = {1, 3, 5};
  int s = 0, t = 0;
  for (auto x : list)
    s += x;
  for (const auto y : list)
    t += y * 2;
  return s * t;
}

int differ(int m, int &n) {
  int s = 0, t = 0, u = 0, v = 0;
  for (int x : {1, 2})
    s += x;
  for (int x : {1, 3})
    t += x;
  for (int x : {m, 1})
    u += x;
  m += 1;
  for (int x : {m, 1})
    v += x;
  for (int x : {n, 2})
    s += x, n += 1;
  for (int x : {n, 2})
    t += x;
  return s * t * u * v;
}

int changed() {
  std::initializer_list<int> list = {1, 2};
  int s = 0, t = 0;
  for (int x : list)
    s += x;
  list = {2, 3};
  for (int x : list)
    t += x;
  return s * t;
}

float types() {
  float s = 0, t = 0;
  for (double x : {0.1, 0.2})
    s += x;
  for (double x : {0.1f, 0.2f})
    t += x;
  return s * t;
}

void ofTheNest(int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    for (int x : {i, 2})
      a[i] += x;
  for (int k = 0; k < n; ++k)
    for (int x : {k, 2})
      b[k] += a[k] * x;
}
//--- after.cpp
#include <initializer_list>
int literals() {
  int s = 0, t = 0;
  for (int x : {1, 2, 3}) {
    s += x;
    t += x * 2;
  }
  return s * t;
}

int expressions(int m, const int *p) {
  int s = 0, t = 0;
  for (int x : {m, p[0] + 1, 3}) {
    s += x;
    t += x * 2;
  }
  return s * t;
}

double variable(std::initializer_list<double> list) {
  double s = 0, t = 0;
  for (const double &x : list) {
    s += x;
    double y = x;
    t += y * 2;
  }
  return s * t;
}

int deduced() {
  auto list = {1, 3, 5};
  int s = 0, t = 0;
  for (auto x : list) {
    s += x;
    t += x * 2;
  }
  return s * t;
}

int differ(int m, int &n) {
  int s = 0, t = 0, u = 0, v = 0;
  for (int x : {1, 2})
    s += x;
  for (int x : {1, 3})
    t += x;
  for (int x : {m, 1})
    u += x;
  m += 1;
  for (int x : {m, 1})
    v += x;
  for (int x : {n, 2})
    s += x, n += 1;
  for (int x : {n, 2})
    t += x;
  return s * t * u * v;
}

int changed() {
  std::initializer_list<int> list = {1, 2};
  int s = 0, t = 0;
  for (int x : list)
    s += x;
  list = {2, 3};
  for (int x : list)
    t += x;
  return s * t;
}

float types() {
  float s = 0, t = 0;
  for (double x : {0.1, 0.2})
    s += x;
  for (double x : {0.1f, 0.2f})
    t += x;
  return s * t;
}

void ofTheNest(int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    for (int x : {i, 2})
      a[i] += x;
    for (int x : {i, 2})
      b[i] += a[i] * x;
  }
}
