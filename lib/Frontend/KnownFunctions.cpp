//===- KnownFunctions.cpp - effects by name ---------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/CallSummaries.h"
#include "Frontend/KnownMethods.h"
#include "Frontend/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

using Kind = CallEffect::Kind;

static CallEffect effect(Kind K) { return {K, "", std::nullopt}; }

/// <cmath> functions that stay calls in machine code. That they may set errno does not count: the order in which they
/// set it to the same value is not kept by the compilers' vector versions either.
static const StringSet<> &mathCalls() {
  static const StringSet<> Names = {
      "acos", "asin", "atan",   "atan2", "acosh",     "asinh", "atanh", "cos",   "sin",   "tan", "cosh", "sinh",
      "tanh", "exp",  "exp2",   "exp10", "expm1",     "log",   "log2",  "log10", "log1p", "pow", "cbrt", "hypot",
      "erf",  "erfc", "tgamma", "fmod",  "remainder", "j0",    "j1",    "jn",    "y0",    "y1",  "yn",   "cexp",
      "clog", "cpow", "csin",   "ccos",  "csqrt",     "ctan",  "csinh", "ccosh", "ctanh", "carg"};
  return Names;
}

/// Functions that are an instruction or a few.
static const StringSet<> &plainMath() {
  static const StringSet<> Names = {"sqrt",           "fabs",        "abs",           "labs",        "llabs",
                                    "imaxabs",        "fma",         "floor",         "ceil",        "trunc",
                                    "round",          "roundeven",   "rint",          "nearbyint",   "lround",
                                    "llround",        "lrint",       "llrint",        "fmin",        "fmax",
                                    "fdim",           "copysign",    "isnan",         "isinf",       "isfinite",
                                    "isnormal",       "signbit",     "fpclassify",    "isgreater",   "isless",
                                    "isgreaterequal", "islessequal", "islessgreater", "isunordered", "ldexp",
                                    "scalbn",         "scalbln",     "ilogb",         "logb",        "nextafter",
                                    "nexttoward",     "ffs",         "creal",         "cimag",       "conj",
                                    "cproj",          "cabs",        "tolower",       "toupper",     "isalpha",
                                    "isdigit",        "isspace",     "isalnum",       "isupper",     "islower",
                                    "ispunct",        "isprint",     "isxdigit"};
  return Names;
}

/// CUDA's functions of numbers in device code.
static bool isDeviceMath(StringRef Name) {
  static const StringSet<> Names = {
      "__fadd_rn",  "__fsub_rn",   "__fmul_rn", "__fdiv_rn", "__fsqrt_rn", "__frcp_rn", "__fmaf_rn",   "__frsqrt_rn",
      "__dadd_rn",  "__dsub_rn",   "__dmul_rn", "__ddiv_rn", "__dsqrt_rn", "__drcp_rn", "__fma_rn",    "__expf",
      "__exp10f",   "__logf",      "__log2f",   "__log10f",  "__sinf",     "__cosf",    "__tanf",      "__powf",
      "__fdividef", "__saturatef", "rsqrtf",    "rsqrt",     "min",        "max"};
  return Names.contains(Name);
}

static const StringSet<> &standardPlainMath() {
  static const StringSet<> Names = {"real",        "imag",        "norm",       "polar",        "proj",
                                    "arg",         "lerp",        "midpoint",   "popcount",     "rotl",
                                    "rotr",        "bit_width",   "bit_ceil",   "bit_floor",    "byteswap",
                                    "countl_zero", "countr_zero", "countl_one", "countr_one",   "has_single_bit",
                                    "bit_cast",    "gcd",         "lcm",        "to_underlying"};
  return Names;
}

static bool isScalarValue(QualType T) {
  T = T.getNonReferenceType();
  if (T->isArithmeticType() || T->isAnyComplexType() || T->isEnumeralType() || T->isNullPtrType())
    return true;
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  return Class && qualifiedName(*Class) == "std::complex";
}

static bool takesScalarsOnly(const CallExpr &Call) {
  return isScalarValue(Call.getType()) &&
         all_of(Call.arguments(), [](const Expr *A) { return isScalarValue(A->getType()); });
}

