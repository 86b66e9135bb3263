/* Runs two builds of one function on the same memory and compares what they leave.
 *
 * Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: driver BEFORE.so AFTER.so FUNCTION SAMPLES [SAMPLE]
 *
 * The memory is laid out in this process; each call runs in a child, which loads one of the two libraries, so that a
 * crash, a loop without end or a report of a sanitizer ends one call only. Linked with AddressSanitizer it finds the
 * samples on which the text before has defined behaviour and writes them into the file SAMPLES; without, it reads
 * them from there. With SAMPLE only this one is run, and told in full.
 *
 * What a function wants is in tables, which stand between this part and the rest. For Linux.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* AddressSanitizer's, where this program is linked with it. The driver's own accesses need no check. */
extern void __asan_poison_memory_region(void const volatile *, size_t) __attribute__((weak));
extern void __asan_unpoison_memory_region(void const volatile *, size_t) __attribute__((weak));

static int isSanitized(void) { return __asan_poison_memory_region != NULL; }

enum { IsRestrict = 1, IsSingle = 2 };

/* A scalar inside an object, or a row of them. Kind: 'b' bool, 'i' signed, 'u' unsigned, 'f' floating point,
 * 'p' pointer, 'v' std::vector. */
struct Leaf {
  unsigned long Offset;
  char Kind;
  unsigned long Bytes, Repeat;
  unsigned Flags; /* Of a pointer. */
  int Type;       /* 'p', 'v': of the elements. */
  int Vector;     /* 'v': number of the functions that make and read it. */
};

struct Type {
  unsigned long Size;
  int NumLeaves;
  const struct Leaf *Leaves;
};

/* Role: 'a' argument, 'r' result, 'g' global variable. */
struct Object {
  const char *Name;
  char Role;
  int Type;
  int Global; /* 'g': number of the function that gives its address. */
};

struct Function {
  const char *Name;
  int NumObjects;
  const struct Object *Objects;
  int NumSizes;
  const long *Sizes; /* Numbers that matter to the text. */
  int MayOverlap;    /* Whether pointers may lead into one array. */
};
