// RUN: %check_fuse %s
// A vector that is asked for nothing but its size goes, too: what it was made with stands for that.
//--- before.cpp
#include <cstddef>
#include <vector>

void made(std::size_t n, const float *__restrict in, float *__restrict out) {
  std::vector<float> t(n);
  for (std::size_t i = 0; i < t.size(); ++i)
    t[i] = in[i] * 2;
  for (std::size_t i = 0; i < t.size(); ++i)
    out[i] = t[i] + 1;
}

void converted(int n, const float *__restrict in, float *__restrict out) {
  std::vector<float> t(n + 1);
  for (std::size_t i = 0; i < t.size(); ++i)
    t[i] = in[i] * 2;
  for (std::size_t i = 0; i < t.size(); ++i)
    out[i] = t[i] / t.size();
}

void resized(std::size_t n, const float *__restrict in, float *__restrict out) {
  std::vector<float> t, u;
  t.resize(n + 1);
  u.resize(t.size());
  for (std::size_t i = 0; i < t.size(); ++i)
    t[i] = in[i] * 2;
  for (std::size_t i = 0; i < u.size(); ++i)
    u[i] = t[i] * 2;
  for (std::size_t i = 0; i < u.size(); ++i)
    out[i] = u[i] + 1;
}

void assigned(std::size_t n, const float *__restrict in, float *__restrict out) {
  std::vector<float> t;
  t.assign(n, 1.0f);
  for (std::size_t i = 0; i < n; ++i)
    t[i] = in[i] * 2;
  for (std::size_t i = 0; i < t.size(); ++i)
    out[i] = t[i] + 1;
}

// The parameter has another value, or its name another meaning, in the loops.
void changed(std::size_t n, const float *__restrict in, float *__restrict out) {
  std::vector<float> t(n);
  --n;
  for (std::size_t i = 0; i < t.size(); ++i)
    t[i] = in[i] * n;
  for (std::size_t i = 0; i < t.size(); ++i)
    out[i] = t[i] + 1;
}

void hidden(int n, const float *__restrict in, float *__restrict out) {
  std::vector<float> t(n);
  for (std::size_t n = 0; n < t.size(); ++n)
    t[n] = in[n] * 2;
  for (std::size_t n = 0; n < t.size(); ++n)
    out[n] = t[n] + 1;
}

// Its size is asked for elsewhere; its values, as assigned, are read.
std::size_t behind(std::size_t n, const float *__restrict in, float *__restrict out) {
  std::vector<float> t(n);
  for (std::size_t i = 0; i < t.size(); ++i)
    t[i] = in[i] * 2;
  for (std::size_t i = 0; i < t.size(); ++i)
    out[i] = t[i] + 1;
  return t.size();
}

void read(std::size_t n, const float *__restrict in, float *__restrict out) {
  std::vector<float> kept;
  kept.assign(n, 1.0f);
  for (std::size_t i = 0; i < n; ++i)
    kept[i] += in[i] * 2;
  for (std::size_t i = 0; i < kept.size(); ++i)
    out[i] = kept[i] + 1;
}

// It is resized again.
void twice(std::size_t n, const float *__restrict in, float *__restrict out) {
  std::vector<float> grown;
  grown.resize(n);
  grown.resize(n + n);
  for (std::size_t i = 0; i < grown.size(); ++i)
    grown[i] = in[i] * 2;
  for (std::size_t i = 0; i < grown.size(); ++i)
    out[i] = grown[i] + 1;
}

// What a vector was made with is still the size of another one.
void ofAnother(const std::vector<float> &in, std::vector<float> &out) {
  std::vector<float> other(in.size());
  for (std::size_t i = 0; i < other.size(); ++i)
    other[i] = in[i] * 2;
  for (std::size_t i = 0; i < other.size(); ++i)
    out[i] = other[i] + 1;
}

// Not here: it may have got longer before the loops.
void appendTo(std::vector<float> &v);
void ofAnotherChanged(std::vector<float> &in, std::vector<float> &out) {
  std::vector<float> before(in.size());
  appendTo(in);
  for (std::size_t i = 0; i < before.size(); ++i)
    before[i] = in[i] * 2;
  for (std::size_t i = 0; i < before.size(); ++i)
    out[i] = before[i] + 1;
}
//--- after.cpp
#include <cstddef>
#include <vector>

void made(std::size_t n, const float *__restrict in, float *__restrict out) {
  for (std::size_t i = 0; i < n; ++i) {
    const float t_i = in[i] * 2;
    out[i] = t_i + 1;
  }
}

void converted(int n, const float *__restrict in, float *__restrict out) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(n + 1); ++i) {
    const float t_i = in[i] * 2;
    out[i] = t_i / static_cast<std::size_t>(n + 1);
  }
}

void resized(std::size_t n, const float *__restrict in, float *__restrict out) {
  for (std::size_t i = 0; i < n + 1; ++i) {
    const float t_i = in[i] * 2;
    const float u_i = t_i * 2;
    out[i] = u_i + 1;
  }
}

void assigned(std::size_t n, const float *__restrict in, float *__restrict out) {
  for (std::size_t i = 0; i < n; ++i) {
    const float t_i = in[i] * 2;
    out[i] = t_i + 1;
  }
}

// The parameter has another value, or its name another meaning, in the loops.
void changed(std::size_t n, const float *__restrict in, float *__restrict out) {
  std::vector<float> t(n);
  --n;
  for (std::size_t i = 0; i < t.size(); ++i) {
    const float t_i = in[i] * n;
    out[i] = t_i + 1;
  }
}

void hidden(int n, const float *__restrict in, float *__restrict out) {
  std::vector<float> t(n);
  for (std::size_t n = 0; n < t.size(); ++n) {
    const float t_n = in[n] * 2;
    out[n] = t_n + 1;
  }
}

// Its size is asked for elsewhere; its values, as assigned, are read.
std::size_t behind(std::size_t n, const float *__restrict in, float *__restrict out) {
  std::vector<float> t(n);
  for (std::size_t i = 0; i < t.size(); ++i) {
    t[i] = in[i] * 2;
    out[i] = t[i] + 1;
  }
  return t.size();
}

void read(std::size_t n, const float *__restrict in, float *__restrict out) {
  std::vector<float> kept;
  kept.assign(n, 1.0f);
  for (std::size_t i = 0; i < n; ++i) {
    kept[i] += in[i] * 2;
    out[i] = kept[i] + 1;
  }
}

// It is resized again.
void twice(std::size_t n, const float *__restrict in, float *__restrict out) {
  std::vector<float> grown;
  grown.resize(n);
  grown.resize(n + n);
  for (std::size_t i = 0; i < grown.size(); ++i) {
    const float grown_i = in[i] * 2;
    out[i] = grown_i + 1;
  }
}

// What a vector was made with is still the size of another one.
void ofAnother(const std::vector<float> &in, std::vector<float> &out) {
  for (std::size_t i = 0; i < in.size(); ++i) {
    const float other_i = in[i] * 2;
    out[i] = other_i + 1;
  }
}

// Not here: it may have got longer before the loops.
void appendTo(std::vector<float> &v);
void ofAnotherChanged(std::vector<float> &in, std::vector<float> &out) {
  std::vector<float> before(in.size());
  appendTo(in);
  for (std::size_t i = 0; i < before.size(); ++i) {
    const float before_i = in[i] * 2;
    out[i] = before_i + 1;
  }
}
