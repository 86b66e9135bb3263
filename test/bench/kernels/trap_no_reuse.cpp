// Two loops that share nothing.
// elements: n   sizes: 2000 30000 4000000   expect: kept
//--- original
void kernel(const float *__restrict x, const float *__restrict y, float *__restrict a, float *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = x[i] * 2.0f;
  for (int i = 0; i < n; ++i)
    b[i] = y[i] * 3.0f;
}
