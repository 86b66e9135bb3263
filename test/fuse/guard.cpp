// RUN: %check_fuse %s --alias=guard
// Memory that may overlap is told apart at run time; the loops stay as they are for the case that it does.
//--- before.cpp
// Between two pointers, with comments.
void scale(double *a, double *b, int n) {
  // Above both.
  for (int i = 0; i < n; ++i)
    a[i] = a[i] + 1.0; // behind
  // Of the second.
  for (int k = 0; k < n; ++k)
    b[k] = 2.0 * a[k];
}

// Two tests; elements beside the iterations count.
void stencil(const float *in, float *t, float *out, int n) {
  for (int i = 1; i < n - 1; ++i) {
    t[i] = in[i - 1] + in[i + 1];
  }
  for (int i = 1; i < n - 1; ++i) {
    out[i] = t[i] * 0.5f;
  }
}

// Other units, another parameter, a stride.
void mixed(const unsigned char *in, int *out, double *w, long n, long m) {
  for (long i = 0; i < n; ++i)
    out[i] = in[i + m];
  for (long i = 0; i < n; ++i)
    w[2 * i] = out[i];
}

// Elements in front, a constant number of them, and which of two ends is the farther one is not known.
void ends(int *a, int *b, int n, int m) {
  for (int i = 0; i < 8; ++i) {
    a[i] = a[i - 1] + a[i + n] + a[i + m];
  }
  for (int i = 0; i < 8; ++i) {
    b[i] = a[i];
  }
}

// A local pointer that keeps its value.
struct Layer {
  float *output;
};
void local(const Layer *l, const float *in, int n) {
  float *out = l->output;
  for (int i = 0; i < n; ++i)
    out[i] = in[i];
  for (int i = 0; i < n; ++i)
    out[i] *= 2;
}
void guarded(const Layer *l, float *in, int n) {
  float *out = l->output;
  for (int i = 0; i < n; ++i)
    out[i] = in[i] + 1;
  for (int i = 0; i < n; ++i)
    in[i] = 0;
}

// What needs no guard gets none.
void none(double *a, const double *b, int n) {
  for (int i = 0; i < n; ++i)
    a[i] += 1;
  for (int i = 0; i < n; ++i)
    a[i] *= 2;
}

// Three loops, three pairs; every second element is as good as all.
void three(const double *a, double *b, double *c, int n) {
  for (int i = 0; i < n; i += 2)
    b[i] = a[i];
  for (int i = 0; i < n; i += 2)
    c[i] = b[i];
  for (int i = 0; i < n; i += 2)
    c[i] += a[i];
}

// Two guards in one block, the second of which has another statement between it and the first.
void two(int *a, int *b, int n, int m) {
  for (int i = 0; i < n; ++i)
    a[i] = i;
  for (int i = 0; i < n; ++i)
    b[i] = a[i];
  a[0] = b[m];
  for (int i = 0; i < m; ++i)
    a[i] = b[i];
  for (int i = 0; i < m; ++i)
    b[i] = a[i] + 1;
}

// Instances that agree.
template <class T> void copies(const T *a, T *b, T *c, int n) {
  for (int i = 0; i < n; ++i)
    b[i] = a[i];
  for (int i = 0; i < n; ++i)
    c[i] = b[i];
}
void instances(int *a, double *b, int n) {
  copies(a, a + n, a + 2 * n, n);
  copies(b, b + n, b + 2 * n, n);
}
//--- after.cpp
// Between two pointers, with comments.
#include <cstdint>
void scale(double *a, double *b, int n) {
  // Above both.
  if ((std::uintptr_t)a + n * sizeof(*a) <= (std::uintptr_t)b ||
      (std::uintptr_t)b + n * sizeof(*b) <= (std::uintptr_t)a) {
    for (int i = 0; i < n; ++i) {
      a[i] = a[i] + 1.0; // behind
      // Of the second.
      b[i] = 2.0 * a[i];
    }
  } else {
    for (int i = 0; i < n; ++i)
      a[i] = a[i] + 1.0; // behind
    // Of the second.
    for (int k = 0; k < n; ++k)
      b[k] = 2.0 * a[k];
  }
}

