// A command that makes GCC contract across statements: values get a barrier that clang, which parses the new text for
// the re-check, does not know.
// RUN: cp %s %t.cpp
// RUN: %loopfuse fix %t.cpp -- g++-12 -O2 --target=x86_64-linux-gnu -mfma
// RUN: FileCheck --input-file=%t.cpp %s
// RUN: cp %t.cpp %t.second.cpp
// RUN: %loopfuse fix %t.second.cpp -- g++-12 -O2 --target=x86_64-linux-gnu -mfma
// RUN: diff %t.cpp %t.second.cpp
void f(double *__restrict a, const double *__restrict b, double *__restrict c) {
  double t[100];
  for (int i = 0; i < 100; ++i)
    t[i] = b[i] * b[i];
  for (int i = 0; i < 100; ++i)
    c[i] = a[i] + t[i];
}
// CHECK: const double t_i = __builtin_assoc_barrier(b[i] * b[i]);
