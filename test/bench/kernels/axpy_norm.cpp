// A vector is moved, then its norm is taken: the sum keeps its order.
// elements: n   sizes: 2000 30000 4000000   expect: fused
//--- original
void kernel(const float *__restrict d, float *__restrict r, float *__restrict out, int n) {
  float norm = 0;
  for (int i = 0; i < n; ++i)
    r[i] -= 0.25f * d[i];
  for (int i = 0; i < n; ++i)
    norm += r[i] * r[i];
  out[0] = norm;
}
//--- hand
void kernel(const float *__restrict d, float *__restrict r, float *__restrict out, int n) {
  float norm = 0;
  for (int i = 0; i < n; ++i) {
    const float v = r[i] - 0.25f * d[i];
    r[i] = v;
    norm += v * v;
  }
  out[0] = norm;
}
