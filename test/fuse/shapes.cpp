// RUN: %check_fuse %s
// The vectors may be one object, so that the flat subscript would give all of them rows: each is compared by itself.
//--- before.cpp
#include <vector>

struct P {
  int x, y, z;
};

void f(std::vector<P> &c, std::vector<P> &dst, std::vector<P> &src, int n, int m) {
  int work[13][13] = {};
  for (int i = 0; ++i < n;)
    for (int j = 0; m > j; j += 1) {
      const int v = (c[i * m + j].y & 31);
      work[i][j] = v + (src[i].z & 63) + (c[i * m + j].x % 50);
    }
  for (short k = 1; k <= n - 1; k += 1)
    for (int j = 0; j < m; ++j) {
      int v = (work[k][j] % 50) + (work[k][j] & 63);
      dst[k].z = v + (dst[k].y & 31) + (work[k][j] & 31);
    }
  for (int i = 0; ++i != n;)
    for (int j = 0; m > j; j += 1) {
      int v = (src[i].y & 63) + (dst[i].z % 50);
      src[i].y = v * 3 - (work[i][j] % 50);
    }
}
//--- after.cpp
#include <vector>

struct P {
  int x, y, z;
};

void f(std::vector<P> &c, std::vector<P> &dst, std::vector<P> &src, int n, int m) {
  int work[13][13] = {};
  for (int i = 0; ++i < n;) {
    for (int j = 0; m > j; j += 1) {
      const int v = (c[i * m + j].y & 31);
      work[i][j] = v + (src[i].z & 63) + (c[i * m + j].x % 50);
    }
    const short k = i;
    for (int j = 0; j < m; ++j) {
      int v = (work[k][j] % 50) + (work[k][j] & 63);
      dst[k].z = v + (dst[k].y & 31) + (work[k][j] & 31);
    }
  }
  for (int i = 0; ++i != n;)
    for (int j = 0; m > j; j += 1) {
      int v = (src[i].y & 63) + (dst[i].z % 50);
      src[i].y = v * 3 - (work[i][j] % 50);
    }
}
