// RUN: %check_cuda %s --launches 4 --fixed %t.cu
// RUN: FileCheck --match-full-lines --strict-whitespace --input-file %t.cu %s
// Error checks and waits between launches come behind the launch that the two become. Of what the host does with
// memory that the device has written, they stay in front.
//
// CHECK:static void macros(const float *host, float *result, int n) {
// CHECK:  scale_shift<<<blocks, 64>>>(a, 3, n, 0.5f);
// CHECK-NEXT:  CHECK(cudaGetLastError());
// CHECK-NEXT:  CHECK(cudaDeviceSynchronize());
// CHECK-NEXT:  CHECK(cudaGetLastError());
// CHECK:static void byHand(const float *host, float *result, int n) {
// CHECK:  scale_shift_2<<<(n + 63) / 64, 64>>>(a, 3, n, 0.5f);
// CHECK-NEXT:  cudaError_t error = cudaGetLastError();
// CHECK-NEXT:  if (error != cudaSuccess) {
// CHECK-NEXT:    std::printf("%s\n", cudaGetErrorString(error));
// CHECK-NEXT:    return;
// CHECK-NEXT:  }
// CHECK-NEXT:  error = cudaDeviceSynchronize();
// CHECK-NEXT:  if (error)
// CHECK-NEXT:    std::exit(1);
// CHECK:static void counted(const float *host, float *result, int n) {
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CHECK(call)                                                                                                    \
  do {                                                                                                                 \
    cudaError_t status = (call);                                                                                       \
    if (status != cudaSuccess) {                                                                                       \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));                             \
      std::exit(1);                                                                                                    \
    }                                                                                                                  \
  } while (0)

static int failures;

inline void require(cudaError_t status, const char *file, int line) {
  cudaError_t last = cudaGetLastError();
  if (status != cudaSuccess) {
    ++failures;
    std::fprintf(stderr, "%s:%d\n", file, line);
    std::exit(1);
  }
  if (last != cudaSuccess)
    std::exit(1);
}
#define REQUIRE(call) require((call), __FILE__, __LINE__)

static int questions;

inline cudaError_t count(cudaError_t status) {
  ++questions;
  return status;
}

__global__ void scale(float *data, float factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] *= factor;
}

__global__ void shift(float *data, float by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] -= by;
}

static void macros(const float *host, float *result, int n) {
  float *a;
  cudaMalloc(&a, n * sizeof(float));
  cudaMemcpy(a, host, n * sizeof(float), cudaMemcpyHostToDevice);
  int blocks = (n + 63) / 64;
  scale<<<blocks, 64>>>(a, 3, n);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  shift<<<blocks, 64>>>(a, 0.5f, n);
  CHECK(cudaGetLastError());
  cudaMemcpy(result, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(a);
}

static void byHand(const float *host, float *result, int n) {
  float *a;
  cudaMalloc(&a, n * sizeof(float));
  cudaMemcpy(a, host, n * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<(n + 63) / 64, 64>>>(a, 3, n);
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return;
  }
  error = cudaDeviceSynchronize();
  if (error)
    std::exit(1);
  REQUIRE(cudaPeekAtLastError());
  shift<<<(n + 63) / 64, 64>>>(a, 0.5f, n);
  cudaMemcpy(result, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(a);
}

// The second launch gets what the host has read between them; and a function that counts is no check.
static void counted(const float *host, float *result, int n) {
  float *a;
  cudaMallocManaged(&a, n * sizeof(float));
  cudaMemcpy(a, host, n * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<(n + 63) / 64, 64>>>(a, 3, n);
  cudaDeviceSynchronize();
  shift<<<(n + 63) / 64, 64>>>(a, a[0], n);
  cudaMemcpy(result, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(a);
}

int main() {
  for (int n : {1, 63, 64, 65, 1000})
    for (auto *run : {macros, byHand, counted}) {
      float a[1000], c[1000];
      for (int i = 0; i < n; ++i)
        a[i] = (i * 7919 % 1000) / 37.f - 13;
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
