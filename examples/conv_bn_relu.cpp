// A convolution with its batch normalisation and activation, each as it is written down: a nest of its own over all
// channels. One loop over a row of the picture, inside the sums of the convolution, does all three.
#include "timing.h"
#include <memory>

constexpr int InChannels = 16, Channels = 16, Height = 96, Width = 96;

struct Layer {
  float input[InChannels][Height + 2][Width + 2]; // With a border.
  float weights[Channels][InChannels][3][3];
  float bias[Channels], scale[Channels], shift[Channels];
};

struct Picture {
  float pixels[Channels][Height][Width];
};

void conv_bn_relu(const Layer &layer, Picture &__restrict out) {
  float conv[Channels][Height][Width];
  for (int oc = 0; oc < Channels; ++oc)
    for (int y = 0; y < Height; ++y)
      for (int x = 0; x < Width; ++x) {
        float sum = layer.bias[oc];
        for (int ic = 0; ic < InChannels; ++ic)
          for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
              sum += layer.input[ic][y + i][x + j] * layer.weights[oc][ic][i][j];
        conv[oc][y][x] = sum;
      }

  float normal[Channels][Height][Width];
  for (int oc = 0; oc < Channels; ++oc)
    for (int y = 0; y < Height; ++y)
      for (int x = 0; x < Width; ++x)
        normal[oc][y][x] = conv[oc][y][x] * layer.scale[oc] + layer.shift[oc];

  for (int oc = 0; oc < Channels; ++oc)
    for (int y = 0; y < Height; ++y)
      for (int x = 0; x < Width; ++x)
        out.pixels[oc][y][x] = normal[oc][y][x] > 0 ? normal[oc][y][x] : 0;
}

int main() {
  auto layer = std::make_unique<Layer>();
  auto out = std::make_unique<Picture>();
  float *values = reinterpret_cast<float *>(layer.get());
  for (std::size_t i = 0; i < sizeof(Layer) / sizeof(float); ++i)
    values[i] = static_cast<float>(sample(i));
  const double start = seconds();
  for (int repeat = 0; repeat < 5; ++repeat)
    conv_bn_relu(*layer, *out);
  const double end = seconds();
  report(checksum(out.get(), sizeof(Picture)), end - start);
}
