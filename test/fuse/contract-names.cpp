// RUN: %check_fuse %s
// The scalar's type must be what its name means in the fused loop. Where something else bears that name, the array stays,
// unless "struct" in front tells them apart.
//--- before.cpp
typedef float w;
struct P {
  float x;
};
enum E { A };
#define real w

void local(const float *__restrict in, float *__restrict out) {
  w t[100];
  int w = 3;
  for (int i = 0; i < 100; ++i)
    t[i] = in[i] * w;
  for (int i = 0; i < 100; ++i)
    out[i] = t[i] + 1;
}

void parameter(const float *__restrict in, float *__restrict out, ::w *w) {
  ::w t[100];
  for (int i = 0; i < 100; ++i)
    t[i] = in[i] * 2;
  for (int i = 0; i < 100; ++i)
    out[i] = t[i] + *w;
}

void counter(const float *__restrict in, float *__restrict out) {
  w t[100];
  for (int w = 0; w < 100; ++w)
    t[w] = in[w] * 2;
  for (int w = 0; w < 100; ++w)
    out[w] = t[w] + 1;
}

void macro(const float *__restrict in, float *__restrict out) {
  real t[100];
  int w = 3;
  for (int i = 0; i < 100; ++i)
    t[i] = in[i] * w;
  for (int i = 0; i < 100; ++i)
    out[i] = t[i] + 1;
}

void inner(const float *__restrict in, float *__restrict out) {
  w t[100];
  for (int i = 0; i < 100; ++i) {
    typedef double w;
    w sum = in[i];
    t[i] = sum * 2;
  }
  for (int i = 0; i < 100; ++i)
    out[i] = t[i] + 1;
}

void keyword(const E *__restrict in, E *__restrict out) {
  E t[100];
  int E = 3;
  for (int i = 0; i < 100; ++i)
    t[i] = in[i];
  for (int i = 0; i < 100; ++i)
    out[i] = t[i];
  out[0] = in[E];
}

struct Field {
  int w;
  void method(const float *__restrict in, float *__restrict out) {
    ::w t[100];
    for (int i = 0; i < 100; ++i)
      t[i] = in[i] * 2;
    for (int i = 0; i < 100; ++i)
      out[i] = t[i] + 1;
  }
};

struct Own {
  typedef float w;
  void method(const float *__restrict in, float *__restrict out) {
    w t[100];
    for (int i = 0; i < 100; ++i)
      t[i] = in[i] * 2;
    for (int i = 0; i < 100; ++i)
      out[i] = t[i] + 1;
  }
};

// The copy of a counter has a type, too.
void countersType(const float *__restrict in, float *__restrict out, long *__restrict at) {
  typedef int w;
  for (long w = 0; w < 100; ++w)
    out[w] = in[w] * 2;
  for (w k = 0; k < 100; ++k)
    at[k] = k;
}
//--- after.cpp
typedef float w;
struct P {
  float x;
};
enum E { A };
#define real w

void local(const float *__restrict in, float *__restrict out) {
  w t[100];
  int w = 3;
  for (int i = 0; i < 100; ++i) {
    t[i] = in[i] * w;
    out[i] = t[i] + 1;
  }
}

void parameter(const float *__restrict in, float *__restrict out, ::w *w) {
  for (int i = 0; i < 100; ++i) {
    const ::w t_i = in[i] * 2;
    out[i] = t_i + *w;
  }
}

void counter(const float *__restrict in, float *__restrict out) {
  w t[100];
  for (int w = 0; w < 100; ++w) {
    t[w] = in[w] * 2;
    out[w] = t[w] + 1;
  }
}

void macro(const float *__restrict in, float *__restrict out) {
  real t[100];
  int w = 3;
  for (int i = 0; i < 100; ++i) {
    t[i] = in[i] * w;
    out[i] = t[i] + 1;
  }
}

void inner(const float *__restrict in, float *__restrict out) {
  w t[100];
  for (int i = 0; i < 100; ++i) {
    typedef double w;
    w sum = in[i];
    t[i] = sum * 2;
    out[i] = t[i] + 1;
  }
}

void keyword(const E *__restrict in, E *__restrict out) {
  int E = 3;
  for (int i = 0; i < 100; ++i) {
    const enum E t_i = in[i];
    out[i] = t_i;
  }
  out[0] = in[E];
}

struct Field {
  int w;
  void method(const float *__restrict in, float *__restrict out) {
    for (int i = 0; i < 100; ++i) {
      const ::w t_i = in[i] * 2;
      out[i] = t_i + 1;
    }
  }
};

struct Own {
  typedef float w;
  void method(const float *__restrict in, float *__restrict out) {
    for (int i = 0; i < 100; ++i) {
      const float t_i = in[i] * 2;
      out[i] = t_i + 1;
    }
  }
};

// The copy of a counter has a type, too.
void countersType(const float *__restrict in, float *__restrict out, long *__restrict at) {
  typedef int w;
  for (long w = 0; w < 100; ++w)
    out[w] = in[w] * 2;
  for (w k = 0; k < 100; ++k)
    at[k] = k;
}
