// RUN: %check_exec %s
// The value of an assignment or an increment of a temporary's element is read in the same expression.
#include <cstdio>

static void incremented(const int *__restrict a, int *__restrict b, int n) {
  int t[64];
  for (int i = 0; i < n; ++i)
    t[i] = a[i];
  for (int i = 0; i < n; ++i)
    b[i] = ++t[i];
}

static void assigned(const double *__restrict a, double *__restrict b, int n) {
  double t[64];
  for (int k = 0; k < n; ++k)
    b[k] = t[k] = a[k] * 2;
  for (int k = 0; k < n; ++k)
    b[k] += t[k];
}

int main() {
  int a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, b[8];
  incremented(a, b, 8);
  double x[8] = {1, 2, 3, 4, 5, 6, 7, 8}, y[8];
  assigned(x, y, 8);
  for (int i = 0; i < 8; ++i)
    std::printf("%d %g\n", b[i], y[i]);
}
