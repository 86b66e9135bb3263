// A loop that vectorizes beside one in which each iteration needs the one before: its time is spent while that waits.
// elements: n   sizes: 2000 30000 4000000   expect: fused
//--- original
void kernel(const float *__restrict x, float *__restrict a, float *__restrict b, int n) {
  for (int i = 1; i < n; ++i)
    a[i] = x[i] * 2.0f + 1.0f;
  for (int i = 1; i < n; ++i)
    b[i] = b[i - 1] * 0.5f + x[i];
}
