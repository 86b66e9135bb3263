// RUN: %check_exec %s
// A pragma that holds to the end of its block stays at its head, also where the declaration behind it goes.
#include <stdio.h>

static void scale(const double *restrict a, double *restrict b, int n) {
#pragma STDC FP_CONTRACT OFF
  double t[64];
  for (int i = 0; i < n; ++i)
    t[i] = a[i] * 3;
  for (int i = 0; i < n; ++i)
    b[i] = t[i] + 1;
}

int main(void) {
  double a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, b[8];
  scale(a, b, 8);
  for (int i = 0; i < 8; ++i)
    printf("%a\n", b[i]);
}
