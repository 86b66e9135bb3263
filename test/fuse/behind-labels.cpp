// RUN: %check_fuse %s
// Loops of one section of a `switch`, and behind a label.
//--- before.cpp
void sections(const int *__restrict in, int *__restrict a, int *__restrict b, int n, int kind) {
  switch (kind) {
  case 1:
    for (int i = 0; i < n; i++)
      a[i] = in[i];
    for (int i = 0; i < n; i++)
      b[i] = a[i];
    break;
  case 2:
  case 3: // These two.
    for (int i = 0; i < n; i++) {
      a[i] = in[i] + 1;
    }
    a[n] = 3;
    for (int i = 0; i < n; i++) {
      b[i] = a[i] * 2;
    }
    // On to the next.
    [[fallthrough]];
  default:
    for (int i = 0; i < n; i++)
      b[i] += in[i];
    for (int i = 0; i < n; i++)
      a[i] += b[i];
  }
}

void again(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
repeat:
  for (int i = 0; i < n; i++)
    a[i] += in[i];
  for (int i = 0; i < n; i++)
    b[i] = a[i];
  if (b[0] < 10)
    goto repeat;
}

// A label stands between them.
void apart(const int *__restrict in, int *__restrict a, int *__restrict b, int n, int kind) {
  switch (kind) {
  case 1:
    for (int i = 0; i < n; i++)
      a[i] = in[i];
    [[fallthrough]];
  case 2:
    for (int i = 0; i < n; i++)
      b[i] = a[i];
  }
}
//--- after.cpp
void sections(const int *__restrict in, int *__restrict a, int *__restrict b, int n, int kind) {
  switch (kind) {
  case 1:
    for (int i = 0; i < n; i++) {
      a[i] = in[i];
      b[i] = a[i];
    }
    break;
  case 2:
  case 3: // These two.
    for (int i = 0; i < n; i++) {
      a[i] = in[i] + 1;
      b[i] = a[i] * 2;
    }
    a[n] = 3;
    // On to the next.
    [[fallthrough]];
  default:
    for (int i = 0; i < n; i++) {
      b[i] += in[i];
      a[i] += b[i];
    }
  }
}

void again(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
repeat:
  for (int i = 0; i < n; i++) {
    a[i] += in[i];
    b[i] = a[i];
  }
  if (b[0] < 10)
    goto repeat;
}

// A label stands between them.
void apart(const int *__restrict in, int *__restrict a, int *__restrict b, int n, int kind) {
  switch (kind) {
  case 1:
    for (int i = 0; i < n; i++)
      a[i] = in[i];
    [[fallthrough]];
  case 2:
    for (int i = 0; i < n; i++)
      b[i] = a[i];
  }
}
