// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// A value that another place in the text would change; what a failing assertion prints does not count.
#include <cassert>
#define HERE __LINE__

void line(const int *__restrict in, int *__restrict a, int *__restrict b) {
  for (int i = 0; i < 64; ++i)
    a[i] = in[i];
  for (int i = 0; i < 64; ++i)
    b[i] = a[i] + HERE;
}
// CHECK: :7:3: remark: not fused: '__LINE__', which has another value elsewhere in the text, is not modelled [unsupported-statement]
// CHECK: :10:19: note:

void counter(const int *__restrict in, int *__restrict a, int *__restrict b) {
  for (int i = 0; i < 64; ++i)
    a[i] = in[i] * __COUNTER__;
  for (int i = 0; i < 64; ++i)
    b[i] = a[i];
}
// CHECK: :16:3: remark: not fused: '__COUNTER__', which has another value elsewhere in the text, is not modelled [unsupported-statement]

void between(const int *__restrict in, int *__restrict a, int *__restrict b) {
  for (int i = 0; i < 64; ++i)
    a[i] = in[i];
  int here = __LINE__;
  for (int i = 0; i < 64; ++i)
    b[i] = a[i] + here;
}
// CHECK: :24:3: remark: not fused: {{.*}}'__LINE__'

void assertion(const int *__restrict in, int *__restrict a, int *__restrict b) {
  for (int i = 0; i < 64; ++i) {
    assert(in[i] < 9);
    a[i] = in[i];
  }
  for (int i = 0; i < 64; ++i) {
    assert(a[i] < 8);
    b[i] = a[i];
  }
}
// CHECK: :33:3: warning: these 2 loops can be fused
