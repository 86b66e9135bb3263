// RUN: %loopfuse check --refusals --quiet %s -- -std=c17 -fopenmp -fno-vectorize | FileCheck %s
// RUN: %loopfuse check --refusals --quiet %s -- -std=c17 -fno-vectorize | FileCheck --check-prefix=TEXT %s
// A directive in force that makes something else than a loop of what stands behind it; as text alone, equal directives
// do no harm.
void f(const double *restrict in, double *restrict a, double *restrict b, int n) {
#pragma omp taskloop
  for (int i = 0; i < n; i++)
    a[i] = in[i];
#pragma omp taskloop
  for (int i = 0; i < n; i++)
    b[i] = a[i];
}
// CHECK: :6:1: remark: not fused: an OpenMP directive that is in force (-fopenmp) is not modelled [unsupported-statement]
// TEXT: :7:3: warning: these 2 loops can be fused
