// RUN: %check_fuse %s
// What is compiled in front of the first loop under conditions of its own does not matter, if it ends there.
//--- before.c
static int kind;

void chosen(float *restrict a, float *restrict b, const float *restrict x, int n)
{
#ifdef FEWER
    kind = 2;
#elif defined(MORE)
    for (int k = 0; k < 9; k++)
        kind += k;
#else
    kind--;
#endif
    // Twice as much.
    for (int i = 0; i < n; i++)
        a[i] = 2 * x[i];
    for (int j = 0; j < n; j++)
        b[j] = x[j] + 1;
}

void absent(float *restrict a, float *restrict b, const float *restrict x, int n)
{
#ifdef TRACE
    trace("absent"); /* never */
#endif

    for (int i = 0; i < n; i++)
        a[i] = 2 * x[i];
    for (int j = 0; j < n; j++)
        b[j] = x[j] + 1;
}

// The first loop alone hangs from the condition.
void prefixed(float *restrict a, float *restrict b, const float *restrict x, int n)
{
#ifdef SOMETIMES
    if (n > 3)
#endif
    for (int i = 0; i < n; i++)
        a[i] = 2 * x[i];
    for (int j = 0; j < n; j++)
        b[j] = x[j] + 1;
}

void otherwise(float *restrict a, float *restrict b, const float *restrict x, int n)
{
#ifdef SOMETIMES
    if (n > 3)
        a[0] = 1;
    else
#else
    n--;
#endif
    for (int i = 0; i < n; i++)
        a[i] = 2 * x[i];
    for (int j = 0; j < n; j++)
        b[j] = x[j] + 1;
}

void directed(float *restrict a, float *restrict b, const float *restrict x, int n)
{
#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (int i = 0; i < n; i++)
        a[i] = 2 * x[i];
    for (int j = 0; j < n; j++)
        b[j] = x[j] + 1;
}

// What is equal here may differ where the other branch is taken.
void measured(float *restrict a, float *restrict b, const float *restrict x, int n)
{
#ifdef FEWER
    int m = n - 2;
#else
    int m = n;
#endif
    for (int i = 0; i < n; i++)
        a[i] = 2 * x[i];
    for (int j = 0; j < m; j++)
        b[j] = x[j] + 1;
}
//--- after.c
static int kind;

void chosen(float *restrict a, float *restrict b, const float *restrict x, int n)
{
#ifdef FEWER
    kind = 2;
#elif defined(MORE)
    for (int k = 0; k < 9; k++)
        kind += k;
#else
    kind--;
#endif
    // Twice as much.
    for (int i = 0; i < n; i++) {
        a[i] = 2 * x[i];
        b[i] = x[i] + 1;
    }
}

void absent(float *restrict a, float *restrict b, const float *restrict x, int n)
{
#ifdef TRACE
    trace("absent"); /* never */
#endif

    for (int i = 0; i < n; i++) {
        a[i] = 2 * x[i];
        b[i] = x[i] + 1;
    }
}

// The first loop alone hangs from the condition.
void prefixed(float *restrict a, float *restrict b, const float *restrict x, int n)
{
#ifdef SOMETIMES
    if (n > 3)
#endif
    for (int i = 0; i < n; i++)
        a[i] = 2 * x[i];
    for (int j = 0; j < n; j++)
        b[j] = x[j] + 1;
}

void otherwise(float *restrict a, float *restrict b, const float *restrict x, int n)
{
#ifdef SOMETIMES
    if (n > 3)
        a[0] = 1;
    else
#else
    n--;
#endif
    for (int i = 0; i < n; i++)
        a[i] = 2 * x[i];
    for (int j = 0; j < n; j++)
        b[j] = x[j] + 1;
}

void directed(float *restrict a, float *restrict b, const float *restrict x, int n)
{
#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (int i = 0; i < n; i++)
        a[i] = 2 * x[i];
    for (int j = 0; j < n; j++)
        b[j] = x[j] + 1;
}

// What is equal here may differ where the other branch is taken.
void measured(float *restrict a, float *restrict b, const float *restrict x, int n)
{
#ifdef FEWER
    int m = n - 2;
#else
    int m = n;
#endif
    for (int i = 0; i < n; i++)
        a[i] = 2 * x[i];
    for (int j = 0; j < m; j++)
        b[j] = x[j] + 1;
}
