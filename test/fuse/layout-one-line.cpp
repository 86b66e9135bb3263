// RUN: %check_fuse %s
// Two loops that share a line stay on it, and so does what stands around them.
//--- before.cpp
int f(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int k = 3;
  k += n; for (int i=0;i<n;i++) a[i]=in[i]+1; /* then */ for (int j=0;j<n;j++) { b[j]=a[j]*k; } k -= 2;
  return k;
}

void sharedLines(const double *__restrict in, double *__restrict a, double *__restrict b, double *__restrict c, int n) {
  for (int i = 0; i < n; ++i) a[i] = in[i]; for (int i = 0; i < n; ++i) {
    b[i] = a[i]; } c[0] = 1;
}

void betweenOnOneLine(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) a[i] = in[i]; int q = 1; int r = 2; for (int i = 0; i < n; ++i) b[i] = a[i] * q * r;
}

double betweenOnSharedLines(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) a[i] = in[i]; int q = 1; double u = a[0]; /* r */ int r = 2; // end
  for (int i = 0; i < n; ++i) b[i] = a[i] * q * r; /* u */ return u;
}
//--- after.cpp
int f(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int k = 3;
  k += n; for (int i=0;i<n;i++) { a[i]=in[i]+1; /* then */ b[i]=a[i]*k; } k -= 2;
  return k;
}

void sharedLines(const double *__restrict in, double *__restrict a, double *__restrict b, double *__restrict c, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] = in[i];
    b[i] = a[i];
  }
  c[0] = 1;
}

void betweenOnOneLine(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  int q = 1; int r = 2; for (int i = 0; i < n; ++i) { a[i] = in[i]; b[i] = a[i] * q * r; }
}

double betweenOnSharedLines(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
  int q = 1;
  /* r */ int r = 2; // end
  for (int i = 0; i < n; ++i) {
    a[i] = in[i];
    b[i] = a[i] * q * r;
  }
  double u = a[0]; /* u */ return u;
}
