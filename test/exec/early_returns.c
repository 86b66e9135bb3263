// RUN: %check_exec %s
// Helpers that assert, and that return early, around one expression; macros that are whole statements.
#include <assert.h>
#include <stdio.h>

typedef struct {
  int w, h;
  float *data;
} image;

static inline float get_pixel(image m, int x, int y) {
  assert(x < m.w && y < m.h);
  return m.data[y * m.w + x];
}
static inline float get_pixel_or_zero(image m, int x, int y) {
  if (x < 0 || x >= m.w || y < 0 || y >= m.h)
    return 0;
  return get_pixel(m, x, y);
}
static inline void set_pixel(image m, int x, int y, float v) {
  if (x < 0 || y < 0 || x >= m.w || y >= m.h)
    return;
  m.data[y * m.w + x] = v;
}

#define DECLARE int k = 3;
#define SCALE(x) x *= 2;

static float fused(image m) {
  float t[8], sum = 0;
  for (int i = 0; i < 8; ++i)
    t[i] = get_pixel(m, i, 1);
  for (int i = 0; i < 8; ++i)
    sum += t[i] * get_pixel_or_zero(m, i, 0);
  return sum;
}

// The pixel to the right is written by a later iteration of the first loop, behind a test.
static void blurred(float *restrict pixels, float *restrict out, int n) {
  image m = {n, 1, pixels};
  for (int i = 0; i < n; ++i)
    set_pixel(m, i, 0, i * 2.0f);
  for (int i = 0; i < n; ++i)
    out[i] = get_pixel_or_zero(m, i - 1, 0) + get_pixel_or_zero(m, i + 1, 0);
}

static int statements(const int *restrict a, int *restrict b, int n) {
  DECLARE
  for (int i = 0; i < n; ++i)
    b[i] = a[i] + k;
  SCALE(k)
  for (int i = 0; i < n; ++i)
    b[i] += a[i] * k;
  return k;
}

int main(void) {
  float pixels[16], out[8] = {0};
  int a[8], b[8];
  for (int i = 0; i < 8; ++i) {
    pixels[i] = i * 0.5f;
    pixels[i + 8] = i * 0.25f;
    a[i] = i;
  }
  image m = {8, 2, pixels};
  printf("%g ", fused(m));
  blurred(pixels, out, 8);
  for (int i = 0; i < 8; ++i)
    printf("%g ", out[i]);
  printf("%d ", statements(a, b, 8));
  for (int i = 0; i < 8; ++i)
    printf("%d ", b[i]);
  printf("\n");
  return 0;
}
