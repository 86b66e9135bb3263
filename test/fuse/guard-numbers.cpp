// RUN: %check_fuse %s --alias=guard
// What a proof lacks may be a relation of numbers, too: it is tested beside the overlap. Ranges of flat arrays are
// reckoned in rows.
//--- before.cpp
// Rows of a length that the text does not relate to the loops.
void pitched(const float *in, float *t, float *out, int width, int height, int stride) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      t[y * stride + x] = in[y * stride + x] * 0.5f;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      out[y * stride + x] = t[y * stride + x] + 1.0f;
}

// Cells with a border, as Fortran numbers them.
#define CELL(i, j) ((x_max + 4) * ((j) - (y_min - 2)) + (i) - (x_min - 2))
void cells(double *a, double *b, int x_min, int x_max, int y_min, int y_max) {
  for (int k = y_min; k <= y_max + 1; k++)
    for (int j = x_min - 1; j <= x_max + 1; j++)
      a[CELL(j, k)] = b[CELL(j, k)] + k;
  for (int k = y_min; k <= y_max + 1; k++)
    for (int j = x_min - 1; j <= x_max + 1; j++)
      b[CELL(j, k)] = 2 * a[CELL(j, k)];
}

// Three dimensions, of other integers.
void planes(const int *in, int *out, unsigned long n, unsigned long m, unsigned long k, unsigned long w) {
  for (unsigned long x = 0; x < n; ++x)
    for (unsigned long y = 0; y < m; ++y)
      for (unsigned long z = 0; z < k; ++z)
        out[(x * m + y) * w + z] = in[(x * m + y) * w + z];
  for (unsigned long x = 0; x < n; ++x)
    for (unsigned long y = 0; y < m; ++y)
      for (unsigned long z = 0; z < k; ++z)
        out[(x * m + y) * w + z] *= in[(x * m + y) * w + z];
}

// Whole rows need no such test.
void whole(const double *a, double *b, double *c, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      b[i * m + j] = a[i * m + j];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      c[i * m + j] = b[i * m + j];
}

// Statements between the loops go along.
void between(const float *in, float *out, float *sums, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = in[i];
  // Starts again.
  float sum = 0, last = 0;
  for (int i = 0; i < n; ++i)
    out[i] *= 2;
  sum = 0;
  for (int i = 0; i < n; ++i)
    sum += out[i];
  last = sum;
  sums[0] = sum + last;
}
void around(const float *in, float *out, int n) {
  int done = 0;
  float sum;
  for (int i = 0; i < n; ++i)
    out[i] = in[i];
  // The copy is made.
  done = 1;
  for (int i = 0; i < n; ++i)
    out[i] += in[n - 1 - i];
  sum = done;
  for (int i = 0; i < n; ++i)
    out[i] *= sum;
}
//--- after.cpp
// Rows of a length that the text does not relate to the loops.
void pitched(const float *in, float *t, float *out, int width, int height, int stride) {
  if (width <= stride &&
      ((__UINTPTR_TYPE__)in + ((height - 1ul) * stride + width) * sizeof(*in) <= (__UINTPTR_TYPE__)out ||
       (__UINTPTR_TYPE__)out + ((height - 1ul) * stride + width) * sizeof(*out) <=
            (__UINTPTR_TYPE__)in) &&
      ((__UINTPTR_TYPE__)t + ((height - 1ul) * stride + width) * sizeof(*t) <= (__UINTPTR_TYPE__)out ||
       (__UINTPTR_TYPE__)out + ((height - 1ul) * stride + width) * sizeof(*out) <= (__UINTPTR_TYPE__)t)) {
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        t[y * stride + x] = in[y * stride + x] * 0.5f;
        out[y * stride + x] = t[y * stride + x] + 1.0f;
      }
  } else {
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        t[y * stride + x] = in[y * stride + x] * 0.5f;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        out[y * stride + x] = t[y * stride + x] + 1.0f;
  }
}