// Two tests; elements beside the iterations count.
void stencil(const float *in, float *t, float *out, int n) {
  if (((std::uintptr_t)in + n * sizeof(*in) <= (std::uintptr_t)out + sizeof(*out) ||
       (std::uintptr_t)out + (n - 1ul) * sizeof(*out) <= (std::uintptr_t)in) &&
      ((std::uintptr_t)t + (n - 1ul) * sizeof(*t) <= (std::uintptr_t)out + sizeof(*out) ||
       (std::uintptr_t)out + (n - 1ul) * sizeof(*out) <= (std::uintptr_t)t + sizeof(*t))) {
    for (int i = 1; i < n - 1; ++i) {
      t[i] = in[i - 1] + in[i + 1];
      out[i] = t[i] * 0.5f;
    }
  } else {
    for (int i = 1; i < n - 1; ++i) {
      t[i] = in[i - 1] + in[i + 1];
    }
    for (int i = 1; i < n - 1; ++i) {
      out[i] = t[i] * 0.5f;
    }
  }
}

// Other units, another parameter, a stride.
void mixed(const unsigned char *in, int *out, double *w, long n, long m) {
  if (((std::uintptr_t)in + (0ul + n + m) * sizeof(*in) <= (std::uintptr_t)w ||
       (std::uintptr_t)w + (2ul * n - 1ul) * sizeof(*w) <= (std::uintptr_t)in + m * sizeof(*in)) &&
      ((std::uintptr_t)out + n * sizeof(*out) <= (std::uintptr_t)w ||
       (std::uintptr_t)w + (2ul * n - 1ul) * sizeof(*w) <= (std::uintptr_t)out)) {
    for (long i = 0; i < n; ++i) {
      out[i] = in[i + m];
      w[2 * i] = out[i];
    }
  } else {
    for (long i = 0; i < n; ++i)
      out[i] = in[i + m];
    for (long i = 0; i < n; ++i)
      w[2 * i] = out[i];
  }
}

// Elements in front, a constant number of them, and which of two ends is the farther one is not known.
void ends(int *a, int *b, int n, int m) {
  if (((std::uintptr_t)a + 8 * sizeof(*a) <= (std::uintptr_t)b &&
       (std::uintptr_t)a + (m + 8ul) * sizeof(*a) <= (std::uintptr_t)b &&
       (std::uintptr_t)a + (n + 8ul) * sizeof(*a) <= (std::uintptr_t)b) ||
      ((std::uintptr_t)b + 8 * sizeof(*b) <= (std::uintptr_t)a - sizeof(*a) &&
       (std::uintptr_t)b + 8 * sizeof(*b) <= (std::uintptr_t)a + m * sizeof(*a) &&
       (std::uintptr_t)b + 8 * sizeof(*b) <= (std::uintptr_t)a + n * sizeof(*a))) {
    for (int i = 0; i < 8; ++i) {
      a[i] = a[i - 1] + a[i + n] + a[i + m];
      b[i] = a[i];
    }
  } else {
    for (int i = 0; i < 8; ++i) {
      a[i] = a[i - 1] + a[i + n] + a[i + m];
    }
    for (int i = 0; i < 8; ++i) {
      b[i] = a[i];
    }
  }
}

