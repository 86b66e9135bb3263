// RUN: %check_fuse %s
// Functions of C++: references, templates, methods of the same object, range-for.
//--- before.cpp
#include <cstddef>
#include <vector>

void normalise(std::vector<float> &x, float mean, float inverse) {
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = (x[i] - mean) * inverse;
}

template <class T> void relu(std::vector<T> &x) {
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = x[i] > 0 ? x[i] : 0;
}

void bias(const std::vector<float> &in, std::vector<float> &out, float b) {
  for (std::size_t i = 0; i < in.size(); ++i)
    out[i] = in[i] + b;
}

float forward(int layers, float b) {
  std::vector<float> a(1000, 0.5f), out(1000);
  for (int layer = 0; layer < layers; ++layer) {
    normalise(a, 0.1f, 2.0f);
    relu(a);
    bias(a, out, b);
  }
  return out[7];
}

struct Net {
  std::vector<float> w, g;
  float rate = 0.1f;

  void decay(float r) {
    for (std::size_t i = 0; i < w.size(); ++i)
      w[i] *= r;
  }
  void descend() {
    for (std::size_t i = 0; i < w.size(); ++i)
      w[i] -= rate * g[i];
  }
  void step() {
    decay(0.99f);
    this->descend();
  }
};

void run(Net &n) { n.step(); }

// Iterators, whose "!=" the language makes of "==".
static void fade(std::vector<float> &x, float r) {
  for (auto it = x.begin(); it != x.end(); ++it)
    *it *= r;
}
static float total(std::vector<float> &x) {
  float s = 0;
  for (auto it = x.begin(); it != x.end(); ++it)
    s += *it;
  return s;
}
#define EXPORT __attribute__((visibility("default")))
EXPORT float faded(std::vector<float> &x) {
  fade(x, 0.5f);
  float s = total(x);
  return s;
}
//--- after.cpp
#include <cstddef>
#include <vector>

void normalise(std::vector<float> &x, float mean, float inverse) {
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = (x[i] - mean) * inverse;
}

template <class T> void relu(std::vector<T> &x) {
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = x[i] > 0 ? x[i] : 0;
}

void bias(const std::vector<float> &in, std::vector<float> &out, float b) {
  for (std::size_t i = 0; i < in.size(); ++i)
    out[i] = in[i] + b;
}

float forward(int layers, float b) {
  std::vector<float> a(1000, 0.5f), out(1000);
  for (int layer = 0; layer < layers; ++layer) {
    // normalise(a, 0.1f, 2.0f)
    for (std::size_t i = 0; i < a.size(); ++i) {
      a[i] = (a[i] - 0.1f) * 2.0f;
      // relu(a)
      a[i] = a[i] > 0 ? a[i] : 0;
      // bias(a, out, b)
      out[i] = a[i] + b;
    }
  }
  return out[7];
}

struct Net {
  std::vector<float> w, g;
  float rate = 0.1f;

  void decay(float r) {
    for (std::size_t i = 0; i < w.size(); ++i)
      w[i] *= r;
  }
  void descend() {
    for (std::size_t i = 0; i < w.size(); ++i)
      w[i] -= rate * g[i];
  }
  void step() {
    // decay(0.99f)
    for (std::size_t i = 0; i < w.size(); ++i) {
      w[i] *= 0.99f;
      // this->descend()
      w[i] -= rate * g[i];
    }
  }
};

void run(Net &n) { n.step(); }

// Iterators, whose "!=" the language makes of "==".
static void fade(std::vector<float> &x, float r) {
  for (auto it = x.begin(); it != x.end(); ++it)
    *it *= r;
}
static float total(std::vector<float> &x) {
  float s = 0;
  for (auto it = x.begin(); it != x.end(); ++it)
    s += *it;
  return s;
}
#define EXPORT __attribute__((visibility("default")))
EXPORT float faded(std::vector<float> &x) {
  float s2 = 0;
  // fade(x, 0.5f)
  for (auto it = x.begin(); it != x.end(); ++it) {
    *it *= 0.5f;
    // total(x)
    s2 += *it;
  }
  float s = s2;
  return s;
}
