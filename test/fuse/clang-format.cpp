// RUN: %check_fuse %s
// With a .clang-format file the changed lines are laid out as it says, others are left alone.
//--- .clang-format
BasedOnStyle: LLVM
IndentWidth: 4
BreakBeforeBraces: Allman
//--- before.cpp
void f(const double *__restrict in, double *__restrict a, double *__restrict b, int n)
{
    int  untouched   = 3;
    for (int i = 0; i < n; ++i)
        a[i] = in[i] * untouched;
    for (int i = 0; i < n; ++i) b[i]=a[i]+in[i];
    b[0]   =   1;
}
//--- after.cpp
void f(const double *__restrict in, double *__restrict a, double *__restrict b, int n)
{
    int  untouched   = 3;
    for (int i = 0; i < n; ++i)
    {
        a[i] = in[i] * untouched;
        b[i] = a[i] + in[i];
    }
    b[0]   =   1;
}
