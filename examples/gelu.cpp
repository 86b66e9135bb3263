// A bias, the GELU activation and a residual, one loop each as in a library of operators. The call to tanh keeps its loop
// from being vectorized: strip by strip the others stay as they are, and the arrays in between are never in memory.
#include "timing.h"
#include <cmath>
#include <vector>

void activate(const float *__restrict in, const float *__restrict bias, const float *__restrict residual,
              float *__restrict out, int n) {
  std::vector<float> biased(n);
  for (int i = 0; i < n; ++i)
    biased[i] = in[i] + bias[i];

  std::vector<float> inner(n);
  for (int i = 0; i < n; ++i)
    inner[i] = 0.7978845608f * (biased[i] + 0.044715f * biased[i] * biased[i] * biased[i]);

  std::vector<float> gelu(n);
  for (int i = 0; i < n; ++i)
    gelu[i] = 0.5f * biased[i] * (1.0f + std::tanh(inner[i]));

  for (int i = 0; i < n; ++i)
    out[i] = gelu[i] * 1.25f + residual[i];
}

int main() {
  const int n = 2000000;
  std::vector<float> in(n), bias(n), residual(n), out(n);
  for (int i = 0; i < n; ++i) {
    in[i] = static_cast<float>(sample(3 * static_cast<size_t>(i)));
    bias[i] = static_cast<float>(sample(3 * static_cast<size_t>(i) + 1));
    residual[i] = static_cast<float>(sample(3 * static_cast<size_t>(i) + 2));
  }
  const double start = seconds();
  for (int repeat = 0; repeat < 8; ++repeat)
    activate(in.data(), bias.data(), residual.data(), out.data(), n);
  const double end = seconds();
  report(checksum(out.data(), sizeof(float) * n), end - start);
}
