/* What the examples share: a clock, input data, a checksum of the result. Plain C, so that all of them can use it. */
#ifndef TIMING_H
#define TIMING_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

static inline double seconds(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* A number in [-1, 1) that depends on the index alone. */
static inline double sample(size_t index) {
  uint64_t bits = (index + 1) * 0x9e3779b97f4a7c15u;
  bits ^= bits >> 29;
  return (double)(bits & 0xfffff) / 524288.0 - 1.0;
}

static inline uint64_t checksum(const void *data, size_t bytes) {
  const unsigned char *p = (const unsigned char *)data;
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t k = 0; k < bytes; ++k)
    hash = (hash ^ p[k]) * 0x100000001b3u;
  return hash;
}

/* The result on standard output; the time, which differs from run to run, on standard error. */
static inline void report(uint64_t result, double time) {
  printf("%016llx\n", (unsigned long long)result);
  fprintf(stderr, "%.6f\n", time);
}

#endif
