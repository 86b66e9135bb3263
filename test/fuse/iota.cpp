// RUN: %check_fuse %s -- -std=c++20
// The numbers of std::views::iota are those of a counting loop.
//--- before.cpp
#include <ranges>

void both(double *__restrict a, double *__restrict b, int n) {
  for (int i : std::views::iota(0, n))
    a[i] = i * 0.5;
  for (int k : std::views::iota(0, n))
    b[k] = a[k] + k;
}

void counted(double *__restrict a, double *__restrict b, int n) {
  for (const auto i : std::views::iota(1, n))
    a[i - 1] = i * 0.5;
  for (int k = 0; k < n - 1; ++k)
    b[k] = a[k] + k;
}

void view(double *__restrict a, double *__restrict b, unsigned n) {
  for (unsigned i = 0; i < n; ++i)
    a[i] = i * 0.5;
  for (unsigned i : std::ranges::iota_view(0u, n))
    b[i] = a[i] + i;
}

// The second one has more.
void longer(double *__restrict a, double *__restrict b, int n) {
  for (int i : std::views::iota(0, n))
    a[i] = i * 0.5;
  for (int i : std::views::iota(0, n + 1))
    b[i] = a[i] + i;
}

// Its end is taken once.
void bound(int *__restrict a, int *__restrict b, int n) {
  for (int i : std::views::iota(0, n))
    a[i] = --n;
  for (int i : std::views::iota(0, n))
    b[i] = a[i];
}

// Of another type, and changed.
void others(int *__restrict a, int *__restrict b, int n) {
  for (long i : std::views::iota(0, n))
    a[i] = 1;
  for (long i : std::views::iota(0, n))
    b[i] = a[i];
  for (int i : std::views::iota(0, n))
    a[i++] = 1;
  for (int i : std::views::iota(0, n))
    b[i] = a[i];
}
//--- after.cpp
#include <ranges>

void both(double *__restrict a, double *__restrict b, int n) {
  for (int i : std::views::iota(0, n)) {
    a[i] = i * 0.5;
    b[i] = a[i] + i;
  }
}

void counted(double *__restrict a, double *__restrict b, int n) {
  for (const auto i : std::views::iota(1, n)) {
    a[i - 1] = i * 0.5;
    b[i - 1] = a[i - 1] + (i - 1);
  }
}

void view(double *__restrict a, double *__restrict b, unsigned n) {
  for (unsigned i = 0; i < n; ++i) {
    a[i] = i * 0.5;
    b[i] = a[i] + i;
  }
}

// The second one has more.
void longer(double *__restrict a, double *__restrict b, int n) {
  for (int i : std::views::iota(0, n))
    a[i] = i * 0.5;
  for (int i : std::views::iota(0, n + 1))
    b[i] = a[i] + i;
}

// Its end is taken once.
void bound(int *__restrict a, int *__restrict b, int n) {
  for (int i : std::views::iota(0, n))
    a[i] = --n;
  for (int i : std::views::iota(0, n))
    b[i] = a[i];
}

// Of another type, and changed.
void others(int *__restrict a, int *__restrict b, int n) {
  for (long i : std::views::iota(0, n))
    a[i] = 1;
  for (long i : std::views::iota(0, n))
    b[i] = a[i];
  for (int i : std::views::iota(0, n))
    a[i++] = 1;
  for (int i : std::views::iota(0, n))
    b[i] = a[i];
}
