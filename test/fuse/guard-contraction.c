// RUN: %check_fuse %s --alias=guard
// In the fused branch the temporary is a scalar; the other one still needs the array. Variables declared outside stay,
// too. Braces stand where the user puts them.
//--- before.c
#include <stdlib.h>
void f(double *a, const double *b, int n)
{
	int i, j;
	double *t = malloc(n * sizeof *t);
	for (i = 0; i < n; i++)
	{
		t[i] = b[i] * 2;
	}
	for (j = 0; j < n; j++)
	{
		a[j] = t[j] + b[n - 1 - j];
	}
	free(t);
}

// The release stands in the region, too: the array stays.
void g(double *a, const double *b, int n)
{
	int i;
	double *t = malloc(n * sizeof *t);
	for (i = 0; i < n; i++)
		t[i] = b[i] * 2;
	for (i = 0; i < n; i++)
		a[i] = t[i] + b[i];
	free(t);
	for (i = 1; i < n; i++)
		a[i] += a[i - 1];
}
//--- after.c
#include <stdint.h>
#include <stdlib.h>
void f(double *a, const double *b, int n)
{
	int i, j;
	double *t = malloc(n * sizeof *t);
	if ((uintptr_t)b + n * sizeof(*b) <= (uintptr_t)a ||
	    (uintptr_t)a + n * sizeof(*a) <= (uintptr_t)b)
	{
		for (i = 0; i < n; i++)
		{
			const double t_i = b[i] * 2;
			a[i] = t_i + b[n - 1 - i];
		}
	}
	else
	{
		for (i = 0; i < n; i++)
		{
			t[i] = b[i] * 2;
		}
		for (j = 0; j < n; j++)
		{
			a[j] = t[j] + b[n - 1 - j];
		}
	}
	free(t);
}

// The release stands in the region, too: the array stays.
void g(double *a, const double *b, int n)
{
	int i;
	double *t = malloc(n * sizeof *t);
	if ((uintptr_t)b + n * sizeof(*b) <= (uintptr_t)a ||
	    (uintptr_t)a + n * sizeof(*a) <= (uintptr_t)b)
	{
		for (i = 0; i < n; i++)
		{
			t[i] = b[i] * 2;
			a[i] = t[i] + b[i];
		}
	}
	else
	{
		for (i = 0; i < n; i++)
			t[i] = b[i] * 2;
		for (i = 0; i < n; i++)
			a[i] = t[i] + b[i];
	}
	free(t);
	for (i = 1; i < n; i++)
		a[i] += a[i - 1];
}
