// RUN: %check_fuse %s
// Counters that are set in front of loops without a start of their own. What a counter had behind its loop, it has
// behind the fused one.
//--- before.cpp
void shared(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int i;
  i = 0;
  for (; i < n; i++)
    a[i] = in[i];
  i = 0;
  for (; i < n; i++)
    b[i] = a[i];
}

void each(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int i, j;
  i = 0;
  for (; i < n; i++)
    a[i] = in[i];

  // The second one.
  j = 0;
  for (; j < n; j++)
    b[j] = a[j];
}

int declared(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int i = 0, j = 0;
  for (; i < n; i++)
    a[i] = in[i];
  for (; j < n; j++)
    b[j] = a[j];
  return j;
}

int between(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int i = 0;
  for (; i < n; i++)
    a[i] = in[i];
  const int c = n * 2;
  i = 0;
  for (; i < n; i++)
    b[i] = a[i] + c;
  return i;
}

int behind(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int i, j;
  for (i = 0; i < n; i++)
    a[i] = in[i];
  for (j = 0; j < n; j++)
    b[j] = a[j];
  return i + j;
}

int third(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  unsigned i, j, k;
  for (i = 0; i < 100; i++)
    a[i] = in[i];
  for (j = 0; j < 100; j++)
    b[j] = a[j];
  for (k = 0; k < 100; k++)
    b[k] += n;
  if (n > 3)
    return j;
  return k;
}

// Of another type, of another start, or set where not every way leads: they stay.
int others(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int i;
  long j;
  for (i = 0; i < n; i++)
    a[i] = in[i];
  for (j = 0; j < n; j++)
    b[j] = a[j];
  i = n;
  if (in[0])
    i = 0;
  for (; i < n; i++)
    b[i] += in[i];
  return j;
}
//--- after.cpp
void shared(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int i;
  i = 0;
  for (; i < n; i++) {
    a[i] = in[i];
    b[i] = a[i];
  }
}

void each(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int i;
  i = 0;
  for (; i < n; i++) {
    a[i] = in[i];
    // The second one.
    b[i] = a[i];
  }
}

int declared(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int i = 0, j = 0;
  for (; i < n; i++) {
    a[i] = in[i];
    b[i] = a[i];
  }
  j = i;
  return j;
}

int between(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int i = 0;
  const int c = n * 2;
  for (; i < n; i++) {
    a[i] = in[i];
    b[i] = a[i] + c;
  }
  return i;
}

int behind(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int i, j;
  for (i = 0; i < n; i++) {
    a[i] = in[i];
    b[i] = a[i];
  }
  j = i;
  return i + j;
}

int third(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  unsigned i, j, k;
  for (i = 0; i < 100; i++) {
    a[i] = in[i];
    b[i] = a[i];
    b[i] += n;
  }
  j = i;
  k = i;
  if (n > 3)
    return j;
  return k;
}

// Of another type, of another start, or set where not every way leads: they stay.
int others(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int i;
  long j;
  for (i = 0; i < n; i++)
    a[i] = in[i];
  for (j = 0; j < n; j++)
    b[j] = a[j];
  i = n;
  if (in[0])
    i = 0;
  for (; i < n; i++)
    b[i] += in[i];
  return j;
}
