// RUN: %check_fuse %s
// Inner loops that end early, and what is not modelled between fused loops.
//--- before.cpp
void note(int);
int found(const int *__restrict in, int *__restrict first, int *__restrict sum) {
  int calls = 0;
  for (int i = 0; i < 64; ++i) {
    first[i] = 8;
    for (int j = 0; j < 8; ++j) {
      if (in[8 * i + j] == 0)
        continue;
      if (in[8 * i + j] < 0) {
        first[i] = j;
        break;
      }
      first[i] += 2;
    }
  }
  for (int i = 0; i < 64; ++i) {
    sum[i] = first[i] * 2;
    switch (first[i]) {
    case 3:
      sum[i] += 5;
      break;
    case 4:
      sum[i] += 6;
      break;
    default:
      sum[i] -= 1;
    }
  }
  note(calls + 1);
  for (int i = 1; i < 64; ++i)
    sum[i] += sum[i - 1];
  for (int i = 1; i < 64; ++i)
    first[i] -= sum[i];
  return sum[63];
}
//--- after.cpp
void note(int);
int found(const int *__restrict in, int *__restrict first, int *__restrict sum) {
  int calls = 0;
  for (int i = 0; i < 64; ++i) {
    first[i] = 8;
    for (int j = 0; j < 8; ++j) {
      if (in[8 * i + j] == 0)
        continue;
      if (in[8 * i + j] < 0) {
        first[i] = j;
        break;
      }
      first[i] += 2;
    }
    sum[i] = first[i] * 2;
    switch (first[i]) {
    case 3:
      sum[i] += 5;
      break;
    case 4:
      sum[i] += 6;
      break;
    default:
      sum[i] -= 1;
    }
  }
  note(calls + 1);
  for (int i = 1; i < 64; ++i) {
    sum[i] += sum[i - 1];
    first[i] -= sum[i];
  }
  return sum[63];
}
