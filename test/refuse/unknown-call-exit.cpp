// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// A test that ends the program is no assertion unless its macro says so: what was printed or written before matters.
#include <cstdlib>
#define VERIFY(x) if (!(x)) std::exit(1)

void macro(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    VERIFY(a[i] > 0);
    b[i] = a[i];
  }
  for (int k = 0; k < n; ++k)
    a[k] = b[k];
}
// CHECK: :7:3: remark: not fused: what 'VERIFY' reads and writes is not known [unknown-call]

void plain(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i) {
    if (a[i] < 0)
      std::abort();
    b[i] = a[i];
  }
  for (int k = 0; k < n; ++k)
    a[k] = b[k];
}
// CHECK: :17:3: remark: not fused: what 'std::abort' reads and writes is not known [unknown-call]

// The function may change its parameter, and which element the accessor gives depends on memory.
struct Odd {
  double *d;
  int k;
  double &next() { return d[k]; }
  double &either(int i) { return i < k ? d[i] : d[0]; }
};
void odd(Odd &o, double *__restrict a, int n) {
  for (int i = 0; i < n; ++i)
    o.either(i) = a[i];
  for (int k = 0; k < n; ++k)
    a[k] = o.d[k];
}
// CHECK: :35:3: remark: not fused: what 'o.either(i)' reads and writes is not known [unknown-call]
