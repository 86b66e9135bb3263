// Batch normalisation: mean and variance of each channel, by one thread a channel, then every element. The two kernels
// over channels become one; the third one runs over more threads, so it stays.
//
// Without a GPU or the toolkit: test/cuda/cpu/cudacpu.py builds this for the CPU.
#include <cstdio>
#include <vector>

__global__ void meanKernel(const float *x, float *mean, int channels, int size) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= channels)
    return;
  float sum = 0;
  for (int i = 0; i < size; ++i)
    sum += x[c * size + i];
  mean[c] = sum / size;
}

__global__ void scaleKernel(const float *x, const float *mean, float *scale, int channels, int size) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= channels)
    return;
  float sum = 0;
  for (int i = 0; i < size; ++i) {
    float apart = x[c * size + i] - mean[c];
    sum += apart * apart;
  }
  scale[c] = 1 / sqrtf(sum / size + 1e-5f);
}

__global__ void normalizeKernel(const float *x, const float *mean, const float *scale, float *out, int size, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = (x[i] - mean[i / size]) * scale[i / size];
}

int main() {
  const int channels = 40, size = 900, n = channels * size;
  std::vector<float> host(n), result(n);
  for (int i = 0; i < n; ++i)
    host[i] = (i * 7919 % 1000) / 250.f - 2;
  float *x, *mean, *scale, *out;
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&mean, channels * sizeof(float));
  cudaMalloc(&scale, channels * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(x, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);

  meanKernel<<<(channels + 31) / 32, 32>>>(x, mean, channels, size);
  cudaDeviceSynchronize();
  scaleKernel<<<(channels + 31) / 32, 32>>>(x, mean, scale, channels, size);
  cudaDeviceSynchronize();
  normalizeKernel<<<(n + 255) / 256, 256>>>(x, mean, scale, out, size, n);

  cudaMemcpy(result.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (float value : result)
    sum += value * value;
  std::printf("%.9g %.9g %.9g\n", sum, result[0], result[n - 1]);
  for (float *buffer : {x, mean, scale, out})
    cudaFree(buffer);
}
