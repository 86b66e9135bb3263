// RUN: %check_fuse %s
// An array of pointers stays an array: what is reached through its elements is told by it.
//--- before.cpp
void reads(const int *__restrict in, int *__restrict out) {
  const int *p[64];
  for (int i = 0; i < 64; ++i)
    p[i] = &in[63 - i];
  for (int i = 0; i < 64; ++i)
    out[i] = *p[i] + i;
}
//--- after.cpp
void reads(const int *__restrict in, int *__restrict out) {
  const int *p[64];
  for (int i = 0; i < 64; ++i) {
    p[i] = &in[63 - i];
    out[i] = *p[i] + i;
  }
}
