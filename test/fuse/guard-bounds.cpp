// RUN: %check_fuse %s --alias=guard -- -std=c++17
// Bounds, offsets and bases that are kept in memory, which the stores may reach.
//--- before.cpp
#include <vector>

struct Field {
  int n, offset;
  double *x, *y;
  std::vector<double> owned;
  double inside[64];
  void scale() {
    for (int i = 0; i < n; i++)
      x[i] = x[i] * 2;
    for (int i = 0; i < n; i++)
      y[i] = y[i] + x[i];
  }
  double copy(const double *from) {
    double sum = 0;
    for (int i = 0; i < n; i++)
      owned[i] = from[i] * 2;
    for (int i = 0; i < n; i++)
      sum += owned[i];
    return sum;
  }
};

double object(Field *f) {
  double sum = 0;
  for (int i = 0; i < f->n; i++)
    f->x[i] = f->y[i] * 2;
  for (int i = 0; i < f->n; i++)
    sum += f->x[i];
  return sum;
}
double member(Field &f, const double *in) {
  double sum = 0;
  for (int i = 0; i < f.n; i++)
    f.inside[i] = in[i];
  for (int i = 0; i < f.n; i++)
    sum += f.inside[i] * in[i + f.offset];
  return sum;
}

int total;
double *values;
static double weights[1000];

double globals() {
  double sum = 0;
  for (int i = 0; i < total; i++)
    values[i] = values[i] * 2;
  for (int i = 0; i < total; i++)
    sum += values[i] * weights[i];
  return sum;
}
double pointee(double *a, const double *b, const long *n, const int &offset) {
  double sum = 0;
  for (long i = 0; i < *n; i++)
    a[i] = b[i] * 2;
  for (long i = 0; i < *n; i++)
    sum += b[i + offset];
  return sum;
}
double elements(std::vector<double> &v, const double *p) {
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); i++)
    v[i] = p[i] * 2;
  for (std::size_t i = 0; i < v.size(); i++)
    sum += p[i] + v[i];
  return sum;
}

struct Particle {
  float position, velocity, mass;
};
float classes(Particle *p, const float *force, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++)
    p[i].velocity += force[i];
  for (int i = 0; i < n; i++)
    sum += p[i].mass * p[i].velocity * force[i];
  return sum;
}

// An array at the end may be longer than the object tells.
struct Trailing {
  int n;
  double values[1];
};
double trailing(Trailing *t, double *out) {
  double sum = 0;
  for (int i = 0; i < t->n; i++)
    out[i] = t->values[i];
  for (int i = 0; i < t->n; i++)
    sum += out[i];
  return sum;
}

// There may be no object where there is no iteration.
double maybe(Field *f, double *out, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    out[i] = i;
  for (int i = 0; i < n; i++)
    sum += out[i] * f->x[i + f->offset];
  return sum;
}

// The number changes between the loops.
double changes(double *a, const double *b, int n) {
  int m = 0;
  double sum = 0;
  for (int i = 0; i < n; i++)
    a[i] = b[i];
  m = n / 2;
  for (int i = 0; i < n; i++)
    sum += b[i + m];
  return sum + m;
}
//--- after.cpp
#include <cstdint>
#include <vector>

struct Field {
  int n, offset;
  double *x, *y;
  std::vector<double> owned;
  double inside[64];
  void scale() {
    if (((std::uintptr_t)this + sizeof(*this) <= (std::uintptr_t)x ||
         (std::uintptr_t)x + n * sizeof(*x) <= (std::uintptr_t)this) &&
        ((std::uintptr_t)this + sizeof(*this) <= (std::uintptr_t)y ||
         (std::uintptr_t)y + n * sizeof(*y) <= (std::uintptr_t)this) &&
        ((std::uintptr_t)x + n * sizeof(*x) <= (std::uintptr_t)y ||
         (std::uintptr_t)y + n * sizeof(*y) <= (std::uintptr_t)x)) {
      for (int i = 0; i < n; i++) {
        x[i] = x[i] * 2;
        y[i] = y[i] + x[i];
      }
    } else {
      for (int i = 0; i < n; i++)
        x[i] = x[i] * 2;
      for (int i = 0; i < n; i++)
        y[i] = y[i] + x[i];
    }
  }
  double copy(const double *from) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      owned[i] = from[i] * 2;
      sum += owned[i];
    }
    return sum;
  }
};

