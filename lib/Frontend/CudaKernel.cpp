//===- CudaKernel.cpp - the bodies of kernels -----------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/CudaKernel.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/Effects.h"
#include "Frontend/InlineBody.h"
#include "Frontend/Places.h"
#include "Frontend/SourceText.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

//===----------------------------------------------------------------------===//
// Where a thread is
//===----------------------------------------------------------------------===//

/// The object and the name of the part of it that is read: members of a struct, or the properties that clang's own
/// header makes of them.
static std::pair<const Expr *, StringRef> partOf(const Expr &Given) {
  const Expr *E = stripTransparent(&Given);
  if (const auto *Pseudo = dyn_cast<PseudoObjectExpr>(E))
    E = stripTransparent(Pseudo->getSyntacticForm());
  if (const auto *Property = dyn_cast<MSPropertyRefExpr>(E))
    return {Property->getBaseExpr(), Property->getPropertyDecl()->getName()};
  if (const auto *Member = dyn_cast<MemberExpr>(E); Member && Member->getMemberDecl()->getIdentifier())
    return {Member->getBase(), Member->getMemberDecl()->getName()};
  return {nullptr, ""};
}

std::optional<ThreadCoordinate> threadCoordinate(const Expr &E) {
  auto [Base, Part] = partOf(E);
  if (!Base || Part.size() != 1 || Part[0] < 'x' || Part[0] > 'z')
    return std::nullopt;
  const Expr *Object = Base->IgnoreParenImpCasts();
  if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(Object); Opaque && Opaque->getSourceExpr())
    Object = Opaque->getSourceExpr()->IgnoreParenImpCasts();
  const auto *Ref = dyn_cast<DeclRefExpr>(Object);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || !V->getIdentifier() || !V->hasGlobalStorage() || !V->getDeclContext()->getRedeclContext()->isFileContext())
    return std::nullopt;
  auto Kind = StringSwitch<std::optional<ThreadCoordinate::KindType>>(V->getName())
                  .Case("threadIdx", ThreadCoordinate::ThreadIdx)
                  .Case("blockIdx", ThreadCoordinate::BlockIdx)
                  .Case("blockDim", ThreadCoordinate::BlockDim)
                  .Case("gridDim", ThreadCoordinate::GridDim)
                  .Default(std::nullopt);
  if (!Kind)
    return std::nullopt;
  return ThreadCoordinate{*Kind, static_cast<unsigned>(Part[0] - 'x')};
}

/// \p E without conversions that keep the value: to any integer type of 32 bits or more, as a launch has at most 2^31
/// threads in one direction.
static const Expr &withoutConversions(const Extraction &X, const Expr &Given) {
  const Expr *E = stripTransparent(&Given);
  while (const auto *Cast = dyn_cast<CastExpr>(E)) {
    bool Keeps = Cast->getCastKind() == CK_LValueToRValue || Cast->getCastKind() == CK_NoOp ||
                 (Cast->getCastKind() == CK_IntegralCast && X.Context.getIntWidth(Cast->getType()) >= 32);
    if (!Keeps)
      break;
    E = stripTransparent(Cast->getSubExpr());
  }
  return *E;
}

static std::optional<unsigned> directionOf(const Extraction &X, const Expr &E, ThreadCoordinate::KindType Kind) {
  std::optional<ThreadCoordinate> C = threadCoordinate(withoutConversions(X, E));
  return C && C->Kind == Kind ? std::optional(C->Direction) : std::nullopt;
}

/// The direction of "blockIdx.x * blockDim.x". Where the block's size is known, also of a product with that number.
static std::optional<unsigned> blockStart(Extraction &X, const Expr &Given) {
  const auto *E = dyn_cast<BinaryOperator>(&withoutConversions(X, Given));
  if (!E || E->getOpcode() != BO_Mul)
    return std::nullopt;
  for (bool Swapped : {false, true}) {
    const Expr &A = Swapped ? *E->getRHS() : *E->getLHS(), &B = Swapped ? *E->getLHS() : *E->getRHS();
    std::optional<unsigned> Block = directionOf(X, A, ThreadCoordinate::BlockIdx);
    if (Block && directionOf(X, B, ThreadCoordinate::BlockDim) == Block)
      return Block;
  }
  return std::nullopt;
}

