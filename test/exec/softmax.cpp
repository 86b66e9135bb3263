// RUN: %check_exec %s
// Softmax over rows of a matrix: maximum, exponentials, total, division; and the logarithm of it beside.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

static void softmax(const float *__restrict in, float *__restrict out, float *__restrict logits, int n) {
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
  for (int i = 0; i < n; ++i)
    logits[i] = in[i] - highest - std::log(total);
}

int main() {
  const int rows = 9, columns = 33;
  std::vector<float> in(rows * columns), out(rows * columns), logits(rows * columns);
  for (int k = 0; k < rows * columns; ++k)
    in[k] = static_cast<float>(k % 29) * 0.3f - 4.0f;
  for (int row = 0; row < rows; ++row)
    softmax(&in[row * columns], &out[row * columns], &logits[row * columns], row == 0 ? 1 : columns);
  for (int k = 0; k < rows * columns; k += 31)
    std::printf("%a %a\n", out[k], logits[k]);
}
