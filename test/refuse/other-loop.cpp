// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 | FileCheck %s
// A while loop.
// CHECK: remark: not fused: a {{.*}} loop is not modelled [other-loop]

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
