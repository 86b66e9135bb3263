// RUN: %check_fuse %s
// Two loops that share a line stay on it, and so does what stands around them.
//--- before.cpp
int f(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int k = 3;
  k += n; for (int i=0;i<n;i++) a[i]=in[i]+1; /* then */ for (int j=0;j<n;j++) { b[j]=a[j]*k; } k -= 2;
  return k;
}
//--- after.cpp
int f(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int k = 3;
  k += n; for (int i=0;i<n;i++) { a[i]=in[i]+1; /* then */ b[i]=a[i]*k; } k -= 2;
  return k;
}
