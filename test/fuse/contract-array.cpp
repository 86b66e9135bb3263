// RUN: %check_fuse %s
// A temporary array becomes a scalar of its element type.
//--- before.cpp
void rounds(const double *__restrict in, double *__restrict out) {
  float t[64]; // products
  for (int i = 0; i < 64; ++i)
    t[i] = static_cast<float>(in[i] * 1.1);
  for (int i = 0; i < 64; ++i)
    out[i] = t[i] * 3.0;
}

void oneOfMany(const double *__restrict in, double *__restrict out) {
  double sum = 0, t[64];
  for (int i = 0; i < 64; ++i) {
    t[i] = in[i];
    t[i] += 2;
  }
  for (int i = 0; i < 64; ++i)
    sum += t[i];
  out[0] = sum;
}

void inABlock(const double *__restrict in, double *__restrict out, bool negate) {
  double t[64];
  for (int i = 0; i < 64; ++i) {
    if (negate)
      t[i] = -in[i];
    else
      t[i] = in[i];
  }
  for (int i = 0; i < 64; ++i)
    out[i] = t[i];
}
//--- after.cpp
void rounds(const double *__restrict in, double *__restrict out) {
  for (int i = 0; i < 64; ++i) {
    const float t_i = static_cast<float>(in[i] * 1.1);
    out[i] = t_i * 3.0;
  }
}

void oneOfMany(const double *__restrict in, double *__restrict out) {
  double sum = 0;
  for (int i = 0; i < 64; ++i) {
    double t_i = in[i];
    t_i += 2;
    sum += t_i;
  }
  out[0] = sum;
}

void inABlock(const double *__restrict in, double *__restrict out, bool negate) {
  double t[64];
  for (int i = 0; i < 64; ++i) {
    if (negate)
      t[i] = -in[i];
    else
      t[i] = in[i];
    out[i] = t[i];
  }
}
