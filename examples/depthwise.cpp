// A depthwise convolution, each channel with a kernel of its own, and its activation.
#include "timing.h"
#include <memory>

constexpr int Channels = 32, Height = 112, Width = 112;

struct Layer {
  float input[Channels][Height + 2][Width + 2]; // With a border.
  float weights[Channels][3][3];
  float bias[Channels];
};

struct Picture {
  float pixels[Channels][Height][Width];
};

void depthwise(const Layer &layer, Picture &__restrict out) {
  float conv[Channels][Height][Width];
  for (int c = 0; c < Channels; ++c)
    for (int y = 0; y < Height; ++y)
      for (int x = 0; x < Width; ++x) {
        float sum = layer.bias[c];
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j)
            sum += layer.input[c][y + i][x + j] * layer.weights[c][i][j];
        conv[c][y][x] = sum;
      }

  for (int c = 0; c < Channels; ++c)
    for (int y = 0; y < Height; ++y)
      for (int x = 0; x < Width; ++x)
        out.pixels[c][y][x] = conv[c][y][x] < 0 ? 0 : conv[c][y][x] > 6 ? 6 : conv[c][y][x];
}

int main() {
  auto layer = std::make_unique<Layer>();
  auto out = std::make_unique<Picture>();
  float *values = reinterpret_cast<float *>(layer.get());
  for (std::size_t i = 0; i < sizeof(Layer) / sizeof(float); ++i)
    values[i] = static_cast<float>(sample(i));
  const double start = seconds();
  for (int repeat = 0; repeat < 20; ++repeat)
    depthwise(*layer, *out);
  const double end = seconds();
  report(checksum(out.get(), sizeof(Picture)), end - start);
}
