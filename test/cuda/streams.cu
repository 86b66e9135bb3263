// RUN: %check_cuda %s --launches 6 --fixed %t.cu
// RUN: FileCheck --match-full-lines --strict-whitespace --input-file %t.cu %s
// A wait between launches may be what keeps streams in order: launches in a stream of their own stay behind it, and so
// does whatever the host reads for a launch. A question that waits for nothing is no hindrance.
//
// CHECK:static void asked(float *a, int n, cudaStream_t stream) {
// CHECK-NEXT:  scale_shift<<<(n + 63) / 64, 64, 0, stream>>>(a, 3, n, 0.5f);
// CHECK-NEXT:  cudaGetLastError();
// CHECK:static void waited(float *a, float *b, int n, cudaStream_t stream, cudaStream_t other) {
#include <cstdio>
#include <cstring>

__global__ void scale(float *data, float factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] = data[i] * factor;
}

__global__ void shift(float *data, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] -= by;
}

__global__ void twice(float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] += data[i];
}

static void asked(float *a, int n, cudaStream_t stream) {
  scale<<<(n + 63) / 64, 64, 0, stream>>>(a, 3, n);
  cudaGetLastError();
  shift<<<(n + 63) / 64, 64, 0, stream>>>(a, 0.5f, n);
}

// In front of the wait, the last launch would not see what the second one does.
static void waited(float *a, float *b, int n, cudaStream_t stream, cudaStream_t other) {
  scale<<<(n + 63) / 64, 64, 0, stream>>>(a, 3, n);
  twice<<<(n + 63) / 64, 64, 0, other>>>(b, n);
  cudaStreamSynchronize(other);
  shift<<<(n + 63) / 64, 64, 0, stream>>>(a, 0.5f, n);
}

// Nor would the host know what the device has written.
static void readByHost(float *__restrict a, const float *__restrict factor, int n) {
  scale<<<(n + 63) / 64, 64>>>(a, 3, n);
  cudaDeviceSynchronize();
  shift<<<(n + 63) / 64, 64>>>(a, factor[0], n);
  cudaDeviceSynchronize();
  twice<<<(n + 63) / 64, 64>>>(a, n);
}

int main() {
  for (int n : {1, 63, 64, 65, 1000}) {
    float host[1000], *a, *b, *factor;
    for (int i = 0; i < n; ++i)
      host[i] = (i * 7919 % 1000) / 37.f - 13;
    cudaStream_t stream, other;
    cudaStreamCreate(&stream);
    cudaStreamCreate(&other);
    cudaMallocManaged(&a, n * sizeof(float));
    cudaMallocManaged(&b, n * sizeof(float));
    cudaMallocManaged(&factor, sizeof(float));
    factor[0] = 7;
    cudaMemcpy(a, host, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(b, host, n * sizeof(float), cudaMemcpyHostToDevice);
    asked(a, n, stream);
    waited(a, b, n, stream, other);
    cudaDeviceSynchronize();
    readByHost(a, factor, n);
    cudaDeviceSynchronize();
    unsigned hash = 0;
    for (int i = 0; i < n; ++i) {
      unsigned bits;
      float sum = a[i] + b[i];
      std::memcpy(&bits, &sum, sizeof bits);
      hash = hash * 31 + bits;
    }
    std::printf("%d %08x\n", n, hash);
    cudaFree(a);
    cudaFree(b);
    cudaFree(factor);
  }
}
