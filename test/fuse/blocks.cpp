// RUN: %check_fuse %s
// Blocks in C++: a name that is the parameter's stays apart from it, and objects whose end has an effect keep the block.
//--- before.cpp
#include <vector>

float shadow(const std::vector<float> &x, std::vector<float> &y, float t) {
  {
    const float t = 2;
    for (std::size_t i = 0; i < x.size(); ++i)
      y[i] = x[i] * t;
  }
  float s = 0;
  {
    const float half = t / 2;
    for (std::size_t i = 0; i < x.size(); ++i)
      s += x[i] * half;
  }
  return s + t;
}

// A vector of a block gives back its memory later.
float temporary(const std::vector<float> &x) {
  float s = 0, first = 0;
  {
    std::vector<float> twice(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
      twice[i] = x[i] * 2;
    if (!x.empty())
      first = twice[0];
  }
  for (std::size_t i = 0; i < x.size(); ++i)
    s += x[i];
  return s + first;
}

struct Counter {
  int *At;
  ~Counter() { ++*At; }
};

// The end of the counter is seen by the second loop.
int ends(const std::vector<int> &x, std::vector<int> &y) {
  int ended = 0, s = 0;
  {
    Counter c{&ended};
    for (std::size_t i = 0; i < x.size(); ++i)
      y[i] = x[i];
  }
  for (std::size_t i = 0; i < x.size(); ++i)
    s += x[i] + ended;
  return s;
}

// So is the end of what a reference keeps alive.
int keeps(const std::vector<int> &x, std::vector<int> &y) {
  int ended = 0, s = 0;
  {
    const Counter &c = Counter{&ended};
    for (std::size_t i = 0; i < x.size(); ++i)
      y[i] = x[i] + (c.At == nullptr);
  }
  for (std::size_t i = 0; i < x.size(); ++i)
    s += x[i];
  return s + ended;
}
//--- after.cpp
#include <vector>

float shadow(const std::vector<float> &x, std::vector<float> &y, float t) {
  const float t2 = 2;
  float s = 0;
  const float half = t / 2;
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[i] = x[i] * t2;
    s += x[i] * half;
  }
  return s + t;
}

// A vector of a block gives back its memory later.
float temporary(const std::vector<float> &x) {
  float s = 0, first = 0;
  std::vector<float> twice(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    twice[i] = x[i] * 2;
    s += x[i];
  }
  if (!x.empty())
    first = twice[0];
  return s + first;
}

struct Counter {
  int *At;
  ~Counter() { ++*At; }
};

// The end of the counter is seen by the second loop.
int ends(const std::vector<int> &x, std::vector<int> &y) {
  int ended = 0, s = 0;
  {
    Counter c{&ended};
    for (std::size_t i = 0; i < x.size(); ++i)
      y[i] = x[i];
  }
  for (std::size_t i = 0; i < x.size(); ++i)
    s += x[i] + ended;
  return s;
}

// So is the end of what a reference keeps alive.
int keeps(const std::vector<int> &x, std::vector<int> &y) {
  int ended = 0, s = 0;
  {
    const Counter &c = Counter{&ended};
    for (std::size_t i = 0; i < x.size(); ++i)
      y[i] = x[i] + (c.At == nullptr);
  }
  for (std::size_t i = 0; i < x.size(); ++i)
    s += x[i];
  return s + ended;
}
