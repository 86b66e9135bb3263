// Three elementwise loops over two temporaries that nobody else needs.
// elements: n   sizes: 2000 30000 4000000   expect: fused
//--- original
#include <vector>
void kernel(const float *__restrict x, const float *__restrict y, float *__restrict out, int n) {
  std::vector<float> t(n), u(n);
  for (int i = 0; i < n; ++i)
    t[i] = x[i] * y[i];
  for (int i = 0; i < n; ++i)
    u[i] = t[i] + x[i];
  for (int i = 0; i < n; ++i)
    out[i] = u[i] * u[i] - t[i];
}
//--- hand
void kernel(const float *__restrict x, const float *__restrict y, float *__restrict out, int n) {
  for (int i = 0; i < n; ++i) {
    const float t = x[i] * y[i];
    const float u = t + x[i];
    out[i] = u * u - t;
  }
}
