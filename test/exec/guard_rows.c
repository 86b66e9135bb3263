// RUN: %check_exec %s --alias=guard
// Flat arrays of rows that may be too short, too long, overlap, or be none: the numbers are tested beside the overlap.
#include <stdio.h>

enum { Size = 200, Begin = 40 };

static void pitched(const int *in, int *t, int *out, int width, int height, int stride) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      t[y * stride + x] = in[y * stride + x] % 1000 * 3 + 1;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      out[y * stride + x] = t[y * stride + x] % 1000 - x;
}

/* Reads the row above: under rows that are too short that is another element of the same sweep. */
static void above(int *a, int *out, int width, int height, long stride) {
  for (int y = 1; y < height; ++y)
    for (int x = 0; x < width; ++x)
      a[y * stride + x] = a[y * stride + x] % 1000 + y;
  for (int y = 1; y < height; ++y)
    for (int x = 0; x < width; ++x)
      out[y * stride + x] = out[y * stride + x] % 1000 + a[(y - 1) * stride + x] % 1000;
}

#define CELL(i, j) ((x_max + 4) * ((j) - (y_min - 2)) + (i) - (x_min - 2))
static void cells(int *a, int *b, int x_min, int x_max, int y_min, int y_max) {
  int done = 0;
  for (int k = y_min; k <= y_max + 1; k++)
    for (int j = x_min - 1; j <= x_max + 1; j++)
      a[CELL(j, k)] = b[CELL(j, k)] % 1000 + k;
  done = 1;
  for (int k = y_min; k <= y_max + 1; k++)
    for (int j = x_min - 1; j <= x_max + 1; j++)
      b[CELL(j, k)] = 2 * a[CELL(j, k)];
  b[0] += done;
}

static int pool[3][Size];

static int sum(void) {
  unsigned s = 0;
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < Size; ++i)
      s = s * 31u + (unsigned)pool[k][i];
  return (int)s;
}

static void reset(void) {
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < Size; ++i)
      pool[k][i] = (i * 7 + k * 13) % 101;
}

int main(void) {
  static const int Sizes[] = {0, 1, 2, 4, 7, -1};
  for (int w = 0; w < 6; ++w)
    for (int h = 0; h < 6; ++h)
      for (int stride = -2; stride <= 9; ++stride)
        for (int shift = -9; shift <= 9; shift += 3) {
          int width = Sizes[w], height = Sizes[h];
          reset();
          pitched(pool[0] + Begin, pool[1] + Begin, pool[2] + Begin, width, height, stride);
          pitched(pool[0] + Begin, pool[1] + Begin, pool[1] + Begin + shift, width, height, stride);
          pitched(pool[0] + Begin, pool[1] + Begin, pool[0] + Begin + shift, width, height, stride);
          above(pool[0] + Begin, pool[1] + Begin, width, height, stride);
          above(pool[2] + Begin, pool[2] + Begin + shift, width, height, stride);
          printf("%d %d %d %d %d\n", width, height, stride, shift, sum());
        }
  for (int x_min = -3; x_min <= 3; ++x_min)
    for (int width = -2; width <= 5; ++width)
      for (int shift = 0; shift <= 60; shift += 12) {
        reset();
        cells(pool[0] + Begin, pool[1] + Begin, x_min, x_min + width, 1, 3);
        cells(pool[2] + Begin, pool[2] + Begin + shift, x_min, x_min + width, 1, 3);
        printf("%d %d %d %d\n", x_min, width, shift, sum());
      }
  return 0;
}
