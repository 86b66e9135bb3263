// RUN: %check_fuse %s
// The declaration of a contracted array goes with it, macros or not. Where it cannot go, the array stays.
//--- before.c
#define real float
#define N 16
#define DECLARE(name) float name[N]
#define DECLARE_WITH_SIZE(name) const int name##_size = N; float name[N]
#define ALIGNED __attribute__((aligned(16)))
#define ONLY(x) x
#define ALLOCATE(type, n) (type *)malloc(sizeof(type) * (n))
#define RELEASE(p) free(p)
void *malloc(unsigned long);
void free(void *);
int next(void);

void macroType(const float *restrict in, float *restrict out) {
  real *p = out, t[16], u[N];
  for (int i = 0; i < 16; i++)
    t[i] = in[i] * 2;
  for (int i = 0; i < 16; i++)
    u[i] = t[i] * 2;
  for (int i = 0; i < 16; i++)
    p[i] = u[i] + 1;
}

void macroDeclaration(const float *restrict in, float *restrict out) {
  DECLARE(t);
  ALIGNED float u[N];
  for (int i = 0; i < N; i++)
    t[i] = in[i] * 2;
  for (int i = 0; i < N; i++)
    u[i] = t[i] * 2;
  for (int i = 0; i < N; i++)
    out[i] = u[i] + 1;
}

void macroAllocation(const float *restrict in, float *restrict out, int n) {
  float *t = ALLOCATE(float, n);
  for (int i = 0; i < n; i++)
    t[i] = in[i] * 2;
  for (int i = 0; i < n; i++)
    out[i] = t[i] + 1;
  RELEASE(t);
}

void macroOfTwo(const float *restrict in, float *restrict out) {
  DECLARE_WITH_SIZE(t);
  for (int i = 0; i < 16; i++)
    t[i] = in[i] * 2;
  for (int i = 0; i < 16; i++)
    out[i] = t[i] + t_size;
}

void argument(const float *restrict in, float *restrict out) {
  ONLY(float t[16]);
  for (int i = 0; i < 16; i++)
    t[i] = in[i] * 2;
  for (int i = 0; i < 16; i++)
    out[i] = t[i] + 1;
}

void effect(const float *restrict in, float *restrict out) {
  float t[next()];
  for (int i = 0; i < 16; i++)
    t[i] = in[i] * 2;
  for (int i = 0; i < 16; i++)
    out[i] = t[i] + 1;
}

void usedElsewhere(const float *restrict in, float *restrict out) {
  float t[N];
  for (int i = 0; i < N; i++)
    t[i] = in[i] * 2;
  for (int i = 0; i < N; i++)
    out[i] = t[i] + 1;
#ifdef TRACE
  trace(t);
#endif
}

void usedNowhereElse(const float *restrict in, float *restrict out) {
#ifdef TRACE
  trace(out);
#endif
  float t[N];
  for (int i = 0; i < N; i++)
    t[i] = in[i] * 2;
  for (int i = 0; i < N; i++)
    out[i] = t[i] + 1;
}

void twoTypes(const float *restrict in, float *restrict out) {
#ifdef TRACE
  double t[N];
#else
  float t[N];
#endif
  out[0] = 1;
  for (int i = 0; i < N; i++)
    t[i] = in[i] * 2;
  for (int i = 0; i < N; i++)
    out[i] = t[i] + 1;
}

void twoSizes(const float *restrict in, float *restrict out) {
  float t[
#ifdef TRACE
      N + 1
#else
      N
#endif
  ];
  for (int i = 0; i < N; i++)
    t[i] = in[i] * 2;
  for (int i = 0; i < N; i++)
    out[i] = t[i] + 1;
}
//--- after.c
#define real float
#define N 16
#define DECLARE(name) float name[N]
#define DECLARE_WITH_SIZE(name) const int name##_size = N; float name[N]
#define ALIGNED __attribute__((aligned(16)))
#define ONLY(x) x
#define ALLOCATE(type, n) (type *)malloc(sizeof(type) * (n))
#define RELEASE(p) free(p)
void *malloc(unsigned long);
void free(void *);
int next(void);

void macroType(const float *restrict in, float *restrict out) {
  real *p = out;
  for (int i = 0; i < 16; i++) {
    const real t_i = in[i] * 2;
    const real u_i = t_i * 2;
    p[i] = u_i + 1;
  }
}

void macroDeclaration(const float *restrict in, float *restrict out) {
  for (int i = 0; i < N; i++) {
    const float t_i = in[i] * 2;
    const float u_i = t_i * 2;
    out[i] = u_i + 1;
  }
}

void macroAllocation(const float *restrict in, float *restrict out, int n) {
  for (int i = 0; i < n; i++) {
    const float t_i = in[i] * 2;
    out[i] = t_i + 1;
  }
}

void macroOfTwo(const float *restrict in, float *restrict out) {
  DECLARE_WITH_SIZE(t);
  for (int i = 0; i < 16; i++) {
    t[i] = in[i] * 2;
    out[i] = t[i] + t_size;
  }
}

void argument(const float *restrict in, float *restrict out) {
  ONLY(float t[16]);
  for (int i = 0; i < 16; i++) {
    t[i] = in[i] * 2;
    out[i] = t[i] + 1;
  }
}

void effect(const float *restrict in, float *restrict out) {
  float t[next()];
  for (int i = 0; i < 16; i++) {
    t[i] = in[i] * 2;
    out[i] = t[i] + 1;
  }
}

void usedElsewhere(const float *restrict in, float *restrict out) {
  float t[N];
  for (int i = 0; i < N; i++) {
    t[i] = in[i] * 2;
    out[i] = t[i] + 1;
  }
#ifdef TRACE
  trace(t);
#endif
}

void usedNowhereElse(const float *restrict in, float *restrict out) {
#ifdef TRACE
  trace(out);
#endif
  for (int i = 0; i < N; i++) {
    const float t_i = in[i] * 2;
    out[i] = t_i + 1;
  }
}

void twoTypes(const float *restrict in, float *restrict out) {
#ifdef TRACE
  double t[N];
#else
  float t[N];
#endif
  out[0] = 1;
  for (int i = 0; i < N; i++) {
    t[i] = in[i] * 2;
    out[i] = t[i] + 1;
  }
}

void twoSizes(const float *restrict in, float *restrict out) {
  float t[
#ifdef TRACE
      N + 1
#else
      N
#endif
  ];
  for (int i = 0; i < N; i++) {
    t[i] = in[i] * 2;
    out[i] = t[i] + 1;
  }
}
