// RUN: %check_cuda %s --launches 2 --fixed %t.cu
// RUN: FileCheck --input-file %t.cu %s
// Threads in two directions, sizes as dim3, a name that both kernels use for different things, and a statement between
// the launches that a later one needs.
//
// CHECK: static __global__ void gradient_weigh(const int *image, int *out2, int width, int height,
// CHECK-NEXT: int factor) {
// CHECK: if (x < width && y < height) {
// CHECK-NEXT: int left
// CHECK: int out = out2[y * width + x] * factor;
// CHECK-NEXT: out2[y * width + x] = out;
// CHECK: int factor = width + 3;
// CHECK-NEXT: gradient_weigh<<<grid, block>>>(image, out, width, height, factor);
#include <cstdio>

__global__ void gradient(const int *image, int *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  int left = x > 0 ? image[y * width + x - 1] : 0;
  out[y * width + x] = image[y * width + x] - left;
}

__global__ void weigh(int *image, int width, int height, int factor) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    int out = image[y * width + x] * factor;
    image[y * width + x] = out;
  }
}

static void filter(const int *__restrict image, int *__restrict out, int width, int height) {
  dim3 block(16, 8);
  dim3 grid((width + block.x - 1) / block.x, (height + 7) / 8);
  gradient<<<grid, block>>>(image, out, width, height);
  int factor = width + 3;
  weigh<<<grid, block>>>(out, width, height, factor);
}

// Only the sizes differ: these stay two.
static void twice(int *__restrict image, int width, int height) {
  weigh<<<dim3(8, 8), dim3(16, 8)>>>(image, width, height, 3);
}

int main() {
  for (int width : {1, 16, 17, 50})
    for (int height : {1, 8, 13}) {
      int host[50 * 13], *image, *out;
      for (int i = 0; i < width * height; ++i)
        host[i] = i * 7919 % 1000;
      cudaMalloc(&image, width * height * sizeof(int));
      cudaMalloc(&out, width * height * sizeof(int));
      cudaMemcpy(image, host, width * height * sizeof(int), cudaMemcpyHostToDevice);
      filter(image, out, width, height);
      twice(out, width, height);
      cudaMemcpy(host, out, width * height * sizeof(int), cudaMemcpyDeviceToHost);
      unsigned hash = 0;
      for (int i = 0; i < width * height; ++i)
        hash = hash * 31 + host[i];
      std::printf("%d %d %08x\n", width, height, hash);
      cudaFree(image);
      cudaFree(out);
    }
}
