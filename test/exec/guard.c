// RUN: %check_exec %s --alias=guard
// Guards on memory that does overlap, at every distance, with sizes that are none.
#include <limits.h>
#include <stdio.h>

enum { Size = 48, Begin = 16 };

static void scale(double *a, double *b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] + 1.0;
  for (int i = 0; i < n; i++)
    b[i] = 2.0 * b[i] + a[i];
}

static void stencil(const int *in, int *t, int *out, int n) {
  for (int i = 1; i < n; i++)
    t[i] = in[i - 1] + 3 * in[i + 1];
  for (int i = 1; i < n; i++)
    out[i] = 2 * t[i] + 1;
}

static void bytes(unsigned char *c, int *w, long n) {
  for (long i = 0; i < n; i++)
    c[2 * i + 1] = (unsigned char)(3 * c[2 * i + 1] + w[i] % 64);
  for (long i = 0; i < n; i++)
    w[i] = w[i] / 5 + c[2 * i + 1];
}

static void backwards(int *a, int *b, unsigned n, int k) {
  for (unsigned i = 0; i < n; i++)
    a[i] = b[i] + 1;
  for (unsigned i = 0; i < n; i++)
    b[i] = b[i] + a[i] + k;
}

// Some of what the test takes into account is never touched.
static void conditional(int *a, int *b, int n, int m) {
  for (int i = 0; i < n; i++)
    if (i % 2 == m)
      a[i] = b[i] + i;
  for (int i = 0; i < n; i++)
    b[i] = a[i] * 3 + m;
}

// Two ends, of which either may be the farther one.
static void ends(int *a, int *b, int n, int m) {
  for (int i = 0; i < n; i++)
    a[i] = a[i + m] + 1;
  for (int i = 0; i < n; i++)
    b[i] = a[i] - i;
}

static void downwards(int *a, int *b, int n) {
  for (int i = n - 1; i >= 0; i--)
    a[i] = a[i] + 1;
  for (int i = n - 1; i >= 0; i--)
    b[i] = b[i] % 1000 * 2 + a[i];
}

static const int Sizes[] = {0, 1, 2, 5, 9, -1, -7, INT_MIN + 1, INT_MIN};

int main(void) {
  for (unsigned s = 0; s < sizeof(Sizes) / sizeof(*Sizes); s++)
    for (int shift = -12; shift <= 12; shift++) {
      int n = Sizes[s];
      double reals[Size];
      int whole[2][Size], apart[Size];
      union {
        unsigned char c[4 * Size];
        int w[Size];
      } views;
      for (int i = 0; i < Size; i++) {
        reals[i] = i * 0.75;
        apart[i] = whole[0][i] = whole[1][i] = views.w[i] = i * i % 31;
      }
      scale(reals + Begin, reals + Begin + shift, n);
      stencil(whole[0] + Begin, whole[0] + Begin + shift, apart + Begin, n);
      stencil(whole[0] + Begin, apart + Begin, whole[0] + Begin + shift, n);
      stencil(apart + Begin, whole[0] + Begin, whole[0] + Begin + shift, n);
      stencil(apart + Begin, whole[0] + Begin, whole[1] + Begin, n);
      bytes(views.c + 4 * Begin + shift, views.w + Begin, n);
      if (n >= 0)
        backwards(whole[1] + Begin, whole[1] + Begin + shift, (unsigned)n, shift);
      if (n >= -7)
        downwards(apart + Begin, apart + Begin + shift, n);
      conditional(whole[1] + Begin, whole[1] + Begin + shift, n, shift & 1);
      ends(whole[1] + Begin, whole[1] + Begin + shift, n, 3);
      ends(whole[1] + Begin, apart + Begin, n, -3);
      double sum = 0;
      for (int i = 0; i < Size; i++)
        sum = sum * 0.5 + reals[i] + apart[i] + 3.0 * whole[0][i] + 5.0 * whole[1][i] + 7.0 * views.w[i];
      printf("%d %d %a\n", n, shift, sum);
    }
  return 0;
}
