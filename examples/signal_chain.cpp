// A chain of element-wise steps, each with a vector of its own for its result: clear to read, slow to run.
#include "timing.h"
#include <algorithm>
#include <cmath>
#include <vector>

struct Calibration {
  double gain;
  double offset;
  double limit;
};

std::vector<double> condition(const std::vector<double> &raw, const Calibration &c) {
  const std::size_t n = raw.size();
  std::vector<double> result(n);

  // volts to units
  std::vector<double> scaled(n);
  for (std::size_t i = 0; i < n; ++i)
    scaled[i] = raw[i] * c.gain;

  std::vector<double> centred(n);
  for (std::size_t i = 0; i < n; ++i)
    centred[i] = scaled[i] - c.offset;

  // the amplifier saturates
  std::vector<double> limited(n);
  for (std::size_t i = 0; i < n; ++i)
    limited[i] = std::min(std::max(centred[i], -c.limit), c.limit);

  for (std::size_t i = 0; i < n; ++i)
    result[i] = limited[i] * std::fabs(limited[i]);

  return result;
}

int main() {
  const std::size_t n = 4 << 20;
  std::vector<double> raw(n);
  for (std::size_t i = 0; i < n; ++i)
    raw[i] = 5.0 * sample(i);

  const double start = seconds();
  std::vector<double> result = condition(raw, {1.7, 0.25, 6.0});
  report(checksum(result.data(), n * sizeof(double)), seconds() - start);
}
