/* Linked into each device image: what `extern __shared__` names, and where its other shared variables lie. */
char cudacpu_dyn_smem[228 << 10] __attribute__((aligned(128)));
extern char __start_cudacpu_shared[] __attribute__((weak, visibility("hidden")));
extern char __stop_cudacpu_shared[] __attribute__((weak, visibility("hidden")));
char *cudacpu_shared_begin = __start_cudacpu_shared, *cudacpu_shared_end = __stop_cudacpu_shared;