// A local pointer that keeps its value.
struct Layer {
  float *output;
};
void local(const Layer *l, const float *in, int n) {
  float *out = l->output;
  if ((std::uintptr_t)in + n * sizeof(*in) <= (std::uintptr_t)out ||
      (std::uintptr_t)out + n * sizeof(*out) <= (std::uintptr_t)in) {
    for (int i = 0; i < n; ++i) {
      out[i] = in[i];
      out[i] *= 2;
    }
  } else {
    for (int i = 0; i < n; ++i)
      out[i] = in[i];
    for (int i = 0; i < n; ++i)
      out[i] *= 2;
  }
}
void guarded(const Layer *l, float *in, int n) {
  float *out = l->output;
  if ((std::uintptr_t)in + n * sizeof(*in) <= (std::uintptr_t)out ||
      (std::uintptr_t)out + n * sizeof(*out) <= (std::uintptr_t)in) {
    for (int i = 0; i < n; ++i) {
      out[i] = in[i] + 1;
      in[i] = 0;
    }
  } else {
    for (int i = 0; i < n; ++i)
      out[i] = in[i] + 1;
    for (int i = 0; i < n; ++i)
      in[i] = 0;
  }
}

// What needs no guard gets none.
void none(double *a, const double *b, int n) {
  for (int i = 0; i < n; ++i) {
    a[i] += 1;
    a[i] *= 2;
  }
}

// Three loops, three pairs; every second element is as good as all.
void three(const double *a, double *b, double *c, int n) {
  if (((std::uintptr_t)a + n * sizeof(*a) <= (std::uintptr_t)b ||
       (std::uintptr_t)b + n * sizeof(*b) <= (std::uintptr_t)a) &&
      ((std::uintptr_t)a + n * sizeof(*a) <= (std::uintptr_t)c ||
       (std::uintptr_t)c + n * sizeof(*c) <= (std::uintptr_t)a) &&
      ((std::uintptr_t)b + n * sizeof(*b) <= (std::uintptr_t)c ||
       (std::uintptr_t)c + n * sizeof(*c) <= (std::uintptr_t)b)) {
    for (int i = 0; i < n; i += 2) {
      b[i] = a[i];
      c[i] = b[i];
      c[i] += a[i];
    }
  } else {
    for (int i = 0; i < n; i += 2)
      b[i] = a[i];
    for (int i = 0; i < n; i += 2)
      c[i] = b[i];
    for (int i = 0; i < n; i += 2)
      c[i] += a[i];
  }
}

// Two guards in one block, the second of which has another statement between it and the first.
void two(int *a, int *b, int n, int m) {
  if ((std::uintptr_t)a + n * sizeof(*a) <= (std::uintptr_t)b ||
      (std::uintptr_t)b + n * sizeof(*b) <= (std::uintptr_t)a) {
    for (int i = 0; i < n; ++i) {
      a[i] = i;
      b[i] = a[i];
    }
  } else {
    for (int i = 0; i < n; ++i)
      a[i] = i;
    for (int i = 0; i < n; ++i)
      b[i] = a[i];
  }
  a[0] = b[m];
  if ((std::uintptr_t)a + m * sizeof(*a) <= (std::uintptr_t)b ||
      (std::uintptr_t)b + m * sizeof(*b) <= (std::uintptr_t)a) {
    for (int i = 0; i < m; ++i) {
      a[i] = b[i];
      b[i] = a[i] + 1;
    }
  } else {
    for (int i = 0; i < m; ++i)
      a[i] = b[i];
    for (int i = 0; i < m; ++i)
      b[i] = a[i] + 1;
  }
}

// Instances that agree.
template <class T> void copies(const T *a, T *b, T *c, int n) {
  if (((std::uintptr_t)a + n * sizeof(*a) <= (std::uintptr_t)c ||
       (std::uintptr_t)c + n * sizeof(*c) <= (std::uintptr_t)a) &&
      ((std::uintptr_t)b + n * sizeof(*b) <= (std::uintptr_t)c ||
       (std::uintptr_t)c + n * sizeof(*c) <= (std::uintptr_t)b)) {
    for (int i = 0; i < n; ++i) {
      b[i] = a[i];
      c[i] = b[i];
    }
  } else {
    for (int i = 0; i < n; ++i)
      b[i] = a[i];
    for (int i = 0; i < n; ++i)
      c[i] = b[i];
  }
}
void instances(int *a, double *b, int n) {
  copies(a, a + n, a + 2 * n, n);
  copies(b, b + n, b + 2 * n, n);
}
