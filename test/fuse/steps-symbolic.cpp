// RUN: %check_fuse %s
// Steps that are known to be the same. An unsigned counter may wrap around on its way, but then both do.
//--- before.cpp
typedef decltype(sizeof 0) size_t;
void unsignedStep(const int *__restrict in, int *__restrict a, int *__restrict b, size_t n, size_t s) {
  for (size_t i = 0; i < n; i += s)
    a[i] = in[i];
  for (size_t k = 0; k < n; k += s)
    b[k] = a[k];
}

void signedStep(const int *__restrict in, int *__restrict a, int *__restrict b, int n, int s) {
  for (int i = 0; i < n; i += s)
    a[i] = in[i];
  for (int i = 0; i < n; i += s)
    b[i] = a[i] + in[i + s];
}

// Of unsigned numbers nothing tells which of the two comes first.
void order(const int *__restrict in, int *__restrict a, int *__restrict b, size_t n, size_t s) {
  for (size_t i = 0; i < n; i += s)
    a[i] = in[i];
  for (size_t i = 0; i < n; i += s)
    b[i] = a[i - 8];
}

// Not the same steps once they wrap around.
void types(const int *__restrict in, int *__restrict a, int *__restrict b, unsigned n, unsigned s) {
  for (unsigned i = 0; i < n; i += s)
    a[i] = in[i];
  for (size_t i = 0; i < n; i += s)
    b[i] = a[i];
}

void changed(const int *__restrict in, int *__restrict a, int *__restrict b, size_t n, size_t s) {
  for (size_t i = 0; i < n; i += s)
    a[i] = in[i];
  s += 1;
  for (size_t i = 0; i < n; i += s)
    b[i] = a[i];
}
//--- after.cpp
typedef decltype(sizeof 0) size_t;
void unsignedStep(const int *__restrict in, int *__restrict a, int *__restrict b, size_t n, size_t s) {
  for (size_t i = 0; i < n; i += s) {
    a[i] = in[i];
    b[i] = a[i];
  }
}

void signedStep(const int *__restrict in, int *__restrict a, int *__restrict b, int n, int s) {
  for (int i = 0; i < n; i += s) {
    a[i] = in[i];
    b[i] = a[i] + in[i + s];
  }
}

// Of unsigned numbers nothing tells which of the two comes first.
void order(const int *__restrict in, int *__restrict a, int *__restrict b, size_t n, size_t s) {
  for (size_t i = 0; i < n; i += s)
    a[i] = in[i];
  for (size_t i = 0; i < n; i += s)
    b[i] = a[i - 8];
}

// Not the same steps once they wrap around.
void types(const int *__restrict in, int *__restrict a, int *__restrict b, unsigned n, unsigned s) {
  for (unsigned i = 0; i < n; i += s)
    a[i] = in[i];
  for (size_t i = 0; i < n; i += s)
    b[i] = a[i];
}

void changed(const int *__restrict in, int *__restrict a, int *__restrict b, size_t n, size_t s) {
  for (size_t i = 0; i < n; i += s)
    a[i] = in[i];
  s += 1;
  for (size_t i = 0; i < n; i += s)
    b[i] = a[i];
}
