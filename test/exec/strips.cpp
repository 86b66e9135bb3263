// RUN: %check_exec %s
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

int main() {
  for (int n : {0, 1, 2, 255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 2048, 3079}) {
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
