//===- cudacpu_device.h - CUDA's device side for programs that run on the CPU -*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef CUDACPU_DEVICE_H
#define CUDACPU_DEVICE_H

extern "C" {
extern __device__ uint3 threadIdx, blockIdx;
extern __device__ dim3 blockDim, gridDim;
__device__ __attribute__((convergent)) void __syncthreads(void);
__device__ __attribute__((convergent)) int cudacpu_sync_red(int pred, int op); // 0 count 1 and 2 or
__device__ __attribute__((convergent)) void cudacpu_grid_sync(void);
__device__ __attribute__((convergent)) uint64_t cudacpu_warp(unsigned mask, uint64_t v, int src, unsigned *ballot);
__device__ unsigned cudacpu_lane(void);
__device__ void cudacpu_atomic(const void *p, size_t n);
__device__ long long clock64(void);
}
static __device__ constexpr int warpSize = 32;
CUDACPU_D int __syncthreads_count(int p) { return cudacpu_sync_red(p, 0); }
CUDACPU_D int __syncthreads_and(int p) { return cudacpu_sync_red(p, 1); }
CUDACPU_D int __syncthreads_or(int p) { return cudacpu_sync_red(p, 2); }
CUDACPU_D void __threadfence() {}
CUDACPU_D void __threadfence_block() {}
CUDACPU_D void __threadfence_system() {}
CUDACPU_D void __syncwarp(unsigned m = ~0u) { cudacpu_warp(m, 0, -1, nullptr); }
CUDACPU_D unsigned __activemask() { return ~0u; }
CUDACPU_D unsigned __ballot_sync(unsigned m, int p) {
  unsigned b;
  cudacpu_warp(m, p != 0, -1, &b);
  return b;
}
CUDACPU_D int __any_sync(unsigned m, int p) { return __ballot_sync(m, p) != 0; }
CUDACPU_D int __all_sync(unsigned m, int p) { return __ballot_sync(m, !p) == 0; }
template <class T> CUDACPU_D T cudacpu_shfl(unsigned m, T v, int src) {
  static_assert(sizeof(T) <= 8);
  uint64_t u = 0;
  memcpy(&u, &v, sizeof(T));
  u = cudacpu_warp(m, u, src, nullptr);
  memcpy(&v, &u, sizeof(T));
  return v;
}
template <class T> CUDACPU_D T __shfl_sync(unsigned m, T v, int src, int w = 32) {
  int l = cudacpu_lane();
  return cudacpu_shfl(m, v, (l & ~(w - 1)) | (src & (w - 1)));
}
template <class T> CUDACPU_D T __shfl_up_sync(unsigned m, T v, unsigned d, int w = 32) {
  int l = cudacpu_lane(), s = l - (int)d;
  return cudacpu_shfl(m, v, s < (l & ~(w - 1)) ? l : s);
}
template <class T> CUDACPU_D T __shfl_down_sync(unsigned m, T v, unsigned d, int w = 32) {
  int l = cudacpu_lane(), s = l + (int)d;
  return cudacpu_shfl(m, v, s > (l | (w - 1)) ? l : s);
}
template <class T> CUDACPU_D T __shfl_xor_sync(unsigned m, T v, int x, int w = 32) {
  int l = cudacpu_lane(), s = l ^ x;
  return cudacpu_shfl(m, v, s > (l | (w - 1)) ? l : s);
}

// One OS thread runs all fibers, so a plain read-modify-write is atomic; the
// hook tells the race checker.
#ifdef CUDACPU_CHECK
#define CUDACPU_AT(p) cudacpu_atomic(p, sizeof(*p))
#else
#define CUDACPU_AT(p) (void)0
#endif
#define CUDACPU_RMW(NAME, T, EXPR)                                                                                     \
  __device__ __attribute__((no_sanitize("thread"))) inline T NAME(T *p, T v) {                                         \
    CUDACPU_AT(p);                                                                                                     \
    T o = *(volatile T *)p;                                                                                            \
    *(volatile T *)p = (EXPR);                                                                                         \
    return o;                                                                                                          \
  }
#define CUDACPU_RMW_INT(T)                                                                                             \
  CUDACPU_RMW(atomicAdd, T, (T)(o + v))                                                                                \
  CUDACPU_RMW(atomicExch, T, v) CUDACPU_RMW(atomicMin, T, v < o ? v : o) CUDACPU_RMW(atomicMax, T, v > o ? v : o)      \
      CUDACPU_RMW(atomicAnd, T, o &v) CUDACPU_RMW(atomicOr, T, o | v) CUDACPU_RMW(atomicXor, T, o ^ v) __device__      \
      __attribute__((no_sanitize("thread"))) inline T                                                                  \
      atomicCAS(T *p, T c, T v) {                                                                                      \
    CUDACPU_AT(p);                                                                                                     \
    T o = *(volatile T *)p;                                                                                            \
    if (o == c)                                                                                                        \
      *(volatile T *)p = v;                                                                                            \
    return o;                                                                                                          \
  }
