// Two steps of a blur: the second kernel reads what other threads, of other blocks too, have written in the first one.
// As one kernel they would not wait for each other, so loopfuse leaves them alone and names two threads that show it:
// loopfuse check --refusals
//
// Without a GPU or the toolkit: test/cuda/cpu/cudacpu.py builds this for the CPU.
#include <cstdio>
#include <vector>

__global__ void blur(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}

int main() {
  const int n = 100000;
  std::vector<float> host(n), result(n);
  for (int i = 0; i < n; ++i)
    host[i] = (i * 7919 % 1000) / 1000.f;
  float *a, *b, *c;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&c, n * sizeof(float));
  cudaMemcpy(a, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(c, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  blur<<<(n + 255) / 256, 256>>>(a, b, n);
  blur<<<(n + 255) / 256, 256>>>(b, c, n);
  cudaMemcpy(result.data(), c, n * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (float value : result)
    sum += value;
  std::printf("%.9g %.9g\n", sum, result[1]);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
