// RUN: %check_exec %s --unchanged
// Pointers that nothing is known of, called with memory that does overlap.
#include <stdio.h>

__attribute__((noinline)) static void shift_and_scale(double *a, double *b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] + 1.0;
  for (int i = 0; i < n; i++)
    b[i] = 2.0 * b[i];
}

int main(void) {
  double memory[40];
  for (int shift = -3; shift <= 3; shift++) {
    for (int i = 0; i < 40; i++)
      memory[i] = i;
    shift_and_scale(memory + 5, memory + 5 + shift, 25);
    double sum = 0;
    for (int i = 0; i < 40; i++)
      sum = sum * 0.5 + memory[i];
    printf("%a\n", sum);
  }
  return 0;
}