CUDACPU_RMW_INT(int)
CUDACPU_RMW_INT(unsigned) CUDACPU_RMW_INT(unsigned long long) CUDACPU_RMW_INT(long long)
    CUDACPU_RMW(atomicAdd, float, o + v) CUDACPU_RMW(atomicAdd, double, o + v) CUDACPU_RMW(atomicExch, float, v)
        CUDACPU_RMW(atomicSub, int, o - v) CUDACPU_RMW(atomicSub, unsigned, o - v)
            CUDACPU_RMW(atomicInc, unsigned, o >= v ? 0 : o + 1)
                CUDACPU_RMW(atomicDec, unsigned, (o == 0 || o > v) ? v : o - 1)
#define atomicAdd_block atomicAdd
#define atomicAdd_system atomicAdd
#define atomicSub_block atomicSub
#define atomicSub_system atomicSub
#define atomicExch_block atomicExch
#define atomicExch_system atomicExch
#define atomicMin_block atomicMin
#define atomicMin_system atomicMin
#define atomicMax_block atomicMax
#define atomicMax_system atomicMax
#define atomicAnd_block atomicAnd
#define atomicAnd_system atomicAnd
#define atomicOr_block atomicOr
#define atomicOr_system atomicOr
#define atomicXor_block atomicXor
#define atomicXor_system atomicXor
#define atomicCAS_block atomicCAS
#define atomicCAS_system atomicCAS
#define atomicInc_block atomicInc
#define atomicInc_system atomicInc
#define atomicDec_block atomicDec
#define atomicDec_system atomicDec

                    template <class T>
                    CUDACPU_D T __ldg(const T *p) {
  return *p;
}
template <class T> CUDACPU_D T __ldcs(const T *p) { return *p; }
template <class T> CUDACPU_D T __ldcg(const T *p) { return *p; }
template <class T> CUDACPU_D void __stcs(T *p, T v) { *p = v; }
template <class T> CUDACPU_D void __stcg(T *p, T v) { *p = v; }

// ---------------------------------------------------------------- math (global)
#define CUDACPU_MM(T)                                                                                                  \
  CUDACPU_HD T min(T a, T b) { return b < a ? b : a; }                                                                 \
  CUDACPU_HD T max(T a, T b) { return a < b ? b : a; }
