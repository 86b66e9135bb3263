// RUN: %check_fuse %s -- -std=c++20
// Of an `if constexpr` each instance has one branch: the other one is not there to be compared.
//--- before.cpp
template <class T> void both(T *p, int n) {
  if constexpr (sizeof(T) == 8) {
    for (int i = 0; i < n; i++)
      p[i] = p[i] * 3;
    for (int i = 0; i < n; i++)
      p[i] = p[i] + 1;
  } else {
    for (int i = 0; i < n; i++)
      p[i] = p[i] * 3;
    for (int i = 0; i < n; i++)
      p[i] = p[i] + 2;
  }
}
template void both<int>(int *, int);
template void both<double>(double *, int);

// The same in a lambda of an instance, and with a branch that nobody takes.
template <int Kind> void inside(float *p, int n) {
  auto update = [](float *p, int n) {
    if constexpr (Kind == 1) {
      for (int i = 0; i < n; i++)
        p[i] = p[i] * 3;
      for (int i = 0; i < n; i++)
        p[i] = p[i] + 1;
    } else if constexpr (Kind == 2) {
      for (int i = 0; i < n; i++)
        p[i] = p[i] / 3;
      for (int i = 0; i < n; i++)
        p[i] = p[i] - 2;
    } else {
      for (int i = 0; i < n; i++)
        p[i] = 0;
      for (int i = 0; i < n; i++)
        p[i] = p[i] - 1;
    }
  };
  update(p, n);
}
template void inside<1>(float *, int);
template void inside<2>(float *, int);
//--- after.cpp
template <class T> void both(T *p, int n) {
  if constexpr (sizeof(T) == 8) {
    for (int i = 0; i < n; i++) {
      p[i] = p[i] * 3;
      p[i] = p[i] + 1;
    }
  } else {
    for (int i = 0; i < n; i++) {
      p[i] = p[i] * 3;
      p[i] = p[i] + 2;
    }
  }
}
template void both<int>(int *, int);
template void both<double>(double *, int);

// The same in a lambda of an instance, and with a branch that nobody takes.
template <int Kind> void inside(float *p, int n) {
  auto update = [](float *p, int n) {
    if constexpr (Kind == 1) {
      for (int i = 0; i < n; i++) {
        p[i] = p[i] * 3;
        p[i] = p[i] + 1;
      }
    } else if constexpr (Kind == 2) {
      for (int i = 0; i < n; i++) {
        p[i] = p[i] / 3;
        p[i] = p[i] - 2;
      }
    } else {
      for (int i = 0; i < n; i++)
        p[i] = 0;
      for (int i = 0; i < n; i++)
        p[i] = p[i] - 1;
    }
  };
  update(p, n);
}
template void inside<1>(float *, int);
template void inside<2>(float *, int);
