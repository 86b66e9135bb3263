// A convolution of single pixels (1x1) over many channels with its batch normalisation and activation. The channels of a
// pixel lie far apart, its neighbours on the row side by side.
#include "timing.h"
#include <vector>

struct Layer {
  int inputs, outputs, height, width;
  std::vector<float> pixels, weights, scale, shift;
};

static void pointwise(const Layer &layer, std::vector<float> &sums, std::vector<float> &out) {
  const int inputs = layer.inputs, outputs = layer.outputs, height = layer.height, width = layer.width;
  for (int oc = 0; oc < outputs; ++oc)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        float sum = 0;
        for (int ic = 0; ic < inputs; ++ic)
          sum += layer.pixels[(ic * height + y) * width + x] * layer.weights[oc * inputs + ic];
        sums[(oc * height + y) * width + x] = sum;
      }

  for (int oc = 0; oc < outputs; ++oc)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const float normal = sums[(oc * height + y) * width + x] * layer.scale[oc] + layer.shift[oc];
        out[(oc * height + y) * width + x] = normal > 0 ? normal : 0;
      }
}

static std::vector<float> samples(std::size_t n) {
  std::vector<float> v(n);
  for (std::size_t i = 0; i < n; ++i)
    v[i] = static_cast<float>(sample(i));
  return v;
}

int main() {
  const int inputs = 64, outputs = 64, height = 48, width = 48;
  const std::size_t plane = std::size_t(height) * width;
  Layer layer{inputs, outputs, height, width, samples(inputs * plane), samples(outputs * inputs), samples(outputs),
              samples(outputs)};
  std::vector<float> sums(outputs * plane), out(outputs * plane);
  const double start = seconds();
  for (int repeat = 0; repeat < 5; ++repeat)
    pointwise(layer, sums, out);
  const double end = seconds();
  report(checksum(out.data(), out.size() * sizeof(float)), end - start);
}
