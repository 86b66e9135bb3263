// One step of the Adam optimizer as neural-network libraries of the plain kind write it: a function per operation, each
// with one launch and its error check. Together they are one kernel: eight launches become one.
//
// Without a GPU or the toolkit: test/cuda/cpu/cudacpu.py builds this for the CPU.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define BLOCK 256

#define CHECK(call)                                                                                                    \
  do {                                                                                                                 \
    cudaError_t status = (call);                                                                                       \
    if (status != cudaSuccess) {                                                                                       \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));                             \
      std::exit(1);                                                                                                    \
    }                                                                                                                  \
  } while (0)

__global__ void scaleKernel(int n, float factor, float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= factor;
}

__global__ void addScaledKernel(int n, float factor, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += factor * x[i];
}

__global__ void squareKernel(int n, float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= x[i];
}

__global__ void fillKernel(int n, float value, float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = value;
}

__global__ void adamKernel(int n, float *w, const float *m, const float *v, float rate, float epsilon) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    w[i] += rate * m[i] / (sqrtf(v[i]) + epsilon);
}

static void scale(int n, float factor, float *x) {
  scaleKernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(n, factor, x);
  CHECK(cudaPeekAtLastError());
}

static void addScaled(int n, float factor, const float *x, float *y) {
  addScaledKernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(n, factor, x, y);
  CHECK(cudaPeekAtLastError());
}

static void square(int n, float *x) {
  squareKernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(n, x);
  CHECK(cudaPeekAtLastError());
}

static void fill(int n, float value, float *x) {
  fillKernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(n, value, x);
  CHECK(cudaPeekAtLastError());
}

static void adam(int n, float *w, const float *m, const float *v, float rate, float epsilon) {
  adamKernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(n, w, m, v, rate, epsilon);
  CHECK(cudaPeekAtLastError());
}

// The four arrays do not overlap.
static void step(float *__restrict w, float *__restrict d, float *__restrict m, float *__restrict v, int n, float b1,
                 float b2, float decay, float rate) {
  scale(n, b1, m);
  scale(n, b2, v);
  addScaled(n, -decay, w, d);

  addScaled(n, 1 - b1, d, m);
  square(n, d);
  addScaled(n, 1 - b2, d, v);

  adam(n, w, m, v, rate, 1e-8f);
  fill(n, 0, d);
}

int main() {
  const int n = 100000;
  std::vector<float> host(n), zero(n), result(n);
  for (int i = 0; i < n; ++i)
    host[i] = (i * 7919 % 1000) / 250.f - 2;
  float *arrays[4];
  for (float *&array : arrays)
    cudaMalloc(&array, n * sizeof(float));
  cudaMemcpy(arrays[0], host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(arrays[2], zero.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(arrays[3], zero.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  for (int i = 0; i < 3; ++i) {
    cudaMemcpy(arrays[1], host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    step(arrays[0], arrays[1], arrays[2], arrays[3], n, 0.9f, 0.999f, 1e-4f, 0.01f);
  }
  double sum = 0;
  for (float *array : arrays) {
    cudaMemcpy(result.data(), array, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (float value : result)
      sum += value;
    std::printf("%.9g %.9g\n", sum, result[n - 1]);
    cudaFree(array);
  }
}
