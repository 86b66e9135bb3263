// The tail of a layer on the GPU: three elementwise kernels, one after the other over the same data. Each writes what the
// next one reads again; as one kernel they read the inputs once, and two launches are saved.
//
// Without a GPU or the toolkit: test/cuda/cpu/cudacpu.py builds this for the CPU.
#include <cmath>
#include <cstdio>
#include <vector>

__global__ void addBias(const float *input, const float *bias, float *out, int columns, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = input[i] + bias[i % columns];
}

__global__ void gelu(float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = data[i];
  float cube = 0.044715f * x * x * x;
  data[i] = 0.5f * x * (1.0f + tanhf(0.797885f * (x + cube)));
}

__global__ void addResidual(const float *data, const float *residual, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = data[i] + residual[i];
}

// What the caller hands over does not overlap.
static void layerTail(const float *__restrict input, const float *__restrict bias, const float *__restrict residual,
                      float *__restrict hidden, float *__restrict out, int rows, int columns) {
  int n = rows * columns;
  const int threads = 256;
  int blocks = (n + threads - 1) / threads;

  addBias<<<blocks, threads>>>(input, bias, hidden, columns, n);
  gelu<<<blocks, threads>>>(hidden, n);
  addResidual<<<blocks, threads>>>(hidden, residual, out, n);
}

int main() {
  const int rows = 37, columns = 96, n = rows * columns;
  std::vector<float> host(n), result(n);
  float *input, *bias, *residual, *hidden, *out;
  cudaMalloc(&input, n * sizeof(float));
  cudaMalloc(&bias, columns * sizeof(float));
  cudaMalloc(&residual, n * sizeof(float));
  cudaMalloc(&hidden, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i)
    host[i] = (i * 7919 % 1000) / 250.f - 2;
  cudaMemcpy(input, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(bias, host.data() + 5, columns * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(residual, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  layerTail(input, bias, residual, hidden, out, rows, columns);
  cudaMemcpy(result.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (float value : result)
    sum += value;
  std::printf("%.9g %.9g %.9g\n", sum, result[0], result[n - 1]);
  for (float *buffer : {input, bias, residual, hidden, out})
    cudaFree(buffer);
}
