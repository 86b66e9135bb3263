// Scores, their greatest, their exponentials and the weighted sum, row by row over matrices of fixed extents.
// elements: n * 64   sizes: 128 1024   expect: fused
//--- original
#include <cmath>
void kernel(const float *__restrict q, const float *__restrict k, float *__restrict out, int n) {
  float score[1024][1024];
  float sum[1024];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      score[i][j] = q[i * 64] * k[j * 64] + q[i * 64 + 1] * k[j * 64 + 1];
  for (int i = 0; i < n; ++i) {
    sum[i] = 0;
    for (int j = 0; j < n; ++j) {
      score[i][j] = std::exp(score[i][j]);
      sum[i] += score[i][j];
    }
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 64; ++j)
      out[i * 64 + j] = score[i][j] / sum[i];
}
//--- hand
#include <cmath>
void kernel(const float *__restrict q, const float *__restrict k, float *__restrict out, int n) {
  float score[1024];
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j)
      score[j] = q[i * 64] * k[j * 64] + q[i * 64 + 1] * k[j * 64 + 1];
    float sum = 0;
    for (int j = 0; j < n; ++j) {
      score[j] = std::exp(score[j]);
      sum += score[j];
    }
    for (int j = 0; j < 64; ++j)
      out[i * 64 + j] = score[j] / sum;
  }
}
