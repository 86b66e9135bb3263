// RUN: %loopfuse --print=regions %s -- | FileCheck %s --check-prefix=REGIONS
// RUN: %loopfuse --print=scop %s -- | FileCheck %s --check-prefix=SCOP
// RUN: %loopfuse --print=graph %s -- | FileCheck %s --check-prefix=GRAPH
// RUN: %loopfuse --print=plan %s -- | FileCheck %s --check-prefix=PLAN
// RUN: %loopfuse --print=edits %s -- | FileCheck %s --check-prefix=EDITS
// What each stage makes of one region.

void f(const float *__restrict in, float *__restrict out, int n) {
  float t[100];
  for (int i = 0; i < n; ++i)
    t[i] = in[i] * 2;
  out[0] = 0;
  for (int k = 0; k < n; ++k)
    out[k] = t[k] + 1;
}

// REGIONS: stages.cpp:8: region in f
// SCOP: parameter n : i32
// SCOP: array t : float {{.*}}local
// SCOP: member 0 line 10 nest perfect-depth 1
// SCOP: loop i : int = 0; < n; step 1
// SCOP: read in[i]
// SCOP-NEXT: write t[i]
// SCOP: member 1 line 12 plain
// SCOP: write out[0]
// SCOP: member 2 line 13 nest perfect-depth 1
// GRAPH: 0 -> 1: free
// GRAPH: 0 -> 2: keeps order, may join
// GRAPH: 1 -> 2: keeps order
// PLAN: group depth 1: 0 2, 1 before, t -> t_i
// EDITS: stages.cpp