static std::optional<unsigned> globalIndex(Extraction &X, const Expr &Given) {
  const auto *E = dyn_cast<BinaryOperator>(&withoutConversions(X, Given));
  if (!E || E->getOpcode() != BO_Add)
    return std::nullopt;
  for (bool Swapped : {false, true}) {
    const Expr &A = Swapped ? *E->getRHS() : *E->getLHS(), &B = Swapped ? *E->getLHS() : *E->getRHS();
    std::optional<unsigned> Start = blockStart(X, A);
    if (Start && directionOf(X, B, ThreadCoordinate::ThreadIdx) == Start)
      return Start;
  }
  return std::nullopt;
}

static Value threadNumber(const Extraction &X, unsigned Direction) {
  std::optional<unsigned> L = X.Launch->Loops[Direction];
  return L ? Value{IndexExpr::iterator(*L), X.LoopRanges[*L]} : Value::constant(0);
}

static Value coordinateValue(const Extraction &X, ThreadCoordinate C) {
  const Value &Grid = X.Launch->Grid[C.Direction], &Block = X.Launch->Block[C.Direction];
  switch (C.Kind) {
  case ThreadCoordinate::BlockDim:
    return Block;
  case ThreadCoordinate::GridDim:
    return Grid;
  case ThreadCoordinate::ThreadIdx:
    if (Block.Expr.isConstant(1))
      return Value::constant(0);
    if (Grid.Expr.isConstant(1))
      return threadNumber(X, C.Direction);
    if (Block.Expr.isConstant() && Block.Expr.value() > 0)
      return {IndexExpr::floorModulo(threadNumber(X, C.Direction).Expr, Block.Expr.value()),
              {0, Block.Expr.value() - 1}};
    return Value::unknown();
  case ThreadCoordinate::BlockIdx:
    if (Grid.Expr.isConstant(1))
      return Value::constant(0);
    if (Block.Expr.isConstant() && Block.Expr.value() > 0) {
      Value T = threadNumber(X, C.Direction);
      return {IndexExpr::floorDivide(T.Expr, Block.Expr.value()),
              {T.Range.Lo / Block.Expr.value(), T.Range.Hi / Block.Expr.value()}};
    }
    return Value::unknown();
  }
  llvm_unreachable("covered switch");
}

