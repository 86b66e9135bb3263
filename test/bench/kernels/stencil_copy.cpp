// A smoothing step and the copy back, by rows.
// elements: n * n   sizes: 40 200 1500   expect: fused
//--- original
void kernel(float *__restrict a, float *__restrict b, int n) {
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      b[i * n + j] = 0.2f * (a[i * n + j] + a[i * n + j - 1] + a[i * n + j + 1] + a[(i - 1) * n + j] + a[(i + 1) * n + j]);
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      a[i * n + j] = b[i * n + j];
}
//--- hand
static void smooth(float *__restrict a, float *__restrict b, int n, int i) {
  for (int j = 1; j < n - 1; ++j)
    b[i * n + j] = 0.2f * (a[i * n + j] + a[i * n + j - 1] + a[i * n + j + 1] + a[(i - 1) * n + j] + a[(i + 1) * n + j]);
}
static void copy(float *__restrict a, float *__restrict b, int n, int i) {
  for (int j = 1; j < n - 1; ++j)
    a[i * n + j] = b[i * n + j];
}
void kernel(float *__restrict a, float *__restrict b, int n) {
  if (n > 2)
    smooth(a, b, n, 1);
  for (int i = 2; i < n - 1; ++i) {
    smooth(a, b, n, i);
    copy(a, b, n, i - 1);
  }
  if (n > 2)
    copy(a, b, n, n - 2);
}
