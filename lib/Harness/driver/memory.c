
/* ---- Memory: what the arguments of one sample are, and all that they lead to. ---- */

/* A stretch of memory for elements of one type. */
struct Slot {
  const char *Name;
  int Type;
  unsigned char *First, *Base, *End; /* Element 0 is at Base. */
  unsigned char *From, *To;          /* What the functions may touch of it. */
  int IsTarget;                      /* A pointer leads here, that others may share it with. */
  int IsArray;                       /* It is larger than need be. */
};

struct Pending { /* A pointer or a vector that has no elements yet. */
  unsigned char *At;
  const struct Leaf *Leaf;
  const char *Name;
  int Depth;
};

struct VectorObject {
  unsigned char *At, *Elements, *Out; /* Out: its size afterwards, then its elements. */
  const struct Leaf *Leaf;
  unsigned long Count, Capacity;
  const char *Name;
};

enum { MaxSlots = 1024, MaxPending = 4096, MaxVectors = 64, MaxTold = 2000 };
static const unsigned long ArenaBytes = 1ul << 30, Gap = 64;
static unsigned char *Arena, *Top;
static struct Slot Slots[MaxSlots];
static struct Pending Queue[MaxPending];
static struct VectorObject Vectors[MaxVectors];
static int NumSlots, NumPending, NumVectors, IsFull;
static char Told[MaxTold]; /* The sample, in words. */

static struct {
  long Scale;           /* What most integers of it are. */
  long Largest;         /* The largest integer that might be a size. */
  int Sizes;            /* How many there are. */
  int Overlaps;         /* Whether pointers lead into one array. */
  int Integers, Floats; /* Kinds of data. */
  int IsPlanned, IsRoomy;
  long Running;
} Sample;

static int IsTimed; /* All sizes are Scale and all memory is as large, for times; data are ordinary numbers. */

static uint64_t State;

static uint64_t next(void) {
  uint64_t Z = (State += 0x9e3779b97f4a7c15ull);
  Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9ull;
  Z = (Z ^ (Z >> 27)) * 0x94d049bb133111ebull;
  return Z ^ (Z >> 31);
}

static unsigned long below(unsigned long N) { return N ? next() % N : 0; }

static void tell(const char *Name, const char *Format, long Value) {
  size_t Used = strlen(Told);
  if (Used + 120 > MaxTold)
    return;
  Used += snprintf(Told + Used, 83, "%s%.80s", Used ? ", " : "", Name);
  snprintf(Told + Used, 40, Format, Value);
}

static void tellShared(const char *Name, const char *Other, long Elements) {
  size_t Used = strlen(Told);
  if (Used + 240 < MaxTold)
    snprintf(Told + Used, 240, "%s%.80s = %.80s + %ld elements", Used ? ", " : "", Name, Other, Elements);
}

static unsigned char *reserve(unsigned long Bytes) {
  unsigned char *At = (unsigned char *)(((uintptr_t)Top + 63) & ~(uintptr_t)63);
  if (Bytes > ArenaBytes || At + Bytes + Gap > Arena + ArenaBytes) {
    IsFull = 1;
    return Arena;
  }
  Top = At + Bytes + Gap;
  memset(At + Bytes, 0xa5, Gap);
  return At;
}

static struct Slot *newSlot(const char *Name, int Type, unsigned long Below, unsigned long Count, unsigned long Above) {
  unsigned long Size = Types[Type].Size;
  struct Slot *S = &Slots[NumSlots < MaxSlots - 1 ? NumSlots++ : (IsFull = 1, MaxSlots - 1)];
  S->Name = Name;
  S->Type = Type;
  S->First = reserve((Below + Count + Above) * Size);
  if (IsFull)
    Below = Count = Above = 0;
  S->Base = S->First + Below * Size;
  S->End = S->Base + (Count + Above) * Size;
  S->From = S->First;
  S->To = S->End;
  S->IsTarget = S->IsArray = 0;
  return S;
}

static int leadsOn(int Type) {
  int I;
  for (I = 0; I < Types[Type].NumLeaves; ++I)
    if (strchr("pv", Types[Type].Leaves[I].Kind))
      return 1;
  return 0;
}

static const long Small[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 100};
static long Pool[400];         /* Ascending. */
static int NumPool, NumUsable; /* With more than so many of them the calls take too long. */

/* The first samples take one size of the pool each, everywhere. */
static int isPlanned(int Number) { return Number < NumPool; }

static long drawSize(int IsSigned) {
  unsigned long Kind = below(100);
  if (Sample.IsPlanned || Kind < 60)
    return Sample.Scale;
  if (Kind < 85)
    return Pool[below(NumUsable)] % (Sample.Scale + 65);
  return Kind < 96 || !IsSigned ? (long)below(4) : -(long)below(3);
}

