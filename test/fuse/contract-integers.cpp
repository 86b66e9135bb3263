// RUN: %check_fuse %s
// Elements that follow from the loop variable alone, or are constants, are integers the re-check could reckon with: the
// scalar must stand for the element all the same.
//--- before.cpp
long affine(int n) {
  int t[64];
  long sum = 0;
  for (int i = 0; i < 64; ++i)
    t[i] = i * 2 + n;
  for (int i = 0; i < 64; ++i)
    sum = sum * 3 + t[i] * t[i];
  return sum;
}

long constant(const int *__restrict in, int *__restrict out) {
  char t[64];
  for (int i = 0; i < 64; ++i)
    t[i] = 'a';
  for (int i = 0; i < 64; ++i)
    if (t[i] == 'a')
      out[i] = in[i] + t[i];
  return out[0];
}

void subscript(const int *__restrict in, int *__restrict out) {
  unsigned char t[64];
  for (int i = 0; i < 64; ++i)
    t[i] = static_cast<unsigned char>(i * 7);
  for (int i = 0; i < 64; ++i)
    out[i] = in[t[i]];
}
//--- after.cpp
long affine(int n) {
  long sum = 0;
  for (int i = 0; i < 64; ++i) {
    const int t_i = i * 2 + n;
    sum = sum * 3 + t_i * t_i;
  }
  return sum;
}

long constant(const int *__restrict in, int *__restrict out) {
  for (int i = 0; i < 64; ++i) {
    const char t_i = 'a';
    if (t_i == 'a')
      out[i] = in[i] + t_i;
  }
  return out[0];
}

void subscript(const int *__restrict in, int *__restrict out) {
  for (int i = 0; i < 64; ++i) {
    const unsigned char t_i = static_cast<unsigned char>(i * 7);
    out[i] = in[t_i];
  }
}
