// RUN: %check_fuse %s --alias=guard
// What cannot be told apart in front of the loops stays as it is.
//--- before.cpp
// The bound is in memory that is written for certain.
void bound(int *a, int *n) {
  for (int i = 0; i < n[8]; ++i)
    n[i] = i;
  for (int i = 0; i < n[8]; ++i)
    a[i] = n[i];
}

// The elements depend on data.
void scattered(const int *index, int *a, int *b, int n) {
  for (int i = 0; i < n; ++i)
    a[index[i]] = i;
  for (int i = 0; i < n; ++i)
    b[i] = a[i];
}

// The end of what is read may be anywhere, if it is read at all.
void maybe(const int *flag, int *a, int *b, int n, long m) {
  for (int i = 0; i < n; ++i)
    b[i] = flag[i] ? a[i + m] : 0;
  for (int i = 0; i < n; ++i)
    a[i] = b[i];
}

// A pointer that moves.
void moved(int *a, int *b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = i;
  for (int i = 0; i < n; ++i)
    b[i] = a[i];
  ++b;
  b[0] = 1;
}

// Two names for one thing: "n" in front of the loops is another one where it stands.
void hidden(int *a, int *b, int n) {
  const int count = n;
  {
    int n = 3;
    for (int i = 0; i < count; ++i)
      a[i] = n;
    for (int i = 0; i < count; ++i)
      b[i] = a[i];
  }
}

// A variable that there would be two of.
void counted(int *a, int *b, int n) {
  for (int i = 0; i < n; ++i) {
    static int calls = 0;
    a[i] = ++calls;
  }
  for (int i = 0; i < n; ++i)
    b[i] = a[i];
}

// A dependence that the test would not remove.
void backward(int *a, int *b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = b[i];
  for (int i = 0; i < n - 1; ++i)
    b[i] = a[i + 1];
}

// Without iterations there need be no offset, but the test would read it.
void unset(int *a, int *b, int n) {
  int offset;
  if (n > 0)
    offset = n / 2;
  for (int i = 0; i < n; ++i)
    a[i + offset] = i;
  for (int i = 0; i < n; ++i)
    b[i] = a[i + offset];
}

// No constant can depend on addresses.
constexpr int constant(int *a, int *b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = i;
  for (int i = 0; i < n; ++i)
    b[i] = a[i];
  return b[0];
}

// A guard by hand: the else branch is what it is for.
void byHand(int *a, int *b, int n) {
  if ((unsigned long)a + n * sizeof(int) <= (unsigned long)b || (unsigned long)b + n * sizeof(int) <= (unsigned long)a) {
    for (int i = 0; i < n; ++i) {
      a[i] = i;
      b[i] = a[i];
    }
  } else {
    for (int i = 0; i < n; ++i)
      a[i] = i;
    for (int i = 0; i < n; ++i)
      b[i] = a[i];
  }
}
