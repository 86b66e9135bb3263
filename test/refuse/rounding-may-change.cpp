// RUN: %loopfuse check --refusals --quiet %s -- g++ -fno-tree-vectorize -std=c++20 -O2 -mfma | FileCheck %s --check-prefixes=FUSED,SAID,GCC
// RUN: %loopfuse check --refusals --quiet --fp=exact %s -- g++ -fno-tree-vectorize -std=c++20 -O2 -mfma | FileCheck %s
// RUN: %loopfuse check --refusals --quiet %s -- clang++ -fno-vectorize -std=c++20 -O2 -mfma -ffp-contract=fast | FileCheck %s --check-prefixes=FUSED,SAID,CLANG
// RUN: %loopfuse check --refusals --quiet --fp=exact %s -- clang++ -fno-vectorize -std=c++20 -O2 -mfma -ffp-contract=fast | FileCheck %s
// RUN: %loopfuse check --refusals --quiet --fp=exact %s -- clang++ -fno-vectorize -std=c++20 -ffast-math | FileCheck %s
// RUN: %loopfuse check --refusals --quiet %s -- clang++ -fno-vectorize -std=c++20 -mfma -ffast-math | FileCheck %s --check-prefix=FUSED
// RUN: %loopfuse check --refusals --quiet %s -- g++ -fno-tree-vectorize -std=c++20 -mfpmath=387 | FileCheck %s
// RUN: %loopfuse check --refusals --quiet %s -- clang++ -fno-vectorize -std=c++20 "-DPRAGMA=clang fp contract(fast)" | FileCheck %s
// RUN: %loopfuse check --refusals --quiet %s -- clang++ -fno-vectorize -std=c++20 "-DPRAGMA=clang fp reassociate(on)" | FileCheck %s
// RUN: %loopfuse check --refusals --quiet %s -- clang++ -fno-vectorize -std=c++20 "-DPRAGMA=clang fp contract(off)" | FileCheck %s --check-prefix=FUSED
// RUN: %loopfuse check --refusals --quiet --fp=relaxed %s -- g++ -fno-tree-vectorize -std=c++20 -mfma | FileCheck %s --check-prefix=FUSED
// RUN: %loopfuse check --refusals --quiet %s -- g++ -fno-tree-vectorize -std=c++20 -mfma -ffp-contract=off | FileCheck %s --check-prefix=FUSED
// RUN: %loopfuse check --refusals --quiet %s -- clang++ -fno-vectorize -std=c++20 -mfma -ffp-contract=fast-honor-pragmas | FileCheck %s --check-prefix=FUSED
// With fused multiply-add, the compiler may join the product and the sum that fusion brings together; with fast-math it
// may regroup anything.
// CHECK: remark: not fused: the compiler may round 't[i]' differently after fusion; {{.*}} [rounding-may-change]
// FUSED-NOT: [rounding-may-change]
// FUSED: note: this loop joins it
// SAID: note: the compiler may round 't[i]' differently after fusion

#ifdef PRAGMA
#define TEXT(X) #X
#define PRAGMA_OF(X) _Pragma(TEXT(X))
PRAGMA_OF(PRAGMA)
#endif

void f(const double *__restrict a, const double *__restrict b, double *__restrict t, double *__restrict c, int n) {
  for (int i = 0; i < n; ++i)
    t[i] = a[i] * b[i];
  for (int k = 0; k < n; ++k)
    c[k] = t[k] + a[k];
}

// What one body multiplies and adds, the other one multiplies as well.
// SAID: note: the compiler may round 'twice[i]' differently after fusion
void g(const double *__restrict a, const double *__restrict b, double *__restrict twice, double *__restrict c, int n) {
  for (int i = 0; i < n; ++i)
    twice[i] = a[i] * b[i] + a[i];
  for (int k = 0; k < n; ++k)
    c[k] = b[k] * a[k];
}

// GCC makes vectors of a sum in order, and then contracts no part of it.
// GCC: note: the compiler may round 'sum' differently after fusion
// CLANG-NOT: may round 'sum'
double h(const double *__restrict a, double *__restrict c, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i] * a[i];
  for (int k = 0; k < n; ++k)
    c[k] = a[k] - 1;
  return sum;
}