static void putInteger(unsigned char *At, unsigned long Bytes, uint64_t Value) {
  if (Bytes <= 8)
    memcpy(At, &Value, Bytes);
  else
    memset(At, 0, Bytes), memcpy(At, &Value, 8);
}

static long drawInteger(unsigned long Bytes, int IsSigned) {
  switch (Sample.Integers) {
  case 0: /* An index. */
    return below(Sample.Scale > 0 ? Sample.Scale : 1);
  case 1: /* Rows that begin one behind the other. */
    Sample.Running += below(3);
    return Bytes == 1 ? Sample.Running & 127 : Sample.Running;
  case 2:
    return IsSigned ? (long)below(17) - 8 : (long)below(200);
  default:
    switch (below(6)) {
    case 0:
      return IsSigned ? (long)(~0ul << (8 * (Bytes > 8 ? 8 : Bytes) - 1)) : -1;
    case 1:
      return IsSigned ? (long)~(~0ul << (8 * (Bytes > 8 ? 8 : Bytes) - 1)) : 0;
    case 2:
      return 0;
    default:
      return (long)next();
    }
  }
}

static double drawFloat(void) {
  static const double Odd[] = {0.0,     -0.0,     1.0 / 0.0, -1.0 / 0.0, 0.0 / 0.0, 1e-310, -4.9e-324,
                               1.7e308, -1.7e308, 1e-40,     3.4e38,     -3.4e38,   1.0,    -1.0};
  if (Sample.Floats == 2 && below(4) == 0)
    return Odd[below(sizeof Odd / sizeof *Odd)];
  if (Sample.Floats == 3)
    return (double)below(9) - 4;
  return ((double)(next() >> 11) / 9007199254740992.0 - 0.5) * 8;
}

static void putFloat(unsigned char *At, unsigned long Bytes) {
  double Value = drawFloat();
  float Narrow = (float)Value;
  long double Wide = Value;
  uint64_t Half = next() & 0xbfff; /* No infinity of any format. */
  memset(At, 0, Bytes);
  if (Bytes == sizeof(float))
    memcpy(At, &Narrow, Bytes);
  else if (Bytes == sizeof(double))
    memcpy(At, &Value, Bytes);
  else if (Bytes == sizeof(long double))
    memcpy(At, &Wide, sizeof(long double) == 16 && Bytes == 16 ? 10 : Bytes);
  else
    memcpy(At, &Half, 2);
}

static void putElement(unsigned char *At, int Type, int MayBeSize, const char *Name, int Depth) {
  int I;
  for (I = 0; I < Types[Type].NumLeaves; ++I) {
    const struct Leaf *L = &Types[Type].Leaves[I];
    unsigned long R;
    for (R = 0; R < L->Repeat; ++R) {
      unsigned char *Place = At + L->Offset + R * L->Bytes;
      long Value;
      switch (L->Kind) {
      case 'b':
        *Place = below(2);
        break;
      case 'i':
      case 'u':
        if (MayBeSize && L->Repeat == 1) {
          Value = drawSize(L->Kind == 'i');
          if (L->Bytes == 1)
            Value &= 127;
          Sample.Largest = Value > Sample.Largest ? Value : Sample.Largest;
          ++Sample.Sizes;
          tell(Name, " = %ld", Value);
        } else {
          Value = drawInteger(L->Bytes, L->Kind == 'i');
        }
        putInteger(Place, L->Bytes, Value);
        break;
      case 'f':
        putFloat(Place, L->Bytes);
        break;
      default:
        if (NumPending == MaxPending) {
          IsFull = 1;
          return;
        }
        Queue[NumPending].At = Place;
        Queue[NumPending].Leaf = L;
        Queue[NumPending].Name = Name;
        Queue[NumPending++].Depth = Depth;
      }
    }
  }
}

static void putElements(struct Slot *S, int MayBeSize, int Depth) {
  unsigned char *At;
  Sample.Running = 0;
  for (At = S->First; At < S->End && !IsFull; At += Types[S->Type].Size)
    putElement(At, S->Type, MayBeSize || (At == S->Base && Types[S->Type].NumLeaves > 1), S->Name, Depth);
}

/* So many elements are enough for loops over all sizes, one inside the other. */
static unsigned long plenty(int Type, int Depth) {
  unsigned long Most = IsTimed ? 1ul << 26 : Sample.IsRoomy ? 1ul << 20 : 1ul << 14, Count = 1;
  int I;
  if (leadsOn(Type))
    return (Sample.Largest < 60 ? Sample.Largest : 60) + 4;
  for (I = 0; I < (Sample.Sizes > 3 || Depth > 1 ? 3 : Sample.Sizes) && Count < Most; ++I)
    Count *= Sample.Largest + 4;
  if (Depth > 1 && Most > 4096)
    Most = 4096;
  return (Count < Most ? Count : Most) + 32;
}

