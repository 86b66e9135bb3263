// RUN: %check_fuse %s -- -std=c++20 -Wno-unknown-pragmas
// Loops whose body holds a sum over what neighbours on the row have side by side: the sum's loops go around the row.
//--- before.cpp
constexpr int C = 24, H = 20, W = 30;

// The sums are kept for one row, the bodies behind them are one.
void convolution(const float (&in)[C][H + 2][W + 2], const float (&w)[4][C][3][3], const float (&bias)[4],
                 const float (&scale)[4], float (&__restrict out)[4][H][W]) {
  float conv[4][H][W];
  for (int oc = 0; oc < 4; ++oc)
    for (int y = 0; y < H; ++y)
      for (int x = 0; x < W; ++x) {
        float acc = bias[oc]; // The neutral pixel.
        // All channels.
        for (int c = 0; c < C; ++c)
          for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
              acc += in[c][y + i][x + j] * w[oc][c][i][j];

        conv[oc][y][x] = acc;
      }
  // Negative ones are cut off.
  for (int oc = 0; oc < 4; ++oc)
    for (int y = 0; y < H; ++y)
      for (int x = 0; x < W; ++x)
        out[oc][y][x] = conv[oc][y][x] > 0 ? conv[oc][y][x] * scale[oc] : 0;
}

// By strips where the row has no constant length.
void product(int n, const float *__restrict a, const float *__restrict b, float *__restrict t, float *__restrict out,
             const float *__restrict bias) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < n; k++) {
        sum += a[i * n + k] * b[k * n + j];
      }
      t[i * n + j] = sum;
    }
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      out[i * n + j] = t[i * n + j] + bias[j];
    }
  }
}

// Two rows side by side. An element of an array needs no buffer, but where the array goes.
void products(const double (&a)[W][W], const double (&b)[W][W], const double (&c)[W][W], double (&__restrict d)[W][W]) {
  double tmp[W][W];
  for (int i = 0; i < W; i++)
    for (int j = 0; j < W; j++) {
      tmp[i][j] = 0;
      for (int k = 0; k < W; k++)
        tmp[i][j] += a[i][k] * b[k][j];
    }
  for (int i = 0; i < W; i++)
    for (int j = 0; j < W; j++) {
      double s = 0;
      for (int k = 0; k < W; k++)
        s += tmp[i][k] * c[k][j];
      d[i][j] = s;
    }
}

// The temporary that is summed up in becomes a row.
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

// Along the rows of a only the sum has neighbours: it stays as it is.
void transposed(const float (&a)[H][W], const float (&b)[H][W], float (&__restrict out)[H][H], float (&__restrict twice)[H][H]) {
  for (int i = 0; i < H; ++i)
    for (int j = 0; j < H; ++j) {
      float dot = 0;
      for (int k = 0; k < W; ++k)
        dot += a[i][k] * b[j][k];
      out[i][j] = dot;
    }
  for (int i = 0; i < H; ++i)
    for (int j = 0; j < H; ++j)
      twice[i][j] = out[i][j] * 2;
}

// The row cannot go into a macro.
#define ADD t[i][j] += a[i][k] * b[k][j]
void macro(const float (&a)[H][C], const float (&b)[C][W], float (&__restrict t)[H][W]) {
  for (int i = 0; i < H; ++i)
    for (int j = 0; j < W; ++j) {
      t[i][j] = 0;
      for (int k = 0; k < C; ++k)
        ADD;
    }
  for (int i = 0; i < H; ++i)
    for (int j = 0; j < W; ++j)
      t[i][j] = t[i][j] * 2;
}

// The threads share the rows; the directive does not name what is gone.
void threads(const float (&a)[H][C], const float (&b)[C][W], float (&__restrict out)[H][W]) {
  float t[H][W];
#pragma omp parallel for
  for (int i = 0; i < H; ++i)
    for (int j = 0; j < W; ++j) {
      float sum = 0;
      for (int k = 0; k < C; ++k)
        sum += a[i][k] * b[k][j];
      t[i][j] = sum;
    }
#pragma omp parallel for
  for (int i = 0; i < H; ++i)
    for (int j = 0; j < W; ++j)
      out[i][j] = t[i][j] * 2;
}

// The length of the strips stands between the loops of the region, and the row's length is a constant.
void behind(const float (&a)[H][C], const float (&b)[C][2000], float (&__restrict out)[H][2000], float (&__restrict one)[H][2000]) {
  float t[H][2000];
  for (int i = 0; i < H; ++i)
    for (int j = 0; j < 2000; ++j)
      one[i][j] = 1;
  for (int i = 0; i < H; ++i)
    for (int j = 0; j < 2000; ++j) {
      float sum = 0;
      for (int k = 0; k < C; ++k)
        sum += a[i][k] * b[k][j];
      t[i][j] = sum;
    }
  for (int i = 0; i < H; ++i)
    for (int j = 0; j < 2000; ++j)
      out[i][j] = t[i][j] * 2;
}
//--- after.cpp
constexpr int C = 24, H = 20, W = 30;