static bool hasReferenceParameter(const FunctionDecl &F) {
  return any_of(F.parameters(), [](const ParmVarDecl *P) { return P->getType()->isReferenceType(); });
}

/// A function of values: with reference parameters it reads what they refer to.
static CallEffect valueFunction(const FunctionDecl &F) {
  return effect(hasReferenceParameter(F) ? Kind::ReadsArguments : Kind::Pure);
}

/// "expf", "__builtin_expl" -> "exp" where that is in \p Names.
static StringRef withoutSuffix(StringRef Name, const StringSet<> &Names) {
  Name.consume_front("__builtin_");
  if (Names.contains(Name))
    return Name;
  StringRef Base =
      Name.ends_with("f128") ? Name.drop_back(4) : Name.drop_back(Name.ends_with("f") || Name.ends_with("l"));
  return Names.contains(Base) ? Base : StringRef();
}

static std::optional<CallEffect> mathFunction(StringRef Name, bool IsStandard, const CallExpr &Call,
                                              const FunctionDecl &Callee) {
  static const StringSet<> Nan = {"nan", "nans"};
  // "NAN" is such a call. Of a literal it is a constant.
  if (!withoutSuffix(Name, Nan).empty() && Call.getNumArgs() == 1 &&
      isa<clang::StringLiteral>(Call.getArg(0)->IgnoreParenImpCasts()))
    return effect(Kind::Pure);
  if (!takesScalarsOnly(Call))
    return std::nullopt;
  if (StringRef Base = withoutSuffix(Name, mathCalls()); !Base.empty()) {
    CallEffect E = valueFunction(Callee);
    E.MathName = Base.str();
    return E;
  }
  if (!withoutSuffix(Name, plainMath()).empty() || (IsStandard && standardPlainMath().contains(Name)))
    return valueFunction(Callee);
  return std::nullopt;
}

static bool isScalarOrPointer(QualType T) {
  T = T.getNonReferenceType();
  return isScalarValue(T) || T->isAnyPointerType();
}

static bool takesScalarsOrPointers(const CallExpr &Call) {
  return all_of(Call.arguments(), [&](const Expr *A) { return isScalarOrPointer(A->getType()); });
}

/// min, max, move, swap and their kin, for scalars: other types bring operators of their own.
static std::optional<CallEffect> utility(StringRef Name, const CallExpr &Call, const FunctionDecl &Callee) {
  unsigned N = Call.getNumArgs();
  if (((Name == "min" || Name == "max") && N == 2) || (Name == "clamp" && N == 3))
    return takesScalarsOnly(Call) ? std::optional(effect(Kind::ReadsArguments)) : std::nullopt;
  if ((Name == "min" || Name == "max") && N == 1 && isScalarValue(Call.getType()) && !Call.isGLValue())
    return effect(Kind::Pure);
  // The result is the argument once more: who writes it writes the argument.
  if ((Name == "move" || Name == "forward" || Name == "as_const" || Name == "move_if_noexcept") && N == 1)
    return effect(Call.getType().isConstQualified() ? Kind::ReadsArguments : Kind::WritesArguments);
  if (((Name == "swap" || Name == "exchange") && N == 2) && takesScalarsOrPointers(Call))
    return effect(Kind::WritesArguments);
  if (Name == "make_unique" || Name == "make_unique_for_overwrite") {
    const TemplateArgumentList *Arguments = Callee.getTemplateSpecializationArgs();
    if (Arguments && Arguments->size() && (*Arguments)[0].getKind() == TemplateArgument::Type)
      if (const clang::ArrayType *Array = (*Arguments)[0].getAsType()->getAsArrayTypeUnsafe())
        if (isScalarValue(Array->getElementType()))
          return effect(Kind::Pure);
  }
  return std::nullopt;
}

static bool isTrivialPointee(QualType T, const ASTContext &Context) {
  QualType Pointee = T->getPointeeType();
  return Pointee.isNull() || Pointee->isVoidType() || Pointee.isTriviallyCopyableType(Context);
}

