
/* ---- Comparing. ---- */

static unsigned char *Initial, *Before; /* The memory as it was laid out, and as the text before left it. */

static int isNan(const unsigned char *At, unsigned long Bytes) {
  float F;
  double D;
  long double L;
  if (Bytes == sizeof F)
    return memcpy(&F, At, Bytes), F != F;
  if (Bytes == sizeof D)
    return memcpy(&D, At, Bytes), D != D;
  if (Bytes == sizeof L)
    return memcpy(&L, At, Bytes), L != L;
  return 0;
}

/* Padding does not count, and compilers choose which of two NaNs a sum is. */
static int sameLeaf(const struct Leaf *L, const unsigned char *A, const unsigned char *B) {
  unsigned long Bytes = L->Kind == 'f' && L->Bytes == 16 && sizeof(long double) == 16 ? 10 : L->Bytes;
#ifndef __x86_64__
  Bytes = L->Bytes;
#endif
  if (L->Kind == 'v')
    return 1;
  if (L->Kind == 'p') {
    unsigned char *P, *Q;
    memcpy(&P, A, sizeof P);
    memcpy(&Q, B, sizeof Q);
    /* What the functions allocate may lie anywhere. */
    return P == Q || (P && Q && (P < Arena || P >= Top) && (Q < Arena || Q >= Top));
  }
  return memcmp(A, B, Bytes) == 0 || (L->Kind == 'f' && isNan(A, L->Bytes) && isNan(B, L->Bytes));
}

static void printValue(const struct Leaf *L, const unsigned char *At) {
  float F;
  double D;
  long long I = 0;
  memcpy(&I, At, L->Bytes < 8 ? L->Bytes : 8);
  if (L->Kind == 'f' && L->Bytes == sizeof F)
    memcpy(&F, At, sizeof F), printf("%.9g", F);
  else if (L->Kind == 'f' && L->Bytes == sizeof D)
    memcpy(&D, At, sizeof D), printf("%.17g", D);
  else if (L->Kind == 'i' && L->Bytes < 8)
    printf("%lld", (long long)((unsigned long long)I << (64 - 8 * L->Bytes)) >> (64 - 8 * L->Bytes));
  else
    printf("%lld", I);
}

/* False after it has printed a difference. */
static int sameElements(const char *Name, int Type, const unsigned char *A, const unsigned char *B, unsigned long Count,
                        long FirstIndex, int IsOne) {
  unsigned long Size = Types[Type].Size, E, R;
  int I;
  if (memcmp(A, B, Count * Size) == 0)
    return 1;
  for (E = 0; E < Count; ++E)
    for (I = 0; I < Types[Type].NumLeaves; ++I) {
      const struct Leaf *L = &Types[Type].Leaves[I];
      for (R = 0; R < L->Repeat; ++R) {
        unsigned long Offset = E * Size + L->Offset + R * L->Bytes;
        if (sameLeaf(L, A + Offset, B + Offset))
          continue;
        printf("differs: %s", Name);
        if (!IsOne)
          printf("[%ld]", FirstIndex + (long)E);
        if (Types[Type].NumLeaves == 1 && L->Repeat > 1 && L->Offset == 0)
          printf("[%lu]", R);
        else if (Types[Type].NumLeaves > 1)
          printf(", byte %lu of it,", L->Offset + R * L->Bytes);
        printf(" is ");
        printValue(L, A + Offset);
        printf(" before and ");
        printValue(L, B + Offset);
        printf(" after");
        return 0;
      }
    }
  return 1;
}

static int sameOutput(void) {
  char A[4096], B[4096];
  off_t At = 0;
  for (;;) {
    ssize_t N = pread(OutFile[0], A, sizeof A, At), M = pread(OutFile[1], B, sizeof B, At);
    if (N != M || memcmp(A, B, N > 0 ? N : 0) != 0) {
      printf("differs: what it prints");
      return 0;
    }
    if (N <= 0)
      return 1;
    At += N;
  }
}

