// RUN: %check_exec %s
// Jumps: forwards they change nothing, backwards and into loops they may read what a loop left in its counter.
#include <stdio.h>
#include <stdlib.h>

// The usual way to clean up.
static int cleaned(const int *restrict x, int *restrict b, int n) {
  int i, rc = -1;
  int *t = malloc((n + 1) * sizeof *t);
  if (!t || n > 100)
    goto out;
  for (i = 0; i < n; i++)
    t[i] = x[i] * 2;
  for (i = 0; i < n; i++)
    b[i] = t[i] + 1;
  rc = 0;
out:
  free(t);
  return rc;
}

// What the second loop leaves is printed in the second turn.
static void again(int *restrict a, int *restrict b, int n, int i) {
  int turn = 0;
again:
  printf("%d\n", i);
  if (n > 0)
    for (i = 0; i < n; i++)
      a[i] = 3;
  for (i = 0; i < n; i++)
    b[i] = a[i];
  if (turn++ < 1)
    goto again;
}

// The last loop is entered past what sets its counter.
static void inside(int *restrict a, int *restrict b, int n, int i) {
  if (n > 0)
    for (i = 0; i < n; i++)
      a[i] += 3;
  for (i = 0; i < n; i++)
    b[i] += a[i];
  if (n < 3)
    goto middle;
  for (i = 0; i < 4; i++) {
  middle:
    printf("inside %d\n", i);
  }
}

static void chosen(int *restrict a, int *restrict b, int n, int i) {
  if (n > 0)
    for (i = 0; i < n; i++)
      a[i] += 3;
  for (i = 0; i < n; i++)
    b[i] += a[i];
  switch (n) {
  default:
    for (i = 0; i < 4; i++) {
    case 0:
      printf("chosen %d\n", i);
    }
  }
}

// The condition need not hold where the jump leads.
static void known(int *restrict a, int *restrict b, int n) {
  if (n == 3)
    goto in;
  if (n == 2) {
    puts("two");
  in:;
    for (int i = 0; i < 2; i++)
      a[i] += 1;
    for (int i = 0; i < n; i++)
      b[i] += a[i];
  }
}

static void knownCase(int *restrict a, int *restrict b, int n) {
  switch (n) {
  default:
    if (n == 2) {
      puts("two");
    case 1:
    case 3:;
      for (int i = 0; i < 2; i++)
        a[i] += 1;
      for (int i = 0; i < n; i++)
        b[i] += a[i];
    }
  }
}

int main(void) {
  for (int n = 0; n < 4; n++) {
    int x[4] = {1, 2, 3, 4}, a[4] = {0}, b[4] = {0};
    printf("%d\n", cleaned(x, b, n));
    again(a, b, n, 7);
    inside(a, b, n, 8);
    chosen(a, b, n, -3);
    known(a, b, n);
    knownCase(a, b, n);
    for (int k = 0; k < 4; k++)
      printf("%d %d\n", a[k], b[k]);
  }
  return 0;
}