/// Functions over plain memory.
static std::optional<CallEffect> memory(StringRef Name, bool IsStandard, const CallExpr &Call,
                                        const ASTContext &Context) {
  static const StringSet<> Writers = {"memcpy",  "memmove", "memset", "strcpy",  "strncpy", "strcat", "strncat",
                                      "frexp",   "frexpf",  "frexpl", "modf",    "modff",   "modfl",  "remquo",
                                      "remquof", "remquol", "sincos", "sincosf", "sincosl", "bzero"};
  static const StringSet<> Readers = {"memcmp", "strlen", "strcmp", "strncmp", "strnlen"};
  static const StringSet<> Algorithms = {"copy", "copy_n", "fill", "fill_n", "iota", "copy_backward"};
  Name.consume_front("__builtin_");
  StringRef Unchecked = Name;
  if (Unchecked.consume_front("__") && Unchecked.consume_back("_chk"))
    Name = Unchecked;
  if (Writers.contains(Name))
    return effect(Kind::WritesArguments);
  if (Readers.contains(Name))
    return effect(Kind::ReadsArguments);
  if (IsStandard && Algorithms.contains(Name) && takesScalarsOrPointers(Call) &&
      all_of(Call.arguments(), [&](const Expr *A) { return isTrivialPointee(A->getType(), Context); }))
    return effect(Kind::WritesArguments);
  return std::nullopt;
}

/// An allocation depends on nothing but its size, and nothing depends on it but what uses the result: two of them may
/// change places, and other statements may pass them (the addresses that come out are unspecified anyway, and A5 of
/// docs/LEGALITY.md says that they succeed). A release is a write of all that the pointer refers to, so it stays behind
/// every use of its own array and is free against all others.
static std::optional<CallEffect> allocation(StringRef Name) {
  static const StringSet<> Allocators = {"malloc",       "calloc",         "aligned_alloc",
                                         "operator new", "operator new[]", "_mm_malloc"};
  static const StringSet<> Releases = {"free", "operator delete", "operator delete[]", "_mm_free"};
  Name.consume_front("__builtin_");
  if (Allocators.contains(Name))
    return effect(Kind::Pure);
  if (Releases.contains(Name))
    return effect(Kind::WritesArguments);
  return std::nullopt;
}

/// Functions of the C library, the stream library and POSIX. None keeps an address (ValueFlowCalls.cpp relies on it).
static bool isInputOutput(StringRef Name, bool IsStandard) {
  static const StringSet<> C = {
      "printf", "fprintf", "vprintf", "vfprintf", "dprintf", "puts",    "putchar",          "fputs",         "fputc",
      "putc",   "fwrite",  "fread",   "fgets",    "fgetc",   "getc",    "getchar",          "scanf",         "fscanf",
      "vscanf", "fopen",   "fclose",  "fflush",   "fseek",   "ftell",   "rewind",           "ungetc",        "perror",
      "write",  "read",    "open",    "close",    "lseek",   "pread",   "pwrite",           "send",          "recv",
      "remove", "rename",  "tmpfile", "feof",     "ferror",  "freopen", "putchar_unlocked", "fputs_unlocked"};
  static const StringSet<> Standard = {"print", "println", "getline"};
  Name.consume_front("__builtin_");
  return IsStandard ? Standard.contains(Name) : C.contains(Name);
}

static std::optional<RefusalId> refusedName(StringRef Name, bool IsStandard) {
  static const StringSet<> Standard = {"call_once", "lock", "try_lock", "async"};
  if (Name.starts_with("pthread_") || Name.starts_with("mtx_") || Name.starts_with("cnd_") ||
      Name.starts_with("sem_") || Name.starts_with("thrd_") || Name.starts_with("omp_") ||
      Name.starts_with("this_thread::") || (IsStandard && Standard.contains(Name)))
    return RefusalId::Lock;
  if (Name.starts_with("atomic_") || Name.starts_with("__atomic_") || Name.starts_with("__sync_") ||
      Name.starts_with("__c11_atomic_"))
    return RefusalId::Atomic;
  if (IsStandard && (Name.starts_with("__throw_") || Name.starts_with("sto") || Name == "rethrow_exception"))
    return RefusalId::Throw;
  return std::nullopt;
}

