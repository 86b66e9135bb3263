// A finding says why a temporary stays an array: what of its use, or of its text, does not let it become a scalar.
// RUN: cp %s %t.cpp && %loopfuse check --cost-model=always %t.cpp -- -std=c++20 -fno-vectorize | FileCheck %s
void keep(const float *);

float readBehind(const float *__restrict in, float *__restrict out) {
  // CHECK: [[#@LINE+1]]:3: note: 't' stays an array: its values may be read behind the loops
  float t[64];
  for (int i = 0; i < 64; ++i)
    t[i] = in[i] * 2;
  for (int i = 0; i < 64; ++i)
    out[i] = t[i] + 1;
  return t[5];
}

void escapes(const float *__restrict in, float *__restrict out) {
  // CHECK: [[#@LINE+1]]:3: note: 't' stays an array: something besides the accesses of the loops may use it
  float t[64];
  keep(t);
  for (int i = 0; i < 64; ++i)
    t[i] = in[i] * 2;
  for (int i = 0; i < 64; ++i)
    out[i] = t[i] + 1;
}

void neighbours(const float *__restrict in, float *__restrict out) {
  // CHECK: [[#@LINE+1]]:3: note: 't' stays an array: an iteration may need what another one wrote
  float t[65] = {};
  for (int i = 0; i < 64; ++i)
    t[i + 1] = in[i] * 2;
  for (int i = 0; i < 64; ++i)
    out[i] = t[i] + 1;
}

void pointers(const float *__restrict in, float *__restrict out) {
  // CHECK: [[#@LINE+1]]:3: note: 't' stays an array: its elements are or hold pointers, and what these lead to is told by them
  const float *t[64];
  for (int i = 0; i < 64; ++i)
    t[i] = &in[63 - i];
  for (int i = 0; i < 64; ++i)
    out[i] = *t[i] + 1;
}

typedef float w;
void hidden(const float *__restrict in, float *__restrict out) {
  // CHECK: [[#@LINE+1]]:3: note: 't' stays an array: the name of its elements' type may mean something else in the fused loop
  w t[64];
  int w = 2;
  for (int i = 0; i < 64; ++i)
    t[i] = in[i] * w;
  for (int i = 0; i < 64; ++i)
    out[i] = t[i] + 1;
}
