// Three outputs of one input.
// elements: n   sizes: 2000 30000 4000000   expect: fused
//--- original
void kernel(const float *__restrict x, float *__restrict a, float *__restrict b, float *__restrict c, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = x[i] * 2.0f;
  for (int i = 0; i < n; ++i)
    b[i] = x[i] + 1.0f;
  for (int i = 0; i < n; ++i)
    c[i] = x[i] * x[i];
}
//--- hand
void kernel(const float *__restrict x, float *__restrict a, float *__restrict b, float *__restrict c, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = x[i] * 2.0f;
    b[i] = x[i] + 1.0f;
    c[i] = x[i] * x[i];
  }
}
