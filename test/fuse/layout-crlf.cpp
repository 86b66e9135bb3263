// RUN: %check_fuse %s
// CRLF line ends.
//--- before.cpp
void f(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] + 5; // first

  // second
  for (int i = 0; i < n; ++i) {
    b[i] = a[i] *
           3;
  }
}
//--- after.cpp
void f(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = in[i] + 5; // first
    // second
    b[i] = a[i] *
           3;
  }
}
