// RUN: %check_exec --unchanged %s
// An iterator that moves, or is chosen or copied in the body, reads elements that the first loop still has to write.
#include <cstdio>
#include <vector>

static void moves(const std::vector<int> &a, std::vector<int> &b) {
  std::vector<int> t(9);
  auto it = t.begin() + 1;
  for (int i = 0; i < 8; ++i)
    t[i] = a[i];
  for (int i = 0; i < 8; ++i)
    b[i] = a[i] + *it++;
}

static void chosen(const std::vector<int> &a, std::vector<int> &b, int n) {
  std::vector<int> t(n), u(n);
  for (int i = 0; i < n; ++i)
    t[n - 1 - i] = a[i];
  for (int i = 0; i < n; ++i)
    b[i] = a[i] + *(n > 3 ? t.begin() : u.begin());
}

int main() {
  std::vector<int> a{1, 2, 3, 4, 5, 6, 7, 8, 9}, b(9);
  moves(a, b);
  for (int x : b)
    std::printf("%d ", x);
  chosen(a, b, 9);
  for (int x : b)
    std::printf("%d ", x);
}
