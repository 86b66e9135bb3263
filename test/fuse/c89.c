// RUN: %check_fuse %s -- -std=c89 -pedantic-errors -Wno-comment
// Declarations stand at the beginning of blocks.
//--- before.c
static int a[64], b[64];
void g(int n) {
  int i, j;
  for (i = 0; i < n; i++) {
    int t = b[i];
    a[i] += t;
  }
  for (j = 0; j < n; j++) {
    int u = a[j];
    b[j] = u + 4;
  }
}
//--- after.c
static int a[64], b[64];
void g(int n) {
  int i;
  for (i = 0; i < n; i++) {
    int t = b[i];
    a[i] += t;
    {
      int u = a[i];
      b[i] = u + 4;
    }
  }
}
