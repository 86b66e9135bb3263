// RUN: %check_exec %s
// Range-for loops over copies share one copy as long as it is what the later loop would have read.
#include <cstdio>
#include <vector>

static void sums(const std::vector<float> &v, float &s, float &t) {
  float a = 0, b = 0;
  for (float x : v)
    a += x;
  for (float y : v)
    b += y * y;
  s = a;
  t = b;
}

// The second loop's variable is its own to change, in the third the first one's name is used again.
static void changed(const std::vector<int> &v, int &s) {
  int a = 0, b = 0, c = 0;
  for (const auto x : v)
    a += x;
  for (int x : v) {
    x *= 3;
    b += x;
  }
  for (int x : v)
    c += x;
  s = a + 10 * b + 100 * c;
}

// The first loop's variable is changed, so it is not the element any more.
static void spent(const std::vector<int> &v, int &s) {
  int a = 0, b = 0;
  for (int x : v) {
    while (x > 2)
      x -= 2;
    a += x;
  }
  for (int y : v)
    b += y;
  s = a + 10 * b;
}

// The first loop writes the element, and the second one reads it anew.
static void written(std::vector<int> &v, int &s) {
  int b = 0, i = 0;
  for (int x : v)
    v[i++] = x + 1;
  for (int y : v)
    b += y;
  s = b;
}
static void writtenBehind(int (&v)[5], int *p, int &s) {
  int b = 0;
  for (int x : v)
    *p += x;
  for (int y : v)
    b += y;
  s = b;
}

// A conversion on the way is not undone.
static void narrowed(const std::vector<double> &v, double &s) {
  double a = 0, b = 0;
  for (int x : v)
    a += x;
  for (double y : v)
    b += y;
  s = a + b;
}

int main() {
  std::vector<float> f{1.5f, 2.25f, 3};
  std::vector<int> n{4, 5, 6, 7};
  std::vector<double> d{1.5, 2.5};
  int five[5] = {1, 2, 3, 4, 5};
  float s, t;
  int k;
  double z;
  sums(f, s, t);
  std::printf("%g %g ", s, t);
  changed(n, k);
  std::printf("%d ", k);
  spent(n, k);
  std::printf("%d ", k);
  written(n, k);
  std::printf("%d ", k);
  writtenBehind(five, five + 2, k);
  std::printf("%d ", k);
  narrowed(d, z);
  std::printf("%g\n", z);
}
