// RUN: %check_fuse %s --alias=guard -- -std=c++17 -fopenmp
// RUN: %check_fuse %s --alias=guard -- -std=c++17 -Wno-unknown-pragmas
// Loops under directives with pointers that may overlap: a part of an equation of state.
//--- before.cpp
typedef double Real;

void pressure(Real *p_new, Real *bvc, Real *pbvc, Real *e_old, Real *compression, Real pmin, int length) {
#pragma omp parallel for firstprivate(length)
  for (int i = 0; i < length; ++i) {
    Real c1s = Real(2.0) / Real(3.0);
    bvc[i] = c1s * (compression[i] + Real(1.));
    pbvc[i] = c1s;
  }

#pragma omp parallel for firstprivate(length, pmin)
  for (int i = 0; i < length; ++i) {
    p_new[i] = bvc[i] * e_old[i];
    if (p_new[i] < pmin)
      p_new[i] = pmin;
  }
}

void lists(double *a, double *b, double *c, int n) {
  int i;
  double t, u;
  // first
  #pragma omp parallel for private(t)
  for (i = 0; i < n; i++) {
    t = a[i];
    b[i] = t * t;
  }
  // second
  #pragma omp parallel for private(u)
  for (i = 0; i < n; i++) {
    u = b[i];
    c[i] = u + 1;
  }
}
//--- after.cpp
#include <cstdint>
typedef double Real;

void pressure(Real *p_new, Real *bvc, Real *pbvc, Real *e_old, Real *compression, Real pmin, int length) {
  if (((std::uintptr_t)compression + length * sizeof(*compression) <= (std::uintptr_t)p_new ||
       (std::uintptr_t)p_new + length * sizeof(*p_new) <= (std::uintptr_t)compression) &&
      ((std::uintptr_t)bvc + length * sizeof(*bvc) <= (std::uintptr_t)pbvc ||
       (std::uintptr_t)pbvc + length * sizeof(*pbvc) <= (std::uintptr_t)bvc) &&
      ((std::uintptr_t)bvc + length * sizeof(*bvc) <= (std::uintptr_t)e_old ||
       (std::uintptr_t)e_old + length * sizeof(*e_old) <= (std::uintptr_t)bvc) &&
      ((std::uintptr_t)bvc + length * sizeof(*bvc) <= (std::uintptr_t)p_new ||
       (std::uintptr_t)p_new + length * sizeof(*p_new) <= (std::uintptr_t)bvc) &&
      ((std::uintptr_t)pbvc + length * sizeof(*pbvc) <= (std::uintptr_t)e_old ||
       (std::uintptr_t)e_old + length * sizeof(*e_old) <= (std::uintptr_t)pbvc) &&
      ((std::uintptr_t)pbvc + length * sizeof(*pbvc) <= (std::uintptr_t)p_new ||
       (std::uintptr_t)p_new + length * sizeof(*p_new) <= (std::uintptr_t)pbvc)) {
    #pragma omp parallel for firstprivate(length, pmin)
    for (int i = 0; i < length; ++i) {
      Real c1s = Real(2.0) / Real(3.0);
      bvc[i] = c1s * (compression[i] + Real(1.));
      pbvc[i] = c1s;
      p_new[i] = bvc[i] * e_old[i];
      if (p_new[i] < pmin)
        p_new[i] = pmin;
    }
  } else {
    #pragma omp parallel for firstprivate(length)
    for (int i = 0; i < length; ++i) {
      Real c1s = Real(2.0) / Real(3.0);
      bvc[i] = c1s * (compression[i] + Real(1.));
      pbvc[i] = c1s;
    }

  #pragma omp parallel for firstprivate(length, pmin)
    for (int i = 0; i < length; ++i) {
      p_new[i] = bvc[i] * e_old[i];
      if (p_new[i] < pmin)
        p_new[i] = pmin;
    }
  }
}

void lists(double *a, double *b, double *c, int n) {
  int i;
  double t, u;
  // first
  if (((std::uintptr_t)a + n * sizeof(*a) <= (std::uintptr_t)c ||
       (std::uintptr_t)c + n * sizeof(*c) <= (std::uintptr_t)a) &&
      ((std::uintptr_t)b + n * sizeof(*b) <= (std::uintptr_t)c ||
       (std::uintptr_t)c + n * sizeof(*c) <= (std::uintptr_t)b)) {
    #pragma omp parallel for private(t, u)
    for (i = 0; i < n; i++) {
      t = a[i];
      b[i] = t * t;
      // second
      u = b[i];
      c[i] = u + 1;
    }
  } else {
    #pragma omp parallel for private(t)
    for (i = 0; i < n; i++) {
      t = a[i];
      b[i] = t * t;
    }
    // second
    #pragma omp parallel for private(u)
    for (i = 0; i < n; i++) {
      u = b[i];
      c[i] = u + 1;
    }
  }
}
