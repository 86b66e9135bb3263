// RUN: %check_fuse %s -- -fopenmp
// RUN: %check_fuse %s -- -Wno-unknown-pragmas
// A variable that nobody changes is the same thing as the copies that each thread makes of it.
//--- before.c
void both(double *restrict a, double *restrict b, const double *restrict in, int n, double scale, double offset) {
#pragma omp parallel for firstprivate(n, scale)
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * scale;
#pragma omp parallel for firstprivate(n, offset)
  for (int i = 0; i < n; ++i)
    b[i] = a[i] + offset;
}

void added(double *restrict a, double *restrict b, const double *restrict in, int n, double scale, double offset) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * scale;
#pragma omp parallel for firstprivate(n) schedule(static) \
    firstprivate(offset)
  for (int i = 0; i < n; ++i)
    b[i] = a[i] + offset;
}

// What the second list names comes along.
void declared(double *restrict a, double *restrict b, const double *restrict in, int n, double scale) {
#pragma omp parallel for firstprivate(n, scale)
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * scale;
  double half = scale / 2;
#pragma omp parallel for firstprivate(half)
  for (int i = 0; i < n; ++i)
    b[i] = a[i] * half;
}

// Each thread counts for itself.
void changed(double *restrict a, double *restrict b, const double *restrict in, int n) {
  int count = 0;
#pragma omp parallel for firstprivate(count)
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * ++count;
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    b[i] = a[i];
}

// And begins anew in the second loop.
void again(double *restrict a, double *restrict b, const double *restrict in, int n) {
  int start[1] = {1};
#pragma omp parallel for firstprivate(start)
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * start[0];
#pragma omp parallel for firstprivate(start)
  for (int i = 0; i < n; ++i)
    b[i] = a[i] * ++start[0];
}

// What the directive says of all others.
void none(double *restrict a, double *restrict b, const double *restrict in, int n, double scale) {
#pragma omp parallel for default(none) firstprivate(n, a, in, scale)
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * scale;
#pragma omp parallel for default(none) firstprivate(n, a, b)
  for (int i = 0; i < n; ++i)
    b[i] = a[i];
}

// An array's copies are other memory.
void arrays(double *restrict a, double *restrict b, int n) {
  double local[2] = {1, 2};
#pragma omp parallel for firstprivate(n, local)
  for (int i = 0; i < n; ++i)
    a[i] = local[i & 1];
#pragma omp parallel for firstprivate(n)
  for (int i = 0; i < n; ++i)
    b[i] = a[i];
}
//--- after.c
void both(double *restrict a, double *restrict b, const double *restrict in, int n, double scale, double offset) {
#pragma omp parallel for firstprivate(n, scale, offset)
  for (int i = 0; i < n; ++i) {
    a[i] = in[i] * scale;
    b[i] = a[i] + offset;
  }
}

void added(double *restrict a, double *restrict b, const double *restrict in, int n, double scale, double offset) {
#pragma omp parallel for schedule(static) firstprivate(n, offset)
  for (int i = 0; i < n; ++i) {
    a[i] = in[i] * scale;
    b[i] = a[i] + offset;
  }
}

// What the second list names comes along.
void declared(double *restrict a, double *restrict b, const double *restrict in, int n, double scale) {
  double half = scale / 2;
#pragma omp parallel for firstprivate(n, scale, half)
  for (int i = 0; i < n; ++i) {
    a[i] = in[i] * scale;
    b[i] = a[i] * half;
  }
}

// Each thread counts for itself.
void changed(double *restrict a, double *restrict b, const double *restrict in, int n) {
  int count = 0;
#pragma omp parallel for firstprivate(count)
  for (int i = 0; i < n; ++i) {
    a[i] = in[i] * ++count;
    b[i] = a[i];
  }
}

// And begins anew in the second loop.
void again(double *restrict a, double *restrict b, const double *restrict in, int n) {
  int start[1] = {1};
#pragma omp parallel for firstprivate(start)
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * start[0];
#pragma omp parallel for firstprivate(start)
  for (int i = 0; i < n; ++i)
    b[i] = a[i] * ++start[0];
}

// What the directive says of all others.
void none(double *restrict a, double *restrict b, const double *restrict in, int n, double scale) {
#pragma omp parallel for default(none) firstprivate(n, a, in, scale, b)
  for (int i = 0; i < n; ++i) {
    a[i] = in[i] * scale;
    b[i] = a[i];
  }
}

// An array's copies are other memory.
void arrays(double *restrict a, double *restrict b, int n) {
  double local[2] = {1, 2};
#pragma omp parallel for firstprivate(n, local)
  for (int i = 0; i < n; ++i) {
    a[i] = local[i & 1];
    b[i] = a[i];
  }
}
