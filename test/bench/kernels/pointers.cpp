// Four outputs of one input through vectors: ten tests for overlap, the most that GCC makes.
// elements: n   sizes: 2000 30000 4000000   expect: fused
//--- original
#include <vector>
using Vector = std::vector<float>;
static void scale(const Vector &x, Vector &a, Vector &b, Vector &c, Vector &d, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = x[i] * 2.0f;
  for (int i = 0; i < n; ++i)
    b[i] = x[i] * 3.0f;
  for (int i = 0; i < n; ++i)
    c[i] = x[i] * 4.0f;
  for (int i = 0; i < n; ++i)
    d[i] = x[i] * 5.0f;
}
static Vector store[5];
void kernel(float *out, int n) {
  int k = 0; // Different distances, so that no two arrays meet in one set of the cache.
  for (Vector &v : store)
    v.resize(n + 16 * (k++ * 7 % 13), out[0]);
  scale(store[0], store[1], store[2], store[3], store[4], n);
  out[1] = store[1][n / 2] + store[4][n - 1];
}
//--- hand
#include <vector>
using Vector = std::vector<float>;
static void scale(const Vector &x, Vector &a, Vector &b, Vector &c, Vector &d, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = x[i] * 2.0f;
    b[i] = x[i] * 3.0f;
    c[i] = x[i] * 4.0f;
    d[i] = x[i] * 5.0f;
  }
}
static Vector store[5];
void kernel(float *out, int n) {
  int k = 0; // Different distances, so that no two arrays meet in one set of the cache.
  for (Vector &v : store)
    v.resize(n + 16 * (k++ * 7 % 13), out[0]);
  scale(store[0], store[1], store[2], store[3], store[4], n);
  out[1] = store[1][n / 2] + store[4][n - 1];
}
