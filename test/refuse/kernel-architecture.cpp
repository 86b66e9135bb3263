// RUN: %loopfuse check --refusals --quiet %s -- -x cuda --cuda-path=/none | FileCheck %s
// The device sees the other branch.
// CHECK: remark: not fused: the text of kernel 'first' depends on the device it is compiled for: it names __CUDA_ARCH__ [kernel-architecture]

__global__ void first(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef __CUDA_ARCH__
  i = n - i;
#endif
  x[i] = n;
}

void f(float *a, int n) {
  first<<<8, 64>>>(a, n);
  first<<<8, 64>>>(a, n);
}
