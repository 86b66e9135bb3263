// RUN: %check_exec %s
// An array of structs, walked by index and by pointer.
#include <stdio.h>
#include <stdlib.h>

struct body {
  double position[2];
  double velocity[2];
  double mass;
};

static void accelerate(struct body *bodies, int count, double dt) {
  for (int i = 0; i < count; i++) {
    bodies[i].velocity[0] -= dt * bodies[i].position[0] / bodies[i].mass;
    bodies[i].velocity[1] -= dt * bodies[i].position[1] / bodies[i].mass;
  }
  for (int i = 0; i < count; i++) {
    bodies[i].position[0] += dt * bodies[i].velocity[0];
    bodies[i].position[1] += dt * bodies[i].velocity[1];
  }
}

static double energy(const struct body *bodies, int count) {
  double kinetic = 0, potential = 0;
  for (int i = 0; i < count; i++)
    kinetic += 0.5 * bodies[i].mass *
               (bodies[i].velocity[0] * bodies[i].velocity[0] + bodies[i].velocity[1] * bodies[i].velocity[1]);
  for (int i = 0; i < count; i++)
    potential += 0.5 * (bodies[i].position[0] * bodies[i].position[0] + bodies[i].position[1] * bodies[i].position[1]);
  return kinetic + potential;
}

int main(void) {
  int counts[] = {0, 1, 3, 40};
  for (int k = 0; k < 4; k++) {
    int count = counts[k];
    struct body *bodies = malloc(sizeof *bodies * (size_t)(count + 1));
    for (int i = 0; i < count; i++) {
      bodies[i].position[0] = i * 0.5;
      bodies[i].position[1] = 3.0 - i;
      bodies[i].velocity[0] = bodies[i].velocity[1] = 0;
      bodies[i].mass = 1 + i % 4;
    }
    for (int step = 0; step < 30; step++)
      accelerate(bodies, count, 0.01);
    printf("%d %a\n", count, energy(bodies, count));
    free(bodies);
  }
  return 0;
}