// Cells with a border, as Fortran numbers them.
#define CELL(i, j) ((x_max + 4) * ((j) - (y_min - 2)) + (i) - (x_min - 2))
void cells(double *a, double *b, int x_min, int x_max, int y_min, int y_max) {
  if (x_min >= 0 &&
      ((__UINTPTR_TYPE__)b + ((3ul + y_max - y_min) * (x_max + 4ul) + 4ul + x_max - x_min) * sizeof(*b) <=
            (__UINTPTR_TYPE__)a + (2ul * (x_max + 4ul) + 1ul) * sizeof(*a) ||
       (__UINTPTR_TYPE__)a + ((3ul + y_max - y_min) * (x_max + 4ul) + 4ul + x_max - x_min) * sizeof(*a) <=
            (__UINTPTR_TYPE__)b + (2ul * (x_max + 4ul) + 1ul) * sizeof(*b))) {
    for (int k = y_min; k <= y_max + 1; k++)
      for (int j = x_min - 1; j <= x_max + 1; j++) {
        a[CELL(j, k)] = b[CELL(j, k)] + k;
        b[CELL(j, k)] = 2 * a[CELL(j, k)];
      }
  } else {
    for (int k = y_min; k <= y_max + 1; k++)
      for (int j = x_min - 1; j <= x_max + 1; j++)
        a[CELL(j, k)] = b[CELL(j, k)] + k;
    for (int k = y_min; k <= y_max + 1; k++)
      for (int j = x_min - 1; j <= x_max + 1; j++)
        b[CELL(j, k)] = 2 * a[CELL(j, k)];
  }
}

// Three dimensions, of other integers.
void planes(const int *in, int *out, unsigned long n, unsigned long m, unsigned long k, unsigned long w) {
  if (k <= w &&
      ((__UINTPTR_TYPE__)in + (((n - 1ul) * m + m - 1ul) * w + k) * sizeof(*in) <=
            (__UINTPTR_TYPE__)out ||
       (__UINTPTR_TYPE__)out + (((n - 1ul) * m + m - 1ul) * w + k) * sizeof(*out) <=
            (__UINTPTR_TYPE__)in)) {
    for (unsigned long x = 0; x < n; ++x)
      for (unsigned long y = 0; y < m; ++y)
        for (unsigned long z = 0; z < k; ++z) {
          out[(x * m + y) * w + z] = in[(x * m + y) * w + z];
          out[(x * m + y) * w + z] *= in[(x * m + y) * w + z];
        }
  } else {
    for (unsigned long x = 0; x < n; ++x)
      for (unsigned long y = 0; y < m; ++y)
        for (unsigned long z = 0; z < k; ++z)
          out[(x * m + y) * w + z] = in[(x * m + y) * w + z];
    for (unsigned long x = 0; x < n; ++x)
      for (unsigned long y = 0; y < m; ++y)
        for (unsigned long z = 0; z < k; ++z)
          out[(x * m + y) * w + z] *= in[(x * m + y) * w + z];
  }
}

// Whole rows need no such test.
void whole(const double *a, double *b, double *c, int n, int m) {
  if (((__UINTPTR_TYPE__)a + (0ul + n) * m * sizeof(*a) <= (__UINTPTR_TYPE__)c ||
       (__UINTPTR_TYPE__)c + (0ul + n) * m * sizeof(*c) <= (__UINTPTR_TYPE__)a) &&
      ((__UINTPTR_TYPE__)b + (0ul + n) * m * sizeof(*b) <= (__UINTPTR_TYPE__)c ||
       (__UINTPTR_TYPE__)c + (0ul + n) * m * sizeof(*c) <= (__UINTPTR_TYPE__)b)) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j) {
        b[i * m + j] = a[i * m + j];
        c[i * m + j] = b[i * m + j];
      }
  } else {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j)
        b[i * m + j] = a[i * m + j];
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j)
        c[i * m + j] = b[i * m + j];
  }
}

// Statements between the loops go along.
void between(const float *in, float *out, float *sums, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = in[i];
  // Starts again.
  float sum = 0, last = 0;
  sum = 0;
  for (int i = 0; i < n; ++i) {
    out[i] *= 2;
    sum += out[i];
  }
  last = sum;
  sums[0] = sum + last;
}
void around(const float *in, float *out, int n) {
  int done = 0;
  float sum;
  if ((__UINTPTR_TYPE__)in + n * sizeof(*in) <= (__UINTPTR_TYPE__)out ||
      (__UINTPTR_TYPE__)out + n * sizeof(*out) <= (__UINTPTR_TYPE__)in) {
    // The copy is made.
    done = 1;
    sum = done;
    for (int i = 0; i < n; ++i) {
      out[i] = in[i];
      out[i] += in[n - 1 - i];
      out[i] *= sum;
    }
  } else {
    for (int i = 0; i < n; ++i)
      out[i] = in[i];
    // The copy is made.
    done = 1;
    for (int i = 0; i < n; ++i)
      out[i] += in[n - 1 - i];
    sum = done;
    for (int i = 0; i < n; ++i)
      out[i] *= sum;
  }
}
