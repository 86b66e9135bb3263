// RUN: %check_exec %s --alias=guard --cost-model=always
// Bounds, offsets and bases that are kept in memory, and stores that reach them: in objects, in globals, behind
// pointers and references. Each program is called with memory at every distance from what its bounds are read from.
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

constexpr int Size = 64, Middle = 24;

struct Range {
  int n, offset;
  int *x, *y;
};

// The stores may end the loop, or send it on.
void range(Range *r) {
  for (int i = 0; i < r->n; i++)
    r->x[i] = 2 - i;
  for (int i = 0; i < r->n; i++)
    r->y[i] = r->x[i] + i;
}

// The offset is read by the bodies alone.
void offset(Range &r, int count) {
  for (int i = 0; i < count; i++)
    r.x[i] = 2;
  for (int i = 0; i < count; i++)
    r.y[i + r.offset] = r.x[i] + 1;
}

void pointee(int *a, int *b, const int *n) {
  for (int i = 0; i < *n; i++)
    a[i] = 2;
  for (int i = 0; i < *n; i++)
    b[i] = a[i] + i;
}

void reference(int *a, int *b, const int &n) {
  for (int i = 0; i < n; i++)
    a[i] = 1;
  for (int i = 0; i < n; i++)
    b[i] = a[i] + i;
}

// A type that the bound's bytes may be written through.
void bytes(unsigned char *a, unsigned char *b, const unsigned char &n) {
  for (int i = 0; i < n; i++)
    a[i] = static_cast<unsigned char>(b[i] + 1);
  for (int i = 0; i < n; i++)
    b[i] = static_cast<unsigned char>(a[i] / 2 + 1);
}

struct Cell {
  short kind;
  int value, weight;
};

// Whole elements of classes.
void cells(Cell *a, Cell *b, int *c, int n) {
  for (int i = 0; i < n; i++)
    a[i].value = b[i].weight + i;
  for (int i = 0; i < n; i++)
    b[i].weight = a[i].value * 2;
  for (int i = 0; i < n; i++)
    c[i] = b[i].weight - a[i].kind;
}

struct Grid {
  int n = 0, pad = 0;
  int values[Size] = {};
  int *out = nullptr;
  std::vector<int> owned = std::vector<int>(Size);
  void members() {
    for (int i = 0; i < n; i++)
      values[i] = i + pad;
    for (int i = 0; i < n; i++)
      out[i] = values[i] * 2;
  }
  void elements() {
    for (int i = 0; i < n; i++)
      owned[i] = i + pad;
    for (int i = 0; i < n; i++)
      out[i] = owned[i] * 2;
  }
};

void vectorAndPointer(std::vector<int> &v, int *p) {
  for (std::size_t i = 0; i < v.size(); i++)
    v[i] = p[i] + 1;
  for (std::size_t i = 0; i < v.size(); i++)
    p[i] = v[i] * 2;
}

} // namespace

int total;
int table[Size];
int *one, *two;

void globals(int *a) {
  for (int i = 0; i < total; i++)
    a[i] = i;
  for (int i = 0; i < total; i++)
    table[i] = a[i] + i;
}
void pointers() {
  for (int i = 0; i < total; i++)
    one[i] = two[i] + 1;
  for (int i = 0; i < total; i++)
    two[i] = one[i] - i;
}
// The variable changes between the loops.
void between(int *a, int *b, int n, int k) {
  int m = 0;
  for (int i = 0; i < n; i++)
    a[i] = i;
  m = k;
  for (int i = 0; i < n; i++)
    b[i + m] = a[i] + 1;
}

static unsigned sum;
template <typename T> static void add(const T &Object) {
  unsigned char Bytes[sizeof(T)];
  std::memcpy(Bytes, &Object, sizeof(T));
  for (unsigned char B : Bytes)
    sum = sum * 31 + B;
}

static int words[4 * Size];
static void reset() {
  for (int i = 0; i < 4 * Size; i++)
    words[i] = i * i % 23;
}

static void near(int n, int distance) {
  int *middle = words + Size, *other = middle + distance;
  static Range r;
  auto run = [&](int Count, int *x, int *y, auto Call) {
    reset();
    r = {Count, 3, x, y};
    Call();
    add(r.n), add(r.offset), add(words);
  };
  run(n, middle, other, [] { range(&r); });
  run(n, middle, other, [&] { offset(r, n); });
  // The stores reach the bound, and the number behind it.
  for (int few : {1, 2}) {
    run(few, &r.n, middle, [] { range(&r); });
    run(few, middle, &r.n, [] { range(&r); });
    run(few, &r.n, &r.n, [] { range(&r); });
    run(few, &r.n, middle, [&] { offset(r, few); });
    run(1, &r.offset, middle, [] { offset(r, 1); });
    run(1, middle, &r.offset, [] { range(&r); });
  }
  run(n, middle, other, [&] { pointee(middle, other, &r.n); });
  for (int at = -2; at <= n; at++) {
    reset();
    middle[at] = n;
    pointee(middle, other, middle + at);
    add(words);
    reset();
    middle[at] = n;
    reference(other, middle, middle[at]);
    add(words);
    reset();
    auto *chars = reinterpret_cast<unsigned char *>(middle);
    chars[at] = static_cast<unsigned char>(n);
    bytes(chars, chars + distance, chars[at]);
    add(words);
  }
}

static void objects(int n, int distance) {
  static Cell cell[3 * Size];
  for (int i = 0; i < 3 * Size; i++)
    cell[i] = {static_cast<short>(i), i * 7 % 5, i % 3};
  static int apart[Size];
  cells(cell + Size, cell + Size + distance, apart, n);
  cells(cell + Size, cell + 2 * Size, &cell[Size + 3 + distance].value, n < 3 ? n : 1);
  for (const Cell &c : cell)
    add(c.kind), add(c.value), add(c.weight);
  add(apart);

  Grid grid;
  grid.n = n, grid.pad = 1;
  grid.out = apart;
  grid.members();
  grid.elements();
  grid.out = grid.values + Middle + distance;
  grid.members();
  grid.elements();
  grid.out = grid.owned.data() + Middle + distance;
  grid.members();
  grid.elements();
  if (n == 2)
    for (int at : {0, 1}) {
      grid.n = n;
      grid.out = &grid.n + at; // Two elements: the bound and what stands beside it.
      grid.members();
    }
  add(grid.n), add(grid.pad), add(grid.values);
  for (int x : grid.owned)
    add(x);

  std::vector<int> v(n, 2), w(Size, 3);
  vectorAndPointer(v, apart);
  vectorAndPointer(w, w.data());
  for (int x : v)
    add(x);
  for (int x : w)
    add(x);
  add(apart);
}

static void statics(int n, int distance) {
  total = n;
  globals(table + Middle + distance);
  total = n;
  globals(words + Size);
  if (n <= 1) {
    total = n;
    globals(&total);
    add(total);
  }
  total = n;
  one = words + Size, two = one + distance;
  pointers();
  one = table + Middle, two = one - distance;
  pointers();
  if (n <= 1) { // Becomes 0.
    total = n;
    reset();
    words[Size] = -1;
    one = &total, two = words + Size;
    pointers();
  }
  between(words + Size, words + Size + distance, n, 5);
  add(table), add(words);
}

int main() {
  for (int n : {0, 1, 2, 3, 5, 9})
    for (int distance = -11; distance <= 11; distance++) {
      sum = 0;
      near(n, distance);
      objects(n, distance);
      reset();
      statics(n, distance);
      std::printf("%d %d %u\n", n, distance, sum);
    }
  return 0;
}
