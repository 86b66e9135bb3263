// RUN: %check_exec %s
// Softmax over rows of a matrix: maximum, exponentials, total, division; and the mean under it.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

static float softmax(const float *__restrict in, float *__restrict out, int n) {
  float highest = -HUGE_VALF;
  for (int i = 0; i < n; ++i)
    highest = std::max(highest, in[i]);
  for (int i = 0; i < n; ++i)
    out[i] = std::exp(in[i] - highest);
  float total = 0;
  for (int i = 0; i < n; ++i)
    total += out[i];
  for (int i = 0; i < n; ++i)
    out[i] /= total;
  float mean = 0;
  for (int i = 0; i < n; ++i)
    mean += out[i] * in[i];
  return mean;
}

int main() {
  const int rows = 9, columns = 33;
  std::vector<float> in(rows * columns), out(rows * columns);
  for (int k = 0; k < rows * columns; ++k)
    in[k] = static_cast<float>(k % 29) * 0.3f - 4.0f;
  for (int row = 0; row < rows; ++row)
    std::printf("%a\n", softmax(&in[row * columns], &out[row * columns], row == 0 ? 1 : columns));
  for (int k = 0; k < rows * columns; k += 31)
    std::printf("%a\n", out[k]);
}
