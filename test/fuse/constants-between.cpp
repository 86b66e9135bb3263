// RUN: %check_fuse %s
// Constants declared between the loops go in front; assignments whose value is used.
//--- before.cpp
void constants(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 3;
  const int offset = 3;
  constexpr int factor = offset * 2;
  for (int i = 0; i < n; ++i)
    b[i] = a[i] * factor + offset;
}

int chained(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int sum, last;
  sum = last = 0;
  for (int i = 0; i < n; ++i) {
    a[i] = last = in[i] * 3;
    sum += last;
  }
  for (int i = 0; i < n; ++i) {
    int x, y;
    x = y = 5 + a[i];
    b[i] = x + (y += 2) + (i % 2 ? x : y);
  }
  return sum + last;
}
//--- after.cpp
void constants(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  const int offset = 3;
  constexpr int factor = offset * 2;
  for (int i = 0; i < n; ++i) {
    a[i] = in[i] * 3;
    b[i] = a[i] * factor + offset;
  }
}

int chained(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int sum, last;
  sum = last = 0;
  for (int i = 0; i < n; ++i) {
    a[i] = last = in[i] * 3;
    sum += last;
    int x, y;
    x = y = 5 + a[i];
    b[i] = x + (y += 2) + (i % 2 ? x : y);
  }
  return sum + last;
}
