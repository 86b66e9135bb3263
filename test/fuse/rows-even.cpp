// RUN: %check_fuse %s -- -std=c++20
// Rows of a constant length whose sums are scalars run in strips of one length, so that compilers keep the sums in
// registers and see how many there are.
//--- before.cpp
#include <cstddef>

constexpr int C = 24, H = 20, W = 96;

void convolution(const float (&in)[C][H + 2][W + 2], const float (&w)[4][C][3][3], const float (&bias)[4],
                 float (&__restrict out)[4][H][W]) {
  float conv[4][H][W];
  for (int oc = 0; oc < 4; ++oc)
    for (int y = 0; y < H; ++y)
      for (int x = 0; x < W; ++x) {
        float acc = bias[oc];
        for (int c = 0; c < C; ++c)
          for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
              acc += in[c][y + i][x + j] * w[oc][c][i][j];
        conv[oc][y][x] = acc;
      }
  for (int oc = 0; oc < 4; ++oc)
    for (int y = 0; y < H; ++y)
      for (int x = 0; x < W; ++x)
        out[oc][y][x] = conv[oc][y][x] > 0 ? conv[oc][y][x] : 0;
}

// A row that ends with its bound, and one whose counter may wrap around: GCC would not see how long its strips are.
void counters(const double (&a)[H][C], const double (&b)[C][W], double (&__restrict out)[H][W]) {
  double t[H][W];
  for (std::size_t i = 0; i < H; ++i)
    for (long j = 8; j <= 87; ++j) {
      double sum = 0;
      for (int k = 0; k < C; ++k)
        sum += a[i][k] * b[k][j];
      t[i][j] = sum;
    }
  for (std::size_t i = 0; i < H; ++i)
    for (long j = 8; j <= 87; ++j)
      out[i][j] = t[i][j] * 2;
}

void wraps(const double (&a)[H][C], const double (&b)[C][W], double (&__restrict out)[H][W]) {
  double t[H][W];
  for (std::size_t i = 0; i < H; ++i)
    for (std::size_t j = 0; j < W; ++j) {
      double sum = 0;
      for (int k = 0; k < C; ++k)
        sum += a[i][k] * b[k][j];
      t[i][j] = sum;
    }
  for (std::size_t i = 0; i < H; ++i)
    for (std::size_t j = 0; j < W; ++j)
      out[i][j] = t[i][j] * 2;
}

// Few terms of one loop, and a row inside of the merged loop.
void pointwise(const float (&a)[H][8], const float (&b)[8][48], float (&__restrict out)[H][48],
               float (&__restrict most)[H]) {
  for (int i = 0; i < H; ++i) {
    for (int j = 0; j < 48; ++j) {
      float sum = 0;
      for (int k = 0; k < 8; ++k)
        sum += a[i][k] * b[k][j];
      out[i][j] = sum;
    }
  }
  for (int i = 0; i < H; ++i) {
    most[i] = out[i][0];
    for (int j = 1; j < 48; ++j)
      most[i] = most[i] < out[i][j] ? out[i][j] : most[i];
  }
}

// An array that is summed up in becomes a buffer.
void activation(const float (&a)[H][C], const float (&b)[C][W], float (&__restrict out)[H][W]) {
  float t[H][W];
  for (int i = 0; i < H; ++i)
    for (int j = 0; j < W; ++j) {
      t[i][j] = 0;
      for (int k = 0; k < C; ++k)
        t[i][j] += a[i][k] * b[k][j];
    }
  for (int i = 0; i < H; ++i)
    for (int j = 0; j < W; ++j)
      out[i][j] = t[i][j] < 0 ? 0 : t[i][j];
}

// An array that keeps its sums has no use for strips.
void kept(const float (&a)[H][C], const float (&b)[C][W], float (&__restrict t)[H][W], float (&__restrict out)[H][W]) {
  for (int i = 0; i < H; ++i)
    for (int j = 0; j < W; ++j) {
      t[i][j] = 0;
      for (int k = 0; k < C; ++k)
        t[i][j] += a[i][k] * b[k][j];
    }
  for (int i = 0; i < H; ++i)
    for (int j = 0; j < W; ++j)
      out[i][j] = t[i][j] * 2;
}

// GCC would exchange loops of two iterations with the strip's.
void pooled(const float (&in)[C][H + 1][W + 1], const float (&w)[C][2][2], float (&__restrict out)[H][W]) {
  float t[H][W];
  for (int y = 0; y < H; ++y)
    for (int x = 0; x < W; ++x) {
      float acc = 0;
      for (int c = 0; c < C; ++c)
        for (int i = 0; i < 2; ++i)
          for (int j = 0; j < 2; ++j)
            acc += in[c][y + i][x + j] * w[c][i][j];
      t[y][x] = acc;
    }
  for (int y = 0; y < H; ++y)
    for (int x = 0; x < W; ++x)
      out[y][x] = t[y][x] * 2;
}

// It writes out rows of 16.
void narrow(const float (&a)[H][C], const float (&b)[C][16], float (&__restrict out)[H][16]) {
  float t[H][16];
  for (int i = 0; i < H; ++i)
    for (int j = 0; j < 16; ++j) {
      float sum = 0;
      for (int k = 0; k < C; ++k)
        sum += a[i][k] * b[k][j];
      t[i][j] = sum;
    }
  for (int i = 0; i < H; ++i)
    for (int j = 0; j < 16; ++j)
      out[i][j] = t[i][j] * 2;
}
//--- after.cpp
#include <cstddef>

constexpr int C = 24, H = 20, W = 96;

