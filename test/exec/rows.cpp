// RUN: %check_exec %s
// RUN: %check_exec %s --granularity=row
// Sums along rows that are fused with what comes behind them, at lengths around those of a strip.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <type_traits>
#include <vector>

static std::uint64_t hash(const std::vector<float> &data) {
  const auto *p = reinterpret_cast<const unsigned char *>(data.data());
  std::uint64_t h = 0xcbf29ce484222325u;
  for (std::size_t k = 0; k < data.size() * sizeof(float); ++k)
    h = (h ^ p[k]) * 0x100000001b3u;
  return h;
}

static void product(int rows, int columns, int depth, const float *__restrict a, const float *__restrict b,
                    const float *__restrict bias, float *__restrict t, float *__restrict out) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      float sum = 0;
      for (int k = 0; k < depth; ++k)
        sum += a[i * depth + k] * b[k * columns + j];
      t[i * columns + j] = sum;
    }
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      out[i * columns + j] = std::fmax(t[i * columns + j] + bias[j], 0.0f);
}

// The sum of five neighbours, over a picture of one row; counters that start elsewhere, `<=`.
static void blur(std::size_t last, const float *__restrict in, const float *__restrict w, float *__restrict t,
                 float *__restrict out) {
  for (int c = 0; c < 3; ++c)
    for (std::size_t x = 2; x <= last; ++x) {
      float acc = -0.0f, most = -1;
      for (int k = 4; k >= 0; --k) {
        const float v = in[x + k - 2] * w[c * 5 + k];
        acc += v;
        if (v > most)
          most = v;
      }
      t[x] = acc - most;
    }
  for (int c = 0; c < 3; ++c)
    for (std::size_t x = 2; x <= last; ++x)
      out[x] = out[x] * 0.5f + t[x] * (c + 1);
}

constexpr int H = 5, W = 37;

// Depthwise, with a border of zeros inside the sum.
static void depthwise(const float (&in)[3][H][W], const float (&w)[3][3][3], float (&out)[3][H][W], float scale) {
  float conv[3][H][W];
  for (int c = 0; c < 3; ++c)
    for (int y = 0; y < H; ++y)
      for (int x = 0; x < W; ++x) {
        double acc = 0;
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j)
            if (y + i >= 1 && y + i <= H && x + j >= 1 && x + j <= W)
              acc += in[c][y + i - 1][x + j - 1] * w[c][i][j];
        conv[c][y][x] = static_cast<float>(acc);
      }
  for (int c = 0; c < 3; ++c)
    for (int y = 0; y < H; ++y)
      for (int x = 0; x < W; ++x)
        out[c][y][x] = conv[c][y][x] / scale;
}

// The row that is summed up in is the one that is read.
static void inPlace(int n, int depth, const float *__restrict b, float *__restrict c) {
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < depth; ++k)
        c[i * n + j] += c[i * n + j] * b[k * n + j];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < n; ++j)
      c[i * n + j] -= 1;
}

// Neighbours on the row: each iteration needs what the one before it left.
static void carried(int n, int depth, const float *__restrict b, float *__restrict c, float *__restrict out) {
  for (int i = 0; i < 2; ++i)
    for (int j = 1; j < n; ++j) {
      float sum = c[j - 1];
      for (int k = 0; k < depth; ++k)
        sum += b[k * n + j];
      c[j] = sum * 0.25f;
    }
  for (int i = 0; i < 2; ++i)
    for (int j = 1; j < n; ++j)
      out[i * n + j] = c[j];
}

// Two products one behind the other.
template <int N> static void twoProducts(const std::vector<float> &a, const std::vector<float> &b, std::vector<float> &d) {
  float tmp[3][N];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < N; ++j) {
      tmp[i][j] = 0;
      for (int k = 0; k < N; ++k)
        tmp[i][j] += a[i * N + k] * b[k * N + j];
    }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < N; ++j) {
      float s = 1;
      for (int k = 0; k < N; ++k)
        s += tmp[i][k] * b[k * N + j];
      d[i * N + j] = s;
    }
}

