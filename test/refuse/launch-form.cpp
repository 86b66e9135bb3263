// RUN: %loopfuse check --refusals --quiet %s -- -x cuda --cuda-path=/none | FileCheck %s
// How much shared memory a block gets is told by the launch.
// CHECK: [[#@LINE+9]]:{{.*}}: remark: not fused: the launch is not modelled: dynamic shared memory [launch-form]

__global__ void first(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = i;
}

void f(float *a, int n) {
  first<<<8, 64, n>>>(a, n);
  first<<<8, 64, n>>>(a, n);
}
