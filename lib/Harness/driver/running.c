
/* ---- Running: one call in a child of its own. ---- */

enum { Ran, Failed, TookTooLong, CannotLoad, CannotFence };
enum { LoadFailure = 97, FenceFailure = 98, SanitizerFailure = 99 };
enum { CpuSeconds = 2, WallSeconds = 30, MegaBytes = 8192 };

const char *__asan_default_options(void);
const char *__asan_default_options(void) {
  return "symbolize=0:detect_leaks=0:exitcode=99:allocator_may_return_null=1:hard_rss_limit_mb=4096:color=never:"
         "detect_odr_violation=0:print_legend=0";
}
const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void) { return "symbolize=0:exitcode=99:color=never:print_stacktrace=0"; }

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/* From here on the process can neither write to files, remove or rename them, start programs nor reach a network. */
static int fence(void) {
#ifdef ARCHITECTURE
#define DENY(Number)                                                                                                   \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, Number, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
/* Denied if the argument asks for more than reading. */
#define DENY_WRITING(Number, Argument)                                                                                 \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, Number, 0, 4),                                                                   \
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[Argument])),                               \
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1),                               \
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),                                                            \
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
  struct sock_filter Filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#ifdef __x86_64__ /* The numbers of x32 stand for the same calls. */
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
#endif
      DENY_WRITING(SYS_openat, 2),
#ifdef SYS_open
      DENY_WRITING(SYS_open, 1),
      DENY(SYS_creat),
      DENY(SYS_unlink),
      DENY(SYS_rename),
      DENY(SYS_mkdir),
      DENY(SYS_rmdir),
      DENY(SYS_link),
      DENY(SYS_symlink),
      DENY(SYS_mknod),
      DENY(SYS_chmod),
      DENY(SYS_chown),
      DENY(SYS_lchown),
      DENY(SYS_utime),
      DENY(SYS_utimes),
      DENY(SYS_futimesat),
      DENY(SYS_fork),
      DENY(SYS_vfork),
#endif
#ifdef SYS_openat2
      DENY(SYS_openat2),
#endif
#ifdef SYS_renameat
      DENY(SYS_renameat),
#endif
#ifdef SYS_io_uring_setup
      DENY(SYS_io_uring_setup),
#endif
#ifdef SYS_fchmodat2
      DENY(SYS_fchmodat2),
#endif
      DENY(SYS_renameat2),
      DENY(SYS_unlinkat),
      DENY(SYS_mkdirat),
      DENY(SYS_linkat),
      DENY(SYS_symlinkat),
      DENY(SYS_mknodat),
      DENY(SYS_fchmod),
      DENY(SYS_fchmodat),
      DENY(SYS_fchown),
      DENY(SYS_fchownat),
      DENY(SYS_truncate),
      DENY(SYS_utimensat),
      DENY(SYS_setxattr),
      DENY(SYS_lsetxattr),
      DENY(SYS_fsetxattr),
      DENY(SYS_removexattr),
      DENY(SYS_mount),
      DENY(SYS_umount2),
      DENY(SYS_execve),
      DENY(SYS_execveat),
      DENY(SYS_socket),
      DENY(SYS_socketpair),
      DENY(SYS_connect),
      DENY(SYS_bind),
      DENY(SYS_kill),
      DENY(SYS_pidfd_open),
      DENY(SYS_ptrace),
      DENY(SYS_process_vm_writev),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog Program = {sizeof Filter / sizeof *Filter, Filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Program, 0, 0) == 0;
#else
  return 0;
#endif
}

static void limit(int What, rlim_t Most) {
  struct rlimit L;
  L.rlim_cur = Most;
  L.rlim_max = Most + 1;
  setrlimit(What, &L);
}

static int OutFile[2], ErrFile;
static char Why[300]; /* Why the last call failed. */

/* A function of the library, by a name with up to two numbers in it. */
static void *lookUp(void *Library, const char *Format, int Number) {
  char Name[80];
  void *Found;
  snprintf(Name, sizeof Name, Format, Number);
  Found = dlsym(Library, Name);
  if (!Found) {
    fprintf(stderr, "%s\n", dlerror());
    _exit(LoadFailure);
  }
  return Found;
}

/* Forbids all memory of the sample but what belongs to the slots. */
static void poison(void) {
  int I;
  __asan_poison_memory_region(Arena, Top - Arena);
  for (I = 0; I < NumSlots; ++I)
    if (Slots[I].From < Slots[I].To) {
      __asan_unpoison_memory_region(Slots[I].From, Slots[I].To - Slots[I].From);
    }
}

typedef void (*CallFunction)(void **);
typedef void *(*AddressFunction)(void);
typedef void (*MakeFunction)(void *, unsigned long, const void *);
typedef unsigned long (*ReadFunction)(const void *, void *, unsigned long);