/* A pointer into an array that another one leads to, if there is one and chance wills it. */
static unsigned char *shared(const struct Leaf *L, const char *Name) {
  long Deltas[] = {0,
                   1,
                   -1,
                   2,
                   -2,
                   Sample.Scale,
                   -Sample.Scale,
                   Sample.Scale - 1,
                   1 - Sample.Scale,
                   Sample.Scale / 2,
                   Sample.Scale + 1,
                   (long)below(Sample.Scale + 1)};
  int I, Start = (int)below(NumSlots);
  if (!Sample.Overlaps || (L->Flags & IsRestrict) || below(3) == 0)
    return NULL;
  for (I = 0; I < NumSlots; ++I) {
    struct Slot *S = &Slots[(Start + I) % NumSlots];
    unsigned char *At = S->Base + Deltas[below(sizeof Deltas / sizeof *Deltas)] * (long)Types[L->Type].Size;
    if (S->Type != L->Type || !S->IsTarget || (!S->IsArray && !(L->Flags & IsSingle)) || At < S->First || At >= S->End)
      continue;
    tellShared(Name, S->Name, (long)(At - S->Base) / (long)Types[L->Type].Size);
    return At;
  }
  return NULL;
}

static void putPointer(const struct Pending *P) {
  const struct Leaf *L = P->Leaf;
  unsigned char *At = shared(L, P->Name);
  if (!At) {
    int IsArray = !(L->Flags & IsSingle);
    unsigned long Count = IsArray ? plenty(L->Type, P->Depth) : 1, Below = 0, Above = 0;
    struct Slot *S;
    if (IsArray && !leadsOn(L->Type)) {
      Below = Sample.Largest + 8 < 4096 ? Sample.Largest + 8 : 4096;
      Above = Sample.Overlaps ? Below : 0;
    }
    S = newSlot(P->Name, L->Type, Below, Count, Above);
    S->IsTarget = !(L->Flags & IsRestrict);
    S->IsArray = IsArray;
    putElements(S, !IsArray, P->Depth + 1);
    At = S->Base;
  }
  memcpy(P->At, &At, sizeof At);
}

static void putVector(const struct Pending *P) {
  unsigned long Kind = below(100);
  unsigned long N = Sample.Scale > 0 ? Sample.Scale : 0;
  struct VectorObject *V = &Vectors[NumVectors];
  struct Slot *S;
  if (NumVectors == MaxVectors) {
    IsFull = 1;
    return;
  }
  ++NumVectors;
  V->Count = IsTimed ? (Sample.Sizes < 2 ? N : N * N < 1ul << 26 ? N * N : 1ul << 26) : Kind < 70 ? N : Kind < 80 ? N + 1 : Kind < 90 && N * N < 100000 ? N * N : below(N + 2);
  tell(P->Name, ".size() = %ld", V->Count);
  S = newSlot(P->Name, P->Leaf->Type, 0, V->Count, 0);
  putElements(S, 0, P->Depth + 1);
  V->At = P->At;
  V->Leaf = P->Leaf;
  V->Elements = S->Base;
  V->Capacity = V->Count * 2 + 1024;
  V->Name = P->Name;
  V->Out = reserve(64 + V->Capacity * Types[P->Leaf->Type].Size);
  if (!IsFull)
    memset(V->Out, 0, 64 + V->Capacity * Types[P->Leaf->Type].Size);
}

/* Lays out sample \p Number. False if it does not fit. */
static int lay(const struct Function *F, int FunctionNumber, int Number, int IsRoomy) {
  int I;
  State = 1000003ull * FunctionNumber + Number;
  next();
  memset(&Sample, 0, sizeof Sample);
  Sample.IsRoomy = IsRoomy;
  Sample.IsPlanned = isPlanned(Number);
  Sample.Scale = Pool[Sample.IsPlanned ? Number : (int)below(NumUsable)];
  Sample.Overlaps = F->MayOverlap && !Sample.IsPlanned && below(2);
  Sample.Integers = (int)below(4);
  Sample.Floats = (int)below(4);
  if (IsTimed)
    Sample.Integers = Sample.Floats = 0;
  Sample.Largest = Sample.Scale;
  Top = Arena;
  NumSlots = NumPending = NumVectors = IsFull = 0;
  *Told = 0;
  for (I = 0; I < F->NumObjects; ++I) {
    struct Slot *S = newSlot(F->Objects[I].Name, F->Objects[I].Type, 0, 1, 0);
    if (F->Objects[I].Role == 'r')
      memset(S->Base, 0, Types[S->Type].Size);
    else
      putElements(S, 1, 0);
  }
  for (I = 0; I < NumPending && !IsFull; ++I) {
    struct Pending P = Queue[I];
    (P.Leaf->Kind == 'p' ? putPointer : putVector)(&P);
  }
  return !IsFull;
}
