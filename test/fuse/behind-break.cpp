// RUN: %check_fuse %s
// A loop that may be left touches everything, in whatever order the variables are named in front of it.
//--- before.cpp
float f(const float *__restrict x, float *__restrict out, float *__restrict b, int n) {
  float last = 2, first = 1;
  for (int i = 0; i < n; ++i)
    out[i] = x[i] * 3;
  if (n > 2)
    first = 1.5f;
  for (int k = 0; k < n; k++) {
    last = out[k] + 1;
    out[k] = last * x[k];
  }
  for (int i = 0; i < n; i++) {
    if (out[i] > 1)
      break;
    b[i] = out[i];
  }
  return first + last;
}
//--- after.cpp
float f(const float *__restrict x, float *__restrict out, float *__restrict b, int n) {
  float last = 2, first = 1;
  for (int i = 0; i < n; ++i) {
    out[i] = x[i] * 3;
    last = out[i] + 1;
    out[i] = last * x[i];
  }
  if (n > 2)
    first = 1.5f;
  for (int i = 0; i < n; i++) {
    if (out[i] > 1)
      break;
    b[i] = out[i];
  }
  return first + last;
}
