//===- cudacpu.h - CUDA's host side for programs that run on the CPU -*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included in front of each source, in both passes. No file of the toolkit is
// used. In the kernels' calling convention (ms_abi) each parameter takes one
// slot of 8 bytes, the value or a pointer to it, so that one piece of code can
// call any kernel.
//
//===----------------------------------------------------------------------===//
#ifndef CUDACPU_H
#define CUDACPU_H
#ifndef __CUDA__
#error "compile with clang -x cuda (use cudacpu-cc)"
#endif
#define __CUDACC__ 1
#define CUDART_VERSION 12000
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
// ms_abi: every parameter takes exactly one 8-byte slot (the value when its
// size is 1, 2, 4 or 8, else a pointer), so one generic trampoline can call
// any kernel from the sizes that clang's launch stub reports.
#define __global__ __attribute__((global)) __attribute__((ms_abi))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __grid_constant__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))

// The C library, made callable from device code.  (libstdc++'s wrappers of
// these headers are skipped here; C++ templates and constexpr functions are
// callable anyway: -foffload-implicit-host-device-templates.)
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#pragma clang force_cuda_host_device begin
#include <assert.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#pragma clang force_cuda_host_device end
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include <algorithm>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#define CUDACPU_HD __host__ __device__ inline
#define CUDACPU_D __device__ inline

// ---------------------------------------------------------------- vector types
#define CUDACPU_VEC(T, N, A1, A2, A3, A4)                                                                              \
  struct A1 N##1 { T x; };                                                                                             \
  struct A2 N##2 { T x, y; };                                                                                          \
  struct A3 N##3 { T x, y, z; };                                                                                       \
  struct A4 N##4 { T x, y, z, w; };                                                                                    \
  CUDACPU_HD N##1 make_##N##1(T x) { return {x}; }                                                                     \
  CUDACPU_HD N##2 make_##N##2(T x, T y) { return {x, y}; }                                                             \
  CUDACPU_HD N##3 make_##N##3(T x, T y, T z) { return {x, y, z}; }                                                     \
  CUDACPU_HD N##4 make_##N##4(T x, T y, T z, T w) { return {x, y, z, w}; }
#define CUDACPU_A(n) __attribute__((aligned(n)))
CUDACPU_VEC(signed char, char, , CUDACPU_A(2), , CUDACPU_A(4))
CUDACPU_VEC(unsigned char, uchar, , CUDACPU_A(2), , CUDACPU_A(4))
CUDACPU_VEC(short, short, , CUDACPU_A(4), , CUDACPU_A(8))
CUDACPU_VEC(unsigned short, ushort, , CUDACPU_A(4), , CUDACPU_A(8))
CUDACPU_VEC(int, int, , CUDACPU_A(8), , CUDACPU_A(16))
CUDACPU_VEC(unsigned int, uint, , CUDACPU_A(8), , CUDACPU_A(16))
CUDACPU_VEC(long, long, , CUDACPU_A(16), , CUDACPU_A(16))
CUDACPU_VEC(unsigned long, ulong, , CUDACPU_A(16), , CUDACPU_A(16))
CUDACPU_VEC(long long, longlong, , CUDACPU_A(16), , CUDACPU_A(16))
CUDACPU_VEC(unsigned long long, ulonglong, , CUDACPU_A(16), , CUDACPU_A(16))
CUDACPU_VEC(float, float, , CUDACPU_A(8), , CUDACPU_A(16))
CUDACPU_VEC(double, double, , CUDACPU_A(16), , CUDACPU_A(16))

struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ __device__ operator uint3() const { return {x, y, z}; }
};

