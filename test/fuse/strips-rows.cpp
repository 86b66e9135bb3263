// RUN: %check_fuse %s --vectors
// A layer norm and the activation behind it: rows are fused first, then the loops of a row strip by strip. Of the matrix in
// between a strip is left.
//--- before.cpp
#include <cmath>
#include <vector>

void normAndGelu(const float *__restrict x, const float *__restrict gain, float *__restrict y, int rows, int columns) {
  std::vector<float> normed(rows * columns);
  for (int r = 0; r < rows; ++r) {
    float sum = 0, squares = 0;
    for (int c = 0; c < columns; ++c) {
      sum += x[r * columns + c];
      squares += x[r * columns + c] * x[r * columns + c];
    }
    const float mean = sum / columns;
    const float scale = 1 / std::sqrt(squares / columns - mean * mean + 1e-5f);
    for (int c = 0; c < columns; ++c)
      normed[r * columns + c] = (x[r * columns + c] - mean) * scale * gain[c];
  }
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c)
      y[r * columns + c] = 0.5f * normed[r * columns + c] * (1 + std::tanh(0.8f * normed[r * columns + c]));
}
//--- after.cpp
#include <cmath>
#include <vector>

void normAndGelu(const float *__restrict x, const float *__restrict gain, float *__restrict y, int rows, int columns) {
  for (int r = 0; r < rows; ++r) {
    float sum = 0, squares = 0;
    for (int c = 0; c < columns; ++c) {
      sum += x[r * columns + c];
      squares += x[r * columns + c] * x[r * columns + c];
    }
    const float mean = sum / columns;
    const float scale = 1 / std::sqrt(squares / columns - mean * mean + 1e-5f);
    constexpr int strip = 1024;
    for (long long c0 = 0; c0 < columns; c0 += strip) {
      const int cEnd = c0 + strip < columns ? c0 + strip : columns;
      float normed_strip[strip];
      for (int c = c0; c < cEnd; ++c)
        normed_strip[c - c0] = (x[r * columns + c] - mean) * scale * gain[c];
      for (int c = c0; c < cEnd; ++c)
        y[r * columns + c] = 0.5f * normed_strip[c - c0] * (1 + std::tanh(0.8f * normed_strip[c - c0]));
    }
  }
}
