// Fused, each iteration would read what the one before it wrote.
// elements: n   sizes: 2000 30000 4000000   expect: kept
//--- original
void kernel(const float *__restrict x, float *__restrict t, float *__restrict out, int n) {
  for (int i = 1; i < n; ++i)
    t[i] = x[i] * 0.25f;
  for (int i = 1; i < n; ++i)
    out[i] = t[i] - t[i - 1];
}
