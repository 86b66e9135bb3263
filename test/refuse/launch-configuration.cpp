// RUN: %loopfuse check --refusals --quiet %s -- -x cuda --cuda-path=/none | FileCheck %s
// CHECK: remark: not fused: the launches do not start the same blocks: ({{.*}}n{{.*}}, 1, 1) against ({{.*}}m{{.*}}, 1, 1) [launch-configuration]

__global__ void first(float *__restrict x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = i;
}

void f(float *__restrict a, int n, int m) {
  first<<<(n + 63) / 64, 64>>>(a, n);
  first<<<(m + 63) / 64, 64>>>(a, m);
}
