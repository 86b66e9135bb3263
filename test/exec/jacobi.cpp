// RUN: %check_exec %s --unchanged
// A relaxation sweep and the copy back: fused without a shift, the sweep would read values of its own step.
#include <cstdio>
#include <vector>

static void relax(std::vector<double> &grid, std::vector<double> &next, int n) {
  for (int i = 1; i < n - 1; ++i)
    next[i] = 0.5 * (grid[i - 1] + grid[i + 1]);
  for (int i = 1; i < n - 1; ++i)
    grid[i] = next[i];
}

int main() {
  for (int n : {2, 3, 4, 64}) {
    std::vector<double> grid(n), next(n);
    grid[0] = 1;
    grid[n - 1] = -3;
    for (int k = 0; k < 25; ++k)
      relax(grid, next, n);
    for (int i = 0; i < n; i += 5)
      std::printf("%a ", grid[i]);
    std::printf("\n");
  }
}
