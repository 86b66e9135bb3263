//===- Fibers.cpp - threads that wait for each other ----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Runtime.h"
#include <cstdarg>
#include <sys/mman.h>
#include <unistd.h>

extern "C" {
__attribute__((section("cudacpu_ids"))) uint3 threadIdx{}, blockIdx{}, blockDim{}, gridDim{};
}

[[noreturn]] void fail(const char *f, ...) {
  va_list a;
  va_start(a, f);
  fflush(stdout);
  fputs("cudacpu: ", stderr);
  vfprintf(stderr, f, a);
  fputc('\n', stderr);
  _exit(70);
}

asm(R"(
.text
.globl cudacpu_switch
cudacpu_switch:
  push %rbp; push %rbx; push %r12; push %r13; push %r14; push %r15
  mov %rsp,(%rdi)
  mov %rsi,%rsp
  pop %r15; pop %r14; pop %r13; pop %r12; pop %rbx; pop %rbp
  ret
.globl cudacpu_call_ms
cudacpu_call_ms:                       # rdi=fn rsi=slots rdx=n (n >= 4)
  push %rbp; mov %rsp,%rbp
  mov %rdi,%rax
  lea 1(%rdx),%rcx; and $-2,%rcx; shl $3,%rcx; sub %rcx,%rsp
  xor %ecx,%ecx
1: mov (%rsi,%rcx,8),%r8; mov %r8,(%rsp,%rcx,8); inc %rcx; cmp %rdx,%rcx; jb 1b
  mov (%rsp),%rcx; mov 8(%rsp),%rdx; mov 16(%rsp),%r8; mov 24(%rsp),%r9
  movq %rcx,%xmm0; movq %rdx,%xmm1; movq %r8,%xmm2; movq %r9,%xmm3
  call *%rax
  leave
  ret
)");
static const size_t StackSize = setting("CUDACPU_STACK", 128 << 10);

static std::vector<Fiber *> IdleFibers;
static char *StackPool;
static size_t StacksUsed;

void setThread(unsigned i) {
  TheThread = i;
  ThreadNumber = i;
  threadIdx = {i % TheLaunch.b.x, i / TheLaunch.b.x % TheLaunch.b.y, i / (TheLaunch.b.x * TheLaunch.b.y)};
}
static void runOne() { // on a fiber: call the kernel for thread TheThread
  alignas(64) char buf[4352];
  uint64_t slot[128];
  unsigned n = 0;
  memcpy(buf, TheLaunch.args.data(), TheLaunch.args.size()); // the kernel may modify its parameters
  for (auto [size, off] : TheLaunch.k->params) {
    if (size == 1 || size == 2 || size == 4 || size == 8) {
      slot[n] = 0;
      memcpy(&slot[n++], buf + off, size);
    } else
      slot[n++] = (uint64_t)(buf + off);
  }
  while (n < 4)
    slot[n++] = 0;
  cudacpu_call_ms(TheLaunch.k->fn, slot, n);
}
static void fiberMain() {
  for (;;) {
    while (TheBlock->next < TheBlock->t.size()) {
      setThread(ThreadOrder[TheBlock->next++]);
      TheBlock->t[TheThread].f = me;
      TheBlock->t[TheThread].st = Ready;
      runOne();
      TheBlock->t[TheThread].st = Done;
      TheBlock->live--;
    }
    IdleFibers.push_back(me);
    cudacpu_switch(&me->sp, SchedulerStack);
  }
}
Fiber *getFiber() {
  if (!IdleFibers.empty()) {
    Fiber *f = IdleFibers.back();
    IdleFibers.pop_back();
    return f;
  }
  if (!StackPool) {
    StacksUsed = 0;
    size_t tot = StackSize * setting("CUDACPU_FIBERS", 65536);
    StackPool = (char *)mmap(nullptr, tot, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (StackPool == MAP_FAILED)
      fail("no memory for stacks");
    StacksBegin = (uintptr_t)StackPool;
    StacksEnd = StacksBegin + tot;
  }
  if (StacksUsed >= (size_t)setting("CUDACPU_FIBERS", 65536))
    fail("too many fibers");
  Fiber *f = new Fiber;
  f->stack = StackPool + StackSize * StacksUsed++;
  mprotect(f->stack, 4096, PROT_NONE);
  void **sp = (void **)(f->stack + StackSize - 64 - (StacksUsed % 61) * 128); // spread over cache sets
  *--sp = nullptr;                                                            // so that rsp is 8 mod 16 on entry
  *--sp = (void *)fiberMain;
  for (int i = 0; i < 6; i++)
    *--sp = nullptr;
  f->sp = sp;
  return f;
}
void resume(Fiber *f) {
  me = f;
  cudacpu_switch(&SchedulerStack, f->sp);
}
static void waitForOthers() {
  unsigned t = TheThread;
  cudacpu_switch(&me->sp, SchedulerStack);
  (void)t;
}

extern "C" __attribute__((noinline)) void __syncthreads() {
  Thread &t = TheBlock->t[TheThread];
  t.st = AtBarrier;
  t.site = __builtin_return_address(0);
  waitForOthers();
}
extern "C" int cudacpu_sync_red(int pred, int op) {
  Thread &t = TheBlock->t[TheThread];
  t.pred = pred != 0;
  t.st = AtBarrier;
  t.site = __builtin_return_address(0);
  waitForOthers();
  return op == 0   ? (int)TheBlock->redsum[0]
         : op == 1 ? TheBlock->redsum[0] == TheBlock->redsum[1]
                   : TheBlock->redsum[0] != 0;
}
extern "C" void cudacpu_grid_sync() {
  TheBlock->t[TheThread].st = AtGrid;
  waitForOthers();
}
extern "C" unsigned cudacpu_lane() { return TheThread % 32; }
extern "C" uint64_t cudacpu_warp(unsigned mask, uint64_t v, int src, unsigned *ballot) {
  Thread &t = TheBlock->t[TheThread];
  t.val = v;
  t.src = src;
  t.mask = mask;
  t.st = AtWarp;
  waitForOthers();
  Thread &r = TheBlock->t[TheThread];
  if (ballot)
    *ballot = r.ballot;
  return r.res;
}
extern "C" long long clock64() {
  static long long c;
  return c += 1;
}
