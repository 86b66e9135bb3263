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

void contracted(const double *__restrict in, double *__restrict out) {
  double t[64]; /* goes with it */ int k;
  for (int i = 0; i < 64; ++i) { /* at the brace */ // twice
    t[i /* written */] = in[i];
  }
  k = 3;

  for (int i = 0; i < 64; ++i)
    out[i] = k + t[ // read
                   i] * t[i];
}
void aligned(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)   /* every one */
    a[i] = in[i];               /* of the first */

  for (int i = 0; i < n; ++i)   /* every one */
    b[i] = a[i];                /* of the second */
}
void onOneLine(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) { a[i] = in[i]; } // of the first
  for (int i = 0; i < n; ++i) { b[i] = a[i]; /* inside */ } // of the second
}
void nestsOnOneLine(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) { for (int j = 0; j < 4; ++j) { a[4 * i + j] = in[i]; } } // of the first
  for (int i = 0; i < n; ++i) { for (int j = 0; j < 4; ++j) { b[4 * i + j] = a[4 * i + j]; } } // of the second
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

void contracted(const double *__restrict in, double *__restrict out) {
  /* goes with it */ int k;
  k = 3;

  for (int i = 0; i < 64; ++i) { /* at the brace */ // twice
    const double t_i /* written */ = in[i];
    out[i] = k + t_i // read
                    * t_i;
  }
}
void aligned(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) { /* every one */
    a[i] = in[i];               /* of the first */
    b[i] = a[i];                /* of the second */
  }
}
void onOneLine(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = in[i]; // of the first
    b[i] = a[i]; /* inside */ // of the second
  }
}
void nestsOnOneLine(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) { for (int j = 0; j < 4; ++j) {
    a[4 * i + j] = in[i];
    b[4 * i + j] = a[4 * i + j]; // of the second
  } } // of the first
}
