// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// RUN: %loopfuse check --quiet --cost-model=always %s -- -std=c++20 | FileCheck %s --check-prefix=ALWAYS
// RUN: %loopfuse check --quiet %s -- -std=c++20 -fno-vectorize | FileCheck %s --check-prefix=ALWAYS
// Fused by iteration the loops would write two arrays in turn, and strips cannot be written of loops that count down. Not
// so where the arrays are read first, where all of it stays in the first cache, or without vectors.
// CHECK: stores-take-turns.cpp:13:{{.*}}remark: not fused: the fused loop would write 'x' and 'y' in turn, a vector at a time, which is slow where they are in the second cache [stores-take-turns]
// CHECK: stores-take-turns.cpp:20:{{.*}}warning: these 2 loops can be fused
// CHECK: stores-take-turns.cpp:27:{{.*}}warning: these 2 loops can be fused
// CHECK-NOT: stores-take-turns]
// ALWAYS-COUNT-3: these 2 loops can be fused

void down(const float *__restrict in, float *__restrict x, float *__restrict y, int n) {
  for (int i = n - 1; i >= 0; --i)
    x[i] = in[i] * 2;
  for (int i = n - 1; i >= 0; --i)
    y[i] = in[i] + 1;
}

void inPlace(const float *__restrict in, float *__restrict x, float *__restrict y, int n) {
  for (int i = n - 1; i >= 0; --i)
    x[i] += in[i] * 2;
  for (int i = n - 1; i >= 0; --i)
    y[i] += in[i] + 1;
}

void few(const float *__restrict in, float *__restrict x, float *__restrict y) {
  for (int i = 0; i < 1000; ++i)
    x[i] = in[i] * 2;
  for (int i = 0; i < 1000; ++i)
    y[i] = in[i] + 1;
}