void convolution(const float (&in)[C][H + 2][W + 2], const float (&w)[4][C][3][3], const float (&bias)[4],
                 float (&__restrict out)[4][H][W]) {
  constexpr int strip = 32;
  for (int oc = 0; oc < 4; ++oc)
    for (int y = 0; y < H; ++y)
      for (int x0 = 0; x0 < W; x0 += strip) {
        float acc[strip];
        for (int x = x0; x < x0 + strip; ++x)
          acc[x - x0] = bias[oc];
        for (int c = 0; c < C; ++c)
          for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
              for (int x = x0; x < x0 + strip; ++x)
                acc[x - x0] += in[c][y + i][x + j] * w[oc][c][i][j];
        for (int x = x0; x < x0 + strip; ++x) {
          const float conv_value = acc[x - x0];
          out[oc][y][x] = conv_value > 0 ? conv_value : 0;
        }
      }
}

// A row that ends with its bound, and one whose counter may wrap around: GCC would not see how long its strips are.
void counters(const double (&a)[H][C], const double (&b)[C][W], double (&__restrict out)[H][W]) {
  constexpr int strip = 40;
  for (std::size_t i = 0; i < H; ++i)
    for (long j0 = 8; j0 <= 87; j0 += strip) {
      double sum[strip];
      for (long j = j0; j <= j0 + (strip - 1); ++j)
        sum[j - j0] = 0;
      for (int k = 0; k < C; ++k)
        for (long j = j0; j <= j0 + (strip - 1); ++j)
          sum[j - j0] += a[i][k] * b[k][j];
      for (long j = j0; j <= j0 + (strip - 1); ++j) {
        const double t_value = sum[j - j0];
        out[i][j] = t_value * 2;
      }
    }
}

void wraps(const double (&a)[H][C], const double (&b)[C][W], double (&__restrict out)[H][W]) {
  for (std::size_t i = 0; i < H; ++i) {
    double sum[W];
    for (std::size_t j = 0; j < W; ++j)
      sum[j] = 0;
    for (int k = 0; k < C; ++k)
      for (std::size_t j = 0; j < W; ++j)
        sum[j] += a[i][k] * b[k][j];
    for (std::size_t j = 0; j < W; ++j) {
      const double t_value = sum[j];
      out[i][j] = t_value * 2;
    }
  }
}

// Few terms of one loop, and a row inside of the merged loop.
void pointwise(const float (&a)[H][8], const float (&b)[8][48], float (&__restrict out)[H][48],
               float (&__restrict most)[H]) {
  constexpr int strip = 24;
  for (int i = 0; i < H; ++i) {
    for (int j0 = 0; j0 < 48; j0 += strip) {
      float sum[strip];
      for (int j = j0; j < j0 + strip; ++j)
        sum[j - j0] = 0;
      for (int k = 0; k < 8; ++k)
        for (int j = j0; j < j0 + strip; ++j)
          sum[j - j0] += a[i][k] * b[k][j];
      for (int j = j0; j < j0 + strip; ++j)
        out[i][j] = sum[j - j0];
    }
    most[i] = out[i][0];
    for (int j = 1; j < 48; ++j)
      most[i] = most[i] < out[i][j] ? out[i][j] : most[i];
  }
}

// An array that is summed up in becomes a buffer.
void activation(const float (&a)[H][C], const float (&b)[C][W], float (&__restrict out)[H][W]) {
  constexpr int strip = 32;
  for (int i = 0; i < H; ++i)
    for (int j0 = 0; j0 < W; j0 += strip) {
      float t_row[strip];
      for (int j = j0; j < j0 + strip; ++j)
        t_row[j - j0] = 0;
      for (int k = 0; k < C; ++k)
        for (int j = j0; j < j0 + strip; ++j)
          t_row[j - j0] += a[i][k] * b[k][j];
      for (int j = j0; j < j0 + strip; ++j) {
        out[i][j] = t_row[j - j0] < 0 ? 0 : t_row[j - j0];
      }
    }
}

// An array that keeps its sums has no use for strips.
void kept(const float (&a)[H][C], const float (&b)[C][W], float (&__restrict t)[H][W], float (&__restrict out)[H][W]) {
  for (int i = 0; i < H; ++i) {
    for (int j = 0; j < W; ++j)
      t[i][j] = 0;
    for (int k = 0; k < C; ++k)
      for (int j = 0; j < W; ++j)
        t[i][j] += a[i][k] * b[k][j];
    for (int j = 0; j < W; ++j) {
      out[i][j] = t[i][j] * 2;
    }
  }
}

// GCC would exchange loops of two iterations with the strip's.
void pooled(const float (&in)[C][H + 1][W + 1], const float (&w)[C][2][2], float (&__restrict out)[H][W]) {
  for (int y = 0; y < H; ++y) {
    float acc[W];
    for (int x = 0; x < W; ++x)
      acc[x] = 0;
    for (int c = 0; c < C; ++c)
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          for (int x = 0; x < W; ++x)
            acc[x] += in[c][y + i][x + j] * w[c][i][j];
    for (int x = 0; x < W; ++x) {
      const float t_value = acc[x];
      out[y][x] = t_value * 2;
    }
  }
}

// It writes out rows of 16.
void narrow(const float (&a)[H][C], const float (&b)[C][16], float (&__restrict out)[H][16]) {
  for (int i = 0; i < H; ++i)
    for (int j = 0; j < 16; ++j) {
      float sum = 0;
      for (int k = 0; k < C; ++k)
        sum += a[i][k] * b[k][j];
      const float t_value = sum;
      out[i][j] = t_value * 2;
    }
}
