// Two vectors are moved along one direction.
// elements: n   sizes: 2000 30000 4000000   expect: fused
//--- original
void kernel(const float *__restrict d, float *__restrict x, float *__restrict r, int n) {
  for (int i = 0; i < n; ++i)
    x[i] += 0.5f * d[i];
  for (int i = 0; i < n; ++i)
    r[i] -= 0.25f * d[i];
}
//--- hand
void kernel(const float *__restrict d, float *__restrict x, float *__restrict r, int n) {
  for (int i = 0; i < n; ++i) {
    x[i] += 0.5f * d[i];
    r[i] -= 0.25f * d[i];
  }
}