CUDACPU_MM(int)
CUDACPU_MM(unsigned) CUDACPU_MM(long) CUDACPU_MM(unsigned long) CUDACPU_MM(long long) CUDACPU_MM(unsigned long long)
#define CUDACPU_MM2(R, A, B)                                                                                           \
  CUDACPU_HD R min(A a, B b) { return min((R)a, (R)b); }                                                               \
  CUDACPU_HD R max(A a, B b) { return max((R)a, (R)b); }                                                               \
  CUDACPU_HD R min(B a, A b) { return min((R)a, (R)b); }                                                               \
  CUDACPU_HD R max(B a, A b) { return max((R)a, (R)b); }
    CUDACPU_HD float min(float a, float b) {
  return fminf(a, b);
}
CUDACPU_HD float max(float a, float b) { return fmaxf(a, b); }
CUDACPU_HD double min(double a, double b) { return fmin(a, b); }
CUDACPU_HD double max(double a, double b) { return fmax(a, b); }
CUDACPU_MM2(unsigned, int, unsigned)
CUDACPU_MM2(unsigned long, long, unsigned long) CUDACPU_MM2(unsigned long long, long long, unsigned long long)
    CUDACPU_MM2(double, float, double) CUDACPU_HD float rsqrtf(float x) {
  return 1.0f / sqrtf(x);
}
CUDACPU_HD double rsqrt(double x) { return 1.0 / sqrt(x); }
#define CUDACPU_NC _Pragma("clang fp contract(off)")
// glibc's <math.h> declares __expf and friends itself
#define __expf(x) expf(x)
#define __exp10f(x) powf(10.0f, x)
#define __logf(x) logf(x)
#define __log2f(x) log2f(x)
#define __log10f(x) log10f(x)
#define __sinf(x) sinf(x)
#define __cosf(x) cosf(x)
#define __tanf(x) tanf(x)
#define __powf(x, y) powf(x, y)
CUDACPU_D float __fdividef(float a, float b) { return a / b; }
CUDACPU_D float __frcp_rn(float a) { return 1.0f / a; }
CUDACPU_D float __saturatef(float x) { return x < 0 ? 0.f : x > 1 ? 1.f : x; }
CUDACPU_D float __fadd_rn(float a, float b) { CUDACPU_NC return a + b; }
CUDACPU_D float __fmul_rn(float a, float b) { CUDACPU_NC return a * b; }
CUDACPU_D float __fsub_rn(float a, float b) { CUDACPU_NC return a - b; }
CUDACPU_D float __fdiv_rn(float a, float b) { return a / b; }
CUDACPU_D float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
CUDACPU_D float __fsqrt_rn(float a) { return sqrtf(a); }
CUDACPU_D double __dadd_rn(double a, double b) { CUDACPU_NC return a + b; }
CUDACPU_D double __dmul_rn(double a, double b) { CUDACPU_NC return a * b; }
CUDACPU_D double __drcp_rn(double a) { return 1.0 / a; }
CUDACPU_D double __dsub_rn(double a, double b) { CUDACPU_NC return a - b; }
CUDACPU_D double __ddiv_rn(double a, double b) { return a / b; }
CUDACPU_D double __dsqrt_rn(double a) { return sqrt(a); }
CUDACPU_D double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
CUDACPU_D int __float_as_int(float f) {
  int i;
  memcpy(&i, &f, 4);
  return i;
}
CUDACPU_D float __int_as_float(int i) {
  float f;
  memcpy(&f, &i, 4);
  return f;
}
CUDACPU_D unsigned __float_as_uint(float f) {
  unsigned i;
  memcpy(&i, &f, 4);
  return i;
}
CUDACPU_D float __uint_as_float(unsigned i) {
  float f;
  memcpy(&f, &i, 4);
  return f;
}
CUDACPU_D long long __double_as_longlong(double f) {
  long long i;
  memcpy(&i, &f, 8);
  return i;
}
CUDACPU_D double __longlong_as_double(long long i) {
  double f;
  memcpy(&f, &i, 8);
  return f;
}
CUDACPU_D int __popc(unsigned x) { return __builtin_popcount(x); }
CUDACPU_D int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
CUDACPU_D int __clz(int x) { return x ? __builtin_clz(x) : 32; }
CUDACPU_D int __ffs(int x) { return __builtin_ffs(x); }
CUDACPU_D unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
CUDACPU_D int __mul24(int a, int b) { return ((a << 8) >> 8) * ((b << 8) >> 8); }
CUDACPU_D unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a * b) >> 32); }
CUDACPU_D int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
CUDACPU_D int __float2int_rn(float f) { return (int)rintf(f); }
CUDACPU_D int __float2int_rz(float f) { return (int)f; }
CUDACPU_D float __int2float_rn(int i) { return (float)i; }
using std::isfinite;
using std::isinf;
using std::isnan;
using std::signbit;
CUDACPU_D unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
CUDACPU_D int __clzll(long long x) { return x ? __builtin_clzll(x) : 64; }
CUDACPU_D int __ffsll(long long x) { return __builtin_ffsll(x); }
CUDACPU_D unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
CUDACPU_D unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return (unsigned long long)(((unsigned __int128)a * b) >> 64);
}
CUDACPU_D long long __mul64hi(long long a, long long b) { return (long long)(((__int128)a * b) >> 64); }
CUDACPU_D int __float2int_rd(float f) { return (int)floorf(f); }
CUDACPU_D int __float2int_ru(float f) { return (int)ceilf(f); }
CUDACPU_D unsigned __float2uint_rn(float f) { return (unsigned)rintf(f); }
CUDACPU_D unsigned __float2uint_rz(float f) { return (unsigned)f; }
CUDACPU_D float __uint2float_rn(unsigned i) { return (float)i; }
CUDACPU_D int __double2int_rn(double d) { return (int)rint(d); }
CUDACPU_D int __double2int_rz(double d) { return (int)d; }
CUDACPU_D float __double2float_rn(double d) { return (float)d; }
CUDACPU_D float __frsqrt_rn(float x) { return 1.0f / sqrtf(x); }
CUDACPU_D double __int2double_rn(int i) { return i; }
CUDACPU_D float sinpif(float x) { return (float)sin(M_PI * (double)x); }
CUDACPU_D float cospif(float x) { return (float)cos(M_PI * (double)x); }
CUDACPU_D void __sincosf(float x, float *s, float *c) {
  *s = sinf(x);
  *c = cosf(x);
}
CUDACPU_D unsigned __byte_perm(unsigned a, unsigned b, unsigned s) {
  uint64_t v = ((uint64_t)b << 32) | a;
  unsigned r = 0;
  for (int i = 0; i < 4; i++)
    r |= (unsigned)((v >> (8 * ((s >> (4 * i)) & 7))) & 255) << (8 * i);
  return r;
}
CUDACPU_D unsigned __match_any_sync(unsigned m, unsigned v) {
  unsigned r = 0;
  for (int i = 0; i < 32; i++) {
    unsigned o = cudacpu_shfl(m, v, i);
    if ((m >> i & 1) && o == v)
      r |= 1u << i;
  }
  return r;
}
CUDACPU_D void __trap() { abort(); }
#endif
