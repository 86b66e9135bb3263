// RUN: %check_cuda %s --launches 4 --fixed %t.cu
// RUN: FileCheck --match-full-lines --strict-whitespace --input-file %t.cu %s
// Launches that stand in functions of their own, each with its error check, become one launch in the caller.
//
// CHECK:static __global__ void scaleKernel_addKernel_fillKernel(int n, float factor, float *m,
// CHECK-NEXT:                                                        float factor2, float *x, float factor3) {
// CHECK-NEXT:  int i = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:  if (i < n) {
// CHECK-NEXT:    m[i] = __fmul_rn(factor, m[i]);
// CHECK-NEXT:    m[i] += factor2 * x[i];
// CHECK-NEXT:    x[i] = factor3;
// CHECK-NEXT:  }
// CHECK-NEXT:}
// CHECK:static void update(float *__restrict m, float *__restrict d, int n, float b) {
// CHECK-NEXT:  const float factor = 1 - b;
// CHECK-NEXT:  const float factor2 = 0;
// CHECK-NEXT:  // scale(n, b, m)
// CHECK-NEXT:  // add(n, 1 - b, d, m)
// CHECK-NEXT:  // fill(n, 0, d)
// CHECK-NEXT:  scaleKernel_addKernel_fillKernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(n, b, m, factor, d, factor2);
// CHECK-NEXT:  CHECK(cudaPeekAtLastError());
// CHECK-NEXT:  CHECK(cudaPeekAtLastError());
// CHECK-NEXT:  CHECK(cudaPeekAtLastError());
// CHECK-NEXT:}
#include <cstdio>
#include <cstdlib>
#define BLOCK 64
#define CHECK(call)                                                                                                    \
  do {                                                                                                                 \
    cudaError_t status = (call);                                                                                       \
    if (status != cudaSuccess) {                                                                                       \
      std::printf("line %d\n", __LINE__);                                                                              \
      std::exit(1);                                                                                                    \
    }                                                                                                                  \
  } while (0)
__global__ void scaleKernel(int n, float factor, float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= factor;
}
__global__ void addKernel(int n, float factor, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += factor * x[i];
}
__global__ void fillKernel(int n, float factor, float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = factor;
}
static void scale(int n, float factor, float *x) {
  scaleKernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(n, factor, x);
  CHECK(cudaPeekAtLastError());
}
static void add(int n, float factor, const float *x, float *y) {
  addKernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(n, factor, x, y);
  CHECK(cudaPeekAtLastError());
}
static void fill(int n, float factor, float *x) {
  fillKernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(n, factor, x);
  CHECK(cudaPeekAtLastError());
}
static void update(float *__restrict m, float *__restrict d, int n, float b) {
  scale(n, b, m);
  add(n, 1 - b, d, m);
  fill(n, 0, d);
}
int main() {
  for (int n : {1, 63, 64, 65, 1000}) {
    float h[1000], g[1000], *m, *d;
    for (int i = 0; i < n; ++i) {
      h[i] = (i * 7919 % 1000) / 37.f - 13;
      g[i] = h[i] * 3 + 1;
    }
    cudaMalloc(&m, n * 4);
    cudaMalloc(&d, n * 4);
    cudaMemcpy(m, h, n * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d, g, n * 4, cudaMemcpyHostToDevice);
    update(m, d, n, 0.9f);
    cudaMemcpy(h, m, n * 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(g, d, n * 4, cudaMemcpyDeviceToHost);
    double s = 0;
    for (int i = 0; i < n; ++i)
      s += h[i] * (i % 7) + g[i];
    std::printf("%.17g\n", s);
    cudaFree(m);
    cudaFree(d);
  }
}
