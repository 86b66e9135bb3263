// RUN: %check_exec %s --vectors
// Loops that are fused strip by strip, at lengths around those of one strip and of several.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

static std::uint64_t hash(const void *data, std::size_t bytes) {
  const auto *p = static_cast<const unsigned char *>(data);
  std::uint64_t h = 0xcbf29ce484222325u;
  for (std::size_t k = 0; k < bytes; ++k)
    h = (h ^ p[k]) * 0x100000001b3u;
  return h;
}

static void biasTanh(const float *__restrict in, const float *__restrict bias, float *__restrict out, int n) {
  std::vector<float> t(n > 0 ? n : 0);
  for (int i = 0; i < n; ++i)
    t[i] = in[i] + bias[i];
  for (int i = 0; i < n; ++i)
    out[i] = std::tanh(t[i]);
}

// Two vectorizable loops, two that are not, and a temporary that all of them need.
static void chain(const double *__restrict in, double *__restrict out, double *__restrict more, std::size_t n) {
  auto t = std::make_unique<double[]>(n);
  for (std::size_t i = 0; i < n; ++i)
    t[i] = in[i] * 0.25;
  for (std::size_t i = 0; i < n; ++i)
    t[i] = t[i] + in[i] * in[i];
  for (std::size_t i = 0; i < n; ++i)
    out[i] = std::exp(-t[i]);
  for (std::size_t i = 0; i < n; ++i)
    more[i] = std::sin(out[i]) + t[i];
}

// The values of one strip go on into the next one.
static long histogram(std::vector<int> &keys, std::vector<int> &count) {
  for (std::size_t i = 0; i < keys.size(); ++i)
    keys[i] = (keys[i] * 7 + 3) & 63;
  for (std::size_t i = 0; i < keys.size(); ++i)
    ++count[keys[i]];
  long sum = 0;
  for (std::size_t i = 0; i < keys.size(); ++i)
    sum = sum * 3 % 1000003 + keys[i];
  return sum;
}

static void recurrence(const float *__restrict in, float *__restrict t, float *__restrict out, unsigned last) {
  for (unsigned i = 2; i <= last; ++i)
    t[i] = in[i] - 0.5f;
  for (unsigned i = 2; i <= last; ++i)
    out[i] = out[i - 1] * 0.5f + t[i] + t[i - 2];
}

// Not a number, and zeros with a sign.
static void special(const float *__restrict in, float *__restrict out, int n) {
  float *t = new float[n + 1];
  for (int i = 0; i < n; ++i)
    t[i] = in[i] / (i % 3 - 1);
  for (int i = 0; i < n; ++i)
    out[i] = std::exp(t[i]) * -0.0f;
  delete[] t;
}

// Stores that would take turns.
static void twoOutputs(const float *__restrict in, float *__restrict x, float *__restrict y, int n) {
  for (int i = 0; i < n; ++i)
    x[i] = in[i] * 2;
  for (int i = 0; i < n; ++i)
    y[i] = in[i] + 1;
}

// Starts that are no constants: below zero, behind the end, near the ends of the type.
static void part(const float *__restrict in, float *__restrict x, float *__restrict y, int first, int last) {
  for (int i = first; i <= last; ++i)
    x[i] = in[i] * 2;
  for (int i = first; i <= last; ++i)
    y[i] = x[i] - 1;
}
static void top(const float *__restrict in, float *__restrict x, float *__restrict y, int first, int end) {
  for (int i = first; i < end; ++i)
    x[i - first] = in[i - first] * 2;
  for (int i = first; i < end; ++i)
    y[i - first] = x[i - first] - 1;
}
static void behind(const float *__restrict in, float *__restrict x, float *__restrict y, unsigned skipped, unsigned n) {
  for (unsigned i = skipped + 1; i < n; ++i)
    x[i - skipped] = in[i - skipped] + 3;
  for (unsigned i = skipped + 1; i < n; ++i)
    y[i - skipped] = x[i - skipped] * in[i - skipped];
}

static void withStarts(int n) {
  std::vector<float> in(n + 8), x(n + 8), y(n + 8);
  for (int i = 0; i < n + 8; ++i)
    in[i] = static_cast<float>(i % 29) * 0.25f;
  auto print = [&] {
    std::printf(" %016llx %016llx", static_cast<unsigned long long>(hash(x.data(), x.size() * sizeof(float))),
                static_cast<unsigned long long>(hash(y.data(), y.size() * sizeof(float))));
  };
  twoOutputs(in.data(), x.data(), y.data(), n);
  print();
  part(in.data() + 3, x.data() + 3, y.data() + 3, -3, n - 4);
  part(in.data(), x.data(), y.data(), n, n - 2);
  print();
  top(in.data(), x.data(), y.data(), 2147483647 - n, 2147483647);
  print();
  behind(in.data(), x.data(), y.data(), 4294967294u - n, 4294967295u);
  print();
  behind(in.data(), x.data(), y.data(), 4294967295u, n); // It starts at 0.
  print();
  behind(in.data(), x.data(), y.data(), 7, 3);
  print();
}

int main() {
  for (int n : {0, 1, 2, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 2048, 3079}) {
    withStarts(n);
    std::vector<float> in(n + 3), bias(n + 3), out(n + 3), t(n + 3);
    std::vector<double> wide(n + 3), first(n + 3), second(n + 3);
    std::vector<int> keys(n), count(64);
    for (int i = 0; i < n + 3; ++i) {
      in[i] = static_cast<float>(i % 37) * 0.17f - 3.0f;
      bias[i] = static_cast<float>(i % 11) * 0.3f;
      wide[i] = (i % 41) * 0.05 - 1.0;
      if (i < n)
        keys[i] = i * 31;
    }
    biasTanh(in.data(), bias.data(), out.data(), n);
    std::printf("%d: %016llx", n, static_cast<unsigned long long>(hash(out.data(), out.size() * sizeof(float))));
    chain(wide.data(), first.data(), second.data(), n);
    std::printf(" %016llx", static_cast<unsigned long long>(hash(first.data(), first.size() * sizeof(double))));
    std::printf(" %016llx", static_cast<unsigned long long>(hash(second.data(), second.size() * sizeof(double))));
    const long sum = histogram(keys, count);
    std::printf(" %ld %016llx", sum, static_cast<unsigned long long>(hash(count.data(), count.size() * sizeof(int))));
    recurrence(in.data(), t.data(), out.data(), static_cast<unsigned>(n + 2));
    std::printf(" %016llx", static_cast<unsigned long long>(hash(out.data(), out.size() * sizeof(float))));
    special(in.data(), out.data(), n);
    std::printf(" %016llx\n", static_cast<unsigned long long>(hash(out.data(), out.size() * sizeof(float))));
  }
  biasTanh(nullptr, nullptr, nullptr, -5);
}
