// RUN: %check_exec %s
// Grey images as bytes: brightness, contrast, threshold, a histogram, and an edge filter that needs its neighbours.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint8_t clamp(int value) { return value < 0 ? 0 : value > 255 ? 255 : (uint8_t)value; }

static void adjust(const uint8_t *restrict in, uint8_t *restrict out, int width, int height, int brightness) {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      out[y * width + x] = clamp(in[y * width + x] + brightness);

  /* contrast */
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      out[y * width + x] = clamp((out[y * width + x] - 128) * 5 / 4 + 128);
}

static void edges(const uint8_t *restrict in, uint8_t *restrict out, int width, int height) {
  uint8_t *copy = malloc((size_t)width * height + 1);
  if (!copy)
    return;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      copy[y * width + x] = in[y * width + x] / 2;
  for (int y = 1; y < height - 1; y++)
    for (int x = 1; x < width - 1; x++)
      out[y * width + x] = clamp(copy[y * width + x + 1] - copy[y * width + x - 1] + copy[(y + 1) * width + x]);
  free(copy);
}

static void count(const uint8_t *restrict image, int pixels, int histogram[256]) {
  for (int k = 0; k < 256; k++)
    histogram[k] = 0;
  for (int k = 0; k < pixels; k++)
    histogram[image[k]]++;
}

int main(void) {
  static const int sizes[][2] = {{0, 0}, {1, 1}, {3, 2}, {2, 5}, {61, 37}};
  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    int width = sizes[s][0], height = sizes[s][1], pixels = width * height;
    uint8_t *in = malloc(pixels + 1), *out = malloc(pixels + 1), *lines = calloc(pixels + 1, 1);
    for (int k = 0; k < pixels; k++)
      in[k] = (uint8_t)(k * 37 + (k >> 3));
    adjust(in, out, width, height, 20 - (int)s * 15);
    edges(out, lines, width, height);
    int histogram[256];
    count(out, pixels, histogram);
    unsigned hash = 1;
    for (int k = 0; k < pixels; k++)
      hash = hash * 31 + out[k] * 7u + lines[k];
    printf("%d %u %d %d\n", pixels, hash, histogram[0], histogram[255]);
    free(in);
    free(out);
    free(lines);
  }
  return 0;
}
