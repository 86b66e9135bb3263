// RUN: %check_exec %s
// Temporaries of many forms become variables: classes, complex numbers, elements of templates, vectors that are asked for
// their size, memory of all kinds.
#include <alloca.h>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

struct P {
  float x, y;
};

static void members(const float *__restrict in, float *__restrict out, int n) {
  std::vector<P> t(n);
  for (int i = 0; i < n; ++i) {
    t[i].x = in[i] * 2;
    t[i].y = in[i] + 1;
  }
  for (int i = 0; i < n; ++i) {
    t[i].x -= 3;
    out[i] = t[i].x * t[i].y;
  }
}

static void whole(const P *__restrict in, P *__restrict out, int n) {
  P t[64];
  for (int i = 0; i < n; ++i)
    t[i] = in[i];
  for (int i = 0; i < n; ++i) {
    out[i] = t[i];
    out[i].y += t[i].x;
  }
}

// The y of another iteration is read: nothing may become a variable.
static float shifted(const float *__restrict in, float *__restrict out, int n) {
  P t[65] = {};
  for (int i = 0; i < n; ++i) {
    t[i].x = in[i];
    t[i + 1].y = in[i] * 2;
  }
  for (int i = 0; i < n; ++i)
    out[i] = t[i].x - t[i].y;
  return out[n - 1];
}

static void complexNumbers(const std::complex<double> *__restrict in, std::complex<double> *__restrict out, int n) {
  std::vector<std::complex<double>> t(n);
  for (int i = 0; i < n; ++i)
    t[i] = in[i] * 2.0;
  for (int i = 0; i < n; ++i)
    out[i] = t[i] + in[i];
}

template <class T> static void typed(const T *__restrict in, T *__restrict out, int n) {
  std::vector<T> t(n);
  for (std::size_t i = 0; i < t.size(); ++i)
    t[i] = static_cast<T>(in[i] * 3 / 2);
  for (std::size_t i = 0; i < t.size(); ++i)
    out[i] = static_cast<T>(t[i] + t.size());
}

static void resized(const float *__restrict in, float *__restrict out, unsigned char n) {
  std::vector<float> t, u;
  t.resize(n + 1);
  u.assign(t.size(), 7.0f);
  for (std::size_t i = 0; i < t.size(); ++i)
    t[i] = in[i] * 2;
  for (std::size_t i = 0; i < u.size(); ++i)
    u[i] = t[i] - 1;
  for (std::size_t i = 0; i < u.size(); ++i)
    out[i] = u[i] * u.size();
}

static void memory(const float *__restrict in, float *__restrict out, int n) {
  float *a = (float *)alloca(n * sizeof *a);
  float *b = (float *)std::calloc(n, sizeof *b);
  float *c = new float[n]();
  auto d = std::make_unique_for_overwrite<float[]>(n);
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  for (int i = 0; i < n; ++i)
    b[i] = a[i] * 3;
  for (int i = 0; i < n; ++i)
    c[i] = b[i] - 4;
  for (int i = 0; i < n; ++i)
    d[i] = c[i] * c[i];
  for (int i = 0; i < n; ++i)
    out[i] = d[i] + 1;
  delete[] c;
  std::free(b);
}

int main() {
  float in[64], out[64];
  P points[64], copies[64];
  std::complex<double> z[64], y[64];
  short small[64], smaller[64];
  for (int i = 0; i < 64; ++i) {
    in[i] = i * 0.37f - 5;
    points[i] = {in[i], i * 0.5f};
    z[i] = {i * 0.25, 3.0 - i};
    small[i] = static_cast<short>(i * 31);
  }
  auto print = [&](const float *values, int n) {
    for (int i = 0; i < n; ++i)
      std::printf("%a ", values[i]);
    std::printf("\n");
  };
  for (int n : {0, 1, 2, 33, 64}) {
    members(in, out, n);
    print(out, n);
    whole(points, copies, n);
    print(&copies[0].x, 2 * n);
    if (n)
      std::printf("%a\n", shifted(in, out, n));
    print(out, n);
    complexNumbers(z, y, n);
    for (int i = 0; i < n; ++i)
      std::printf("%a %a ", y[i].real(), y[i].imag());
    typed(in, out, n);
    print(out, n);
    typed(small, smaller, n);
    for (int i = 0; i < n; ++i)
      std::printf("%d ", smaller[i]);
    if (n < 64) {
      resized(in, out, n);
      print(out, n + 1);
    }
    memory(in, out, n);
    print(out, n);
  }
}
