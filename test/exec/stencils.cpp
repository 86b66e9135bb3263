// RUN: %check_exec %s
// Sweeps over a grid whose loops run over different parts of it, with grids too small for some of them.
#include <cstdio>
#include <vector>

constexpr int Most = 40;
using Grid = double (*__restrict)[Most];

static void relax(Grid now, Grid next, int n, int m) {
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      next[i][j] = 0.2 * (now[i][j] + now[i][j - 1] + now[i][j + 1] + now[i + 1][j] + now[i - 1][j]);
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < m - 1; ++j)
      now[i][j] = next[i][j];
}

static void wave(Grid ex, Grid ey, Grid hz, int n, int m) {
  int i, j;
  for (i = 1; i < n; i++)
    for (j = 0; j < m; j++)
      ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
  for (i = 0; i < n; i++)
    for (j = 1; j < m; j++)
      ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
  for (i = 0; i < n - 1; i++)
    for (j = 0; j < m - 1; j++)
      hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
}

// Each is two rows behind the one before it.
static void chain(Grid a, Grid b, Grid c, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[i][j] = a[i][j] * 0.5 + i - j;
  for (int i = 0; i < n - 2; ++i)
    for (int j = 0; j < m; ++j)
      b[i][j] = a[i + 2][j] + a[i][j];
  for (int i = 0; i < n - 4; ++i)
    for (int j = 0; j < m; ++j)
      c[i][j] = b[i + 2][j] - b[i][j];
}

// From the last row to the first.
static void upwards(Grid a, Grid b, int n, int m) {
  for (int i = n - 1; i >= 0; --i)
    for (int j = 0; j < m; ++j)
      a[i][j] += i * 0.25;
  for (int i = n - 1; i >= 1; --i)
    for (int j = 0; j < m; ++j)
      b[i][j] += a[i][j] * 3;
}

int main() {
  for (int n : {0, 1, 2, 3, 4, 5, 6, 17, Most})
    for (int m : {0, 1, 2, 3, 19, Most}) {
      std::vector<double> store[3];
      for (auto &s : store)
        for (int k = 0; k < Most * Most; ++k)
          s.push_back((k * 7 + int(&s - store) * 5) % 31 - 15);
      auto grid = [&](int k) { return reinterpret_cast<double (*)[Most]>(store[k].data()); };
      for (int t = 0; t < 3; ++t) {
        relax(grid(0), grid(1), n, m);
        wave(grid(0), grid(1), grid(2), n, m);
        chain(grid(2), grid(0), grid(1), n, m);
        upwards(grid(1), grid(2), n, m);
      }
      for (auto &s : store) {
        double sum = 0;
        for (int k = 0; k < Most * Most; ++k)
          sum = sum * 0.875 + s[k];
        std::printf("%d %d %a\n", n, m, sum);
      }
    }
}
