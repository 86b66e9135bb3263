// RUN: %check_exec %s
// Loops under conditions beside loops that run in any case.
#include <climits>
#include <cstdio>
#include <vector>

static void show(const char *name, const std::vector<float> &v) {
  unsigned long hash = 14695981039346656037ul;
  for (float x : v)
    hash = (hash ^ static_cast<unsigned long>(static_cast<long>(x * 16))) * 1099511628211ul;
  std::printf("%s %lx\n", name, hash);
}

static void behind(const float *__restrict in, float *__restrict a, float *__restrict b, int n, int wanted) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  if (wanted)
    for (int i = 0; i < n; ++i)
      b[i] = a[i] + 1;
}
static void inFront(const float *__restrict in, float *__restrict a, float *__restrict b, int n, int wanted) {
  if (wanted > 1)
    for (int i = 0; i < n; ++i)
      a[i] = b[i] + in[i];
  for (int i = 0; i < n; ++i)
    b[i] = a[i] * 0.5f;
}
/// The condition is what the loop writes, by another name.
static void aliased(const float *__restrict in, float *a, float *b, int n, float wanted) {
  float *p = &wanted;
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  if (wanted > 0)
    for (int i = 0; i < n; ++i) {
      b[i] = a[i] + 1;
      *p -= 1;
    }
  b[0] = wanted;
}
static void once(const float *__restrict in, float *__restrict a, float *__restrict b, int n, int wanted) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  if (wanted)
    for (int i = 0; i < n; ++i) {
      b[i] += a[i];
      if (i > 2)
        wanted = 0;
    }
  a[0] = wanted;
}
/// The end cannot be reckoned where the condition does not hold.
static void guarded(const float *__restrict in, float *__restrict a, float *__restrict b, int n, const int *end, int by) {
  for (int i = 0; i < n; ++i)
    a[i] = in[i] * 2;
  if (end)
    for (int i = 0; i < *end; ++i)
      b[i] = a[i] + 1;
  for (int i = 0; i < n; ++i)
    a[i] += b[i];
  if (by)
    for (int i = 0; i < n / by; ++i)
      b[i] = a[i] + 1;
}
static float sums(const float *__restrict in, int n, bool squares, bool cubes) {
  float s = 0, q = 0, c = 0;
  for (int i = 0; i < n; ++i)
    s += in[i];
  if (squares) {
    for (int i = 0; i < n; ++i)
      q += in[i] * in[i];
  }
  if (cubes)
    for (int i = 0; i < n; ++i)
      c += in[i] * in[i] * in[i];
  return s + 3 * q - c;
}

int main() {
  for (int n : {0, 1, 2, 9})
    for (int wanted : {0, 1, 2}) {
      std::vector<float> in(n), a(n + 1), b(n + 1);
      for (int i = 0; i < n; ++i)
        in[i] = i * 0.75f - 2, a[i] = -i, b[i] = i * 0.25f;
      behind(in.data(), a.data(), b.data(), n, wanted), show("behind", b);
      inFront(in.data(), a.data(), b.data(), n, wanted), show("in front", b);
      aliased(in.data(), a.data(), b.data(), n, wanted), show("aliased", b);
      once(in.data(), a.data(), b.data(), n, wanted), show("once", b), show("once", a);
      int end = n / 2;
      guarded(in.data(), a.data(), b.data(), n, wanted ? &end : nullptr, wanted), show("guarded", b);
      show("sums", {sums(in.data(), n, wanted & 1, wanted & 2)});
    }
}
