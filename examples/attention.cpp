// Attention of one head as it is written down: the scores of all pairs of tokens, softmax, the weighted sums. Of the
// two square matrices a row is enough once the loops run token by token.
#include "timing.h"
#include <cmath>
#include <memory>

constexpr int Tokens = 900, Width = 8;

struct Head {
  float query[Tokens][Width], key[Tokens][Width], value[Tokens][Width];
};

void attention(const Head &head, float (*__restrict out)[Width]) {
  float scores[Tokens][Tokens];
  for (int i = 0; i < Tokens; ++i)
    for (int j = 0; j < Tokens; ++j) {
      float dot = 0;
      for (int d = 0; d < Width; ++d)
        dot += head.query[i][d] * head.key[j][d];
      scores[i][j] = dot;
    }

  float weights[Tokens][Tokens];
  for (int i = 0; i < Tokens; ++i) {
    float sum = 0;
    for (int j = 0; j < Tokens; ++j) {
      weights[i][j] = std::exp(scores[i][j]);
      sum += weights[i][j];
    }
    for (int j = 0; j < Tokens; ++j)
      weights[i][j] /= sum;
  }

  for (int i = 0; i < Tokens; ++i)
    for (int d = 0; d < Width; ++d) {
      float sum = 0;
      for (int j = 0; j < Tokens; ++j)
        sum += weights[i][j] * head.value[j][d];
      out[i][d] = sum;
    }
}

int main() {
  auto head = std::make_unique<Head>();
  auto out = std::make_unique<float[][Width]>(Tokens);
  for (int i = 0; i < Tokens; ++i)
    for (int d = 0; d < Width; ++d) {
      head->query[i][d] = static_cast<float>(sample(3 * (i * Width + d)));
      head->key[i][d] = static_cast<float>(sample(3 * (i * Width + d) + 1));
      head->value[i][d] = static_cast<float>(sample(3 * (i * Width + d) + 2));
    }
  const double start = seconds();
  for (int repeat = 0; repeat < 5; ++repeat)
    attention(*head, out.get());
  const double end = seconds();
  report(checksum(out.get(), sizeof(float) * Tokens * Width), end - start);
}
