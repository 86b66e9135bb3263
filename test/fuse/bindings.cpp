// RUN: %check_fuse %s -- -std=c++20
// Structured bindings as variables of range-for loops.
//--- before.cpp
#include <utility>
#include <vector>

struct Particle {
  int kind;
  double weight;
};

double same(std::vector<Particle> &particles) {
  double sum = 0;
  for (auto &[kind, weight] : particles)
    weight *= kind;
  for (const auto &[kind, weight] : particles)
    sum += weight;
  return sum;
}

double renamed(std::vector<std::pair<int, double>> &pairs) {
  double sum = 0;
  for (auto &[a, b] : pairs)
    b *= a;
  for (auto &[b, a] : pairs)
    sum += a - b;
  return sum;
}

double declared(std::vector<std::pair<int, double>> &pairs) {
  double sum = 0;
  for (auto &pair : pairs)
    pair.second *= pair.first;
  for (auto &[count, value] : pairs)
    sum += value - count;
  return sum;
}

// The first body has a 'kind' of its own.
double hidden(std::vector<Particle> &particles) {
  double sum = 0;
  for (auto &[a, b] : particles) {
    double kind = a;
    b += kind;
  }
  for (auto &[kind, weight] : particles)
    sum += weight - kind;
  return sum;
}

// The other 'a' is meant.
double captured(std::vector<Particle> &particles, double a) {
  double sum = 0;
  for (auto &[a, b] : particles)
    b += a;
  for (auto &[kind, weight] : particles)
    sum += weight * a;
  return sum;
}

// Copies are other objects.
double copies(std::vector<Particle> &particles) {
  double sum = 0;
  for (auto [kind, weight] : particles)
    sum += weight;
  for (auto &[kind, weight] : particles)
    weight *= kind;
  return sum;
}
//--- after.cpp
#include <utility>
#include <vector>

struct Particle {
  int kind;
  double weight;
};

double same(std::vector<Particle> &particles) {
  double sum = 0;
  for (auto &[kind, weight] : particles) {
    weight *= kind;
    sum += weight;
  }
  return sum;
}

double renamed(std::vector<std::pair<int, double>> &pairs) {
  double sum = 0;
  for (auto &[a, b] : pairs) {
    b *= a;
    sum += b - a;
  }
  return sum;
}

double declared(std::vector<std::pair<int, double>> &pairs) {
  double sum = 0;
  for (auto &pair : pairs) {
    pair.second *= pair.first;
    auto &[count, value] = pair;
    sum += value - count;
  }
  return sum;
}

// The first body has a 'kind' of its own.
double hidden(std::vector<Particle> &particles) {
  double sum = 0;
  for (auto &[a, b] : particles) {
    {
      double kind = a;
      b += kind;
    }
    sum += b - a;
  }
  return sum;
}

// The other 'a' is meant.
double captured(std::vector<Particle> &particles, double a) {
  double sum = 0;
  for (auto &[a, b] : particles)
    b += a;
  for (auto &[kind, weight] : particles)
    sum += weight * a;
  return sum;
}

// Copies are other objects.
double copies(std::vector<Particle> &particles) {
  double sum = 0;
  for (auto [kind, weight] : particles)
    sum += weight;
  for (auto &[kind, weight] : particles)
    weight *= kind;
  return sum;
}
