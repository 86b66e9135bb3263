// RUN: %loopfuse check --refusals --quiet --alias=guard %s -- -std=c++20 -fno-vectorize | FileCheck %s
// A guard would keep so many lines a second time.
// CHECK: remark: not fused: a test at run time would add {{[0-9]+}} lines of loops to the text [code-growth]

void f(double *a, double *b, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] += 0;
    a[i] += 1;
    a[i] += 2;
    a[i] += 3;
    a[i] += 4;
    a[i] += 5;
    a[i] += 6;
    a[i] += 7;
    a[i] += 8;
    a[i] += 9;
    a[i] += 10;
    a[i] += 11;
    a[i] += 12;
    a[i] += 13;
    a[i] += 14;
    a[i] += 15;
    a[i] += 16;
    a[i] += 17;
    a[i] += 18;
    a[i] += 19;
    a[i] += 20;
    a[i] += 21;
    a[i] += 22;
    a[i] += 23;
    a[i] += 24;
    a[i] += 25;
    a[i] += 26;
    a[i] += 27;
    a[i] += 28;
    a[i] += 29;
    a[i] += 30;
    a[i] += 31;
    a[i] += 32;
    a[i] += 33;
    a[i] += 34;
    a[i] += 35;
    a[i] += 36;
    a[i] += 37;
    a[i] += 38;
    a[i] += 39;
    a[i] += 40;
    a[i] += 41;
    a[i] += 42;
    a[i] += 43;
    a[i] += 44;
    a[i] += 45;
    a[i] += 46;
    a[i] += 47;
    a[i] += 48;
    a[i] += 49;
    a[i] += 50;
    a[i] += 51;
    a[i] += 52;
    a[i] += 53;
    a[i] += 54;
    a[i] += 55;
    a[i] += 56;
    a[i] += 57;
    a[i] += 58;
    a[i] += 59;
  }
  for (int k = 0; k < n; ++k)
    b[k] = a[k];
}
