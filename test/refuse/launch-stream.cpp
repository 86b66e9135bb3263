// RUN: %loopfuse check --refusals --quiet %s -- -x cuda --cuda-path=/none | FileCheck %s
// CHECK: remark: not fused: the launches are not queued in the same stream: one against another [launch-stream]

__global__ void first(float *__restrict x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = i;
}

void f(float *__restrict a, int n, cudaStream_t one, cudaStream_t another) {
  first<<<8, 64, 0, one>>>(a, n);
  first<<<8, 64, 0, another>>>(a, n);
}
