// Three per-pixel steps over an image, in place of which one pass would do.
// elements: n * n   sizes: 40 200 1500   expect: fused
//--- original
void kernel(const float *__restrict in, float *__restrict grey, float *__restrict out, int n) {
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x)
      grey[y * n + x] = in[y * n + x] * 0.7f + 0.1f;
  for (int y = 0; y < n; ++y)
    for (int x = 0; x < n; ++x)
      out[y * n + x] = grey[y * n + x] > 0.5f ? 1.0f : 0.0f;
}
//--- hand
void kernel(const float *__restrict in, float *__restrict grey, float *__restrict out, int n) {
  for (int i = 0; i < n * n; ++i) {
    const float g = in[i] * 0.7f + 0.1f;
    grey[i] = g;
    out[i] = g > 0.5f ? 1.0f : 0.0f;
  }
}
