// A wave in a plane (Yee's scheme): each field is updated from its neighbours in the others, so the loops run over
// different parts of the grid, and the last one reads a row ahead.
#include "timing.h"
#include <vector>

constexpr int side = 1400;
using Field = double (*__restrict)[side];

void step(Field ex, Field ey, Field hz) {
  // the electric field across
  for (int i = 1; i < side; ++i)
    for (int j = 0; j < side; ++j)
      ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
  // and along
  for (int i = 0; i < side; ++i)
    for (int j = 1; j < side; ++j)
      ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
  // the magnetic field, half a step later
  for (int i = 0; i < side - 1; ++i)
    for (int j = 0; j < side - 1; ++j)
      hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
}

int main() {
  std::vector<double> ex(side * side), ey(side * side), hz(side * side);
  hz[side / 2 * side + side / 2] = 1;
  auto rows = [](std::vector<double> &field) { return reinterpret_cast<double (*)[side]>(field.data()); };

  const double start = seconds();
  for (int t = 0; t < 20; ++t)
    step(rows(ex), rows(ey), rows(hz));
  report(checksum(hz.data(), hz.size() * sizeof(double)), seconds() - start);
}
