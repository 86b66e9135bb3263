// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// Each function is called in front of the same loop.

double sum(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i];
  return s;
}

// CHECK: 'early' cannot stand in the place of its call: 'return' stands in front of its end [callee-form]
void early(double *a, int n) {
  if (n > 1000)
    return;
  for (int i = 0; i < n; ++i)
    a[i] *= 2;
}
double f1(double *a, int n) {
  early(a, n);
  return 0 + sum(a, n);
}
double f2(double *a, int n) {
  early(a, n);
  double s = sum(a, n);
  return s;
}

// CHECK: 'kept' cannot stand in the place of its call: it has the attribute 'noinline' [callee-form]
__attribute__((noinline)) void kept(double *a, int n) {
  for (int i = 0; i < n; ++i)
    a[i] *= 2;
}
double f3(double *a, int n) {
  kept(a, n);
  double s = sum(a, n);
  return s;
}

// CHECK: 'hidden' cannot stand in the place of its call: it would mean something else in the caller [callee-form]
int width = 2;
void hidden(double *a, int n) {
  for (int i = 0; i < n; ++i)
    a[i] *= width;
}
double f4(double *a, int n) {
  double width = 0.5;
  hidden(a, n);
  double s = sum(a, n);
  return s * width;
}

// CHECK: 'named' cannot stand in the place of its call: it uses its own name or place [callee-form]
char letters[64];
void named(double *a, int n) {
  for (int i = 0; i < n; ++i) {
    letters[i] = __func__[0];
    a[i] *= 2;
  }
}
double f5(double *a, int n) {
  named(a, n);
  double s = sum(a, n);
  return s;
}

// CHECK: 'scale' cannot stand in the place of its call: it does not compile in the caller: {{.*}}private member of 'Box' [callee-form]
class Box {
  double data[64] = {};
  friend void scale(Box &b, double s);

public:
  double at(int i) const { return data[i]; }
};
void scale(Box &b, double s) {
  for (int i = 0; i < 64; ++i)
    b.data[i] *= s;
}
double f6(Box &b) {
  scale(b, 2);
  double s = 0;
  for (int i = 0; i < 64; ++i)
    s += b.at(i);
  return s;
}

// CHECK: 'half' cannot stand in the place of its call: its value is converted [callee-form]
float half(const double *a, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i] / 2;
  return s;
}
double f7(const double *a, int n) {
  double h = half(a, n);
  double s = sum(a, n);
  return s + h;
}

// CHECK: 'strict' cannot stand in the place of its call: it is noexcept, and what it calls may throw [callee-form]
double risky(double x) { return x < 0 ? throw 1 : x; }
void strict(double *a, int n) noexcept {
  for (int i = 0; i < n; ++i)
    a[i] = risky(a[i]);
}
double f8(double *a, int n) {
  strict(a, n);
  double s = sum(a, n);
  return s;
}

// CHECK: 'once' cannot stand in the place of its call: it does not use the argument 'n++', which has an effect [callee-form]
void once(double *a, int) {
  for (int i = 0; i < 8; ++i)
    a[i] *= 2;
}
double f9(double *a, int n) {
  once(a, n++);
  double s = sum(a, 8);
  return s + n;
}

// CHECK: 'more' cannot stand in the place of its call: the directive '#ifdef QUICK' stands in it [callee-form]
void more(double *a, int n) {
#ifdef QUICK
  n /= 2;
#endif
  for (int i = 0; i < n; ++i)
    a[i] *= 2;
}
double f10(double *a, int n) {
  more(a, n);
  double s = sum(a, n);
  return s;
}

void scale(double *a, int n, double f) {
  for (int i = 0; i < n; ++i)
    a[i] *= f;
  // A comment that would swallow what stands behind it.
}

// CHECK: 'scale' cannot stand in the place of its call: the call shares its line with something else [callee-form]
void tell();
double shared(double *a, int n) {
  scale(a, n, 2.0); tell();
  double s = sum(a, n);
  return s;
}

// CHECK: 'clear' cannot stand in the place of its call: the call evaluates more than its arguments [callee-form]
struct Cursor {
  Cursor &next();
  static void clear(double *a, int n) {
    for (int i = 0; i < n; ++i)
      a[i] = 0;
  }
};
double evaluated(Cursor &c, double *a, int n) {
  c.next().clear(a, n);
  double s = sum(a, n);
  return s;
}

