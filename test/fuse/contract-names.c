// RUN: %check_fuse %s
// In C, the tags of structs and enums have names of their own.
//--- before.c
enum w { A, B };
typedef float v;

void tag(const enum w *restrict in, int *restrict out) {
  enum w t[100];
  int w = 3;
  for (int i = 0; i < 100; i++)
    t[i] = in[i];
  for (int i = 0; i < 100; i++)
    out[i] = t[i] * w;
}

void hiddenTag(const enum w *restrict in, int *restrict out) {
  enum w t[100];
  for (int i = 0; i < 100; i++)
    t[i] = in[i];
  for (int i = 0; i < 100; i++) {
    enum w { C, D };
    out[i] = t[i] * (int)sizeof(enum w);
  }
}

void name(const float *restrict in, float *restrict out) {
  v t[100];
  float v = 3;
  for (int i = 0; i < 100; i++)
    t[i] = in[i];
  for (int i = 0; i < 100; i++)
    out[i] = t[i] * v;
}
//--- after.c
enum w { A, B };
typedef float v;

void tag(const enum w *restrict in, int *restrict out) {
  int w = 3;
  for (int i = 0; i < 100; i++) {
    const enum w t_i = in[i];
    out[i] = t_i * w;
  }
}

void hiddenTag(const enum w *restrict in, int *restrict out) {
  enum w t[100];
  for (int i = 0; i < 100; i++) {
    t[i] = in[i];
    enum w { C, D };
    out[i] = t[i] * (int)sizeof(enum w);
  }
}

void name(const float *restrict in, float *restrict out) {
  v t[100];
  float v = 3;
  for (int i = 0; i < 100; i++) {
    t[i] = in[i];
    out[i] = t[i] * v;
  }
}