static std::optional<CallEffect> builtin(ASTContext &Context, const FunctionDecl &Callee) {
  unsigned Id = Callee.getBuiltinID();
  if (!Id)
    return std::nullopt;
  static const StringSet<> WithoutEffect = {"__builtin_unreachable",    "__builtin_assume",
                                            "__builtin_expect",         "__builtin_expect_with_probability",
                                            "__builtin_prefetch",       "__builtin_object_size",
                                            "__builtin_constant_p",     "__builtin_is_constant_evaluated",
                                            "__builtin_assume_aligned", "__builtin_assoc_barrier",
                                            "__arithmetic_fence"};
  if (WithoutEffect.contains(Callee.getName()) || Context.BuiltinInfo.isConst(Id) ||
      Context.BuiltinInfo.isConstWithoutErrnoAndExceptions(Id))
    return effect(Kind::Pure);
  return std::nullopt;
}

std::optional<CallEffect> knownFunction(ASTContext &Context, const CallExpr &Call, const FunctionDecl &Callee,
                                        const ContainerTable &Containers) {
  std::string Full = qualifiedName(Callee);
  StringRef Name = Full;
  bool IsStandard = Name.consume_front("std::");
  if (std::optional<RefusalId> Id = refusedByClass(Call, Callee))
    return unknownCall(Context, Call, *Id, {calleeName(Context, Call)});
  if (std::optional<CallEffect> E = iteratorCall(Call, Callee.getDeclName().getAsString()))
    return E;
  // The body of their call operators says nothing of what they call.
  if (Name.starts_with("function::") || Name.starts_with("move_only_function::"))
    return unknownCall(Context, Call, RefusalId::UnknownCall, {calleeName(Context, Call)});
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Callee))
    return containerMethod(Context, Call, *Method, Containers);

  // A function of the user's with the name of a standard one is judged by its body.
  const FunctionDecl *Definition = Callee.getDefinition();
  bool IsUsers = Definition && !Context.getSourceManager().isInSystemHeader(Definition->getLocation());
  bool IsGlobal = !Name.contains("::");
  bool IsFromLibrary = Callee.getBuiltinID() ||
                       (Callee.isExternC() && Context.getSourceManager().isInSystemHeader(Callee.getLocation()));
  bool IsOfTheLanguage = IsStandard || (IsGlobal && !IsUsers && IsFromLibrary);
  if (IsOfTheLanguage || Callee.isReplaceableGlobalAllocationFunction()) {
    if (std::optional<CallEffect> E = mathFunction(Name, IsStandard, Call, Callee))
      return E;
    if (std::optional<CallEffect> E = memory(Name, IsStandard, Call, Context))
      return E;
    if (std::optional<CallEffect> E = allocation(Name))
      return E;
  }
  if (Context.getLangOpts().CUDA && IsGlobal && isDeviceMath(Name) && takesScalarsOnly(Call) &&
      Context.getSourceManager().isInSystemHeader(Callee.getLocation()))
    return valueFunction(Callee);
  if (IsStandard) {
    if (std::optional<CallEffect> E = containerFunction(Context, Name, Call, Containers))
      return E;
    if (std::optional<CallEffect> E = utility(Name, Call, Callee))
      return E;
  }
  std::string Shown = calleeName(Context, Call);
  if (IsOfTheLanguage && isInputOutput(Name, IsStandard))
    return unknownCall(Context, Call, RefusalId::InputOutput, {Shown});
  if (IsStandard || IsGlobal)
    if (std::optional<RefusalId> Id = refusedName(Name, IsStandard))
      return unknownCall(Context, Call, *Id, {*Id == RefusalId::Throw ? "'" + Shown + "'" : Shown});
  if (std::optional<CallEffect> E = builtin(Context, Callee))
    return E;
  // The attribute promises that not even memory is read.
  if (Callee.hasAttr<ConstAttr>() && !Call.getType()->isAnyPointerType() && !Call.isGLValue())
    return effect(Kind::Pure);
  return std::nullopt;
}

} // namespace loopfuse
