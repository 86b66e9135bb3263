// RUN: %check_fuse %s --alias=guard
// What is defined in front of the headers is meant for them, so no header goes in front of it.
//--- before.c
#define _GNU_SOURCE
#include <string.h>
void f(int *a, int *b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] += 1;
  for (int i = 0; i < n; ++i)
    b[i] = a[i] + 1;
}
//--- after.c
#define _GNU_SOURCE
#include <string.h>
void f(int *a, int *b, int n) {
  if ((__UINTPTR_TYPE__)a + n * sizeof(*a) <= (__UINTPTR_TYPE__)b ||
      (__UINTPTR_TYPE__)b + n * sizeof(*b) <= (__UINTPTR_TYPE__)a) {
    for (int i = 0; i < n; ++i) {
      a[i] += 1;
      b[i] = a[i] + 1;
    }
  } else {
    for (int i = 0; i < n; ++i)
      a[i] += 1;
    for (int i = 0; i < n; ++i)
      b[i] = a[i] + 1;
  }
}
