// A loop that vectorizes beside a histogram.
// elements: n   sizes: 2000 30000 4000000   expect: kept
//--- original
void kernel(const float *__restrict x, float *__restrict a, float *__restrict bins, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = x[i] * 2.0f + 1.0f;
  for (int i = 0; i < n; ++i)
    bins[static_cast<int>(x[i] * 63.0f) & 63] += 1.0f;
}