// CHECK: 'scale' cannot stand in the place of its call: the arguments 'k++' and 'n - k' may be evaluated in either order [callee-form]
double ordered(double *a, int n) {
  int k = 0;
  scale(a, n - k, k++);
  double s = sum(a, n - k);
  return s + k;
}

// CHECK: 'shift' cannot stand in the place of its call: the argument of 'by' needs an object that ends with the call [callee-form]
void shift(double *a, int n, const double *by) {
  for (int i = 0; i < n; ++i)
    a[i] += by[i];
}
struct Owner {
  double *memory;
  explicit Owner(int n);
  ~Owner();
  operator double *() const { return memory; }
};
double owned(double *a, int n) {
  shift(a, n, Owner(3));
  double s = sum(a, n);
  return s;
}

// CHECK: 'lift' cannot stand in the place of its call: the argument of 'least' needs an object that ends with the call [callee-form]
const double &larger(const double &a, const double &b) { return a < b ? b : a; }
void lift(double *a, int n, const double &least) {
  for (int i = 0; i < n; ++i)
    a[i] = a[i] < least ? least : a[i];
}
double lifted(double *a, const int n) {
  lift(a, n, larger(a[0], 1.0));
  double s = sum(a, n);
  return s;
}

// CHECK: 'tagged' cannot stand in the place of its call: it would mean something else in the caller [callee-form]
inline double tag(double v, double f = __builtin_FUNCTION()[0]) { return v + f; }
void tagged(double *a, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = tag(a[i]);
}
double where(double *a, int n) {
  tagged(a, n);
  double s = sum(a, n);
  return s;
}

// CHECK: 'wide' cannot stand in the place of its call: it declares more than variables of its own [callee-form]
int width2 = 3;
void wide(double *__restrict a, int n) {
  extern int width;
  for (int i = 0; i < n; ++i)
    a[i] *= width;
}
double widened(double *__restrict a, int n) {
  wide(a, n);
  double s = sum(a, n);
  return s + width;
}

// CHECK: 'scale' cannot stand in the place of its call: a directive stands in the call [callee-form]
double configured(double *a, int n) {
  scale(a, n,
#ifdef LESS
        0.5
#else
        2.0
#endif
  );
  double s = sum(a, n);
  return s;
}

// A call whose text would mean something else says nothing of those behind it.
// CHECK: 'size' cannot stand in the place of its call: it would mean something else in the caller [callee-form]
// CHECK-NOT: something else in the caller
// CHECK: the loops of 'plus' and 'times' can be fused
typedef double T;
#define SIZE_OF_T sizeof(T)
void start(double *a, int n) {
  const char T = 1;
  for (int i = 0; i < n; ++i)
    a[i] = T;
}
void size(double *a, int n) {
  for (int i = 0; i < n; ++i)
    a[i] += SIZE_OF_T;
}
void plus(double *a, int n) {
  for (int i = 0; i < n; ++i)
    a[i] += 3;
}
void times(double *a, int n) {
  for (int i = 0; i < n; ++i)
    a[i] *= 3;
}
void f90(double *a, int n) {
  start(a, n);
  size(a, n);
  plus(a, n);
  times(a, n);
}

// What is told of new variables is told in the caller's words.
// CHECK: (for n=2, count()=1)
int count();
void ahead(double *a, int n, int k) {
  for (int i = 0; i < n; ++i)
    a[i] *= a[i + k];
}
int f91(double *a, int n) {
  int k = 1;
  plus(a, n);
  ahead(a, n, count());
  return k;
}

// CHECK: 'keeps' cannot stand in the place of its call: the end of an object that a reference keeps alive has an effect
struct Ended {
  int *at;
  ~Ended() { ++*at; }
};
void keeps(double *a, int n, int *ended) {
  const Ended &e = Ended{ended};
  for (int i = 0; i < n; ++i)
    a[i] = e.at == nullptr;
}
double f92(double *a, int n) {
  int ended = 0;
  keeps(a, n, &ended);
  double s = sum(a, n);
  return s + ended;
}
