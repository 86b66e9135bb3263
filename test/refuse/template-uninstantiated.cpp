// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// Nobody says what T is.
// CHECK: remark: not fused: the template is never instantiated, so its types are unknown [template-uninstantiated]

template <class T>
void f(T *__restrict a, T *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = 1;
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
