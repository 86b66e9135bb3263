// RUN: %loopfuse check --refusals --quiet %s -- -std=c++20 -fno-vectorize | FileCheck %s --implicit-check-not=remark --implicit-check-not=warning
// Loops that do not run under the same condition.
bool unknown();

void others(const int *__restrict in, int *__restrict a, int *__restrict b, int n, bool wanted, bool needed) {
  // CHECK: :[[#@LINE+2]]:5: remark: not fused: the loops do not run under the same condition [conditions-differ]
  if (wanted)
    for (int i = 0; i < n; ++i)
      a[i] = in[i];
  if (needed)
    for (int i = 0; i < n; ++i)
      b[i] = a[i];
}

// What the condition asks for is changed by the first loop.
void changed(const int *__restrict in, int *a, int *__restrict b, int n) {
  // CHECK: :[[#@LINE+2]]:5: remark: not fused: the loop's bound is not the same value in every iteration: a[0] [bound-varies]
  if (a[0] > 0)
    for (int i = 0; i < n; ++i)
      a[i] = in[i];
  if (a[0] > 0)
    for (int i = 0; i < n; ++i)
      b[i] = in[i] + 1;
}

// And by what stands between.
void between(const int *__restrict in, int *__restrict a, int *__restrict b, int n, bool wanted) {
  // CHECK: :[[#@LINE+2]]:5: remark: not fused: the statement between the loops must stay there: {{.*}} [statement-between]
  if (wanted)
    for (int i = 0; i < n; ++i)
      a[i] = in[i];
  wanted = !wanted;
  if (wanted)
    for (int i = 0; i < n; ++i)
      b[i] = a[i];
}

// A condition with an effect.
void effect(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  // CHECK: :[[#@LINE+1]]:3: remark: not fused: fusing with a loop under this 'if' is not modelled [unsupported-statement]
  if (n-- > 5)
    for (int i = 0; i < 4; ++i)
      a[i] = in[i];
  if (n-- > 5)
    for (int i = 0; i < 4; ++i)
      b[i] = a[i];
}

void called(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  // CHECK: :[[#@LINE+1]]:3: remark: not fused: what 'unknown' reads and writes is not known [unknown-call]
  if (unknown())
    for (int i = 0; i < n; ++i)
      a[i] = in[i];
  if (unknown())
    for (int i = 0; i < n; ++i)
      b[i] = a[i];
}

// The counter of the first loop is not set where the condition does not hold.
int live(const int *__restrict in, int *__restrict a, int *__restrict b, int n) {
  int i = -1;
  // CHECK: :[[#@LINE+1]]:3: remark: not fused: the loop variable 'i' is used after the loop [loop-variable-live]
  for (i = 0; i < n; ++i)
    a[i] = in[i];
  if (n > 0)
    for (i = 0; i < n; ++i)
      b[i] = a[i];
  return i;
}

void otherwise(const int *__restrict in, int *__restrict a, int *__restrict b, int n, bool wanted) {
  // CHECK: :[[#@LINE+1]]:3: remark: not fused: fusing with a loop under an 'if' with 'else' is not modelled [unsupported-statement]
  if (wanted)
    for (int i = 0; i < n; ++i)
      a[i] = in[i];
  else
    a[0] = 1;
  if (wanted)
    for (int i = 0; i < n; ++i)
      b[i] = a[i];
}
