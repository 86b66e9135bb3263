//===- Blocks.cpp - Barriers and warps of one block -----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Runtime.h"

static bool releaseWarps(Block &b) { // complete every warp op whose lanes have all arrived
  bool any = false;
  unsigned n = b.t.size();
  for (unsigned w = 0; w < n; w += 32) {
    unsigned e = std::min(n, w + 32), wait = 0, alive = 0;
    for (unsigned i = w; i < e; i++) {
      if (b.t[i].st == AtWarp)
        wait |= 1u << (i - w);
      if (b.t[i].st != Done)
        alive |= 1u << (i - w);
    }
    while (wait) {
      unsigned l = __builtin_ctz(wait), m = b.t[w + l].mask & alive, same = 0, bal = 0;
      for (unsigned i = 0; i < e - w; i++)
        if (wait >> i & 1 && b.t[w + i].mask == b.t[w + l].mask)
          same |= 1u << i;
      if ((same & m) == m) {
        for (unsigned i = 0; i < e - w; i++)
          if (m >> i & 1 && b.t[w + i].val)
            bal |= 1u << i;
        for (unsigned i = 0; i < e - w; i++)
          if (m >> i & 1) {
            Thread &t = b.t[w + i];
            int s = t.src < 0 ? (int)i : t.src;
            t.res = (m >> s & 1) ? b.t[w + s].val : t.val;
            t.ballot = bal;
            t.st = Ready;
          }
        WarpEpochs[w / 32]++;
        any = true;
      }
      wait &= ~(same | 1u << l);
    }
  }
  return any;
}
// Runs a block until every thread is done (true) or waits for the grid (false).
bool runBlock(Block &b) {
  TheBlock = &b;
  blockIdx = b.idx;
  BlockNumber = b.id;
  BlockEpoch = b.sync;
  memset(WarpEpochs, 0, sizeof WarpEpochs);
  std::vector<unsigned> ro;
  for (;;) {
    while (b.next < b.t.size())
      resume(getFiber());
    if (!b.live)
      return true;
    bool ran = false;
    if (Schedule == Rand || ro.size() != b.t.size())
      permute(ro, b.t.size());
    for (unsigned i : ro)
      if (b.t[i].st == Ready) {
        ran = true;
        setThread(i);
        resume(b.t[i].f);
      }
    if (ran)
      continue;
    if (releaseWarps(b))
      continue;
    unsigned nb = 0, ng = 0, sum = 0;
    const void *site = nullptr;
    bool mixed = false;
    for (auto &t : b.t) {
      if (t.st == AtBarrier) {
        nb++;
        sum += t.pred;
        if (site && site != t.site)
          mixed = true;
        site = t.site;
      }
      if (t.st == AtGrid)
        ng++;
    }
    if (nb && nb == b.live) {
      if (mixed || nb != b.t.size()) {
        if (Strict)
          fail("divergent __syncthreads in %s: block %u, %u of %zu threads%s", TheLaunch.k->name.c_str(), b.id, nb,
               b.t.size(), mixed ? ", different call sites" : "");
      }
      b.redsum[0] = sum;
      b.redsum[1] = nb;
      Barriers++;
      b.sync = ++BlockEpoch;
      memset(WarpEpochs, 0, sizeof WarpEpochs);
      for (auto &t : b.t)
        if (t.st == AtBarrier)
          t.st = Ready, t.pred = 0;
    } else if (ng && ng == b.live)
      return false;
    else
      fail("deadlock in %s: block %u: %u of %u live threads at a barrier, %u at grid sync, the rest wait in warp "
           "operations",
           TheLaunch.k->name.c_str(), b.id, nb, b.live, ng);
  }
}
void initBlock(Block &b, unsigned id) {
  b.id = id;
  b.idx = {id % TheLaunch.g.x, id / TheLaunch.g.x % TheLaunch.g.y, id / (TheLaunch.g.x * TheLaunch.g.y)};
  unsigned n = TheLaunch.b.x * TheLaunch.b.y * TheLaunch.b.z;
  b.t.assign(n, Thread{});
  b.next = 0;
  b.live = n;
  b.sync = 0;
}
