// RUN: %loopfuse check --refusals --quiet %s -- -x cuda --cuda-path=/none | FileCheck %s
// The sum is there when all blocks are done.
// CHECK: remark: not fused: the threads of kernel 'total' work together: 'atomicAdd' [kernel-cooperation]

__global__ void total(const int *x, int *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(sum, x[i]);
}

__global__ void less(int *x, const int *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] -= *sum;
}

void f(int *__restrict x, int *__restrict sum, int n) {
  total<<<8, 64>>>(x, sum, n);
  less<<<8, 64>>>(x, sum, n);
}
