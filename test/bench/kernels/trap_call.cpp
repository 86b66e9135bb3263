// A loop that vectorizes beside one with a call.
// elements: n   sizes: 2000 30000 1000000   expect: kept
//--- original
#include <cmath>
void kernel(const float *__restrict x, float *__restrict a, float *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = x[i] * 2.0f + 1.0f;
  for (int i = 0; i < n; ++i)
    b[i] = std::tanh(x[i]);
}
