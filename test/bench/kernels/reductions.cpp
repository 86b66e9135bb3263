// Sum, sum of squares and least element of one array, in strict order.
// elements: n   sizes: 2000 30000 4000000   expect: fused
//--- original
void kernel(const float *__restrict x, float *__restrict out, int n) {
  float sum = 0, squares = 0, least = x[0];
  for (int i = 0; i < n; ++i)
    sum += x[i];
  for (int i = 0; i < n; ++i)
    squares += x[i] * x[i];
  for (int i = 0; i < n; ++i)
    least = x[i] < least ? x[i] : least;
  out[0] = sum;
  out[1] = squares;
  out[2] = least;
}
//--- hand
void kernel(const float *__restrict x, float *__restrict out, int n) {
  float sum = 0, squares = 0, least = x[0];
  for (int i = 0; i < n; ++i) {
    sum += x[i];
    squares += x[i] * x[i];
    least = x[i] < least ? x[i] : least;
  }
  out[0] = sum;
  out[1] = squares;
  out[2] = least;
}
