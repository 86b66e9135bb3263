// RUN: %check_fuse %s --vectors
// Strips in C: the length is an enumerator, so that the buffer is no array of variable length.
//--- before.c
#include <math.h>
#include <stdlib.h>

void rows(const float *restrict in, float *restrict out, int rows, int columns)
{
    float *t = malloc(sizeof *t * columns);
    if (!t)
        return;
    for (int r = 0; r < rows; r++)
    {
        for (int i = 0; i < columns; i++)
            t[i] = in[r * columns + i] + 1.0f;
        for (int i = 0; i < columns; i++)
            out[r * columns + i] = tanhf(t[i]);
    }
    free(t);
}

void bias(const float *restrict in, const float *restrict b, float *restrict out, unsigned long n)
{
    float *t = malloc(sizeof *t * n);
    if (!t)
        return;
    for (unsigned long i = 0; i < n; i++)
        t[i] = in[i] + b[i];
    for (unsigned long i = 0; i < n; i++)
        out[i] = tanhf(t[i]);
    free(t);
}

/* Behind another loop of the same block. */
void behind(const float *restrict in, float *restrict out, int *restrict count, const int *restrict keys, int n)
{
    for (int i = 0; i < n; i++)
        count[keys[i]] = 0;
    float scale = in[0];
    for (int i = 1; i < n; i++)
        out[i] = in[i] * scale;
    for (int i = 1; i < n; i++)
        count[i] = lrintf(tanhf(out[i]));
}
//--- after.c
#include <math.h>
#include <stdlib.h>

void rows(const float *restrict in, float *restrict out, int rows, int columns)
{
    for (int r = 0; r < rows; r++)
    {
        enum { strip = 1024 };
        for (long long i0 = 0; i0 < columns; i0 += strip)
        {
            const int iEnd = i0 + strip < columns ? i0 + strip : columns;
            float t_strip[strip];
            for (int i = i0; i < iEnd; i++)
                t_strip[i - i0] = in[r * columns + i] + 1.0f;
            for (int i = i0; i < iEnd; i++)
                out[r * columns + i] = tanhf(t_strip[i - i0]);
        }
    }
}

void bias(const float *restrict in, const float *restrict b, float *restrict out, unsigned long n)
{
    enum { strip = 1024 };
    for (unsigned long i0 = 0; i0 < n; i0 += strip)
    {
        const unsigned long iEnd = i0 + strip < n ? i0 + strip : n;
        float t_strip[strip];
        for (unsigned long i = i0; i < iEnd; i++)
            t_strip[i - i0] = in[i] + b[i];
        for (unsigned long i = i0; i < iEnd; i++)
            out[i] = tanhf(t_strip[i - i0]);
    }
}

/* Behind another loop of the same block. */
void behind(const float *restrict in, float *restrict out, int *restrict count, const int *restrict keys, int n)
{
    for (int i = 0; i < n; i++)
        count[keys[i]] = 0;
    float scale = in[0];
    enum { strip = 1024 };
    for (long long i0 = 1; i0 < n; i0 += strip)
    {
        const int iEnd = i0 + strip < n ? i0 + strip : n;
        for (int i = i0; i < iEnd; i++)
            out[i] = in[i] * scale;
        for (int i = i0; i < iEnd; i++)
            count[i] = lrintf(tanhf(out[i]));
    }
}
