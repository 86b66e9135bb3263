// RUN: %check_fuse %s
// Blocks side by side, as old C has them: where a loop of one fuses, the braces go and colliding names change.
//--- before.c
void counters(float *restrict a, float *restrict b, const float *restrict x, int n)
{
    {
        int j;
        for (j = 0; j < n; j++)
            a[j] = 2 * x[j];
    }
    {
        int j;
        for (j = 0; j < n; j++)
            b[j] = x[j] + 1;
    }
}

// A block beside a loop; its other statements stay behind the fused loop.
float sums(const float *x, const float *restrict y, float *restrict z, int n)
{
    float result = 0, s = 1;
    for (int i = 0; i < n; i++)
        z[i] = x[i] * s;

    /* The sum of the products. */
    {
        float s = 0; /* in order */
        int k;
        for (k = 0; k < n; ++k)
            s += x[k] * y[k];
        result = s;
    }
    return result + s;
}

// Pointers with a value of their own, as genann has them.
void layers(double *restrict out, const double *restrict in, double *restrict delta, int n, int m)
{
    {
        const double *o = in + m;
        double *d = delta;
        int j;
        for (j = 0; j < n; ++j)
            d[j] = o[j] * 0.5;
    }

    {
        const double *o = in + m;
        int j;
        for (j = 0; j < n; ++j)
            out[j] += o[j] * delta[j];
    }
}

// Blocks that are no business of a fusion keep their braces.
void apart(float *restrict a, float *restrict b, const float *restrict x, int n, int m)
{
    {
        int j;
        for (j = 0; j < m; j++)
            a[j] = 2 * x[j];
    }
    {
        int j;
        for (j = 0; j < n; j++)
            b[j] = x[j] + 1;
    }
    for (int i = 0; i < n; i++)
        b[i] *= x[i];
}

typedef double T;
#define SIZE sizeof(T)

// Without its braces the block's variable would be what the macro means.
void hidden(float *restrict a, float *restrict b, const float *restrict x, int n)
{
    {
        const char T = 2;
        for (int i = 0; i < n; i++)
            a[i] = x[i] * T;
    }
    for (int i = 0; i < n; i++)
        b[i] = x[i] * SIZE;
}

// A loop that is to stay keeps its block.
void kept(float *restrict a, float *restrict b, const float *restrict x, int n)
{
    {
        int j;
        for (j = 0; j < n; j++) // NOLINT(loopfuse-horizontal)
            a[j] = 2 * x[j];
    }
    for (int i = 0; i < n; i++)
        b[i] = x[i] + 1;
}
//--- after.c
void counters(float *restrict a, float *restrict b, const float *restrict x, int n)
{
    int j;
    for (j = 0; j < n; j++) {
        a[j] = 2 * x[j];
        b[j] = x[j] + 1;
    }
}

// A block beside a loop; its other statements stay behind the fused loop.
float sums(const float *x, const float *restrict y, float *restrict z, int n)
{
    float result = 0, s = 1;
    /* The sum of the products. */
    float s2 = 0; /* in order */

    for (int i = 0; i < n; i++) {
        z[i] = x[i] * s;
        s2 += x[i] * y[i];
    }

    result = s2;
    return result + s;
}

// Pointers with a value of their own, as genann has them.
void layers(double *restrict out, const double *restrict in, double *restrict delta, int n, int m)
{
    const double *o = in + m;
    double *d = delta;
    int j;
    const double *o2 = in + m;

    for (j = 0; j < n; ++j) {
        d[j] = o[j] * 0.5;
        out[j] += o2[j] * delta[j];
    }
}

// Blocks that are no business of a fusion keep their braces.
void apart(float *restrict a, float *restrict b, const float *restrict x, int n, int m)
{
    {
        int j;
        for (j = 0; j < m; j++)
            a[j] = 2 * x[j];
    }
    int j2;
    for (j2 = 0; j2 < n; j2++) {
        b[j2] = x[j2] + 1;
        b[j2] *= x[j2];
    }
}

typedef double T;
#define SIZE sizeof(T)

// Without its braces the block's variable would be what the macro means.
void hidden(float *restrict a, float *restrict b, const float *restrict x, int n)
{
    {
        const char T = 2;
        for (int i = 0; i < n; i++)
            a[i] = x[i] * T;
    }
    for (int i = 0; i < n; i++)
        b[i] = x[i] * SIZE;
}

// A loop that is to stay keeps its block.
void kept(float *restrict a, float *restrict b, const float *restrict x, int n)
{
    {
        int j;
        for (j = 0; j < n; j++) // NOLINT(loopfuse-horizontal)
            a[j] = 2 * x[j];
    }
    for (int i = 0; i < n; i++)
        b[i] = x[i] + 1;
}
