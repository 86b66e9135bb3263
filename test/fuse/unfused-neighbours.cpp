// RUN: %check_fuse %s
// Loops that stay as they are: what a pointer is computed from may be known to nobody.
//--- before.cpp
#include <cstdint>
void f(int n, const int *__restrict map, const uint16_t *__restrict table, const int *__restrict key,
       float *__restrict a, float *__restrict b, int *__restrict out) {
  for (int i = 0; i < n; ++i)
    a[i] = i;
  for (int i = 0; i < n; ++i)
    b[i] = a[i] * 2;
  for (int k = 0; k < n; ++k) {
    const uint16_t *entry = table - map[key[k]] - 1;
    out[k] = entry[0];
  }
}
//--- after.cpp
#include <cstdint>
void f(int n, const int *__restrict map, const uint16_t *__restrict table, const int *__restrict key,
       float *__restrict a, float *__restrict b, int *__restrict out) {
  for (int i = 0; i < n; ++i) {
    a[i] = i;
    b[i] = a[i] * 2;
  }
  for (int k = 0; k < n; ++k) {
    const uint16_t *entry = table - map[key[k]] - 1;
    out[k] = entry[0];
  }
}
