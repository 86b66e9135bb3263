// RUN: %check_fuse %s
// However the memory is asked for.
//--- before.cpp
#include <alloca.h>
#include <cstdlib>
#include <memory>
#include <vector>

void onTheStack(const float *__restrict in, float *__restrict out, int n) {
  float *t = (float *)alloca(n * sizeof *t);
  float *u = static_cast<float *>(__builtin_alloca(n * sizeof(float)));
  for (int i = 0; i < n; ++i)
    t[i] = in[i] * 2;
  for (int i = 0; i < n; ++i)
    u[i] = t[i] * 3;
  for (int i = 0; i < n; ++i)
    out[i] = u[i] + 1;
}

void zeroed(const float *__restrict in, float *__restrict out, int n) {
  float *t = (float *)std::calloc(n, sizeof *t);
  float *u = new float[n]();
  auto v = std::make_unique<float[]>(n);
  for (int i = 0; i < n; ++i)
    t[i] = in[i] * 2;
  for (int i = 0; i < n; ++i)
    u[i] = t[i] * 3;
  for (int i = 0; i < n; ++i)
    v[i] = u[i] * 4;
  for (int i = 0; i < n; ++i)
    out[i] = v[i] + 1;
  delete[] u;
  std::free(t);
}

void aligned(const float *__restrict in, float *__restrict out, int n) {
  float *t = (float *)std::aligned_alloc(64, n * sizeof *t);
  auto u = std::make_unique_for_overwrite<float[]>(n);
  std::unique_ptr<float[]> v(new float[n]);
  for (int i = 0; i < n; ++i)
    t[i] = in[i] * 2;
  for (int i = 0; i < n; ++i)
    u[i] = t[i] * 3;
  for (int i = 0; i < n; ++i)
    v[i] = u[i] * 4;
  for (int i = 0; i < n; ++i)
    out[i] = v[i] + 1;
  std::free(t);
}

// What zeros were there is read; what is kept may not go.
void zerosRead(const float *__restrict in, float *__restrict out, int n) {
  float *t = new float[n]();
  for (int i = 0; i < n; ++i)
    t[i] += in[i] * 2;
  for (int i = 0; i < n; ++i)
    out[i] = t[i] + 1;
  delete[] t;
}

float *returned(const float *__restrict in, float *__restrict out, int n) {
  float *t = new float[n];
  for (int i = 0; i < n; ++i)
    t[i] = in[i] * 2;
  for (int i = 0; i < n; ++i)
    out[i] = t[i] + 1;
  return t;
}
//--- after.cpp
#include <alloca.h>
#include <cstdlib>
#include <memory>
#include <vector>

void onTheStack(const float *__restrict in, float *__restrict out, int n) {
  for (int i = 0; i < n; ++i) {
    const float t_i = in[i] * 2;
    const float u_i = t_i * 3;
    out[i] = u_i + 1;
  }
}

void zeroed(const float *__restrict in, float *__restrict out, int n) {
  for (int i = 0; i < n; ++i) {
    const float t_i = in[i] * 2;
    const float u_i = t_i * 3;
    const float v_i = u_i * 4;
    out[i] = v_i + 1;
  }
}

void aligned(const float *__restrict in, float *__restrict out, int n) {
  for (int i = 0; i < n; ++i) {
    const float t_i = in[i] * 2;
    const float u_i = t_i * 3;
    const float v_i = u_i * 4;
    out[i] = v_i + 1;
  }
}

// What zeros were there is read; what is kept may not go.
void zerosRead(const float *__restrict in, float *__restrict out, int n) {
  float *t = new float[n]();
  for (int i = 0; i < n; ++i) {
    t[i] += in[i] * 2;
    out[i] = t[i] + 1;
  }
  delete[] t;
}

float *returned(const float *__restrict in, float *__restrict out, int n) {
  float *t = new float[n];
  for (int i = 0; i < n; ++i) {
    t[i] = in[i] * 2;
    out[i] = t[i] + 1;
  }
  return t;
}
