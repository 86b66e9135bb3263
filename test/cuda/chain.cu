// RUN: %check_cuda %s --launches 1 --fixed %t.cu
// RUN: FileCheck --match-full-lines --strict-whitespace --input-file %t.cu %s
// A chain of elementwise kernels through scratch buffers, with an early return, other names for the same buffer and a
// product that must not meet the sum behind it.
//
// CHECK:static __global__ void scale_add_relu(const float *x, float factor, int n, const float *b,
// CHECK-NEXT:                                      float *sum) {
// CHECK-NEXT:  float scaled;
// CHECK-NEXT:  {
// CHECK-NEXT:    int i = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:    if (i < n) {
// CHECK-NEXT:      // The last block has threads to spare.
// CHECK-NEXT:      scaled = __fmul_rn(x[i], factor);
// CHECK-NEXT:      sum[i] = scaled + b[i];
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  {
// CHECK-NEXT:    const int k = threadIdx.x + blockDim.x * blockIdx.x;
// CHECK-NEXT:    if (k < n)
// CHECK-NEXT:      sum[k] = sum[k] > 0 ? sum[k] : 0; // NaN becomes 0.
// CHECK-NEXT:  }
// CHECK-NEXT:}
// CHECK:  scale_add_relu<<<blocks, 64>>>(x, 1.7f, n, y, sum);
#include <cstdio>
#include <cstring>

__global__ void scale(const float *x, float *out, float factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return; // The last block has threads to spare.
  out[i] = x[i] * factor;
}

__global__ void add(const float *a, const float *b, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = a[i] + b[i];
}

__global__ void relu(float *data, int n) {
  const int k = threadIdx.x + blockDim.x * blockIdx.x;
  if (k < n)
    data[k] = data[k] > 0 ? data[k] : 0; // NaN becomes 0.
}

static void chain(const float *host, const float *other, float *result, int n) {
  float *x, *y, *scaled, *sum;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMalloc(&scaled, n * sizeof(float));
  cudaMalloc(&sum, n * sizeof(float));
  cudaMemcpy(x, host, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(y, other, n * sizeof(float), cudaMemcpyHostToDevice);
  int blocks = (n + 63) / 64;
  scale<<<blocks, 64>>>(x, scaled, 1.7f, n);
  add<<<blocks, 64>>>(scaled, y, sum, n);
  relu<<<blocks, 64>>>(sum, n);
  cudaMemcpy(result, sum, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(y);
  cudaFree(scaled);
  cudaFree(sum);
}

int main() {
  for (int n : {1, 63, 64, 65, 1000}) {
    float a[1000], b[1000], c[1000];
    for (int i = 0; i < n; ++i) {
      a[i] = (i * 7919 % 1000) / 37.f - 13;
      b[i] = (i * 104729 % 777) / 11.f - 30;
    }
    a[n / 2] = __builtin_nanf("");
    chain(a, b, c, n);
    unsigned hash = 0;
    for (int i = 0; i < n; ++i) {
      unsigned bits;
      std::memcpy(&bits, &c[i], sizeof bits);
      hash = hash * 31 + bits;
    }
    std::printf("%d %08x\n", n, hash);
  }
}
