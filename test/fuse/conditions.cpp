// RUN: %check_fuse %s
// Loops under the same condition become one loop under it.
//--- before.cpp
void same(const int *__restrict in, int *__restrict a, int *__restrict b, int n, bool wanted) {
  // Twice as much.
  if (wanted) {
    for (int i = 0; i < n; ++i)
      a[i] = in[i] * 2;
  }

  // And one more.
  if (wanted) { // If asked for.
    // Each one.
    for (int i = 0; i < n; ++i)
      b[i] = a[i] + 1; // Here.
  } // Done.
}

void withoutBraces(const int *__restrict in, int *__restrict a, int *__restrict b, int n, double scale) {
  if (scale != 1.0)
    for (int i = 0; i < n; ++i)
      a[i] = in[i] * scale;
  if (scale != 1.0)
    for (int k = 0; k < n; ++k)
      b[k] = a[k] + 1;
}

struct Settings {
  bool enabled;
  int level;
};

void members(const int *__restrict in, int *__restrict a, int *__restrict b, int n, const Settings *settings) {
  if (settings->enabled && settings->level > 2)
    for (int i = 0; i < n; ++i)
      a[i] = in[i] + settings->level;
  const int offset = n * 3;
  if (settings->enabled && settings->level > 2)
    for (int i = 0; i < n; ++i)
      b[i] = a[i] + offset;
}

// A condition that says nothing new is none.
void spare(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  if (n > 0) {
    for (int i = 0; i < n; ++i)
      a[i] = in[i];
  }
  for (int i = 0; i < n; ++i)
    b[i] = a[i];
}

void spareBehind(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i];
  if (n >= 1) // Nothing to do.
    for (int i = 0; i < n; ++i)
      b[i] = a[i];
  if (0 < n)
    for (int i = 0; i < n; ++i)
      b[i] += a[i];
}

// Written in two ways.
void equal(const int *__restrict in, int *__restrict a, int *__restrict b, int n, int level) {
  if (level > 2)
    for (int i = 0; i < n; ++i)
      a[i] = in[i];
  if (3 <= level)
    for (int i = 0; i < n; ++i)
      b[i] = a[i];
}

void returns(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  if (n <= 0)
    return;
  for (int i = 0; i < n; ++i)
    a[i] = in[i];
  for (int i = 0; i < n; ++i)
    b[i] = a[i];
}

int temporary(const int *__restrict in, int n, bool wanted) {
  int sum = 0, t[64];
  if (wanted)
    for (int i = 0; i < n; ++i)
      t[i] = in[i] * 2;
  if (wanted)
    for (int i = 0; i < n; ++i)
      sum += t[i];
  return sum;
}
//--- after.cpp
void same(const int *__restrict in, int *__restrict a, int *__restrict b, int n, bool wanted) {
  // Twice as much.
  if (wanted) {
    for (int i = 0; i < n; ++i) {
      a[i] = in[i] * 2;
      // And one more.
      // If asked for.
      // Each one.
      b[i] = a[i] + 1; // Here.
      // Done.
    }
  }
}

void withoutBraces(const int *__restrict in, int *__restrict a, int *__restrict b, int n, double scale) {
  if (scale != 1.0)
    for (int i = 0; i < n; ++i) {
      a[i] = in[i] * scale;
      b[i] = a[i] + 1;
    }
}

struct Settings {
  bool enabled;
  int level;
};

void members(const int *__restrict in, int *__restrict a, int *__restrict b, int n, const Settings *settings) {
  const int offset = n * 3;
  if (settings->enabled && settings->level > 2)
    for (int i = 0; i < n; ++i) {
      a[i] = in[i] + settings->level;
      b[i] = a[i] + offset;
    }
}

// A condition that says nothing new is none.
void spare(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  if (n > 0) {
    for (int i = 0; i < n; ++i) {
      a[i] = in[i];
      b[i] = a[i];
    }
  }
}

void spareBehind(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = in[i];
    // Nothing to do.
    b[i] = a[i];
    b[i] += a[i];
  }
}

// Written in two ways.
void equal(const int *__restrict in, int *__restrict a, int *__restrict b, int n, int level) {
  if (level > 2)
    for (int i = 0; i < n; ++i) {
      a[i] = in[i];
      b[i] = a[i];
    }
}

void returns(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  if (n <= 0)
    return;
  for (int i = 0; i < n; ++i) {
    a[i] = in[i];
    b[i] = a[i];
  }
}

int temporary(const int *__restrict in, int n, bool wanted) {
  int sum = 0;
  if (wanted)
    for (int i = 0; i < n; ++i) {
      const int t_i = in[i] * 2;
      sum += t_i;
    }
  return sum;
}