static void callInChild(const char *Path, int Which, const struct Function *F, int FunctionNumber) {
  void *Arguments[256], *Library;
  int I, Null = open("/dev/null", O_RDONLY);
  CallFunction Call;
  dup2(Null, 0);
  dup2(OutFile[Which], 1);
  dup2(ErrFile, 2);
  limit(RLIMIT_CPU, CpuSeconds);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 64 << 20);
  if (!isSanitized())
    limit(RLIMIT_AS, (rlim_t)MegaBytes << 20);
  if (!fence())
    _exit(FenceFailure);
  Library = dlopen(Path, RTLD_LAZY | RTLD_LOCAL);
  if (!Library) {
    fprintf(stderr, "%s\n", dlerror());
    _exit(LoadFailure);
  }
  for (I = 0; I < NumVectors; ++I)
    ((MakeFunction)lookUp(Library, "loopfuse_make_%d", Vectors[I].Leaf->Vector))(Vectors[I].At, Vectors[I].Count,
                                                                                 Vectors[I].Elements);
  for (I = 0; I < F->NumObjects; ++I) {
    Arguments[I] = Slots[I].Base;
    if (F->Objects[I].Role == 'g')
      memcpy(((AddressFunction)lookUp(Library, "loopfuse_global_%d", F->Objects[I].Global))(), Slots[I].Base,
             Types[F->Objects[I].Type].Size);
  }
  Call = (CallFunction)lookUp(Library, "loopfuse_call_%d", FunctionNumber);
  alarm(WallSeconds);
  if (isSanitized())
    poison();
  Call(Arguments);
  if (isSanitized())
    __asan_unpoison_memory_region(Arena, Top - Arena);
  for (I = 0; I < F->NumObjects; ++I)
    if (F->Objects[I].Role == 'g')
      memcpy(Slots[I].Base, ((AddressFunction)lookUp(Library, "loopfuse_global_%d", F->Objects[I].Global))(),
             Types[F->Objects[I].Type].Size);
  for (I = 0; I < NumVectors; ++I) {
    unsigned long Size = ((ReadFunction)lookUp(Library, "loopfuse_read_%d", Vectors[I].Leaf->Vector))(
        Vectors[I].At, Vectors[I].Out + 64, Vectors[I].Capacity);
    memcpy(Vectors[I].Out, &Size, sizeof Size);
    memset(Vectors[I].At, 0, Vectors[I].Leaf->Bytes); /* Where its elements lie is nobody's business. */
  }
  fflush(NULL);
  _exit(0);
}

/* The line of what the child printed that says most. */
static void readWhy(void) {
  char Text[4000], *Line, *Error;
  ssize_t Count = pread(ErrFile, Text, sizeof Text - 1, 0);
  Text[Count > 0 ? Count : 0] = 0;
  Error = strstr(Text, "runtime error: ");
  if (!Error && (Error = strstr(Text, "ERROR: AddressSanitizer: ")))
    Error += 7;
  if (!Error)
    Error = Text;
  Line = strpbrk(Error, "\n");
  if (Line)
    *Line = 0;
  if ((Line = strstr(Error, " on address ")) || (Line = strstr(Error, " (pc ")))
    *Line = 0;
  snprintf(Why, sizeof Why, "%.290s", Error);
}

static int call(const char *Path, int Which, const struct Function *F, int FunctionNumber) {
  int Status = 0;
  pid_t Child;
  if (ftruncate(OutFile[Which], 0) || lseek(OutFile[Which], 0, SEEK_SET) || ftruncate(ErrFile, 0) ||
      lseek(ErrFile, 0, SEEK_SET))
    exit(3);
  fflush(NULL);
  Child = fork();
  if (Child < 0)
    exit(3);
  if (Child == 0)
    callInChild(Path, Which, F, FunctionNumber);
  while (waitpid(Child, &Status, 0) < 0 && errno == EINTR)
    ;
  if (WIFEXITED(Status) && WEXITSTATUS(Status) == 0)
    return Ran;
  readWhy();
  if (WIFEXITED(Status) && WEXITSTATUS(Status) == LoadFailure)
    return CannotLoad;
  if (WIFEXITED(Status) && WEXITSTATUS(Status) == FenceFailure)
    return CannotFence;
  if (WIFSIGNALED(Status) &&
      (WTERMSIG(Status) == SIGXCPU || WTERMSIG(Status) == SIGALRM || WTERMSIG(Status) == SIGKILL)) {
    snprintf(Why, sizeof Why, "it did not come to an end");
    return TookTooLong;
  }
  if (!*Why)
    snprintf(Why, sizeof Why, WIFSIGNALED(Status) ? "it was ended by signal %d" : "it ended the process with code %d",
             WIFSIGNALED(Status) ? WTERMSIG(Status) : WEXITSTATUS(Status));
  return Failed;
}
