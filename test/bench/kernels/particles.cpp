// A step of particles whose coordinates are arrays of their own.
// elements: n   sizes: 2000 30000 1000000   expect: fused
//--- original
void kernel(float *__restrict px, float *__restrict py, float *__restrict vx, float *__restrict vy,
            const float *__restrict fx, const float *__restrict fy, int n) {
  for (int i = 0; i < n; ++i)
    vx[i] += 0.01f * fx[i];
  for (int i = 0; i < n; ++i)
    vy[i] += 0.01f * fy[i];
  for (int i = 0; i < n; ++i)
    px[i] += 0.01f * vx[i];
  for (int i = 0; i < n; ++i)
    py[i] += 0.01f * vy[i];
}
//--- hand
void kernel(float *__restrict px, float *__restrict py, float *__restrict vx, float *__restrict vy,
            const float *__restrict fx, const float *__restrict fy, int n) {
  for (int i = 0; i < n; ++i) {
    const float v = vx[i] + 0.01f * fx[i];
    vx[i] = v;
    px[i] += 0.01f * v;
  }
  for (int i = 0; i < n; ++i) {
    const float v = vy[i] + 0.01f * fy[i];
    vy[i] = v;
    py[i] += 0.01f * v;
  }
}
