// RUN: %check_fuse %s
// Half-indented braces.
//--- before.c
void
scale (const double *restrict in, double *restrict a, double *restrict b,
       int n)
{
  int i;

  for (i = 0; i < n; i++)
    a[i] = in[i] * 2;
  for (i = 0; i < n; i++)
    {
      b[i] = a[i] + in[i];
      b[i] /= 3;
    }
}
//--- after.c
void
scale (const double *restrict in, double *restrict a, double *restrict b,
       int n)
{
  int i;

  for (i = 0; i < n; i++)
    {
      a[i] = in[i] * 2;
      b[i] = a[i] + in[i];
      b[i] /= 3;
    }
}
