
/* ---- Times of two builds of one function, which run in turn on the same memory. ---- */

/* Usage: driver BEFORE.so AFTER.so FUNCTION
 *
 * For one size after the other a child loads both libraries. It counts the pages that the text before touches, then
 * calls the one and the other on fresh copies of the memory, and leaves the medians of their times: a line
 * "size bytes before after" each, in seconds. What is larger than the memory, or takes too long, is the end.
 */

enum { LongestRounds = 61, ShortestRounds = 7, MostCalls = 64, MostSeconds = 60 };
static const double SecondsOfSize = 0.4, SecondsOfCalls = 20e-6, LongCall = 0.15;

static struct Times {
  int IsThere;
  unsigned long Bytes;
  double Seconds[2], Slowest;
} *Result; /* Shared with the child. */

static unsigned char *Initial;
static unsigned long Chunk, ChunksTouched;
static void *Library[2], *Arguments[256];
static const struct Function *F;
static int FunctionNumber;

/* Of a busy machine only what this thread gets counts, unless there are more of them. */
static clockid_t Clock = CLOCK_THREAD_CPUTIME_ID;

static double timeOf(clockid_t Which) {
  struct timespec T;
  clock_gettime(Which, &T);
  return T.tv_sec + T.tv_nsec * 1e-9;
}

static double now(void) { return timeOf(CLOCK_MONOTONIC); }

static int hasThreads(void) {
  char Text[4096], *Line;
  int File = open("/proc/self/status", O_RDONLY);
  ssize_t Count = File < 0 ? 0 : read(File, Text, sizeof Text - 1);
  Text[Count > 0 ? Count : 0] = 0;
  if (File >= 0)
    close(File);
  Line = strstr(Text, "\nThreads:");
  return Line && atoi(Line + 9) > 1;
}

/* The memory is closed until it is touched, a chunk at a time. */
static void onTouch(int Signal, siginfo_t *Info, void *Context) {
  unsigned char *At = (unsigned char *)Info->si_addr;
  (void)Context;
  if (At < Arena || At >= Arena + ArenaBytes) {
    signal(Signal, SIG_DFL);
    return;
  }
  At -= (At - Arena) % Chunk;
  ++ChunksTouched;
  if (mprotect(At, Chunk, PROT_READ | PROT_WRITE) != 0)
    _exit(FenceFailure);
}

static unsigned long usedBytes(void) { return (Top - Arena + Chunk - 1) / Chunk * Chunk; }

/* Elements of a vector lie at its first pointer; a function that made it longer or shorter has it as it is. */
static void restoreVector(const struct VectorObject *V) {
  unsigned char *Begin, *End;
  unsigned long Bytes = V->Count * Types[V->Leaf->Type].Size;
  memcpy(&Begin, V->At, sizeof Begin);
  memcpy(&End, V->At + sizeof Begin, sizeof End);
  if (End >= Begin && (unsigned long)(End - Begin) == Bytes)
    memcpy(Begin, V->Elements, Bytes);
}

static void restore(int Which) {
  unsigned char Headers[MaxVectors][64];
  int I;
  for (I = 0; I < NumVectors; ++I)
    memcpy(Headers[I], Vectors[I].At, Vectors[I].Leaf->Bytes < 64 ? Vectors[I].Leaf->Bytes : 64);
  memcpy(Arena, Initial, Top - Arena);
  for (I = 0; I < NumVectors; ++I) {
    memcpy(Vectors[I].At, Headers[I], Vectors[I].Leaf->Bytes < 64 ? Vectors[I].Leaf->Bytes : 64);
    restoreVector(&Vectors[I]);
  }
  for (I = 0; I < F->NumObjects; ++I)
    if (F->Objects[I].Role == 'g')
      memcpy(((AddressFunction)lookUp(Library[Which], "loopfuse_global_%d", F->Objects[I].Global))(), Slots[I].Base,
             Types[F->Objects[I].Type].Size);
}

static double timeCalls(CallFunction Call, int Which, int Calls) {
  double Start;
  int I;
  restore(Which);
  Start = timeOf(Clock);
  for (I = 0; I < Calls; ++I)
    Call(Arguments);
  return (timeOf(Clock) - Start) / Calls;
}

static unsigned long touchedBytes(CallFunction Call) {
  static unsigned char Stack[64 * 1024];
  struct sigaction Action;
  stack_t Other;
  unsigned long Bytes;
  int I;
  memset(&Action, 0, sizeof Action);
  memset(&Other, 0, sizeof Other);
  Other.ss_sp = Stack;
  Other.ss_size = sizeof Stack;
  Action.sa_sigaction = onTouch;
  Action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  restore(0);
  if (sigaltstack(&Other, NULL) || sigaction(SIGSEGV, &Action, NULL) || mprotect(Arena, usedBytes(), PROT_NONE))
    _exit(FenceFailure);
  Call(Arguments);
  signal(SIGSEGV, SIG_DFL);
  mprotect(Arena, usedBytes(), PROT_READ | PROT_WRITE);
  Bytes = ChunksTouched * Chunk;
  for (I = 0; I < NumVectors; ++I)
    Bytes += Vectors[I].Count * Types[Vectors[I].Leaf->Type].Size;
  return Bytes;
}

static int compareDoubles(const void *A, const void *B) {
  double X = *(const double *)A, Y = *(const double *)B;
  return X < Y ? -1 : X > Y;
}

