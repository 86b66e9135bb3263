// RUN: %loopfuse check --refusals --quiet %s -- -x cuda --cuda-path=/none | FileCheck %s
// CHECK: remark: not fused: the kernel 'first' is not modelled: it changes its parameter 'x' [kernel-form]

__global__ void first(float *x, int n) {
  x += blockIdx.x * blockDim.x + threadIdx.x;
  *x = n;
}

void f(float *a, int n) {
  first<<<8, 64>>>(a, n);
  first<<<8, 64>>>(a, n);
}
