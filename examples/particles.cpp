// A particle system as a struct of arrays: forces, velocities and positions are updated in a loop each.
#include "timing.h"
#include <vector>

class Particles {
public:
  explicit Particles(std::size_t count)
      : x(count), y(count), vx(count), vy(count), fx(count), fy(count), mass(count), count(count) {
    for (std::size_t i = 0; i < count; ++i) {
      x[i] = static_cast<float>(sample(i));
      y[i] = static_cast<float>(sample(i + count));
      mass[i] = 1.5f + static_cast<float>(sample(i + 2 * count));
    }
  }

  void step(float dt) {
    // a spring to the origin
    for (std::size_t i = 0; i < count; ++i) {
      fx[i] = -2.0f * x[i];
      fy[i] = -2.0f * y[i];
    }
    for (std::size_t i = 0; i < count; ++i) {
      vx[i] += dt * fx[i] / mass[i];
      vy[i] += dt * fy[i] / mass[i];
    }
    for (std::size_t i = 0; i < count; ++i) {
      x[i] += dt * vx[i];
      y[i] += dt * vy[i];
    }
    // walls give back half of the speed
    for (std::size_t i = 0; i < count; ++i) {
      if (x[i] > 1.0f)
        vx[i] *= -0.5f;
      if (y[i] > 1.0f)
        vy[i] *= -0.5f;
    }
  }

  uint64_t hash() const {
    return checksum(x.data(), count * sizeof(float)) ^ checksum(vy.data(), count * sizeof(float));
  }

private:
  std::vector<float> x, y, vx, vy, fx, fy, mass;
  std::size_t count;
};

int main() {
  Particles particles(3 << 20);
  const double start = seconds();
  for (int k = 0; k < 5; ++k)
    particles.step(0.01f);
  const double time = seconds() - start;
  report(particles.hash(), time);
}
