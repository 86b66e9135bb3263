// Grey image pipeline: exposure, contrast and a vignette, then a horizontal blur. The first three run over the same
// pixels and can be fused; the blur reads its neighbours' results and must wait.
#include "timing.h"
#include <vector>

struct Image {
  int width;
  int height;
  std::vector<float> pixels;
};

void expose(const float *__restrict in, float *__restrict out, const float *__restrict row_gain, int width, int height) {
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      out[y * width + x] = in[y * width + x] * 1.25f + 0.02f;
    }
  }
  // contrast around the middle grey
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      out[y * width + x] = (out[y * width + x] - 0.5f) * 1.1f + 0.5f;
    }
  }
  // darker towards the top and the bottom
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column)
      out[row * width + column] *= row_gain[row];
}

void blur(const float *__restrict in, float *__restrict out, int width, int height) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      out[y * width + x] = in[y * width + x];
  for (int y = 0; y < height; ++y)
    for (int x = 1; x < width - 1; ++x)
      out[y * width + x] = 0.25f * in[y * width + x - 1] + 0.5f * in[y * width + x] + 0.25f * in[y * width + x + 1];
}

int main() {
  Image image{4096, 2048, {}};
  image.pixels.resize(static_cast<std::size_t>(image.width) * image.height);
  for (std::size_t k = 0; k < image.pixels.size(); ++k)
    image.pixels[k] = static_cast<float>(sample(k));
  std::vector<float> exposed(image.pixels.size()), result(image.pixels.size()), row_gain(image.height);
  for (int y = 0; y < image.height; ++y)
    row_gain[y] = 1.0f - 0.2f * static_cast<float>(sample(y));

  const double start = seconds();
  expose(image.pixels.data(), exposed.data(), row_gain.data(), image.width, image.height);
  blur(exposed.data(), result.data(), image.width, image.height);
  report(checksum(result.data(), result.size() * sizeof(float)), seconds() - start);
}