static void timeInChild(char **Paths) {
  double Seconds[2][LongestRounds], Start, One[2];
  CallFunction Call[2];
  int I, W, Rounds, Calls, Null = open("/dev/null", O_WRONLY);
  dup2(Null, 0);
  dup2(Null, 1);
  dup2(ErrFile, 2);
  limit(RLIMIT_CPU, MostSeconds);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 64 << 20);
  limit(RLIMIT_AS, (rlim_t)MegaBytes << 20);
  if (!fence())
    _exit(FenceFailure);
  alarm(MostSeconds);
  for (W = 0; W < 2; ++W) {
    Library[W] = dlopen(Paths[W], RTLD_NOW | RTLD_LOCAL);
    if (!Library[W]) {
      fprintf(stderr, "%s\n", dlerror());
      _exit(LoadFailure);
    }
    Call[W] = (CallFunction)lookUp(Library[W], "loopfuse_call_%d", FunctionNumber);
  }
  for (I = 0; I < NumVectors; ++I)
    ((MakeFunction)lookUp(Library[0], "loopfuse_make_%d", Vectors[I].Leaf->Vector))(Vectors[I].At, Vectors[I].Count,
                                                                                    Vectors[I].Elements);
  for (I = 0; I < F->NumObjects; ++I)
    Arguments[I] = Slots[I].Base;
  Result->Bytes = touchedBytes(Call[0]);
  if (hasThreads()) /* The call has made them. */
    Clock = CLOCK_MONOTONIC;
  for (W = 0; W < 2; ++W) {
    timeCalls(Call[W], W, 1);
    One[W] = timeCalls(Call[W], W, 1);
  }
  Result->Slowest = One[0] > One[1] ? One[0] : One[1];
  Calls = Result->Slowest * MostCalls > SecondsOfCalls ? (int)(SecondsOfCalls / Result->Slowest) + 1 : MostCalls;
  Start = now();
  for (Rounds = 0; Rounds < LongestRounds && (Rounds < ShortestRounds || now() - Start < SecondsOfSize); ++Rounds)
    for (I = 0; I < 2; ++I) {
      W = (I + Rounds) % 2; /* Who is first in one round is second in the next one. */
      Seconds[W][Rounds] = timeCalls(Call[W], W, Calls);
    }
  for (W = 0; W < 2; ++W) {
    qsort(Seconds[W], Rounds, sizeof **Seconds, compareDoubles);
    Result->Seconds[W] = Seconds[W][Rounds / 2];
  }
  Result->IsThere = 1;
  _exit(0);
}

/* False if there is nothing to be had of this size and larger ones. */
static int timeSize(char **Paths, long Size, unsigned long LastBytes) {
  int Status = 0;
  pid_t Child;
  Pool[0] = Size;
  NumPool = NumUsable = 1;
  if (!lay(F, FunctionNumber, 0, 1)) {
    snprintf(Why, sizeof Why, "its memory is too large");
    return 0;
  }
  Chunk = Top - Arena > (16 << 20) ? 65536 : 4096;
  memcpy(Initial, Arena, Top - Arena);
  memset(Result, 0, sizeof *Result);
  if (ftruncate(ErrFile, 0) || lseek(ErrFile, 0, SEEK_SET))
    exit(3);
  fflush(NULL);
  Child = fork();
  if (Child < 0)
    exit(3);
  if (Child == 0)
    timeInChild(Paths);
  while (waitpid(Child, &Status, 0) < 0 && errno == EINTR)
    ;
  if (!Result->IsThere) {
    readWhy();
    if (WIFEXITED(Status) && WEXITSTATUS(Status) == FenceFailure)
      snprintf(Why, sizeof Why, "this system cannot fence the runs in");
    else if (WIFSIGNALED(Status) &&
             (WTERMSIG(Status) == SIGXCPU || WTERMSIG(Status) == SIGALRM || WTERMSIG(Status) == SIGKILL))
      snprintf(Why, sizeof Why, "it did not come to an end");
    else if (!*Why && WIFSIGNALED(Status))
      snprintf(Why, sizeof Why, "it was ended by signal %d", WTERMSIG(Status));
    return 0;
  }
  if (Result->Bytes > LastBytes)
    printf("%ld %lu %.9g %.9g\n", Size, Result->Bytes, Result->Seconds[0], Result->Seconds[1]);
  return Result->Slowest < LongCall;
}

int main(int Argc, char **Argv) {
  unsigned long LastBytes = 0;
  long Size;
  if (Argc < 4)
    return 3;
  FunctionNumber = atoi(Argv[3]);
  F = &Functions[FunctionNumber];
  IsTimed = 1;
  Arena = (unsigned char *)mmap(NULL, ArenaBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                                -1, 0);
  Initial = (unsigned char *)mmap(NULL, ArenaBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                                  -1, 0);
  Result = (struct Times *)mmap(NULL, sizeof *Result, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ErrFile = memfd_create("errors", 0);
  if (Arena == MAP_FAILED || Initial == MAP_FAILED || Result == MAP_FAILED || ErrFile < 0)
    return 3;
  for (Size = 32; Size <= 8 << 20; Size *= 4) {
    int GoesOn = timeSize(Argv + 1, Size, LastBytes);
    if (Result->IsThere)
      LastBytes = Result->Bytes;
    if (!GoesOn)
      break;
  }
  printf("end: %s\n", LastBytes ? "" : Why);
  return 0;
}
