// RUN: %check_fuse %s
// Braces on lines of their own.
//--- before.cpp
void scale(const double *__restrict in, double *__restrict a, double *__restrict b, int n)
{
    if (n > 3)
    {
        n = 3;
    }
    for (int i = 0; i < n; ++i) // first
        a[i] = in[i] * 2;
    for (int i = 0; i < n; ++i)
        b[i] = a[i] + in[i];
}
//--- after.cpp
void scale(const double *__restrict in, double *__restrict a, double *__restrict b, int n)
{
    if (n > 3)
    {
        n = 3;
    }
    for (int i = 0; i < n; ++i) // first
    {
        a[i] = in[i] * 2;
        b[i] = a[i] + in[i];
    }
}
