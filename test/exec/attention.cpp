// RUN: %check_exec %s
// Attention as it is written down: all scores, then all weights, then the sums. A row of each is enough.
#include <cmath>
#include <cstdio>
#include <initializer_list>

constexpr int Tokens = 24, Width = 16;
using Matrix = float[Tokens][Width];

static void attention(const Matrix &query, const Matrix &key, const Matrix &value, float *__restrict out, int tokens) {
  float scores[Tokens][Tokens];
  float weights[Tokens][Tokens] = {};

  // How much each token has to do with each other one.
  for (int i = 0; i < tokens; ++i)
    for (int j = 0; j < tokens; ++j) {
      float dot = 0;
      for (int d = 0; d < Width; ++d)
        dot += query[i][d] * key[j][d];
      scores[i][j] = dot * 0.25f;
    }

  // Softmax.
  for (int i = 0; i < tokens; ++i) {
    float top = scores[i][0], sum = 0;
    for (int j = 1; j < tokens; ++j)
      if (scores[i][j] > top)
        top = scores[i][j];
    for (int j = 0; j < tokens; ++j) {
      weights[i][j] = std::exp(scores[i][j] - top);
      sum += weights[i][j];
    }
    for (int j = 0; j < tokens; ++j)
      weights[i][j] /= sum;
  }

  for (int i = 0; i < tokens; ++i)
    for (int d = 0; d < Width; ++d) {
      float sum = 0;
      for (int j = 0; j < tokens; ++j)
        sum += weights[i][j] * value[j][d];
      out[i * Width + d] = sum;
    }
}

// Causal: of a triangle, only what was written is read. NaNs pass as they are.
static void causal(const Matrix &query, const Matrix &value, float *__restrict out, int tokens) {
  float scores[Tokens][Tokens];
  for (int i = 0; i < tokens; ++i)
    for (int j = 0; j <= i; ++j)
      scores[i][j] = query[i][0] * query[j][1] / query[j][2];
  for (int r = 0; r < tokens; ++r)
    for (int j = r; j >= 0; --j)
      out[r] = out[r] * 0.5f + scores[r][j] * value[j][3];
}

static Matrix query, key, value;

int main() {
  for (int i = 0; i < Tokens; ++i)
    for (int d = 0; d < Width; ++d) {
      query[i][d] = static_cast<float>((i * 7 + d * 3) % 11 - 5);
      key[i][d] = static_cast<float>((i * 5 + d) % 7 - 3) * 0.5f;
      value[i][d] = static_cast<float>((i + d * d) % 13);
    }
  for (int tokens : {-1, 0, 1, 2, 5, Tokens}) {
    static float out[Tokens * Width];
    attention(query, key, value, out, tokens);
    causal(query, value, out, tokens);
    for (float x : out)
      std::printf("%a ", static_cast<double>(x));
    std::printf("\n");
  }
}
