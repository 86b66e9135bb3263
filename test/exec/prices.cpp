// RUN: %check_exec %s
// Prices as integers in cents, with unsigned counters, strides, and a window that reads the future.
#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

struct Book {
  std::vector<std::int64_t> bid, ask;
  std::vector<std::uint32_t> volume;
};

static std::int64_t settle(const Book &book, std::int64_t &weighted) {
  const auto n = static_cast<unsigned>(book.bid.size());
  std::vector<std::int64_t> middle(n), spread(n);
  for (unsigned i = 0; i < n; ++i)
    middle[i] = (book.bid[i] + book.ask[i]) / 2;
  for (unsigned i = 0; i != n; i++)
    spread[i] = book.ask[i] - book.bid[i];
  std::int64_t turnover = 0;
  for (unsigned i = 0; i < n; ++i)
    turnover += middle[i] * book.volume[i];
  // what a trader who knew tomorrow would gain
  for (unsigned i = 0; i + 1 < n; ++i)
    spread[i] += middle[i + 1] - middle[i];
  std::int64_t sum = 0;
  for (unsigned i = 0; i < n; ++i)
    sum = sum * 3 % 1000003 + spread[i];
  weighted = sum;
  return turnover;
}

static std::array<std::uint32_t, 7> by_weekday(const Book &book) {
  std::array<std::uint32_t, 7> totals{}, days{};
  for (std::size_t i = 0; i < book.volume.size(); ++i)
    totals[i % 7] += book.volume[i];
  for (std::size_t i = 0; i < book.volume.size(); ++i)
    days[i % 7]++;
  for (std::size_t d = 0; d < totals.size(); ++d)
    totals[d] = days[d] ? totals[d] / days[d] : 0;
  return totals;
}

int main() {
  for (std::size_t n : {0, 1, 2, 100}) {
    Book book;
    for (std::size_t i = 0; i < n; ++i) {
      book.bid.push_back(10000 + static_cast<std::int64_t>(i * i % 731));
      book.ask.push_back(book.bid.back() + static_cast<std::int64_t>(i % 13));
      book.volume.push_back(static_cast<std::uint32_t>(i * 2654435761u));
    }
    std::int64_t sum = 0;
    std::printf("%lld", static_cast<long long>(settle(book, sum)));
    for (std::uint32_t total : by_weekday(book))
      std::printf(" %u", total);
    std::printf(" %lld\n", static_cast<long long>(sum));
  }
}