std::optional<Value> threadValue(Extraction &X, const Expr &E) {
  if (std::optional<ThreadCoordinate> C = threadCoordinate(E))
    return coordinateValue(X, *C);
  const auto *Sum = dyn_cast<BinaryOperator>(stripTransparent(&E));
  if (!Sum || X.Context.getIntWidth(Sum->getType()) < 32)
    return std::nullopt;
  if (std::optional<unsigned> D = Sum->getOpcode() == BO_Add ? globalIndex(X, *Sum) : std::nullopt)
    return threadNumber(X, *D);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Kernels that can be read
//===----------------------------------------------------------------------===//

const Expr *earlyExit(const Stmt &S) { return earlyReturn(S) ? cast<IfStmt>(S).getCond() : nullptr; }

namespace {
class KernelCheck {
public:
  KernelCheck(Extraction &X, const FunctionDecl &Kernel) : X(X), Kernel(Kernel) {}

  std::optional<Refusal> run() {
    if (auto Why = form())
      return Why;
    if (auto Why = text(Kernel, 0))
      return Why;
    anyStmt(*Kernel.getBody(), [&](const Stmt &S) { return (Found = statement(S)).has_value(); });
    if (Found)
      return Found;
    return effects();
  }

private:
  Refusal refused(RefusalId Id, SourceLocation At, std::string What) const {
    return refuse(Id, placeOf(X.Context, At), {Kernel.getNameAsString(), std::move(What)});
  }
  std::optional<Refusal> form() const;
  std::optional<Refusal> text(const FunctionDecl &F, unsigned Depth) const;
  std::optional<Refusal> statement(const Stmt &S) const;
  std::optional<Refusal> effects() const;

  Extraction &X;
  const FunctionDecl &Kernel;
  std::optional<Refusal> Found;
};
} // namespace

std::optional<Refusal> KernelCheck::form() const {
  auto No = [&](StringRef What) { return refused(RefusalId::KernelForm, Kernel.getLocation(), What.str()); };
  if (!Kernel.hasAttr<CUDAGlobalAttr>())
    return No("it is no __global__ function");
  if (Kernel.isTemplated() || Kernel.isTemplateInstantiation() || Kernel.getPrimaryTemplate())
    return No("it is a template");
  if (isa<CXXMethodDecl>(Kernel) || Kernel.isVariadic() || !isa<CompoundStmt>(Kernel.getBody()))
    return No("it is no plain function");
  for (const Attr *A : Kernel.attrs())
    if (!A->isImplicit() && !isa<CUDAGlobalAttr, AlwaysInlineAttr, NoInlineAttr, UnusedAttr>(A) &&
        !StringRef(A->getSpelling()).contains("ms_abi"))
      return No(("it has the attribute '" + StringRef(A->getSpelling()) + "'").str());
  for (const ParmVarDecl *P : Kernel.parameters()) {
    QualType T = P->getType();
    if (!T->isArithmeticType() && !T->isEnumeralType() && !T->isPointerType())
      return No("its parameter '" + P->getNameAsString() + "' is of class type");
    if (T.isVolatileQualified() || X.Variables.isModified(*P))
      return No("it changes its parameter '" + P->getNameAsString() + "'");
    // The address of a pointer's value is what its elements are reached by; only the parameter itself matters.
    if (!T->isPointerType() && X.Variables.escapes(*P))
      return No("the address of its parameter '" + P->getNameAsString() + "' is taken");
  }
  return std::nullopt;
}

/// Names of the conditions under which the device passes see another text than this one.
static bool namesDevice(StringRef Text) {
  return Text.contains("__CUDA_ARCH") || Text.contains("__NVCC__") || Text.contains("__CUDACC_");
}

/// Whether any file of the user's chooses by device: a macro it defines may mean something else there.
static bool choosesByDevice(const SourceManager &Sources) {
  for (unsigned I = 1; I < Sources.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = Sources.getLocalSLocEntry(I);
    if (!Entry.isFile() || SrcMgr::isSystem(Entry.getFile().getFileCharacteristic()))
      continue;
    FileID File = Sources.getFileID(SourceLocation::getFromRawEncoding(Entry.getOffset()));
    if (Sources.getFileEntryRefForID(File) && namesDevice(Sources.getBufferData(File)))
      return true;
  }
  return false;
}

/// The device passes must see the same tokens as this one, which is the host's.
std::optional<Refusal> KernelCheck::text(const FunctionDecl &F, unsigned Depth) const {
  static constexpr unsigned MaxDepth = 8;
  const SourceManager &Sources = X.Context.getSourceManager();
  if (Sources.isInSystemHeader(F.getLocation()))
    return std::nullopt;
  auto No = [&](StringRef What) { return refused(RefusalId::KernelArchitecture, F.getLocation(), What.str()); };
  // The qualifiers in front are macros of the toolkit's.
  SourceSpan Span = spanOf(X.Context, {F.getLocation(), F.getBody()->getEndLoc()});
  if (!Span.isValid())
    return refused(RefusalId::KernelForm, F.getLocation(), "a macro makes up its text");
  if (namesDevice(textOf(X.Context, Span)))
    return No("it names __CUDA_ARCH__");
  if (std::optional<Refusal> Directive = directiveBetween(X.Context, Span))
    return Directive;
  std::optional<Refusal> Why;
  bool ChecksMacros = choosesByDevice(Sources);
  anyStmt(*F.getBody(), [&](const Stmt &S) {
    SourceLocation At = S.getBeginLoc();
    if (ChecksMacros && At.isMacroID() && !Sources.isInSystemHeader(Sources.getSpellingLoc(At))) {
      Why = No("a macro may be chosen by __CUDA_ARCH__");
      return true;
    }
    const auto *Call = dyn_cast<CallExpr>(&S);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr, *Definition = nullptr;
    if (Callee && Callee->hasBody(Definition) && Definition != &F && Depth < MaxDepth)
      Why = text(*Definition, Depth + 1);
    return Why.has_value();
  });
  return Why;
}

/// Functions by which the threads of a block, a warp or a grid wait for or speak to each other.
static bool isCooperation(StringRef Name) {
  static const StringRef Prefixes[] = {"__sync",      "__shfl",       "__ballot",         "__any",
                                       "__all",       "__activemask", "__match",          "__reduce",
                                       "atomic",      "__atomic",     "__threadfence",    "__nvvm_bar",
                                       "__nanosleep", "__nv_atomic",  "__builtin_amdgcn", "__cluster"};
  return any_of(Prefixes, [&](StringRef P) { return Name.starts_with(P); });
}

std::optional<Refusal> KernelCheck::statement(const Stmt &S) const {
  if (isa<CUDAKernelCallExpr>(&S))
    return refused(RefusalId::KernelForm, S.getBeginLoc(), "it launches a kernel");
  if (isa<LambdaExpr>(&S))
    return refused(RefusalId::KernelForm, S.getBeginLoc(), "it holds a lambda");
  if (const auto *D = dyn_cast<DeclStmt>(&S))
    for (const Decl *Child : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Child)) {
        if (V->hasAttr<CUDASharedAttr>())
          return refused(RefusalId::KernelCooperation, V->getLocation(), "they share '" + V->getNameAsString() + "'");
        if (V->hasGlobalStorage())
          return refused(RefusalId::KernelForm, V->getLocation(),
                         "its variable '" + V->getNameAsString() + "' is static");
      }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&S))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()); V && V->hasAttr<CUDASharedAttr>())
      return refused(RefusalId::KernelCooperation, Ref->getLocation(), "they share '" + V->getNameAsString() + "'");
  if (const auto *Call = dyn_cast<CallExpr>(&S)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    StringRef Name = Callee && Callee->getIdentifier() ? Callee->getName() : "";
    if (isCooperation(Name) || (Callee && qualifiedName(*Callee).find("cooperative_groups::") == 0))
      return refused(RefusalId::KernelCooperation, Call->getExprLoc(), ("'" + Name + "'").str());
  }
  return std::nullopt;
}

/// As of a loop's body; the early returns at the top are the walk's business.
std::optional<Refusal> KernelCheck::effects() const {
  const auto &Body = *cast<CompoundStmt>(Kernel.getBody());
  unsigned Known = 0, All = 0;
  for (const Stmt *Child : Body.body())
    Known += earlyExit(*Child) || (isa<ReturnStmt>(Child) && Child == Body.body_back());
  anyStmt(Body, [&](const Stmt &S) {
    All += isa<ReturnStmt>(&S);
    return false;
  });
  std::vector<Refusal> Refusals = effectRefusals(X.Context, Body, X.Containers);
  if (Known == All)
    erase_if(Refusals, [](const Refusal &R) { return R.Id == RefusalId::Return; });
  return Refusals.empty() ? std::nullopt : std::optional(Refusals.front());
}

std::optional<Refusal> checkKernel(Extraction &X, const FunctionDecl &Kernel) { return KernelCheck(X, Kernel).run(); }

} // namespace loopfuse