/* Compares what is in memory now with what the text before left. */
static int sameMemory(void) {
  int I;
  for (I = 0; I < NumSlots; ++I) {
    struct Slot *S = &Slots[I];
    unsigned long Size = Types[S->Type].Size;
    const unsigned char *Old = Before + (S->First - Arena);
    if (!sameElements(S->Name, S->Type, Old, S->First, Size ? (S->End - S->First) / Size : 0,
                      -(long)((S->Base - S->First) / (Size ? Size : 1)), S->End - S->First == (long)Size))
      return 0;
    if (memcmp(Old + (S->End - S->First), S->End, Gap) != 0) {
      printf("differs: memory behind %s", S->Name);
      return 0;
    }
  }
  for (I = 0; I < NumVectors; ++I) {
    struct VectorObject *V = &Vectors[I];
    const unsigned char *Old = Before + (V->Out - Arena);
    unsigned long SizeBefore, SizeAfter;
    memcpy(&SizeBefore, Old, sizeof SizeBefore);
    memcpy(&SizeAfter, V->Out, sizeof SizeAfter);
    if (SizeBefore != SizeAfter) {
      printf("differs: %s.size() is %lu before and %lu after", V->Name, SizeBefore, SizeAfter);
      return 0;
    }
    if (!sameElements(V->Name, V->Leaf->Type, Old + 64, V->Out + 64, SizeAfter < V->Capacity ? SizeAfter : V->Capacity,
                      0, 0))
      return 0;
  }
  return sameOutput();
}

/* ---- One function. ---- */

static const char *Path[2];
static const struct Function *F;
static int FunctionNumber, NumTight, NumEndless, SamplesRun, SamplesDropped;
static double Started;

static double now(void) {
  struct timespec T;
  clock_gettime(CLOCK_MONOTONIC, &T);
  return T.tv_sec + T.tv_nsec * 1e-9;
}

static void restore(void) { memcpy(Arena, Initial, Top - Arena); }

static int callFresh(int Which) {
  restore();
  return call(Path[Which], Which, F, FunctionNumber);
}

/* The least number up to \p High with which \p Runs, which holds for that and all above. \p Guess is tried first. */
static unsigned long least(struct Slot *S, int (*Runs)(struct Slot *, unsigned long), unsigned long Guess,
                           unsigned long High) {
  unsigned long Low = 0;
  if (Guess <= High && Runs(S, Guess))
    High = Guess;
  else if (Guess < High)
    Low = Guess + 1;
  if (High > 0 && High == Guess && Low < High) {
    if (!Runs(S, High - 1))
      return High;
    --High;
  }
  while (Low < High) {
    unsigned long Middle = (Low + High) / 2;
    if (Runs(S, Middle))
      High = Middle;
    else
      Low = Middle + 1;
  }
  return High;
}

/* Whether the text before needs no more of the slot than its first \p Bytes. */
static int endsAt(struct Slot *S, unsigned long Bytes) {
  S->To = S->First + Bytes;
  return callFresh(0) == Ran;
}

/* Whether it needs no more than its last \p Words of 8 bytes, as far as its end is known. */
static int beginsAt(struct Slot *S, unsigned long Words) {
  S->From = S->To - 8 * Words < S->First ? S->First : S->To - 8 * Words;
  S->From -= (uintptr_t)S->From & 7;
  return callFresh(0) == Ran;
}

/* Cuts the slots to what the text before touches of them, so that the text after may not touch more. */
static void tighten(void) {
  int I;
  for (I = F->NumObjects; I < NumSlots; ++I) {
    struct Slot *S = &Slots[I];
    unsigned long Likely = Sample.Scale * Types[S->Type].Size;
    if (!S->IsArray)
      continue;
    endsAt(S, least(S, endsAt, S->Base - S->First + Likely, S->To - S->First));
    beginsAt(S, least(S, beginsAt, (Likely + 7) / 8, (S->To - S->First + 7) / 8));
  }
}

static void tellMismatch(int Number) {
  printf(" (sample %d: %s)\n", Number, *Told ? Told : "no arguments");
  exit(1);
}

/* Runs the text after on the sample that the text before has just run on. */
static void compare(int Number) {
  memcpy(Before, Arena, Top - Arena);
  if (callFresh(1) != Ran) {
    printf("differs: the text before runs to its end, of the text after this is said: %s", Why);
    tellMismatch(Number);
  }
  if (!sameMemory())
    tellMismatch(Number);
}

/* Whether the sample is of use: laid out, and the text before runs on it. */
static int runBefore(int Number, int IsRoomy) {
  int Status;
  if (!lay(F, FunctionNumber, Number, IsRoomy)) {
    snprintf(Why, sizeof Why, "its memory is too large");
    return Failed;
  }
  memcpy(Initial, Arena, Top - Arena);
  Status = call(Path[0], 0, F, FunctionNumber);
  if (Status == CannotLoad || Status == CannotFence) {
    printf("cannot run: %s\n", Status == CannotFence ? "this system cannot fence the runs in" : Why);
    exit(2);
  }
  return Status;
}

