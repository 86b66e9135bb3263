// Statistics of one series: each loop reads all of it again. The mean is needed before the deviations can be summed, so
// those loops stay apart.
#include "timing.h"
#include <cmath>
#include <vector>

struct Summary {
  double sum = 0;
  double sum_of_squares = 0;
  double lowest = 0;
  double highest = 0;
  double spread = 0;
};

Summary summarise(const std::vector<double> &series) {
  const int n = static_cast<int>(series.size());
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += series[i];

  double sum_of_squares = 0;
  for (int i = 0; i < n; i++)
    sum_of_squares += series[i] * series[i];

  double lowest = HUGE_VAL;
  for (int i = 0; i < n; i++)
    if (series[i] < lowest)
      lowest = series[i];

  double highest = -HUGE_VAL;
  for (int i = 0; i < n; i++)
    if (series[i] > highest)
      highest = series[i];

  const double mean = sum / n;
  double spread = 0;
  for (int i = 0; i < n; i++)
    spread += std::fabs(series[i] - mean);

  Summary result;
  result.sum = sum;
  result.sum_of_squares = sum_of_squares;
  result.lowest = lowest;
  result.highest = highest;
  result.spread = spread;
  return result;
}

int main() {
  std::vector<double> series(8 << 20);
  for (std::size_t k = 0; k < series.size(); ++k)
    series[k] = 100.0 * sample(k);

  const double start = seconds();
  const Summary result = summarise(series);
  report(checksum(&result, sizeof result), seconds() - start);
}