double object(Field *f) {
  double sum = 0;
  if ((std::uintptr_t)f + sizeof(*f) <= (std::uintptr_t)f->x ||
      (std::uintptr_t)f->x + f->n * sizeof(*f->x) <= (std::uintptr_t)f) {
    for (int i = 0; i < f->n; i++) {
      f->x[i] = f->y[i] * 2;
      sum += f->x[i];
    }
  } else {
    for (int i = 0; i < f->n; i++)
      f->x[i] = f->y[i] * 2;
    for (int i = 0; i < f->n; i++)
      sum += f->x[i];
  }
  return sum;
}
double member(Field &f, const double *in) {
  double sum = 0;
  if (((std::uintptr_t)&f + sizeof(f) <= (std::uintptr_t)in &&
       (std::uintptr_t)&f + sizeof(f) <= (std::uintptr_t)in + f.offset * sizeof(*in)) ||
      ((std::uintptr_t)in + f.n * sizeof(*in) <= (std::uintptr_t)&f &&
       (std::uintptr_t)in + (0ul + f.n + f.offset) * sizeof(*in) <= (std::uintptr_t)&f)) {
    for (int i = 0; i < f.n; i++) {
      f.inside[i] = in[i];
      sum += f.inside[i] * in[i + f.offset];
    }
  } else {
    for (int i = 0; i < f.n; i++)
      f.inside[i] = in[i];
    for (int i = 0; i < f.n; i++)
      sum += f.inside[i] * in[i + f.offset];
  }
  return sum;
}

int total;
double *values;
static double weights[1000];

double globals() {
  double sum = 0;
  if (((std::uintptr_t)&total + sizeof(total) <= (std::uintptr_t)values ||
       (std::uintptr_t)values + total * sizeof(*values) <= (std::uintptr_t)&total) &&
      ((std::uintptr_t)values + total * sizeof(*values) <= (std::uintptr_t)weights ||
       (std::uintptr_t)weights + 1000 * sizeof(*weights) <= (std::uintptr_t)values)) {
    for (int i = 0; i < total; i++) {
      values[i] = values[i] * 2;
      sum += values[i] * weights[i];
    }
  } else {
    for (int i = 0; i < total; i++)
      values[i] = values[i] * 2;
    for (int i = 0; i < total; i++)
      sum += values[i] * weights[i];
  }
  return sum;
}
double pointee(double *a, const double *b, const long *n, const int &offset) {
  double sum = 0;
  if (((std::uintptr_t)n + sizeof(*n) <= (std::uintptr_t)a ||
       (std::uintptr_t)a + *n * sizeof(*a) <= (std::uintptr_t)n) &&
      (((std::uintptr_t)b + *n * sizeof(*b) <= (std::uintptr_t)a &&
        (std::uintptr_t)b + (0ul + *n + offset) * sizeof(*b) <= (std::uintptr_t)a) ||
       ((std::uintptr_t)a + *n * sizeof(*a) <= (std::uintptr_t)b &&
        (std::uintptr_t)a + *n * sizeof(*a) <= (std::uintptr_t)b + offset * sizeof(*b))) &&
      ((std::uintptr_t)a + *n * sizeof(*a) <= (std::uintptr_t)&offset ||
       (std::uintptr_t)&offset + sizeof(offset) <= (std::uintptr_t)a)) {
    for (long i = 0; i < *n; i++) {
      a[i] = b[i] * 2;
      sum += b[i + offset];
    }
  } else {
    for (long i = 0; i < *n; i++)
      a[i] = b[i] * 2;
    for (long i = 0; i < *n; i++)
      sum += b[i + offset];
  }
  return sum;
}
double elements(std::vector<double> &v, const double *p) {
  double sum = 0;
  if ((std::uintptr_t)p + v.size() * sizeof(*p) <= (std::uintptr_t)v.data() ||
      (std::uintptr_t)v.data() + v.size() * sizeof(*v.data()) <= (std::uintptr_t)p) {
    for (std::size_t i = 0; i < v.size(); i++) {
      v[i] = p[i] * 2;
      sum += p[i] + v[i];
    }
  } else {
    for (std::size_t i = 0; i < v.size(); i++)
      v[i] = p[i] * 2;
    for (std::size_t i = 0; i < v.size(); i++)
      sum += p[i] + v[i];
  }
  return sum;
}

struct Particle {
  float position, velocity, mass;
};
float classes(Particle *p, const float *force, int n) {
  float sum = 0;
  if ((std::uintptr_t)force + n * sizeof(*force) <= (std::uintptr_t)p ||
      (std::uintptr_t)p + n * sizeof(*p) <= (std::uintptr_t)force) {
    for (int i = 0; i < n; i++) {
      p[i].velocity += force[i];
      sum += p[i].mass * p[i].velocity * force[i];
    }
  } else {
    for (int i = 0; i < n; i++)
      p[i].velocity += force[i];
    for (int i = 0; i < n; i++)
      sum += p[i].mass * p[i].velocity * force[i];
  }
  return sum;
}

// An array at the end may be longer than the object tells.
struct Trailing {
  int n;
  double values[1];
};
double trailing(Trailing *t, double *out) {
  double sum = 0;
  for (int i = 0; i < t->n; i++)
    out[i] = t->values[i];
  for (int i = 0; i < t->n; i++)
    sum += out[i];
  return sum;
}

// There may be no object where there is no iteration.
double maybe(Field *f, double *out, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    out[i] = i;
  for (int i = 0; i < n; i++)
    sum += out[i] * f->x[i + f->offset];
  return sum;
}

// The number changes between the loops.
double changes(double *a, const double *b, int n) {
  int m = 0;
  double sum = 0;
  for (int i = 0; i < n; i++)
    a[i] = b[i];
  m = n / 2;
  for (int i = 0; i < n; i++)
    sum += b[i + m];
  return sum + m;
}
