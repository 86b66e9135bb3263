// RUN: %check_fuse %s
// Loops over shifted ranges: the moved body's variable becomes a sum, written as simply as it can be.
//--- before.cpp
void f(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 5;
  for (int i = 1; i <= n; ++i)
    b[i] = a[i - 1] + 2 * i + (i < 3);
}
//--- after.cpp
void f(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = in[i] * 5;
    b[i + 1] = a[i] + 2 * (i + 1) + (i + 1 < 3);
  }
}
