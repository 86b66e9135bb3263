// RUN: %check_cuda %s --launches 7 --fixed %t.cu --traffic increment+twice=increment_twice
// RUN: FileCheck --match-full-lines --strict-whitespace --input-file %t.cu %s
// Buffers of which each thread needs but the element that it has just written become variables of the thread; their
// memory is not asked for any longer. What somebody reads later, or a thread reads without having written it, stays.
//
// CHECK:static __global__ void increment_twice_4(const float *in, int n, float *out) {
// CHECK-NEXT:  int i = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:  if (i < n) {
// CHECK-NEXT:    float b = in[i] + 1;
// CHECK-NEXT:    b = b * 2;
// CHECK-NEXT:    out[i] = b * 2;
// CHECK-NEXT:  }
// CHECK-NEXT:}
// CHECK:static __global__ void increment_twice(const float *in, int n, float *out) {
// CHECK-NEXT:  int i = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:  if (i < n) {
// CHECK-NEXT:    float b = in[i] + 1;
// CHECK-NEXT:    out[i] = b * 2;
// CHECK-NEXT:  }
// CHECK-NEXT:}
// CHECK:static __global__ void increment_relu_addTo(const float *in, int n, float *sum) {
// CHECK-NEXT:  float b;
// CHECK-NEXT:  {
// CHECK-NEXT:    int i = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT:    if (i < n)
// CHECK-NEXT:      b = in[i] + 1;
// CHECK-NEXT:  }
// CHECK-NEXT:  {
// CHECK-NEXT:    const int k = threadIdx.x + blockDim.x * blockIdx.x;
// CHECK-NEXT:    if (k < n) {
// CHECK-NEXT:      if (b < 0)
// CHECK-NEXT:        b = 0;
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK:static void chain(const float *host, float *result, int n) {
// CHECK-NEXT:  float *a, *c;
// CHECK-NEXT:  cudaMalloc(&a, n * sizeof(float));
// CHECK-NEXT:  cudaMalloc((void **)&c, n * sizeof(float));
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CHECK(call)                                                                                                    \
  do {                                                                                                                 \
    cudaError_t status = (call);                                                                                       \
    if (status != cudaSuccess)                                                                                         \
      std::exit(1);                                                                                                    \
  } while (0)

__global__ void increment(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] + 1;
}

__global__ void twice(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * 2;
}

__global__ void relu(float *data, int n) {
  const int k = threadIdx.x + blockDim.x * blockIdx.x;
  if (k >= n)
    return;
  if (data[k] < 0)
    data[k] = 0;
}

__global__ void addTo(float *sum, const float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  sum[i] += data[i];
}

// Both launches as one, without b: half the traffic.
static void chain(const float *host, float *result, int n) {
  float *a, *b, *c;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc((void **)&c, n * sizeof(float));
  cudaMemcpy(a, host, n * sizeof(float), cudaMemcpyHostToDevice);
  increment<<<(n + 63) / 64, 64>>>(a, b, n);
  twice<<<(n + 63) / 64, 64>>>(b, c, n);
  cudaMemcpy(result, c, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}

// The bodies share no scope: the variables stand in front of them.
static void scopes(const float *host, float *result, int n) {
  float *a, *b, *c;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(float));
  cudaMemcpy(a, host, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(c, host, n * sizeof(float), cudaMemcpyHostToDevice);
  increment<<<(n + 63) / 64, 64>>>(a, b, n);
  relu<<<(n + 63) / 64, 64>>>(b, n);
  addTo<<<(n + 63) / 64, 64>>>(c, b, n);
  cudaMemcpy(result, c, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}

// b goes back to the host.
static void kept(const float *host, float *result, int n) {
  float *a, *b, *c;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(float));
  cudaMemcpy(a, host, n * sizeof(float), cudaMemcpyHostToDevice);
  increment<<<(n + 63) / 64, 64>>>(a, b, n);
  twice<<<(n + 63) / 64, 64>>>(b, c, n);
  cudaMemcpy(result, c, n * sizeof(float), cudaMemcpyDeviceToHost);
  float first;
  cudaMemcpy(&first, b, sizeof(float), cudaMemcpyDeviceToHost);
  result[0] += first;
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}

// The last threads read what the first launch of all has written, not the second one.
static void partly(const float *host, float *result, int n) {
  float *a, *b, *c;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(float));
  cudaMemcpy(a, host, n * sizeof(float), cudaMemcpyHostToDevice);
  int half = n / 2;
  increment<<<(n + 63) / 64, 64>>>(a, b, n);
  cudaMemcpy(a, host, n * sizeof(float), cudaMemcpyHostToDevice);
  increment<<<(n + 63) / 64, 64>>>(b, b, half);
  twice<<<(n + 63) / 64, 64>>>(b, c, n);
  cudaMemcpy(result, c, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}

// In a loop: what one round leaves in b the next one does not need.
static void rounds(const float *host, float *result, int n) {
  float *a, *b;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMemcpy(a, host, n * sizeof(float), cudaMemcpyHostToDevice);
  for (int round = 0; round < 3; ++round) {
    increment<<<(n + 63) / 64, 64>>>(a, b, n);
    twice<<<(n + 63) / 64, 64>>>(b, a, n);
  }
  cudaMemcpy(result, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
}

// One kernel twice, the second time with the buffer as what it reads and as what it writes; checks around all calls.
static void again(const float *host, float *result, int n) {
  float *a = nullptr, *b = nullptr, *c = nullptr;
  CHECK(cudaMalloc(&a, n * sizeof(float)));
  CHECK(cudaMalloc(&b, n * sizeof(float)));
  CHECK(cudaMalloc(&c, n * sizeof(float)));
  CHECK(cudaMemcpy(a, host, n * sizeof(float), cudaMemcpyHostToDevice));
  increment<<<(n + 63) / 64, 64>>>(a, b, n);
  CHECK(cudaGetLastError());
  twice<<<(n + 63) / 64, 64>>>(b, b, n);
  CHECK(cudaGetLastError());
  twice<<<(n + 63) / 64, 64>>>(b, c, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(result, c, n * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(c));
}

int main() {
  for (int n : {1, 63, 64, 65, 1000})
    for (auto *run : {chain, scopes, kept, partly, rounds, again}) {
      float a[1000], c[1000];
      for (int i = 0; i < n; ++i)
        a[i] = (i * 7919 % 1000) / 37.f - 13;
      a[n / 2] = __builtin_nanf("");
      run(a, c, n);
      unsigned hash = 0;
      for (int i = 0; i < n; ++i) {
        unsigned bits;
        std::memcpy(&bits, &c[i], sizeof bits);
        hash = hash * 31 + bits;
      }
      std::printf("%d %08x\n", n, hash);
    }
}
