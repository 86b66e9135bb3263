// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// RUN: %loopfuse check --quiet %s -- -std=c++20 -DSETTLED | FileCheck %s --check-prefix=SETTLED
// Nothing says that the two do not overlap. What is said to settle it does.
// CHECK: :[[#]]:3: remark: not fused: 'a' and 'b' may overlap in memory; '__restrict' on 'a' would settle it [may-alias]
// SETTLED-COUNT-4: warning: these 2 loops can be fused

#include <span>
#include <vector>

#ifdef SETTLED
#define RESTRICT __restrict
#define NUMBER const int
#define VIEW double *__restrict
#else
#define RESTRICT
#define NUMBER const int &
#define VIEW std::span<double>
#endif

void f(double *RESTRICT a, double *b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = 1;
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}

// CHECK: remark: not fused: 'v' and 'w' may overlap in memory; '__restrict' on 'w' would settle it
struct Mesh {
  std::vector<double> v;
  void copyTo(std::vector<double> &RESTRICT w) {
    for (int i = 0; i < 10; ++i)
      v[i] = 1;
    for (int i = 0; i < 10; ++i)
      w[i] = v[i];
  }
  int count;
  void twice(int *p, int *__restrict q);
};

// CHECK: remark: not fused: 'p' and 'count' may overlap in memory; a local copy of 'count' would settle it
void Mesh::twice(int *p, int *__restrict q) {
  NUMBER count = this->count;
  for (int i = 0; i < count; ++i)
    p[i] = 1;
  for (int i = 0; i < count; ++i)
    q[i] = p[i];
}

// No qualifier can be written on spans, and a pointer that is loaded might be computed from a parameter.
// CHECK: remark: not fused: 'a' and 'b' may overlap in memory; a function that takes both as '__restrict' parameters would settle it
void spans(VIEW a, VIEW b) {
  for (int i = 0; i < 10; ++i)
    a[i] = 1;
  for (int k = 0; k < 10; ++k)
    b[k] = a[k];
}

struct Detection {
  float *probability;
  int classes;
};

struct Layer {
  float *bias;
};

// CHECK: remark: not fused: 'output' and 'l->bias' may overlap in memory; a function that takes both
void layer(Layer *l, float *output, int n) {
  for (int i = 0; i < n; ++i)
    output[i] = 1;
  for (int i = 0; i < n; ++i)
    l->bias[i] = output[i];
}

// CHECK: remark: not fused: 'd' and 'd[…].probability' may overlap in memory; --alias=assume-noalias, where that is true, would settle it
void detections(Detection *d, int n) {
  for (int i = 0; i < n; ++i)
    d[i].classes = 1;
  for (int i = 0; i < n; ++i)
    d[i].probability[0] = d[i].classes;
}
