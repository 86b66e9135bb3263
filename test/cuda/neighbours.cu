// RUN: %check_cuda %s --launches 12
// In each of these pairs some thread needs what another one wrote, or what is no more there when another has been at
// it. In some orders of threads the fused kernel would look right.
#include <cstdio>

__global__ void store(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = a[i] * 3 + i;
}

__global__ void shifted(const int *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n)
    b[i] = a[i - 1];
}

__global__ void reversed(const int *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = a[n - 1 - i];
}

__global__ void halves(const int *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = a[i / 2];
}

__global__ void first(const int *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = a[0] + i;
}

static void run(int *__restrict a, int *__restrict b, int n) {
  int blocks = (n + 31) / 32;
  store<<<blocks, 32>>>(a, n);
  shifted<<<blocks, 32>>>(a, b, n);
  store<<<blocks, 32>>>(a, n); // Overwrites what `shifted` has read.
  reversed<<<blocks, 32>>>(a, b, n);
  store<<<blocks, 32>>>(a, n);
  halves<<<blocks, 32>>>(a, b, n);
  store<<<blocks, 32>>>(a, n);
  first<<<blocks, 32>>>(a, b, n);
}

// Who launches these may hand over overlapping memory.
static void overlapping(int *a, int *b, int n) {
  store<<<2, 32>>>(a, n);
  store<<<2, 32>>>(b, n);
}

// The same number of threads, in other blocks.
static void otherBlocks(int *a, int n) {
  store<<<dim3(2, 1), dim3(32, 1)>>>(a, n);
  store<<<dim3(4, 1), dim3(16, 1)>>>(a, n);
}

int main() {
  int host[100], *a, *b;
  for (int i = 0; i < 100; ++i)
    host[i] = i * 7919 % 1000;
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&b, sizeof host);
  cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(b, host, sizeof host, cudaMemcpyHostToDevice);
  run(a, b, 100);
  overlapping(a, a + 1, 50);
  otherBlocks(b, 50);
  for (const int *from : {a, b}) {
    cudaMemcpy(host, from, sizeof host, cudaMemcpyDeviceToHost);
    unsigned hash = 0;
    for (int value : host)
      hash = hash * 31 + value;
    std::printf("%08x\n", hash);
  }
}
