// RUN: %check_fuse %s -- -fopenmp
// RUN: %check_fuse %s -- -Wno-unknown-pragmas
// A layer of a transformer: two matrix products and what joins them, called one after the other. Their directives name
// the functions' own variables, which get other names here.
//--- before.c
float expf(float);
void matmul(float* xout, float* x, float* w, int n, int d) {
    // W (d,n) @ x (n,) -> xout (d,)
    int i;
    #pragma omp parallel for private(i)
    for (i = 0; i < d; i++) {
        float val = 0.0f;
        for (int j = 0; j < n; j++) {
            val += w[i * n + j] * x[j];
        }
        xout[i] = val;
    }
}
void ffn(float *restrict hb, float *restrict hb2, float *restrict x, float *restrict w1, float *restrict w3, int dim, int hidden_dim) {
    matmul(hb, x, w1, dim, hidden_dim);
    matmul(hb2, x, w3, dim, hidden_dim);
    // SwiGLU
    #pragma omp parallel for
    for (int i = 0; i < hidden_dim; i++) {
        float val = hb[i];
        val *= (1.0f / (1.0f + expf(-val)));
        val *= hb2[i];
        hb[i] = val;
    }
}
// What an argument says is kept in front of the loops.
static void advance(double *restrict x, const double *restrict v, int count, double dt) {
#pragma omp parallel for firstprivate(dt)
    for (int i = 0; i < count; i++)
        x[i] += dt * v[i];
}
void step(double *restrict x, const double *restrict v, const double *restrict w, int n, double dt) {
    advance(x, v, n - 1, 0.5 * dt);
    advance(x, w, n - 1, 2.0);
}
//--- after.c
float expf(float);
void matmul(float* xout, float* x, float* w, int n, int d) {
    // W (d,n) @ x (n,) -> xout (d,)
    int i;
    #pragma omp parallel for private(i)
    for (i = 0; i < d; i++) {
        float val = 0.0f;
        for (int j = 0; j < n; j++) {
            val += w[i * n + j] * x[j];
        }
        xout[i] = val;
    }
}
void ffn(float *restrict hb, float *restrict hb2, float *restrict x, float *restrict w1, float *restrict w3, int dim, int hidden_dim) {
    // W (d,n) @ x (n,) -> xout (d,)
    int i2;
    // matmul(hb, x, w1, dim, hidden_dim)
    #pragma omp parallel for private(i2)
    for (i2 = 0; i2 < hidden_dim; i2++) {
        float val2 = 0.0f;
        // W (d,n) @ x (n,) -> xout (d,)
        // matmul(hb2, x, w3, dim, hidden_dim)
        float val3 = 0.0f;
        for (int j = 0; j < dim; j++) {
            val2 += w1[i2 * dim + j] * x[j];
            val3 += w3[i2 * dim + j] * x[j];
        }
        hb[i2] = val2;
        hb2[i2] = val3;
        // SwiGLU
        {
            float val = hb[i2];
            val *= (1.0f / (1.0f + expf(-val)));
            val *= hb2[i2];
            hb[i2] = val;
        }
    }
}
// What an argument says is kept in front of the loops.
static void advance(double *restrict x, const double *restrict v, int count, double dt) {
#pragma omp parallel for firstprivate(dt)
    for (int i = 0; i < count; i++)
        x[i] += dt * v[i];
}
void step(double *restrict x, const double *restrict v, const double *restrict w, int n, double dt) {
    const int count = n - 1;
    const double dt2 = 0.5 * dt;
    const double dt3 = 2.0;
    // advance(x, v, n - 1, 0.5 * dt)
    #pragma omp parallel for firstprivate(dt2, dt3)
    for (int i = 0; i < count; i++) {
        x[i] += dt2 * v[i];
        // advance(x, w, n - 1, 2.0)
        x[i] += dt3 * w[i];
    }
}
