// RUN: %loopfuse --print=deps %s -- | %check_sets %s
// Flow, anti and output dependences with shifts and a stride. p0 is n, as an int.

void f(double *__restrict a, double *__restrict b, double *__restrict c, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = b[i];
  for (int k = 1; k < n; ++k)
    c[k] = a[k - 1];
  for (int k = 1; k < n - 1; k += 2)
    b[k + 1] = c[k];
  for (int k = 0; k < n; ++k)
    a[n - 1 - k] = 0;
}

// MAP: flow a[i] -> a[k - 1]: [p0] -> { S1[i] -> S3[k] : k = i + 1 and 0 <= i and k < p0 < 2147483648 }
// MAP: anti b[i] -> b[k + 1]: [p0] -> { S1[i] -> S5[k] : i = k + 1 and exists (e : k = 2e + 1) and 1 <= k < p0 - 1 and p0 < 2147483648 }
// MAP: flow c[k] -> c[k]: [p0] -> { S3[k] -> S5[k] : exists (e : k = 2e + 1) and 1 <= k < p0 - 1 and p0 < 2147483648 }
// MAP: output a[i] -> a[n - k - 1]: [p0] -> { S1[i] -> S7[k] : i + k = p0 - 1 and 0 <= i < p0 < 2147483648 }
// MAP: anti a[k - 1] -> a[n - k - 1]: [p0] -> { S3[k] -> S7[l] : k - 1 = p0 - 1 - l and 1 <= k < p0 < 2147483648 and 0 <= l < p0 }
// NO-MAP: output a[i] -> a[k - 1]
