// RUN: %check_fuse %s
// Loops that stand one call apart: the statements of the functions are written in the place of the calls.
//--- before.c
#include <stdio.h>
#include <stdlib.h>

static void scale(float *x, int n, float s)
{
    // multiply
    for (int i = 0; i < n; i++)
        x[i] *= s;
}

static void add(const float *restrict a, const float *b, float c[], int n)
{
    for (int k = 0; k < n; k++) {
        c[k] = a[k] + b[k]; // sum
    }
}

static float sum(const float *x, int n)
{
    float s = 0; // in order
    for (int i = 0; i < n; i++)
        s += x[i];
    return s; // all of them
}

static float power(const float *x, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return s / n;
}

// Everything becomes one loop and no array is left.
int whole(int n)
{
    float *x = malloc(n * sizeof *x);
    float *y = malloc(n * sizeof *y);
    float *t = malloc(n * sizeof *t);
    for (int i = 0; i < n; i++) {
        x[i] = i * 0.5f;
        y[i] = 1.0f / (i + 1);
    }
    scale(x, n, 2.0f);
    add(x, y, t, n);
    float m = sum(t, n);
    float q;
    q = power(t, n);
    printf("%g %g\n", m, q);
    free(x);
    free(y);
    free(t);
    return 0;
}

// A call that no fusion needs stays a call; so does one whose loop must wait.
float part(float *restrict x, float *restrict y, int n, int m)
{
    scale(y, m, 3.0f);
    scale(x, n, 0.5f);
    float s = sum(x, n);
    scale(x, n, s);
    return s;
}

// Arguments that are no plain variables are evaluated once, in front.
void arguments(float *restrict x, float *restrict y, int rows, int columns)
{
    scale(x + columns, rows, 2);
    add(x + columns, x + columns, y, rows);
}
//--- after.c
#include <stdio.h>
#include <stdlib.h>

static void scale(float *x, int n, float s)
{
    // multiply
    for (int i = 0; i < n; i++)
        x[i] *= s;
}

static void add(const float *restrict a, const float *b, float c[], int n)
{
    for (int k = 0; k < n; k++) {
        c[k] = a[k] + b[k]; // sum
    }
}

static float sum(const float *x, int n)
{
    float s = 0; // in order
    for (int i = 0; i < n; i++)
        s += x[i];
    return s; // all of them
}

static float power(const float *x, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return s / n;
}

// Everything becomes one loop and no array is left.
int whole(int n)
{
    float s = 0; // in order
    float s2 = 0;
    for (int i = 0; i < n; i++) {
        float x_i = i * 0.5f;
        const float y_i = 1.0f / (i + 1);
        // scale(x, n, 2.0f)
        // multiply
        x_i *= 2.0f;
        // add(x, y, t, n)
        const float t_i = x_i + y_i; // sum
        // sum(t, n)
        s += t_i;
        // power(t, n)
        s2 += t_i * t_i;
    }
    float m = s;
    float q;
    q = s2 / n;
    printf("%g %g\n", m, q);
    return 0;
}

// A call that no fusion needs stays a call; so does one whose loop must wait.
float part(float *restrict x, float *restrict y, int n, int m)
{
    scale(y, m, 3.0f);
    float s2 = 0; // in order
    // scale(x, n, 0.5f)
    // multiply
    for (int i = 0; i < n; i++) {
        x[i] *= 0.5f;
        // sum(x, n)
        s2 += x[i];
    }
    float s = s2;
    scale(x, n, s);
    return s;
}

// Arguments that are no plain variables are evaluated once, in front.
void arguments(float *restrict x, float *restrict y, int rows, int columns)
{
    float *x2 = x + columns;
    const float s = 2;
    const float *a = x + columns;
    const float *b = x + columns;
    // scale(x + columns, rows, 2)
    // multiply
    for (int i = 0; i < rows; i++) {
        x2[i] *= s;
        // add(x + columns, x + columns, y, rows)
        y[i] = a[i] + b[i]; // sum
    }
}
