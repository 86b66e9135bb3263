// Colours of an image on the GPU, step by step through scratch buffers: each kernel writes what the next one reads. As one
// kernel the steps need no buffers; their memory is not asked for any longer.
//
// Without a GPU or the toolkit: test/cuda/cpu/cudacpu.py builds this for the CPU.
#include <cstdio>
#include <vector>

__global__ void linear(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * in[i];
}

__global__ void expose(const float *in, float *out, float gain, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * gain + 0.01f;
}

__global__ void compress(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] / (1 + in[i]);
}

int main() {
  const int n = 640 * 480;
  std::vector<float> host(n), result(n);
  for (int i = 0; i < n; ++i)
    host[i] = (i * 7919 % 1000) / 1000.f;
  float *image, *light, *exposed, *out;
  cudaMalloc(&image, n * sizeof(float));
  cudaMalloc(&light, n * sizeof(float));
  cudaMalloc(&exposed, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(image, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);

  linear<<<(n + 255) / 256, 256>>>(image, light, n);
  expose<<<(n + 255) / 256, 256>>>(light, exposed, 1.5f, n);
  compress<<<(n + 255) / 256, 256>>>(exposed, out, n);

  cudaMemcpy(result.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (float value : result)
    sum += value;
  std::printf("%.9g %.9g %.9g\n", sum, result[0], result[n - 1]);
  cudaFree(image);
  cudaFree(light);
  cudaFree(exposed);
  cudaFree(out);
}
