// Six outputs of one input through vectors: 21 tests for overlap, which GCC does not make. Fused four and two.
// elements: n   sizes: 2000 30000 2000000   expect: fused
//--- original
#include <vector>
using Vector = std::vector<float>;
static void scale(const Vector &x, Vector &a, Vector &b, Vector &c, Vector &d, Vector &e, Vector &f, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = x[i] * 2.0f;
  for (int i = 0; i < n; ++i)
    b[i] = x[i] * 3.0f;
  for (int i = 0; i < n; ++i)
    c[i] = x[i] * 4.0f;
  for (int i = 0; i < n; ++i)
    d[i] = x[i] * 5.0f;
  for (int i = 0; i < n; ++i)
    e[i] = x[i] * 6.0f;
  for (int i = 0; i < n; ++i)
    f[i] = x[i] * 7.0f;
}
static Vector store[7];
void kernel(float *out, int n) {
  int k = 0; // Different distances, so that no two arrays meet in one set of the cache.
  for (Vector &v : store)
    v.resize(n + 16 * (k++ * 7 % 13), out[0]);
  scale(store[0], store[1], store[2], store[3], store[4], store[5], store[6], n);
  out[1] = store[1][n / 2] + store[6][n - 1];
}