/* '0' or '1' for a sample that is of use, with how much room it takes; else '-'. */
static char trySample(int Number, char Known) {
  int IsRoomy, Status = Failed;
  for (IsRoomy = Known == '1'; IsRoomy < 2 && Status == Failed; ++IsRoomy)
    Status = runBefore(Number, IsRoomy);
  NumEndless += Status == TookTooLong;
  if (Status == TookTooLong && isPlanned(Number))
    NumUsable = Number ? Number : 1; /* Larger ones would not end either. */
  if (Status != Ran) {
    ++SamplesDropped;
    return '-';
  }
  ++SamplesRun;
  compare(Number);
  if (isSanitized() && !Sample.Overlaps && Sample.Scale > 2 && Number % 2 == 0 && NumTight < 4 &&
      Top - Arena < (8 << 20)) {
    ++NumTight;
    tighten();
    if (callFresh(0) == Ran)
      compare(Number);
  }
  return IsRoomy == 2 ? '1' : '0';
}

static void addToPool(long Size) {
  int I;
  for (I = 0; I < NumPool && Pool[I] < Size; ++I)
    ;
  if (Size < 0 || NumPool == (int)(sizeof Pool / sizeof *Pool) || (I < NumPool && Pool[I] == Size))
    return;
  memmove(Pool + I + 1, Pool + I, (NumPool++ - I) * sizeof *Pool);
  Pool[I] = Size;
}

enum { RandomSamples = 50, MaxSamples = 400 + 50, MostEndless = 3, Seconds = 60 };

int main(int Argc, char **Argv) {
  char Known[MaxSamples + 1], FirstWhy[300] = "";
  int I, Only = Argc > 5 ? atoi(Argv[5]) : -1, Number, Count;
  if (Argc < 5)
    return 3;
  Path[0] = Argv[1];
  Path[1] = Argv[2];
  FunctionNumber = atoi(Argv[3]);
  F = &Functions[FunctionNumber];
  setenv("OMP_NUM_THREADS", "2", 1);
  for (I = 0; I < (int)(sizeof Small / sizeof *Small); ++I)
    addToPool(Small[I]);
  for (I = 0; I < F->NumSizes; ++I)
    addToPool(F->Sizes[I]);
  NumUsable = NumPool;
  memset(Known, isSanitized() ? '0' : '-', sizeof Known);
  if (!isSanitized()) {
    FILE *In = fopen(Argv[4], "r");
    if (!In || fscanf(In, "%d %450s", &NumUsable, Known) != 2 || NumUsable < 1 || NumUsable > NumPool)
      return 3;
    fclose(In);
  }
  Arena = (unsigned char *)mmap(NULL, ArenaBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE,
                                -1, 0);
  Initial = (unsigned char *)mmap(NULL, ArenaBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                                  -1, 0);
  Before = (unsigned char *)mmap(NULL, ArenaBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                                 -1, 0);
  OutFile[0] = memfd_create("before", 0);
  OutFile[1] = memfd_create("after", 0);
  ErrFile = memfd_create("errors", 0);
  if (Arena == MAP_FAILED || Initial == MAP_FAILED || Before == MAP_FAILED || OutFile[0] < 0 || OutFile[1] < 0 ||
      ErrFile < 0)
    return 3;
  if (Only >= 0) {
    int Status = runBefore(Only, Known[Only] == '1');
    for (I = 1; Status == Failed && I < 2; ++I)
      Status = runBefore(Only, I);
    printf("sample %d: %s\n", Only, Told);
    if (Status != Ran) {
      printf("dropped: %s\n", Why);
      return 2;
    }
    compare(Only);
    printf("alike\n");
    return 0;
  }
  Started = now();
  Count = NumPool + RandomSamples;
  for (Number = 0; Number < Count && NumEndless < MostEndless && now() - Started < Seconds; ++Number) {
    if (isPlanned(Number) && Number >= NumUsable)
      Known[Number] = '-';
    if (Known[Number] == '-')
      continue;
    Known[Number] = trySample(Number, Known[Number]);
    if (Known[Number] == '-' && !*FirstWhy)
      snprintf(FirstWhy, sizeof FirstWhy, "%s", Why);
  }
  while (Number < Count)
    Known[Number++] = '-';
  Known[Count] = 0;
  if (isSanitized()) {
    FILE *Out = fopen(Argv[4], "w");
    if (!Out || fprintf(Out, "%d %s\n", NumUsable, Known) < 0 || fclose(Out) != 0)
      return 3;
  }
  printf("alike: %d dropped: %d why: %s\n", SamplesRun, SamplesDropped, FirstWhy);
  return SamplesRun ? 0 : 2;
}