// The sums are kept for one row, the bodies behind them are one.
void convolution(const float (&in)[C][H + 2][W + 2], const float (&w)[4][C][3][3], const float (&bias)[4],
                 const float (&scale)[4], float (&__restrict out)[4][H][W]) {
  for (int oc = 0; oc < 4; ++oc)
    for (int y = 0; y < H; ++y) {
      float acc[W];
      for (int x = 0; x < W; ++x)
        acc[x] = bias[oc]; // The neutral pixel.
      // All channels.
      for (int c = 0; c < C; ++c)
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j)
            for (int x = 0; x < W; ++x)
              acc[x] += in[c][y + i][x + j] * w[oc][c][i][j];

      for (int x = 0; x < W; ++x) {
        const float conv_value = acc[x];
        // Negative ones are cut off.
        out[oc][y][x] = conv_value > 0 ? conv_value * scale[oc] : 0;
      }
    }
}

// By strips where the row has no constant length.
void product(int n, const float *__restrict a, const float *__restrict b, float *__restrict t, float *__restrict out,
             const float *__restrict bias) {
  constexpr int strip = 512;
  for (int i = 0; i < n; i++) {
    for (long long j0 = 0; j0 < n; j0 += strip) {
      const int jEnd = j0 + strip < n ? j0 + strip : n;
      float sum[strip];
      for (int j = j0; j < jEnd; j++)
        sum[j - j0] = 0;
      for (int k = 0; k < n; k++)
        for (int j = j0; j < jEnd; j++) {
          sum[j - j0] += a[i * n + k] * b[k * n + j];
        }
      for (int j = j0; j < jEnd; j++) {
        t[i * n + j] = sum[j - j0];
        out[i * n + j] = t[i * n + j] + bias[j];
      }
    }
  }
}

// Two rows side by side. An element of an array needs no buffer, but where the array goes.
void products(const double (&a)[W][W], const double (&b)[W][W], const double (&c)[W][W], double (&__restrict d)[W][W]) {
  double tmp[W];
  for (int i = 0; i < W; i++) {
    for (int j = 0; j < W; j++)
      tmp[j] = 0;
    for (int k = 0; k < W; k++)
      for (int j = 0; j < W; j++)
        tmp[j] += a[i][k] * b[k][j];
    double s[W];
    for (int j = 0; j < W; j++)
      s[j] = 0;
    for (int k = 0; k < W; k++)
      for (int j = 0; j < W; j++)
        s[j] += tmp[k] * c[k][j];
    for (int j = 0; j < W; j++)
      d[i][j] = s[j];
  }
}

// The temporary that is summed up in becomes a row.
void activation(const float (&a)[H][C], const float (&b)[C][W], float (&__restrict out)[H][W]) {
  for (int i = 0; i < H; ++i) {
    float t_row[W];
    for (int j = 0; j < W; ++j)
      t_row[j] = 0;
    for (int k = 0; k < C; ++k)
      for (int j = 0; j < W; ++j)
        t_row[j] += a[i][k] * b[k][j];
    for (int j = 0; j < W; ++j) {
      out[i][j] = t_row[j] < 0 ? 0 : t_row[j];
    }
  }
}

// Along the rows of a only the sum has neighbours: it stays as it is.
void transposed(const float (&a)[H][W], const float (&b)[H][W], float (&__restrict out)[H][H], float (&__restrict twice)[H][H]) {
  for (int i = 0; i < H; ++i)
    for (int j = 0; j < H; ++j) {
      float dot = 0;
      for (int k = 0; k < W; ++k)
        dot += a[i][k] * b[j][k];
      out[i][j] = dot;
      twice[i][j] = out[i][j] * 2;
    }
}

// The row cannot go into a macro.
#define ADD t[i][j] += a[i][k] * b[k][j]
void macro(const float (&a)[H][C], const float (&b)[C][W], float (&__restrict t)[H][W]) {
  for (int i = 0; i < H; ++i)
    for (int j = 0; j < W; ++j) {
      t[i][j] = 0;
      for (int k = 0; k < C; ++k)
        ADD;
      t[i][j] = t[i][j] * 2;
    }
}

// The threads share the rows; the directive does not name what is gone.
void threads(const float (&a)[H][C], const float (&b)[C][W], float (&__restrict out)[H][W]) {
#pragma omp parallel for
  for (int i = 0; i < H; ++i) {
    float sum[W];
    for (int j = 0; j < W; ++j)
      sum[j] = 0;
    for (int k = 0; k < C; ++k)
      for (int j = 0; j < W; ++j)
        sum[j] += a[i][k] * b[k][j];
    for (int j = 0; j < W; ++j) {
      const float t_value = sum[j];
      out[i][j] = t_value * 2;
    }
  }
}

// The length of the strips stands between the loops of the region, and the row's length is a constant.
void behind(const float (&a)[H][C], const float (&b)[C][2000], float (&__restrict out)[H][2000], float (&__restrict one)[H][2000]) {
  for (int i = 0; i < H; ++i)
    for (int j = 0; j < 2000; ++j)
      one[i][j] = 1;
  constexpr int strip = 512;
  for (int i = 0; i < H; ++i)
    for (int j0 = 0; j0 < 2000; j0 += strip) {
      const int jEnd = j0 + strip < 2000 ? j0 + strip : 2000;
      float sum[strip];
      for (int j = j0; j < jEnd; ++j)
        sum[j - j0] = 0;
      for (int k = 0; k < C; ++k)
        for (int j = j0; j < jEnd; ++j)
          sum[j - j0] += a[i][k] * b[k][j];
      for (int j = j0; j < jEnd; ++j) {
        const float t_value = sum[j - j0];
        out[i][j] = t_value * 2;
      }
    }
}