// ------------------------------------------------------------------ runtime API
enum cudaError {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorInvalidSymbol = 13,
  cudaErrorInvalidDevicePointer = 17,
  cudaErrorInvalidDeviceFunction = 98,
  cudaErrorNotReady = 600,
  cudaErrorAssert = 710,
  cudaErrorInvalidDevice = 101,
  cudaErrorNoDevice = 100,
  cudaErrorIllegalAddress = 700,
  cudaErrorLaunchFailure = 719,
  cudaErrorCooperativeLaunchTooLarge = 720,
  cudaErrorNotSupported = 801,
  cudaErrorUnknown = 999
};
typedef enum cudaError cudaError_t;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
enum cudaFuncCache {
  cudaFuncCachePreferNone,
  cudaFuncCachePreferShared,
  cudaFuncCachePreferL1,
  cudaFuncCachePreferEqual
};
enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1,
  cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrWarpSize = 10,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrCooperativeLaunch = 95
};
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
struct cudaDeviceProp {
  char name[256];
  size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize, maxThreadsPerBlock;
  int maxThreadsDim[3], maxGridSize[3];
  int major, minor, multiProcessorCount, maxThreadsPerMultiProcessor, clockRate;
  size_t sharedMemPerMultiprocessor, sharedMemPerBlockOptin;
  int cooperativeLaunch, l2CacheSize, memoryClockRate, memoryBusWidth;
  size_t memPitch, totalConstMem, textureAlignment;
  int deviceOverlap, integrated, canMapHostMemory, concurrentKernels, ECCEnabled, kernelExecTimeoutEnabled, computeMode,
      regsPerMultiprocessor, asyncEngineCount, unifiedAddressing;
};
#define cudaStreamDefault 0
#define cudaStreamNonBlocking 1
#define cudaEventDefault 0
#define cudaEventDisableTiming 2
#define cudaHostAllocDefault 0
#define cudaHostAllocMapped 2
#define cudaMemAttachGlobal 1
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)
extern "C" {
// what clang's (pre 9.2) launch stubs call
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t smem = 0, cudaStream_t s = nullptr);
cudaError_t cudaSetupArgument(const void *arg, size_t size, size_t offset);
cudaError_t cudaLaunch(const void *stub);
// public API
cudaError_t cudaLaunchKernel(const void *f, dim3 grid, dim3 block, void **args, size_t smem, cudaStream_t s);
cudaError_t cudaLaunchCooperativeKernel(const void *f, dim3 grid, dim3 block, void **args, size_t smem, cudaStream_t s);
cudaError_t cudaMalloc(void **p, size_t n);
cudaError_t cudaFree(void *p);
cudaError_t cudaMemcpy(void *d, const void *s, size_t n, cudaMemcpyKind k);
cudaError_t cudaMemcpyAsync(void *d, const void *s, size_t n, cudaMemcpyKind k, cudaStream_t st = nullptr);
cudaError_t cudaMemcpy2D(void *d, size_t dp, const void *s, size_t sp, size_t w, size_t h, cudaMemcpyKind k);
cudaError_t cudaMemset(void *p, int v, size_t n);
cudaError_t cudaMemsetAsync(void *p, int v, size_t n, cudaStream_t st = nullptr);
cudaError_t cudaMemGetInfo(size_t *f, size_t *t);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorString(cudaError_t e);
const char *cudaGetErrorName(cudaError_t e);
cudaError_t cudaGetDevice(int *d);
cudaError_t cudaSetDevice(int d);
cudaError_t cudaGetDeviceCount(int *n);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int d);
cudaError_t cudaDeviceGetAttribute(int *v, cudaDeviceAttr a, int d);
cudaError_t cudaStreamCreate(cudaStream_t *s);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned f);
cudaError_t cudaStreamDestroy(cudaStream_t s);
cudaError_t cudaStreamSynchronize(cudaStream_t s);
cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e, unsigned f = 0);
cudaError_t cudaEventCreate(cudaEvent_t *e);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned f);
cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s = nullptr);
cudaError_t cudaEventSynchronize(cudaEvent_t e);
cudaError_t cudaEventQuery(cudaEvent_t e);
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t a, cudaEvent_t b);
cudaError_t cudaEventDestroy(cudaEvent_t e);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *s, unsigned f, int p);
cudaError_t cudaDeviceGetStreamPriorityRange(int *lo, int *hi);
cudaError_t cudaStreamQuery(cudaStream_t s);
cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t w, size_t h);
cudaError_t cudacpuSymbol(const void *hostvar, void **addr, size_t *size);
cudaError_t cudacpuFuncSetAttribute(const void *f, cudaFuncAttribute a, int v);
}
template <class T> inline cudaError_t cudaMalloc(T **p, size_t n) { return cudaMalloc((void **)p, n); }
template <class T> inline cudaError_t cudaMallocManaged(T **p, size_t n, unsigned = 1) {
  return cudaMalloc((void **)p, n);
}
template <class T> inline cudaError_t cudaMallocHost(T **p, size_t n, unsigned = 0) {
  *p = (T *)malloc(n);
  return cudaSuccess;
}
template <class T> inline cudaError_t cudaHostAlloc(T **p, size_t n, unsigned = 0) {
  *p = (T *)malloc(n);
  return cudaSuccess;
}
template <class T> inline cudaError_t cudaMallocAsync(T **p, size_t n, cudaStream_t) {
  return cudaMalloc((void **)p, n);
}
template <class T> inline cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t w, size_t h) {
  return cudaMallocPitch((void **)p, pitch, w, h);
}
template <class T> inline cudaError_t cudaMemPrefetchAsync(T *, size_t, int, cudaStream_t = nullptr) {
  return cudaSuccess;
}
inline cudaError_t cudaFreeAsync(void *p, cudaStream_t) { return cudaFree(p); }
inline cudaError_t cudaFreeHost(void *p) {
  free(p);
  return cudaSuccess;
}
template <class F> inline cudaError_t cudaFuncSetAttribute(F f, cudaFuncAttribute a, int v) {
  return cudacpuFuncSetAttribute((const void *)f, a, v);
}
template <class F> inline cudaError_t cudaFuncSetCacheConfig(F, cudaFuncCache) { return cudaSuccess; }
template <class... A>
inline cudaError_t cudaLaunchKernel(void(__attribute__((ms_abi)) * f)(A...), dim3 g, dim3 b, void **a, size_t m = 0,
                                    cudaStream_t s = nullptr) {
  return cudaLaunchKernel((const void *)f, g, b, a, m, s);
}
template <class... A>
inline cudaError_t cudaLaunchCooperativeKernel(void(__attribute__((ms_abi)) * f)(A...), dim3 g, dim3 b, void **a,
                                               size_t m = 0, cudaStream_t s = nullptr) {
  return cudaLaunchCooperativeKernel((const void *)f, g, b, a, m, s);
}
template <class F> inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, F, int threads, size_t) {
  *n = threads > 0 ? 2048 / threads : 1;
  return cudaSuccess;
}
template <class F> inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *g, int *b, F, size_t = 0, int lim = 0) {
  *b = lim ? lim : 256;
  *g = 32;
  return cudaSuccess;
}
template <class T> inline cudaError_t cudaGetSymbolAddress(void **p, const T &sym) {
  return cudacpuSymbol(&sym, p, nullptr);
}
template <class T>
inline cudaError_t cudaMemcpyToSymbol(const T &sym, const void *s, size_t n, size_t off = 0,
                                      cudaMemcpyKind = cudaMemcpyHostToDevice) {
  void *p;
  if (cudaError_t e = cudacpuSymbol(&sym, &p, nullptr))
    return e;
  memcpy((char *)p + off, s, n);
  return cudaSuccess;
}
template <class T>
inline cudaError_t cudaMemcpyFromSymbol(void *d, const T &sym, size_t n, size_t off = 0,
                                        cudaMemcpyKind = cudaMemcpyDeviceToHost) {
  void *p;
  if (cudaError_t e = cudacpuSymbol(&sym, &p, nullptr))
    return e;
  memcpy(d, (char *)p + off, n);
  return cudaSuccess;
}

#include "cudacpu_device.h"
#endif
