// RUN: %check_fuse %s
// The body sees the value behind the one that the condition tested.
//--- before.cpp
int up(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int i;
  for (i = 0; i++ < n;)
    a[i] = in[i];
  for (i = 0; i++ < n;)
    b[i] = a[i];
  return i;
}

void shifted(const int *__restrict in, int *__restrict a, int *__restrict b, unsigned long n) {
  for (unsigned long i = 0; i++ < n;)
    a[i - 1] = in[i - 1];
  for (unsigned long i = 0; i < n; ++i)
    b[i] = a[i];
}

void down(const int *__restrict in, int *__restrict a, int *__restrict b, unsigned n) {
  for (unsigned i = n; i-- > 3;)
    a[i] = in[i];
  for (unsigned i = n; i-- >= 4;)
    b[i] = a[i];
}

int narrow(const int *__restrict in, int *__restrict a, int *__restrict b, unsigned char n) {
  int s = 0;
  for (unsigned char i = 0; i++ != n;)
    a[i] = in[i];
  for (unsigned char i = 0; i++ != n;)
    s += b[i] = a[i];
  return s;
}

// One iteration less.
void others(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; ++i < n;)
    a[i] = in[i];
  for (int i = 0; i++ < n;)
    b[i] = a[i];
}
//--- after.cpp
int up(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int i;
  for (i = 0; i++ < n;) {
    a[i] = in[i];
    b[i] = a[i];
  }
  return i;
}

void shifted(const int *__restrict in, int *__restrict a, int *__restrict b, unsigned long n) {
  for (unsigned long i = 0; i++ < n;) {
    a[i - 1] = in[i - 1];
    b[i - 1] = a[i - 1];
  }
}

void down(const int *__restrict in, int *__restrict a, int *__restrict b, unsigned n) {
  for (unsigned i = n; i-- > 3;) {
    a[i] = in[i];
    b[i] = a[i];
  }
}

int narrow(const int *__restrict in, int *__restrict a, int *__restrict b, unsigned char n) {
  int s = 0;
  for (unsigned char i = 0; i++ != n;) {
    a[i] = in[i];
    s += b[i] = a[i];
  }
  return s;
}

// One iteration less.
void others(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; ++i < n;)
    a[i] = in[i];
  for (int i = 0; i++ < n;)
    b[i] = a[i];
}
