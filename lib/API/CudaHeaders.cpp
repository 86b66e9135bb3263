//===- CudaHeaders.cpp - what CUDA units include without a toolkit --------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "API/CudaHeaders.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace loopfuse {

static constexpr StringLiteral Runtime = R"cuda(#pragma once
#define __CUDACC__ 1
#define CUDART_VERSION 12000
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __grid_constant__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))

// The C library, for kernels too.
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#pragma clang force_cuda_host_device begin
#include <stdlib.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <assert.h>
#pragma clang force_cuda_host_device end
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <utility>

#define LOOPFUSE_VECTOR(T, N, A2, A4) \
  struct N##1 { T x; }; \
  struct __attribute__((aligned(A2))) N##2 { T x, y; }; \
  struct N##3 { T x, y, z; }; \
  struct __attribute__((aligned(A4))) N##4 { T x, y, z, w; }; \
  __host__ __device__ inline N##1 make_##N##1(T x) { return {x}; } \
  __host__ __device__ inline N##2 make_##N##2(T x, T y) { return {x, y}; } \
  __host__ __device__ inline N##3 make_##N##3(T x, T y, T z) { return {x, y, z}; } \
  __host__ __device__ inline N##4 make_##N##4(T x, T y, T z, T w) { return {x, y, z, w}; }
LOOPFUSE_VECTOR(signed char, char, 2, 4)
LOOPFUSE_VECTOR(unsigned char, uchar, 2, 4)
LOOPFUSE_VECTOR(short, short, 4, 8)
LOOPFUSE_VECTOR(unsigned short, ushort, 4, 8)
LOOPFUSE_VECTOR(int, int, 8, 16)
LOOPFUSE_VECTOR(unsigned int, uint, 8, 16)
LOOPFUSE_VECTOR(long, long, 16, 16)
LOOPFUSE_VECTOR(unsigned long, ulong, 16, 16)
LOOPFUSE_VECTOR(long long, longlong, 16, 16)
LOOPFUSE_VECTOR(unsigned long long, ulonglong, 16, 16)
LOOPFUSE_VECTOR(float, float, 8, 16)
LOOPFUSE_VECTOR(double, double, 16, 16)
#undef LOOPFUSE_VECTOR

struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};

extern const __device__ uint3 threadIdx, blockIdx;
extern const __device__ dim3 blockDim, gridDim;
extern const __device__ int warpSize;

typedef enum cudaError { cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2,
                         cudaErrorInvalidConfiguration = 9, cudaErrorNotReady = 600 } cudaError_t;
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice,
                      cudaMemcpyDefault };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
                         cudaFuncAttributePreferredSharedMemoryCarveout = 9 };
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual };
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
struct cudaDeviceProp {
  char name[256];
  size_t totalGlobalMem, sharedMemPerBlock, totalConstMem;
  int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate, major, minor;
  int multiProcessorCount, maxThreadsPerMultiProcessor, memoryClockRate, memoryBusWidth, l2CacheSize, concurrentKernels;
};
#define cudaStreamDefault 0
#define cudaStreamNonBlocking 1
#define cudaEventDefault 0
#define cudaEventDisableTiming 2
#define cudaHostAllocDefault 0
#define cudaMemAttachGlobal 1
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)

extern "C" {
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, void *stream = nullptr);
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = nullptr);
cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t s);
cudaError_t cudaMalloc(void **, size_t);
cudaError_t cudaMallocHost(void **, size_t);
cudaError_t cudaMallocManaged(void **, size_t, unsigned = cudaMemAttachGlobal);
cudaError_t cudaMallocAsync(void **, size_t, cudaStream_t);
cudaError_t cudaHostAlloc(void **, size_t, unsigned);
cudaError_t cudaFree(void *);
cudaError_t cudaFreeHost(void *);
cudaError_t cudaFreeAsync(void *, cudaStream_t);
cudaError_t cudaMemcpy(void *, const void *, size_t, cudaMemcpyKind);
cudaError_t cudaMemcpyAsync(void *, const void *, size_t, cudaMemcpyKind, cudaStream_t = nullptr);
cudaError_t cudaMemcpy2D(void *, size_t, const void *, size_t, size_t, size_t, cudaMemcpyKind);
cudaError_t cudaMemset(void *, int, size_t);
cudaError_t cudaMemsetAsync(void *, int, size_t, cudaStream_t = nullptr);
cudaError_t cudaMemGetInfo(size_t *, size_t *);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaThreadSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char *cudaGetErrorString(cudaError_t);
const char *cudaGetErrorName(cudaError_t);
cudaError_t cudaGetDevice(int *);
cudaError_t cudaSetDevice(int);
cudaError_t cudaGetDeviceCount(int *);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *, int);
cudaError_t cudaStreamCreate(cudaStream_t *);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *, unsigned);
cudaError_t cudaStreamDestroy(cudaStream_t);
cudaError_t cudaStreamSynchronize(cudaStream_t);
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0);
cudaError_t cudaStreamQuery(cudaStream_t);
cudaError_t cudaEventCreate(cudaEvent_t *);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *, unsigned);
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = nullptr);
cudaError_t cudaEventSynchronize(cudaEvent_t);
cudaError_t cudaEventQuery(cudaEvent_t);
cudaError_t cudaEventElapsedTime(float *, cudaEvent_t, cudaEvent_t);
cudaError_t cudaEventDestroy(cudaEvent_t);
}
template <class T> cudaError_t cudaMalloc(T **p, size_t n) { return ::cudaMalloc((void **)p, n); }
template <class T> cudaError_t cudaMallocHost(T **p, size_t n) { return ::cudaMallocHost((void **)p, n); }
template <class T> cudaError_t cudaHostAlloc(T **p, size_t n, unsigned f) { return ::cudaHostAlloc((void **)p, n, f); }
template <class T> cudaError_t cudaMallocManaged(T **p, size_t n, unsigned f = cudaMemAttachGlobal) {
  return ::cudaMallocManaged((void **)p, n, f);
}
template <class T> cudaError_t cudaMallocAsync(T **p, size_t n, cudaStream_t s) {
  return ::cudaMallocAsync((void **)p, n, s);
}
template <class T> cudaError_t cudaMemcpyToSymbol(const T &, const void *, size_t, size_t = 0,
                                                  cudaMemcpyKind = cudaMemcpyHostToDevice);
