// RUN: %loopfuse check --granularity=iteration --refusals --quiet %s -- -std=c++20 | FileCheck %s
// RUN: %loopfuse diff --cost-model=always --quiet %s -- -std=c++20 | FileCheck %s --check-prefix=ALWAYS
// Fused, each iteration would read what the two before it wrote: no vectors. By rows it is another matter.
// CHECK: carried.cpp:10:{{.*}} not fused: what earlier iterations wrote to 't' would keep the fused loop from being vectorized [loses-vectorization]
// CHECK: carried.cpp:18:{{.*}} not fused: what earlier iterations wrote to 't'
// CHECK: carried.cpp:25:{{.*}} warning: these 2 loops can be fused

void ahead(const float *__restrict in, float *__restrict t, float *__restrict out, int n) {
  // ALWAYS: +  for (int i = 0; i < n && i < 2; ++i)
  for (int i = 0; i < n; ++i)
    t[i] = in[i] * 0.25f;
  for (int i = 1; i < n - 1; ++i)
    out[i] = t[i - 1] + t[i] + t[i + 1];
}

void behind(const float *__restrict in, float *__restrict t, float *__restrict out, int n) {
  // ALWAYS: +    out[i] = t[i] - t[i - 1];
  for (int i = 1; i < n; ++i)
    t[i] = in[i] * 0.25f;
  for (int i = 1; i < n; ++i)
    out[i] = t[i] - t[i - 1];
}

void rows(const float (*__restrict in)[64], float (*__restrict t)[64], float (*__restrict out)[64], int n) {
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < 64; ++j)
      t[i][j] = in[i][j] * 0.25f;
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < 64; ++j)
      out[i][j] = t[i][j] - t[i - 1][j];
}
