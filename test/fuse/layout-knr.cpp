// RUN: %check_fuse %s
// Braces on the header's line; single statements get braces, blank lines collapse.
//--- before.cpp
void scale(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
    if (n > 3) {
        n = 3;
    }

    for (int i = 0; i < n; ++i)
        a[i] = in[i] * 2;

    for (int i = 0; i < n; ++i) {
        b[i] = a[i] +
               in[i];
    }

    a[0] = b[0];
}
//--- after.cpp
void scale(const double *__restrict in, double *__restrict a, double *__restrict b, int n) {
    if (n > 3) {
        n = 3;
    }

    for (int i = 0; i < n; ++i) {
        a[i] = in[i] * 2;
        b[i] = a[i] +
               in[i];
    }

    a[0] = b[0];
}
