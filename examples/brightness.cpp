// The brightness of an image and how often each level comes up. What scatters into the histogram cannot be vectorized,
// the loops in front of it can: strip by strip each keeps its own form, and the images in between are gone.
#include "timing.h"
#include <vector>

void histogram(const float *red, const float *green, const float *blue, int pixels, int *__restrict count) {
  std::vector<float> grey(pixels);
  for (int i = 0; i < pixels; ++i)
    grey[i] = 0.299f * red[i] + 0.587f * green[i] + 0.114f * blue[i];

  std::vector<float> curved(pixels);
  for (int i = 0; i < pixels; ++i)
    curved[i] = grey[i] * (1.5f - 0.5f * grey[i] * grey[i]);

  std::vector<int> level(pixels);
  for (int i = 0; i < pixels; ++i)
    level[i] = static_cast<int>(curved[i] * 127.5f + 127.5f) & 255;

  for (int i = 0; i < pixels; ++i)
    ++count[level[i]];
}

int main() {
  const int pixels = 3000000;
  std::vector<float> red(pixels), green(pixels), blue(pixels);
  for (int i = 0; i < pixels; ++i) {
    red[i] = static_cast<float>(sample(3 * static_cast<size_t>(i)));
    green[i] = static_cast<float>(sample(3 * static_cast<size_t>(i) + 1));
    blue[i] = static_cast<float>(sample(3 * static_cast<size_t>(i) + 2));
  }
  int count[256] = {};
  const double start = seconds();
  for (int repeat = 0; repeat < 8; ++repeat)
    histogram(red.data(), green.data(), blue.data(), pixels, count);
  const double end = seconds();
  report(checksum(count, sizeof(count)), end - start);
}