template <class T> cudaError_t cudaMemcpyFromSymbol(void *, const T &, size_t, size_t = 0,
                                                    cudaMemcpyKind = cudaMemcpyDeviceToHost);
template <class T> cudaError_t cudaGetSymbolAddress(void **, const T &);
template <class F> cudaError_t cudaFuncSetAttribute(F *, cudaFuncAttribute, int);
template <class F> cudaError_t cudaFuncSetCacheConfig(F *, cudaFuncCache);
template <class F> cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, F *, int, size_t);

__device__ void __syncthreads();
__device__ int __syncthreads_count(int);
__device__ int __syncthreads_and(int);
__device__ int __syncthreads_or(int);
__device__ void __syncwarp(unsigned = 0xffffffff);
__device__ void __threadfence();
__device__ void __threadfence_block();
__device__ unsigned __activemask();
__device__ unsigned __ballot_sync(unsigned, int);
__device__ int __any_sync(unsigned, int);
__device__ int __all_sync(unsigned, int);
template <class T> __device__ T __shfl_sync(unsigned, T, int, int = 32);
template <class T> __device__ T __shfl_up_sync(unsigned, T, unsigned, int = 32);
template <class T> __device__ T __shfl_down_sync(unsigned, T, unsigned, int = 32);
template <class T> __device__ T __shfl_xor_sync(unsigned, T, int, int = 32);
template <class T> __device__ T __ldg(const T *);
template <class T> __device__ T atomicAdd(T *, T);
template <class T> __device__ T atomicSub(T *, T);
template <class T> __device__ T atomicExch(T *, T);
template <class T> __device__ T atomicMin(T *, T);
template <class T> __device__ T atomicMax(T *, T);
template <class T> __device__ T atomicAnd(T *, T);
template <class T> __device__ T atomicOr(T *, T);
template <class T> __device__ T atomicXor(T *, T);
template <class T> __device__ T atomicCAS(T *, T, T);
__device__ unsigned atomicInc(unsigned *, unsigned);
__device__ unsigned atomicDec(unsigned *, unsigned);

#define LOOPFUSE_ARITHMETIC(T, P) \
  __device__ T __##P##add_rn(T, T); \
  __device__ T __##P##sub_rn(T, T); \
  __device__ T __##P##mul_rn(T, T); \
  __device__ T __##P##div_rn(T, T); \
  __device__ T __##P##sqrt_rn(T); \
  __device__ T __##P##rcp_rn(T);
LOOPFUSE_ARITHMETIC(float, f)
LOOPFUSE_ARITHMETIC(double, d)
#undef LOOPFUSE_ARITHMETIC
__device__ float __fmaf_rn(float, float, float);
__device__ double __fma_rn(double, double, double);
__device__ float __expf(float);
__device__ float __exp10f(float);
__device__ float __logf(float);
__device__ float __log2f(float);
__device__ float __log10f(float);
__device__ float __sinf(float);
__device__ float __cosf(float);
__device__ float __tanf(float);
__device__ float __powf(float, float);
__device__ float __fdividef(float, float);
__device__ float __saturatef(float);
__device__ float __frsqrt_rn(float);
__host__ __device__ float rsqrtf(float);
__host__ __device__ double rsqrt(double);
__host__ __device__ inline int min(int a, int b) { return a < b ? a : b; }
__host__ __device__ inline int max(int a, int b) { return a > b ? a : b; }
__host__ __device__ inline unsigned min(unsigned a, unsigned b) { return a < b ? a : b; }
__host__ __device__ inline unsigned max(unsigned a, unsigned b) { return a > b ? a : b; }
__host__ __device__ inline long long min(long long a, long long b) { return a < b ? a : b; }
__host__ __device__ inline long long max(long long a, long long b) { return a > b ? a : b; }
__host__ __device__ inline float min(float a, float b) { return fminf(a, b); }
__host__ __device__ inline float max(float a, float b) { return fmaxf(a, b); }
__host__ __device__ inline double min(double a, double b) { return fmin(a, b); }
__host__ __device__ inline double max(double a, double b) { return fmax(a, b); }
)cuda";

IntrusiveRefCntPtr<vfs::FileSystem> withCudaHeaders(IntrusiveRefCntPtr<vfs::FileSystem> Below) {
  auto Headers = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  auto Add = [&](StringRef Name, StringRef Text) {
    Headers->addFile((CudaHeaderFolder + "/" + Name).str(), 0, MemoryBuffer::getMemBuffer(Text, Name));
  };
  Add("cuda_runtime.h", Runtime);
  for (StringRef Other : {"cuda.h", "cuda_runtime_api.h", "device_launch_parameters.h", "driver_types.h",
                          "vector_types.h", "vector_functions.h", "host_defines.h", "device_functions.h",
                          "builtin_types.h", "math_functions.h", "cuda_profiler_api.h"})
    Add(Other, "#include \"cuda_runtime.h\"\n");
  auto All = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(std::move(Below));
  All->pushOverlay(std::move(Headers));
  return All;
}

} // namespace loopfuse
