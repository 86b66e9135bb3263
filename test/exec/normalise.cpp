// RUN: %check_exec %s
// Mean and extremes in loops of their own over one array, then the scaling, which must wait for the totals.
#include <cmath>
#include <cstdio>
#include <vector>

struct Range {
  double low, high, mean;
};

static Range measure(const std::vector<double> &data) {
  const std::size_t n = data.size();
  double sum = 0.0;
  for (std::size_t i = 0; i < n; i++)
    sum += data[i];
  double low = HUGE_VAL;
  for (std::size_t i = 0; i < n; i++)
    if (data[i] < low)
      low = data[i];
  double high = -HUGE_VAL;
  for (std::size_t i = 0; i < n; i++)
    if (data[i] > high)
      high = data[i];
  return {low, high, n ? sum / static_cast<double>(n) : 0.0};
}

static void normalise(std::vector<double> &data) {
  const std::size_t n = data.size();
  double total = 0;
  for (std::size_t i = 0; i < n; i++)
    total += data[i] * data[i];
  const double scale = total > 0 ? 1 / std::sqrt(total) : 0;
  for (std::size_t i = 0; i < n; i++)
    data[i] *= scale;
  for (std::size_t i = 0; i < n; i++)
    data[i] = data[i] + 0.0;  // minus zero becomes zero
}

int main() {
  for (std::size_t n : {0, 1, 2, 7, 1000}) {
    std::vector<double> data(n);
    for (std::size_t i = 0; i < n; i++)
      data[i] = i % 5 == 0 ? -0.0 : std::cos(static_cast<double>(i));
    if (n == 7)
      data[3] = NAN;
    normalise(data);
    Range r = measure(data);
    std::printf("%zu %a %a %d\n", n, r.low, r.high, std::isnan(r.mean));
    for (std::size_t i = 0; i < n; i += 97)
      std::printf("%a\n", std::isnan(data[i]) ? 9 : data[i]);
  }
}
