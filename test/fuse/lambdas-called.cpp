// RUN: %check_fuse %s
// Lambdas that are called in the bodies.
//--- before.cpp
void plain(const float *__restrict in, float *__restrict a, float *__restrict b, int n) {
  auto twice = [](float v) { return v * 2; };
  for (int i = 0; i < n; i++)
    a[i] = twice(in[i]);
  for (int i = 0; i < n; i++)
    b[i] = a[i] + 1;
}

void captures(const float *__restrict in, float *__restrict a, float *__restrict b, int n, float w) {
  const float offset = w * 3;
  auto scaled = [offset](float v) { return v * offset; };
  auto moved = [&](float v) { return v + offset; };
  for (int i = 0; i < n; i++)
    a[i] = scaled(in[i]);
  for (int i = 0; i < n; i++)
    b[i] = moved(a[i]) + 1;
}

float sums(const float *__restrict in, float *__restrict a, float *__restrict b, int n) {
  float sum = 0;
  auto add = [&sum](float v) { sum += v; };
  for (int i = 0; i < n; i++)
    a[i] = in[i] * 2;
  for (int i = 0; i < n; i++) {
    add(a[i]);
    b[i] = a[i] + 1;
  }
  return sum;
}

void counts(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int start = 3;
  auto next = [start]() mutable { return ++start; };
  for (int i = 0; i < n; i++)
    a[i] = in[i] * 2;
  for (int i = 0; i < n; i++)
    b[i] = a[i] + next();
}

// The first loop changes what the second one's lambda reads, or both draw from one lambda: they stay.
float needsAll(const float *__restrict in, float *__restrict a, float *__restrict b, int n) {
  float sum = 0;
  auto share = [&](float v) { return v / sum; };
  for (int i = 0; i < n; i++) {
    a[i] = in[i] * 2;
    sum += a[i];
  }
  for (int i = 0; i < n; i++)
    b[i] = share(a[i]);
  return sum;
}

void drawn(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int start = 3;
  auto next = [start]() mutable { return ++start; };
  for (int i = 0; i < n; i++)
    a[i] = in[i] * next();
  for (int i = 0; i < n; i++)
    b[i] = a[i] + next();
}

void copiedEarly(const float *__restrict in, float *__restrict a, float *__restrict b, int n, float w) {
  auto scaled = [p = a](int i) { return p[i]; };
  w = 7;
  for (int i = 0; i < n; i++)
    a[i] = in[i] * w;
  for (int i = 0; i < n; i++)
    b[i] = scaled(i) + a[n - 1 - i];
}
//--- after.cpp
void plain(const float *__restrict in, float *__restrict a, float *__restrict b, int n) {
  auto twice = [](float v) { return v * 2; };
  for (int i = 0; i < n; i++) {
    a[i] = twice(in[i]);
    b[i] = a[i] + 1;
  }
}

void captures(const float *__restrict in, float *__restrict a, float *__restrict b, int n, float w) {
  const float offset = w * 3;
  auto scaled = [offset](float v) { return v * offset; };
  auto moved = [&](float v) { return v + offset; };
  for (int i = 0; i < n; i++) {
    a[i] = scaled(in[i]);
    b[i] = moved(a[i]) + 1;
  }
}

float sums(const float *__restrict in, float *__restrict a, float *__restrict b, int n) {
  float sum = 0;
  auto add = [&sum](float v) { sum += v; };
  for (int i = 0; i < n; i++) {
    a[i] = in[i] * 2;
    add(a[i]);
    b[i] = a[i] + 1;
  }
  return sum;
}

void counts(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int start = 3;
  auto next = [start]() mutable { return ++start; };
  for (int i = 0; i < n; i++) {
    a[i] = in[i] * 2;
    b[i] = a[i] + next();
  }
}

// The first loop changes what the second one's lambda reads, or both draw from one lambda: they stay.
float needsAll(const float *__restrict in, float *__restrict a, float *__restrict b, int n) {
  float sum = 0;
  auto share = [&](float v) { return v / sum; };
  for (int i = 0; i < n; i++) {
    a[i] = in[i] * 2;
    sum += a[i];
  }
  for (int i = 0; i < n; i++)
    b[i] = share(a[i]);
  return sum;
}

void drawn(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int start = 3;
  auto next = [start]() mutable { return ++start; };
  for (int i = 0; i < n; i++)
    a[i] = in[i] * next();
  for (int i = 0; i < n; i++)
    b[i] = a[i] + next();
}

void copiedEarly(const float *__restrict in, float *__restrict a, float *__restrict b, int n, float w) {
  auto scaled = [p = a](int i) { return p[i]; };
  w = 7;
  for (int i = 0; i < n; i++)
    a[i] = in[i] * w;
  for (int i = 0; i < n; i++)
    b[i] = scaled(i) + a[n - 1 - i];
}
