// RUN: %check_fuse %s
// Elements that are classes become variables of the class, if it is copied like a number and all that is read of one was
// written in the same iteration.
//--- before.cpp
#include <complex>
#include <vector>

struct P {
  float x, y;
};
struct Segment {
  P from, to;
};
struct Zero {
  float x = 0;
};
struct Odd {
  float x;
  Odd &operator=(float v) {
    x = v;
    return *this;
  }
};
enum Color { Red, Green };

void members(const float *__restrict in, float *__restrict out) {
  P t[100];
  for (int i = 0; i < 100; ++i) {
    t[i].x = in[i] * 2;
    t[i].y = in[i] + 1;
  }
  for (int i = 0; i < 100; ++i)
    out[i] = t[i].x * t[i].y;
}

void whole(const P *__restrict in, float *__restrict out) {
  P t[100];
  for (int i = 0; i < 100; ++i)
    t[i] = in[i];
  for (int i = 0; i < 100; ++i) {
    t[i].x += 1;
    out[i] = t[i].x * t[i].y;
  }
}

void copied(const P *__restrict in, P *__restrict out, int n) {
  std::vector<P> t(n);
  for (int i = 0; i < n; ++i) {
    const P p = in[i];
    t[i] = p;
  }
  for (int i = 0; i < n; ++i)
    out[i] = t[i];
}

void nested(const P *__restrict in, float *__restrict out) {
  Segment t[100];
  for (int i = 0; i < 100; ++i) {
    t[i].from = in[i];
    t[i].to.x = in[i].y;
  }
  for (int i = 0; i < 100; ++i)
    out[i] = t[i].from.x - t[i].to.x;
}

void complexNumbers(const std::complex<float> *__restrict in, float *__restrict out) {
  std::complex<float> t[100];
  for (int i = 0; i < 100; ++i)
    t[i] = in[i];
  for (int i = 0; i < 100; ++i)
    out[i] = std::abs(t[i] + in[i]);
}

void enumsAndBools(const float *__restrict in, float *__restrict out) {
  Color c[100];
  bool b[100];
  for (int i = 0; i < 100; ++i) {
    c[i] = in[i] > 1 ? Red : Green;
    b[i] = in[i] < 0;
  }
  for (int i = 0; i < 100; ++i)
    out[i] = c[i] == Red && !b[i] ? 1 : 2;
}

// y is not written by the iteration that reads it.
void oneMissing(const float *__restrict in, float *__restrict out) {
  P t[100] = {};
  for (int i = 0; i < 100; ++i)
    t[i].x = in[i] * 2;
  for (int i = 0; i < 100; ++i)
    out[i] = t[i].x * t[i].y;
}

void underACondition(const float *__restrict in, float *__restrict out) {
  P t[100] = {};
  for (int i = 0; i < 100; ++i) {
    t[i].x = in[i] * 2;
    if (in[i] > 0)
      t[i].y = in[i] * 2;
  }
  for (int i = 0; i < 100; ++i)
    out[i] = t[i].x * t[i].y;
}

// A variable of it is not made without effect, or the assignment is the class's own.
void initialised(const float *__restrict in, float *__restrict out) {
  Zero t[100];
  for (int i = 0; i < 100; ++i)
    t[i].x = in[i] * 2;
  for (int i = 0; i < 100; ++i)
    out[i] = t[i].x;
}

void ownAssignment(const float *__restrict in, float *__restrict out) {
  Odd t[100];
  for (int i = 0; i < 100; ++i)
    t[i] = in[i] * 2;
  for (int i = 0; i < 100; ++i)
    out[i] = t[i].x;
}
//--- after.cpp
#include <complex>
#include <vector>

struct P {
  float x, y;
};
struct Segment {
  P from, to;
};
struct Zero {
  float x = 0;
};
struct Odd {
  float x;
  Odd &operator=(float v) {
    x = v;
    return *this;
  }
};
enum Color { Red, Green };

void members(const float *__restrict in, float *__restrict out) {
  for (int i = 0; i < 100; ++i) {
    P t_i;
    t_i.x = in[i] * 2;
    t_i.y = in[i] + 1;
    out[i] = t_i.x * t_i.y;
  }
}

void whole(const P *__restrict in, float *__restrict out) {
  for (int i = 0; i < 100; ++i) {
    P t_i = in[i];
    t_i.x += 1;
    out[i] = t_i.x * t_i.y;
  }
}

void copied(const P *__restrict in, P *__restrict out, int n) {
  for (int i = 0; i < n; ++i) {
    const P p = in[i];
    P t_i = p;
    out[i] = t_i;
  }
}

void nested(const P *__restrict in, float *__restrict out) {
  for (int i = 0; i < 100; ++i) {
    Segment t_i;
    t_i.from = in[i];
    t_i.to.x = in[i].y;
    out[i] = t_i.from.x - t_i.to.x;
  }
}

void complexNumbers(const std::complex<float> *__restrict in, float *__restrict out) {
  for (int i = 0; i < 100; ++i) {
    std::complex<float> t_i = in[i];
    out[i] = std::abs(t_i + in[i]);
  }
}

void enumsAndBools(const float *__restrict in, float *__restrict out) {
  for (int i = 0; i < 100; ++i) {
    const Color c_i = in[i] > 1 ? Red : Green;
    const bool b_i = in[i] < 0;
    out[i] = c_i == Red && !b_i ? 1 : 2;
  }
}

// y is not written by the iteration that reads it.
void oneMissing(const float *__restrict in, float *__restrict out) {
  P t[100] = {};
  for (int i = 0; i < 100; ++i) {
    t[i].x = in[i] * 2;
    out[i] = t[i].x * t[i].y;
  }
}

void underACondition(const float *__restrict in, float *__restrict out) {
  P t[100] = {};
  for (int i = 0; i < 100; ++i) {
    t[i].x = in[i] * 2;
    if (in[i] > 0)
      t[i].y = in[i] * 2;
    out[i] = t[i].x * t[i].y;
  }
}

// A variable of it is not made without effect, or the assignment is the class's own.
void initialised(const float *__restrict in, float *__restrict out) {
  Zero t[100];
  for (int i = 0; i < 100; ++i) {
    t[i].x = in[i] * 2;
    out[i] = t[i].x;
  }
}

void ownAssignment(const float *__restrict in, float *__restrict out) {
  Odd t[100];
  for (int i = 0; i < 100; ++i) {
    t[i] = in[i] * 2;
    out[i] = t[i].x;
  }
}
