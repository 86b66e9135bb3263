// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// A while loop between two others, and beside one.
// CHECK: remark: not fused: a while loop is not modelled [other-loop]
// CHECK: remark: not fused: a do loop is not modelled [other-loop]
// CHECK: remark: not fused: a while loop is not modelled [other-loop]

struct Node {
  double value;
  const Node *next;
};

void f(const Node *node, double *__restrict a, double *__restrict b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    a[i] = 1;
  while (node) {
    sum += node->value;
    node = node->next;
  }
  for (int k = 0; k < n; ++k)
    b[k] = a[k] + sum;
}

void beside(double *__restrict a, double *__restrict b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = 1;
  int k = 0;
  do {
    b[k] = a[k];
    ++k;
  } while (k < n);
}

void both(double *__restrict a, double *__restrict b, int n) {
  int i = 0, k = 0;
  while (i < n)
    a[i++] = 1;
  while (k < n) {
    b[k] = a[k];
    ++k;
  }
}
