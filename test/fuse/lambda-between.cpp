// RUN: %check_fuse %s
// The lambda and the unnamed class stand behind the fused loop, on another line than before; the re-check must not take
// them for other types.
//--- before.cpp
double f(const double *a, double *__restrict b, double *__restrict c, double *__restrict d, int n) {
  for (int i = 0; i < n; ++i)
    b[i] = a[i] + 1;
  for (int i = 0; i < n; ++i)
    c[i] = b[i] * 2;
  struct {
    double x;
  } unnamed{c[0]};
  auto twice = [](double x) { return 2 * x; };
  for (int i = 0; i < 7; ++i)
    d[i] = 0;
  return twice(unnamed.x);
}
//--- after.cpp
double f(const double *a, double *__restrict b, double *__restrict c, double *__restrict d, int n) {
  for (int i = 0; i < n; ++i) {
    b[i] = a[i] + 1;
    c[i] = b[i] * 2;
  }
  struct {
    double x;
  } unnamed{c[0]};
  auto twice = [](double x) { return 2 * x; };
  for (int i = 0; i < 7; ++i)
    d[i] = 0;
  return twice(unnamed.x);
}
