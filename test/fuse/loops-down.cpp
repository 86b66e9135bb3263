// RUN: %check_fuse %s
// Counters that are changed in the condition, or are the condition.
//--- before.cpp
typedef decltype(sizeof 0) size_t;
#define SIZE_MAX 18446744073709551615ul
void down(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = n; i--;)
    a[i] = in[i];
  for (int i = n - 1; i >= 0; --i)
    b[i] = a[i];
}

void downToOne(const int *__restrict in, int *__restrict a, int *__restrict b, unsigned n) {
  for (unsigned i = n; i; --i)
    a[i - 1] = in[i - 1];
  for (unsigned i = n; i-- != 0;)
    b[i] = a[i];
}

void before(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = -1; ++i < n;)
    a[i] = in[i];
  for (int i = 0; i < n; i++)
    b[i] = a[i];
  for (int i = n; --i >= 0;)
    b[i] += in[i];
  for (int i = n - 1; i != -1; --i)
    a[i] += b[i];
}

void wrapped(const int *__restrict in, int *__restrict a, int *__restrict b, size_t n) {
  for (size_t i = n - 1; i != SIZE_MAX; --i)
    a[i] = in[i];
  for (size_t i = n - 1; i != static_cast<size_t>(-1); --i)
    b[i] = a[i];
}

int leaves(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int i;
  for (i = n; i--;)
    a[i] = in[i];
  for (i = n; i--;)
    b[i] = a[i];
  return i;
}

void narrow(const int *__restrict in, int *__restrict a, int *__restrict b, short n) {
  for (short i = n; i--;)
    a[i & 7] = in[i & 7];
  for (short i = n; i--;)
    b[i & 7] = a[i & 7];
}

void changed(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = n; i--;)
    a[i] = in[i];
  n /= 2;
  for (int i = n; i--;)
    b[i] = a[i];
}

void wrapping(const int *__restrict in, int *__restrict a, int *__restrict b, unsigned n) {
  for (unsigned i = n - 1; i < n; --i)
    a[i] = in[i];
  for (unsigned i = n - 1; i < n; --i)
    b[i] = a[i];
}

void toItself(const int *__restrict in, int *__restrict a, int *__restrict b, size_t n, size_t m) {
  for (size_t i = n - 1; i < n; i--)
    a[i] = in[i];
  for (size_t i = n; i-- > 0;)
    b[i] = a[i];
  for (size_t k = n; k <= n; k--)
    a[k] += b[0];
  for (size_t k = m; k < n; k--)
    b[k] += in[k];
}
//--- after.cpp
typedef decltype(sizeof 0) size_t;
#define SIZE_MAX 18446744073709551615ul
void down(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = n; i--;) {
    a[i] = in[i];
    b[i] = a[i];
  }
}

void downToOne(const int *__restrict in, int *__restrict a, int *__restrict b, unsigned n) {
  for (unsigned i = n; i; --i) {
    a[i - 1] = in[i - 1];
    b[i - 1] = a[i - 1];
  }
}

void before(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = -1; ++i < n;) {
    a[i] = in[i];
    b[i] = a[i];
    b[i] += in[i];
    a[i] += b[i];
  }
}

void wrapped(const int *__restrict in, int *__restrict a, int *__restrict b, size_t n) {
  for (size_t i = n - 1; i != SIZE_MAX; --i) {
    a[i] = in[i];
    b[i] = a[i];
  }
}

int leaves(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int i;
  for (i = n; i--;) {
    a[i] = in[i];
    b[i] = a[i];
  }
  return i;
}

void narrow(const int *__restrict in, int *__restrict a, int *__restrict b, short n) {
  for (short i = n; i--;)
    a[i & 7] = in[i & 7];
  for (short i = n; i--;)
    b[i & 7] = a[i & 7];
}

void changed(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = n; i--;)
    a[i] = in[i];
  n /= 2;
  for (int i = n; i--;)
    b[i] = a[i];
}

void wrapping(const int *__restrict in, int *__restrict a, int *__restrict b, unsigned n) {
  for (unsigned i = n - 1; i < n; --i) {
    a[i] = in[i];
    b[i] = a[i];
  }
}

void toItself(const int *__restrict in, int *__restrict a, int *__restrict b, size_t n, size_t m) {
  for (size_t i = n - 1; i < n; i--) {
    a[i] = in[i];
    b[i] = a[i];
  }
  for (size_t k = n; k <= n; k--)
    a[k] += b[0];
  for (size_t k = m; k < n; k--)
    b[k] += in[k];
}
