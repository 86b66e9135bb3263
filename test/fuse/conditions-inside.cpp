// RUN: %check_fuse %s
// A loop under a condition beside one that runs in any case: the condition is asked inside, and compilers take it out
// again.
//--- before.cpp
#include <cstddef>

void one(const float *__restrict in, float *__restrict a, float *__restrict b, int n, bool wanted) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  if (wanted)
    for (int i = 0; i < n; ++i)
      b[i] = a[i] + 1;
}

// The condition's loop is the first, with braces, comments and another counter.
void first(const float *__restrict in, float *__restrict a, float *__restrict b, int n, int level) {
  if (level > 2 && n != 7) { // more than usual
    for (int k = 0; k < n; ++k) {
      a[k] = in[k]; // as it is
      b[k] = a[k];
    }
  }
  for (int i = 0; i < n; ++i)
    a[i] += in[i];
}

// A temporary that only one of them needs.
float sums(const float *__restrict in, int n, bool squares) {
  float s = 0, q = 0;
  for (int i = 0; i < n; ++i)
    s += in[i];
  if (squares)
    for (int i = 0; i < n; ++i)
      q += in[i] * in[i];
  return s + q;
}

// The condition changes in the loop.
void changes(const float *__restrict in, float *__restrict a, float *__restrict b, int n, bool wanted) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  if (wanted)
    for (int i = 0; i < n; ++i) {
      b[i] = a[i] + 1;
      wanted = false;
    }
}

// Memory may change, and a pointer may lead nowhere.
struct Part {
  int n;
  bool wanted;
};
void memory(const float *__restrict in, float *__restrict a, float *__restrict b, const Part *p, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  if (p)
    for (int i = 0; i < p->n; ++i)
      b[i] = a[i] + 1;
  for (int i = 0; i < n; ++i)
    a[i] = b[i] * 2;
  if (p->wanted)
    for (int i = 0; i < n; ++i)
      b[i] = a[i] + 1;
}

// The first loop decides.
void decides(const float *__restrict in, float *__restrict a, float *__restrict b, int n) {
  bool found = false;
  for (int i = 0; i < n; ++i) {
    a[i] = in[i] * 2;
    found = found || in[i] > 3;
  }
  if (found)
    for (int i = 0; i < n; ++i)
      b[i] = a[i] + 1;
}

// Its counter has the name of the condition.
void named(const float *__restrict in, float *__restrict a, float *__restrict b, int n, int i) {
  for (int k = 0; k < n; ++k)
    a[k] = in[k] * 2;
  if (i)
    for (int i = 0; i < n; ++i)
      b[i] = a[i] + 1;
}
//--- after.cpp
#include <cstddef>

void one(const float *__restrict in, float *__restrict a, float *__restrict b, int n, bool wanted) {
  for (int i = 0; i < n; ++i) {
    a[i] = in[i] * 2;
    if (wanted)
      b[i] = a[i] + 1;
  }
}

// The condition's loop is the first, with braces, comments and another counter.
void first(const float *__restrict in, float *__restrict a, float *__restrict b, int n, int level) {
  // more than usual
  for (int k = 0; k < n; ++k) {
    if (level > 2 && n != 7) {
      a[k] = in[k]; // as it is
      b[k] = a[k];
    }
    a[k] += in[k];
  }
}

// A temporary that only one of them needs.
float sums(const float *__restrict in, int n, bool squares) {
  float s = 0, q = 0;
  for (int i = 0; i < n; ++i) {
    s += in[i];
    if (squares)
      q += in[i] * in[i];
  }
  return s + q;
}

// The condition changes in the loop.
void changes(const float *__restrict in, float *__restrict a, float *__restrict b, int n, bool wanted) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  if (wanted)
    for (int i = 0; i < n; ++i) {
      b[i] = a[i] + 1;
      wanted = false;
    }
}

// Memory may change, and a pointer may lead nowhere.
struct Part {
  int n;
  bool wanted;
};
void memory(const float *__restrict in, float *__restrict a, float *__restrict b, const Part *p, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  if (p)
    for (int i = 0; i < p->n; ++i)
      b[i] = a[i] + 1;
  for (int i = 0; i < n; ++i)
    a[i] = b[i] * 2;
  if (p->wanted)
    for (int i = 0; i < n; ++i)
      b[i] = a[i] + 1;
}

// The first loop decides.
void decides(const float *__restrict in, float *__restrict a, float *__restrict b, int n) {
  bool found = false;
  for (int i = 0; i < n; ++i) {
    a[i] = in[i] * 2;
    found = found || in[i] > 3;
  }
  if (found)
    for (int i = 0; i < n; ++i)
      b[i] = a[i] + 1;
}

// Its counter has the name of the condition.
void named(const float *__restrict in, float *__restrict a, float *__restrict b, int n, int i) {
  for (int k = 0; k < n; ++k)
    a[k] = in[k] * 2;
  if (i)
    for (int i = 0; i < n; ++i)
      b[i] = a[i] + 1;
}