// A constant row in strips of one length: from another start, with another counter, of whole and single numbers.
template <typename T, typename Counter, int First, int Last>
static void even(const T (&in)[3][6][Last + 4], const T (&w)[3][2][3], T (&__restrict out)[4][Last + 1]) {
  T sums[4][Last + 1];
  for (int y = 0; y < 4; ++y)
    for (Counter x = First; x <= Last; ++x) {
      T sum = static_cast<T>(-0.0f);
      for (int c = 0; c < 3; ++c)
        for (int i = 2; i >= 0; --i)
          for (int j = 0; j < 3; ++j)
            sum += in[c][y + i][x + j] * w[c][i / 2][j];
      sums[y][x] = sum;
    }
  for (int y = 0; y < 4; ++y)
    for (Counter x = First; x <= Last; ++x)
      out[y][x] = sums[y][x] < 3 ? sums[y][x] : 3;
}

template <typename T, typename Counter, int First, int Last> static void runEven(const char *name) {
  static T in[3][6][Last + 4], w[3][2][3], out[4][Last + 1];
  int count = 0;
  for (auto &plane : in)
    for (auto &row : plane)
      for (T &value : row)
        value = static_cast<T>(count++ % 23 - 11) / 3;
  if (std::is_floating_point_v<T>)
    in[1][2][Last / 2] = static_cast<T>(NAN), in[2][3][Last] = static_cast<T>(INFINITY);
  for (auto &plane : w)
    for (auto &row : plane)
      for (T &value : row)
        value = static_cast<T>(count++ % 7 - 3);
  even<T, Counter, First, Last>(in, w, out);
  for (auto &row : out) {
    std::printf("%s", name);
    for (T value : row)
      std::printf(" %g", static_cast<double>(value));
    std::printf("\n");
  }
}

static std::vector<float> numbers(std::size_t n, int seed) {
  std::vector<float> v(n);
  for (std::size_t i = 0; i < n; ++i)
    v[i] = static_cast<float>((i * 37 + static_cast<std::size_t>(seed)) % 101) * 0.07f - 3.0f;
  return v;
}

static void show(const char *name, const std::vector<float> &v) {
  std::printf(" %s %016llx", name, static_cast<unsigned long long>(hash(v)));
}

int main() {
  for (int n : {0, 1, 2, 7, 511, 512, 513, 1024, 1100}) {
    std::printf("%d:", n);
    for (int depth : {0, 1, 3}) {
      const std::size_t size = static_cast<std::size_t>(n) * 3;
      std::vector<float> a = numbers(9, n), b = numbers(size, 3), bias = numbers(size, 5), t(size), out(size), c = b;
      if (n > 2)
        b[1] = INFINITY, b[static_cast<std::size_t>(n)] = NAN;
      product(3, n, depth, a.data(), b.data(), bias.data(), t.data(), out.data());
      show("product", out);
      show("sum", t);
      inPlace(n, depth, b.data(), c.data());
      show("in place", c);
      carried(n, depth, b.data(), c.data(), out.data());
      show("carried", out);
    }
    std::vector<float> in = numbers(static_cast<std::size_t>(n) + 8, 1), w = numbers(15, 2), t(in.size()), out = in;
    blur(static_cast<std::size_t>(n), in.data(), w.data(), t.data(), out.data());
    show("blur", out);
    std::printf("\n");
  }
  product(2, -3, 2, nullptr, nullptr, nullptr, nullptr, nullptr);
  static float picture[3][H][W], weights[3][3][3], result[3][H][W];
  int count = 0;
  for (auto &plane : picture)
    for (auto &row : plane)
      for (float &pixel : row)
        pixel = static_cast<float>(count++ % 17) - 8;
  for (auto &plane : weights)
    for (auto &row : plane)
      for (float &weight : row)
        weight = static_cast<float>(count++ % 5) * 0.3f;
  depthwise(picture, weights, result, 3.0f);
  for (auto &plane : result)
    for (auto &row : plane)
      show("row", std::vector<float>(row, row + W));
  std::vector<float> a = numbers(33, 9), b = numbers(121, 4), d(33);
  twoProducts<11>(a, b, d);
  show("products", d);
  std::printf("\n");
  runEven<float, int, 0, 95>("float");
  runEven<double, std::size_t, 5, 44>("double");
  runEven<float, unsigned, 1, 24>("unsigned");
  runEven<int, short, 0, 47>("short");
  runEven<float, int, 0, 96>("one more");
}
