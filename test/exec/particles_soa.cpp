// RUN: %check_exec %s
// A struct of arrays with methods: forces, velocities and positions in a loop each.
#include <cstdio>
#include <memory>
#include <vector>

class Particles {
public:
  explicit Particles(int n) : n(n), x(n), v(n), f(n), mass(new float[n + 1]()) {
    for (int i = 0; i < n; ++i) {
      x[i] = 0.25f * static_cast<float>(i % 9) - 1.0f;
      mass[i] = 1.0f + static_cast<float>(i % 3);
    }
  }

  void step(float dt) {
    for (int i = 0; i < n; ++i)
      f[i] = -3.0f * x[i];
    for (int i = 0; i < n; ++i)
      v[i] += dt * f[i] / mass[i];
    for (int i = 0; i < n; ++i)
      x[i] += dt * v[i];
    for (int i = 0; i < n; ++i) {
      if (x[i] > 1.0f) {
        x[i] = 1.0f;
        v[i] = -v[i];
      }
    }
  }

  // neighbours pull: reads what the loop before wrote one place further on
  void couple(float k) {
    for (int i = 0; i < n; ++i)
      f[i] = k * x[i];
    for (int i = 0; i < n - 1; ++i)
      x[i] = x[i] + f[i + 1];
  }

  void print() const {
    for (int i = 0; i < n; i += 1 + n / 7)
      std::printf("%a %a ", x[i], v[i]);
    std::printf("\n");
  }

private:
  int n;
  std::vector<float> x, v, f;
  std::unique_ptr<float[]> mass;
};

int main() {
  for (int n : {0, 1, 2, 50}) {
    Particles p(n);
    for (int k = 0; k < 20; ++k) {
      p.step(0.05f);
      p.couple(0.01f);
    }
    p.print();
  }
}
