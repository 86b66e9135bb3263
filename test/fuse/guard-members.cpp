// RUN: %check_fuse %s --alias=guard -- -std=c++17
// Pointers that are kept in objects.
//--- before.cpp
struct State {
  float *x, *xb, *xb2;
  int n;
  void scale(int count) {
    for (int i = 0; i < count; i++)
      this->xb[i] = this->x[i] * 2;
    for (int i = 0; i < count; i++)
      this->xb2[i] = this->xb[i] + 1;
  }
};
struct Model {
  State state;
};

void layer(Model *m, int dim) {
  State *s = &m->state;
  for (int i = 0; i < dim; i++)
    s->xb[i] = s->x[i] * 2;
  for (int i = 0; i < dim; i++)
    s->xb2[i] = s->xb[i] + 1;
}
void reference(State &s, int dim) {
  for (int i = 0; i < dim; i++)
    s.xb[i] = s.x[i] * 2;
  for (int i = 0; i < dim; i++)
    s.xb2[i] = s.xb[i] + 1;
}
// There may be no state where dim is 0.
void nowhere(State *s, int dim) {
  for (int i = 0; i < dim; i++)
    s->xb[i] = s->x[i] * 2;
  for (int i = 0; i < dim; i++)
    s->xb2[i] = s->xb[i] + 1;
}
// A pointer further on may be null.
struct Chain {
  State *next;
};
void further(Chain &c, int dim) {
  for (int i = 0; i < dim; i++)
    c.next->xb[i] = c.next->x[i] * 2;
  for (int i = 0; i < dim; i++)
    c.next->xb2[i] = c.next->xb[i] + 1;
}
// The loops themselves may move the pointers.
void moved(State &s, float **all, float *y, int dim) {
  for (int i = 0; i < dim; i++)
    s.xb[i] = s.x[i] * 2;
  for (int i = 0; i < dim; i++)
    s.xb2[i] = s.xb[i] + 1;
  for (int i = 0; i < dim; i++)
    all[i] = y;
}
//--- after.cpp
#include <cstdint>
struct State {
  float *x, *xb, *xb2;
  int n;
  void scale(int count) {
    if (((std::uintptr_t)this->x + count * sizeof(*this->x) <= (std::uintptr_t)this->xb2 ||
         (std::uintptr_t)this->xb2 + count * sizeof(*this->xb2) <= (std::uintptr_t)this->x) &&
        ((std::uintptr_t)this->xb + count * sizeof(*this->xb) <= (std::uintptr_t)this->xb2 ||
         (std::uintptr_t)this->xb2 + count * sizeof(*this->xb2) <= (std::uintptr_t)this->xb)) {
      for (int i = 0; i < count; i++) {
        this->xb[i] = this->x[i] * 2;
        this->xb2[i] = this->xb[i] + 1;
      }
    } else {
      for (int i = 0; i < count; i++)
        this->xb[i] = this->x[i] * 2;
      for (int i = 0; i < count; i++)
        this->xb2[i] = this->xb[i] + 1;
    }
  }
};
struct Model {
  State state;
};

void layer(Model *m, int dim) {
  State *s = &m->state;
  if (((std::uintptr_t)s->x + dim * sizeof(*s->x) <= (std::uintptr_t)s->xb2 ||
       (std::uintptr_t)s->xb2 + dim * sizeof(*s->xb2) <= (std::uintptr_t)s->x) &&
      ((std::uintptr_t)s->xb + dim * sizeof(*s->xb) <= (std::uintptr_t)s->xb2 ||
       (std::uintptr_t)s->xb2 + dim * sizeof(*s->xb2) <= (std::uintptr_t)s->xb)) {
    for (int i = 0; i < dim; i++) {
      s->xb[i] = s->x[i] * 2;
      s->xb2[i] = s->xb[i] + 1;
    }
  } else {
    for (int i = 0; i < dim; i++)
      s->xb[i] = s->x[i] * 2;
    for (int i = 0; i < dim; i++)
      s->xb2[i] = s->xb[i] + 1;
  }
}
void reference(State &s, int dim) {
  if (((std::uintptr_t)s.x + dim * sizeof(*s.x) <= (std::uintptr_t)s.xb2 ||
       (std::uintptr_t)s.xb2 + dim * sizeof(*s.xb2) <= (std::uintptr_t)s.x) &&
      ((std::uintptr_t)s.xb + dim * sizeof(*s.xb) <= (std::uintptr_t)s.xb2 ||
       (std::uintptr_t)s.xb2 + dim * sizeof(*s.xb2) <= (std::uintptr_t)s.xb)) {
    for (int i = 0; i < dim; i++) {
      s.xb[i] = s.x[i] * 2;
      s.xb2[i] = s.xb[i] + 1;
    }
  } else {
    for (int i = 0; i < dim; i++)
      s.xb[i] = s.x[i] * 2;
    for (int i = 0; i < dim; i++)
      s.xb2[i] = s.xb[i] + 1;
  }
}
// There may be no state where dim is 0.
void nowhere(State *s, int dim) {
  for (int i = 0; i < dim; i++)
    s->xb[i] = s->x[i] * 2;
  for (int i = 0; i < dim; i++)
    s->xb2[i] = s->xb[i] + 1;
}
// A pointer further on may be null.
struct Chain {
  State *next;
};
void further(Chain &c, int dim) {
  for (int i = 0; i < dim; i++)
    c.next->xb[i] = c.next->x[i] * 2;
  for (int i = 0; i < dim; i++)
    c.next->xb2[i] = c.next->xb[i] + 1;
}
// The loops themselves may move the pointers.
void moved(State &s, float **all, float *y, int dim) {
  for (int i = 0; i < dim; i++)
    s.xb[i] = s.x[i] * 2;
  for (int i = 0; i < dim; i++)
    s.xb2[i] = s.xb[i] + 1;
  for (int i = 0; i < dim; i++)
    all[i] = y;
}
