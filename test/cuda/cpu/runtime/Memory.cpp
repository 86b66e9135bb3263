//===- Memory.cpp - buffers, streams, events and questions to the device --===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Runtime.h"
#include <chrono>

// Device memory is host memory, filled with 0xff (NaN) so that a read of
// uninitialised memory shows; canaries after each buffer.
static const size_t Red = 256;
extern "C" int cudaMalloc(void **p, size_t n) {
  noteCall("cudaMalloc");
  if (!n) {
    *p = nullptr;
    return Ok;
  }
  char *q = (char *)aligned_alloc(256, (n + 255) / 256 * 256 + Red);
  if (!q)
    return setError(ENoMem);
  memset(q, 0xff, n);
  memset(q + n, 0xa5, (n + 255) / 256 * 256 + Red - n);
  Allocations[(uintptr_t)q] = {n};
  *p = q;
  return Ok;
}
static void canary(uintptr_t a, size_t n) {
  for (size_t k = n; k < (n + 255) / 256 * 256 + Red; k++)
    if (((unsigned char *)a)[k] != 0xa5)
      fail("write past the end of a %zu-byte device buffer (+%zu)", n, k - n);
}
extern "C" int cudaFree(void *p) {
  noteCall("cudaFree");
  if (!p)
    return Ok;
  auto it = Allocations.find((uintptr_t)p);
  if (it == Allocations.end())
    return setError(EInvalidValue);
  canary(it->first, it->second.size);
  Allocations.erase(it);
  free(p);
  return Ok;
}
static int devSync() {
  noteCall("sync");
  for (auto &[a, i] : Allocations)
    canary(a, i.size);
  return Ok;
}
extern "C" int cudaMemcpy(void *d, const void *s, size_t n, int) {
  noteCall("cudaMemcpy");
  if (n && (!d || !s))
    return setError(EInvalidValue);
  memmove(d, s, n);
  return Ok;
}
extern "C" int cudaMemcpyAsync(void *d, const void *s, size_t n, int, void *) {
  noteCall("cudaMemcpyAsync");
  if (n && (!d || !s))
    return setError(EInvalidValue);
  memmove(d, s, n);
  return Ok;
}
extern "C" int cudaMemcpy2D(void *d, size_t dp, const void *s, size_t sp, size_t w, size_t h, int) {
  noteCall("cudaMemcpy2D");
  for (size_t i = 0; i < h; i++)
    memmove((char *)d + i * dp, (const char *)s + i * sp, w);
  return Ok;
}
extern "C" int cudaMemset(void *p, int v, size_t n) {
  noteCall("cudaMemset");
  memset(p, v, n);
  return Ok;
}
extern "C" int cudaMemsetAsync(void *p, int v, size_t n, void *) {
  noteCall("cudaMemsetAsync");
  memset(p, v, n);
  return Ok;
}
extern "C" int cudaMemGetInfo(size_t *f, size_t *t) {
  *f = *t = 8ull << 30;
  return Ok;
}
extern "C" int cudaDeviceSynchronize() { return devSync(); }
extern "C" int cudaThreadSynchronize() { return devSync(); }
extern "C" int cudaThreadExit() { return devSync(); }
extern "C" int cudaProfilerStart() { return Ok; }
extern "C" int cudaProfilerStop() { return Ok; }
extern "C" int cudaDeviceReset() { return devSync(); }
extern "C" int cudaGetLastError() {
  int e = LastError;
  LastError = 0;
  return e;
}
extern "C" int cudaPeekAtLastError() { return LastError; }
extern "C" const char *cudaGetErrorString(int e) {
  switch (e) {
  case 0:
    return "no error";
  case 1:
    return "invalid argument";
  case 2:
    return "out of memory";
  case 9:
    return "invalid configuration argument";
  case 98:
    return "invalid device function";
  case 720:
    return "too many blocks in cooperative launch";
  default:
    return "unknown error";
  }
}
extern "C" const char *cudaGetErrorName(int e) { return cudaGetErrorString(e); }
extern "C" int cudaGetDevice(int *d) {
  *d = 0;
  return Ok;
}
extern "C" int cudaSetDevice(int d) { return d ? setError(101) : Ok; }
extern "C" int cudaGetDeviceCount(int *n) {
  *n = 1;
  return Ok;
}
struct Prop {
  char name[256];
  size_t mem, smem;
  int regs, warp, maxthr, d[3], g[3], maj, min, sms, tpsm, clk;
  size_t smsm, optin;
  int coop, l2, mclk, mbw;
  size_t pitch, cmem, tex;
  int more[10];
};
extern "C" int cudaGetDeviceProperties(Prop *p, int) {
  memset(p, 0, sizeof *p);
  strcpy(p->name, "cudacpu");
  p->mem = 8ull << 30;
  p->smem = 48 << 10;
  p->regs = 65536;
  p->warp = 32;
  p->maxthr = 1024;
  p->d[0] = p->d[1] = 1024;
  p->d[2] = 64;
  p->g[0] = 0x7fffffff;
  p->g[1] = p->g[2] = 65535;
  p->maj = 8;
  p->sms = 132;
  p->tpsm = 2048;
  p->clk = 1000000;
  p->smsm = 228 << 10;
  p->optin = 227 << 10;
  p->coop = 1;
  p->l2 = 50 << 20;
  p->mclk = 2619000;
  p->mbw = 5120;
  return Ok;
}
extern "C" int cudaDeviceGetAttribute(int *v, int a, int) {
  *v = a == 1 ? 1024 : a == 8 ? 48 << 10 : a == 10 ? 32 : a == 16 ? 132 : a == 95;
  return Ok;
}
extern "C" int cudaStreamCreate(void **s) {
  *s = new char;
  return Ok;
}
extern "C" int cudaStreamCreateWithFlags(void **s, unsigned) {
  *s = new char;
  return Ok;
}
extern "C" int cudaStreamCreateWithPriority(void **s, unsigned, int) {
  *s = new char;
  return Ok;
}
extern "C" int cudaDeviceGetStreamPriorityRange(int *lo, int *hi) {
  *lo = 0;
  *hi = -5;
  return Ok;
}
extern "C" int cudaStreamQuery(void *) { return Ok; }
extern "C" int cudaMallocPitch(void **p, size_t *pitch, size_t w, size_t h) {
  *pitch = (w + 511) / 512 * 512;
  return cudaMalloc(p, *pitch * h);
}
extern "C" int cudaStreamDestroy(void *s) {
  delete (char *)s;
  return Ok;
}
extern "C" int cudaStreamSynchronize(void *) { return devSync(); }
extern "C" int cudaStreamWaitEvent(void *, void *, unsigned) {
  noteCall("cudaStreamWaitEvent");
  return Ok;
}
using Clk = std::chrono::steady_clock;
extern "C" int cudaEventCreate(Clk::time_point **e) {
  *e = new Clk::time_point(Clk::now());
  return Ok;
}
extern "C" int cudaEventCreateWithFlags(Clk::time_point **e, unsigned) { return cudaEventCreate(e); }
extern "C" int cudaEventRecord(Clk::time_point *e, void *) {
  noteCall("cudaEventRecord");
  *e = Clk::now();
  return Ok;
}
extern "C" int cudaEventSynchronize(void *) { return devSync(); }
extern "C" int cudaEventQuery(void *) { return Ok; }
extern "C" int cudaEventElapsedTime(float *ms, Clk::time_point *a, Clk::time_point *b) {
  *ms = std::chrono::duration<float, std::milli>(*b - *a).count();
  return Ok;
}
extern "C" int cudaEventDestroy(Clk::time_point *e) {
  delete e;
  return Ok;
}
