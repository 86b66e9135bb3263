// RUN: %check_fuse %s
// In a template, the scalar has the type that the text of the template names.
//--- before.cpp
#include <cstdlib>
#include <memory>
#include <vector>

template <class T> void array(const T *__restrict in, T *__restrict out) {
  T t[64];
  for (int i = 0; i < 64; ++i)
    t[i] = in[i] * 2;
  for (int i = 0; i < 64; ++i)
    out[i] = t[i] + 1;
}

template <class T> void vector(const T *__restrict in, T *__restrict out, int n) {
  std::vector<T> t(n);
  for (int i = 0; i < n; ++i)
    t[i] = in[i] * 2;
  for (int i = 0; i < n; ++i)
    out[i] = t[i] + 1;
}

template <class T> void allocated(const T *__restrict in, T *__restrict out, int n) {
  T *t = new T[n];
  auto *u = static_cast<T *>(std::malloc(n * sizeof(T)));
  for (int i = 0; i < n; ++i)
    t[i] = in[i] * 2;
  for (int i = 0; i < n; ++i)
    u[i] = t[i] * 3;
  for (int i = 0; i < n; ++i)
    out[i] = u[i] + 1;
  std::free(u);
  delete[] t;
}

template <class T> void unique(const T *__restrict in, T *__restrict out, int n) {
  auto t = std::make_unique<T[]>(n);
  std::unique_ptr<T[]> u(new T[n]);
  for (int i = 0; i < n; ++i)
    t[i] = in[i] * 2;
  for (int i = 0; i < n; ++i)
    u[i] = t[i] * 3;
  for (int i = 0; i < n; ++i)
    out[i] = u[i] + 1;
}

template <class Real> struct Filter {
  using Value = Real;
  Real gain;
  void run(const Real *__restrict in, Real *__restrict out, int n) const {
    const Real g = gain;
    std::vector<Value> t(n);
    for (int i = 0; i < n; ++i)
      t[i] = in[i] * g;
    for (int i = 0; i < n; ++i)
      out[i] = t[i] + 1;
  }
};

template void array(const float *, float *);
template void array(const double *, double *);
template void vector(const float *, float *, int);
template void vector(const double *, double *, int);
template void allocated(const float *, float *, int);
template void allocated(const double *, double *, int);
template void unique(const float *, float *, int);
template void unique(const int *, int *, int);
template struct Filter<float>;
template struct Filter<double>;
//--- after.cpp
#include <cstdlib>
#include <memory>
#include <vector>

template <class T> void array(const T *__restrict in, T *__restrict out) {
  for (int i = 0; i < 64; ++i) {
    const T t_i = in[i] * 2;
    out[i] = t_i + 1;
  }
}

template <class T> void vector(const T *__restrict in, T *__restrict out, int n) {
  for (int i = 0; i < n; ++i) {
    const T t_i = in[i] * 2;
    out[i] = t_i + 1;
  }
}

template <class T> void allocated(const T *__restrict in, T *__restrict out, int n) {
  for (int i = 0; i < n; ++i) {
    const T t_i = in[i] * 2;
    const T u_i = t_i * 3;
    out[i] = u_i + 1;
  }
}

template <class T> void unique(const T *__restrict in, T *__restrict out, int n) {
  for (int i = 0; i < n; ++i) {
    const T t_i = in[i] * 2;
    const T u_i = t_i * 3;
    out[i] = u_i + 1;
  }
}

template <class Real> struct Filter {
  using Value = Real;
  Real gain;
  void run(const Real *__restrict in, Real *__restrict out, int n) const {
    const Real g = gain;
    for (int i = 0; i < n; ++i) {
      const Value t_i = in[i] * g;
      out[i] = t_i + 1;
    }
  }
};

template void array(const float *, float *);
template void array(const double *, double *);
template void vector(const float *, float *, int);
template void vector(const double *, double *, int);
template void allocated(const float *, float *, int);
template void allocated(const double *, double *, int);
template void unique(const float *, float *, int);
template void unique(const int *, int *, int);
template struct Filter<float>;
template struct Filter<double>;
