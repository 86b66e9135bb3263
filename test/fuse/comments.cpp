// RUN: %check_fuse %s
// Every comment survives, next to what it stood next to.
//--- before.cpp
void f(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  // Above the first.
  for (int i = 0; i < n; ++i) { // at the first header
    a[i] = in[i];               // in the first
  }                             // behind the first

  /* Above the second:
     two lines. */
  for (int k = 0; /* all */ k < n; ++k) // at the second header
  {
    // In the second: k stays k here.
    b[k] = a[k]; // in the second
  } // behind the second

  // Above the end.
}
//--- after.cpp
void f(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  // Above the first.
  for (int i = 0; i < n; ++i) { // at the first header
    a[i] = in[i];               // in the first
    /* Above the second:
       two lines. */
    /* all */
    // at the second header
    // In the second: k stays k here.
    b[i] = a[i]; // in the second
    // behind the second
  }                             // behind the first

  // Above the end.
}
