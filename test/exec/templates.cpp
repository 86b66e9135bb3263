// RUN: %check_exec %s
// Templates, lambdas and spans: the same text for several types.
#include <cstdio>
#include <span>
#include <valarray>
#include <vector>

template <class T> static T dot_after_scale(std::vector<T> &a, const std::vector<T> &b, T factor) {
  const int n = static_cast<int>(a.size());
  for (int i = 0; i < n; ++i)
    a[i] = a[i] * factor;
  T sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i] * b[i];
  return sum;
}

static double spread(std::span<const double> values) {
  double total = 0, squares = 0;
  for (double v : values)
    total += v;
  for (double v : values)
    squares += v * v;
  return squares - total;
}

static double with_lambda(int n) {
  std::valarray<double> weights(1.5, n), result(0.0, n);
  auto run = [&](double bias) {
    for (int k = 0; k < n; ++k)
      weights[k] += bias;
    for (int k = 0; k < n; ++k)
      result[k] = weights[k] * 2.0;
  };
  run(0.5);
  run(-0.25);
  double sum = 0;
  for (int k = 0; k < n; ++k)
    sum = 0.5 * sum + result[k];
  return sum;
}

int main() {
  std::vector<float> a{1, 2, 3}, b{0.5f, 0.25f, 0.125f};
  std::vector<long> c{7, -3, 5, 1}, d{1, 2, 3, 4};
  std::printf("%a %ld\n", dot_after_scale(a, b, 1.1f), dot_after_scale(c, d, 3l));
  std::printf("%ld\n", dot_after_scale(c, c, 2l));  // the same object twice
  std::vector<double> values{0.1, 0.2, -0.3};
  std::printf("%a %a %a\n", spread(values), with_lambda(0), with_lambda(6));
}
