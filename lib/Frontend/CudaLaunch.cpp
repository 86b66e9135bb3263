//===- CudaLaunch.cpp - kernel launches and what they start ---------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/CudaLaunch.h"
#include "Frontend/AliasFacts.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/Places.h"
#include "Frontend/SourceText.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

const CUDAKernelCallExpr *launchOf(const Stmt &S) {
  const auto *E = dyn_cast<Expr>(&S);
  return E ? dyn_cast<CUDAKernelCallExpr>(stripTransparent(E)) : nullptr;
}

const FunctionDecl *kernelOf(const CUDAKernelCallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee(), *Definition = nullptr;
  return Callee && Callee->hasBody(Definition) ? Definition : nullptr;
}

bool isDeviceCode(const FunctionDecl &F) { return F.hasAttr<CUDAGlobalAttr>() || F.hasAttr<CUDADeviceAttr>(); }

std::vector<const FunctionDecl *> kernelsLaunchedBy(const FunctionDecl &Function) {
  std::vector<const FunctionDecl *> Kernels;
  if (!Function.getASTContext().getLangOpts().CUDA || !Function.getBody())
    return Kernels;
  anyStmt(*Function.getBody(), [&](const Stmt &S) {
    const auto *Call = dyn_cast<CUDAKernelCallExpr>(&S);
    const FunctionDecl *Kernel = Call ? kernelOf(*Call) : nullptr;
    if (Kernel && Kernel != &Function && !is_contained(Kernels, Kernel))
      Kernels.push_back(Kernel);
    return false;
  });
  return Kernels;
}

static Refusal notModelled(const Extraction &X, const Expr &At, std::string What) {
  return refuse(RefusalId::LaunchForm, placeOf(X.Context, At.getExprLoc()), {std::move(What)});
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Arithmetic that has no polyhedral form ("(n + t - 1) / t"), of variables of integer type alone: one parameter, the
/// same one wherever the same variables are computed with in the same way while they keep their values.
static Value computedSize(Extraction &X, const Expr &E) {
  Parameter New;
  bool IsPlain = !anyStmt(E, [&](const Stmt &S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(&S)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      if (!V || !V->getType()->isIntegerType() || V->getType().isVolatileQualified())
        return true;
      if (X.boundTo(*V) || X.isPrivate(*V))
        return true;
      New.Sources.push_back({objectArray(X, *V), {}});
      return false;
    }
    if (const auto *B = dyn_cast<BinaryOperator>(&S))
      return B->isAssignmentOp();
    if (const auto *Cast = dyn_cast<CastExpr>(&S))
      return !Cast->getType()->isIntegerType();
    return !isa<IntegerLiteral, ParenExpr>(&S);
  });
  if (!IsPlain || New.Sources.empty() || !E.getType()->isIntegerType())
    return Value::unknown();
  llvm::raw_string_ostream Text(New.Name);
  E.printPretty(Text, nullptr, X.Context.getPrintingPolicy());
  New.Bits = X.Context.getIntWidth(E.getType());
  New.Signed = E.getType()->isSignedIntegerType();
  ParameterKey Key{ParameterKey::Value, New.Sources.front().Array, {}, ~0u, New.Name};
  return parameter(X, std::move(Key), std::move(New));
}

static Value sizeValue(Extraction &X, const Expr &Given) {
  const Expr *E = stripTransparent(&Given);
  // A negative number becomes one of more blocks or threads than can be started.
  if (const auto *Cast = dyn_cast<CastExpr>(E); Cast && Cast->getCastKind() == CK_IntegralCast &&
                                                Cast->getSubExpr()->getType()->isSignedIntegerType() &&
                                                X.Context.getIntWidth(Cast->getSubExpr()->getType()) <= 32)
    E = stripTransparent(Cast->getSubExpr());
  Value V = valueOf(X, *E);
  if (!V.isKnown())
    V = computedSize(X, *E);
  // Nothing is started otherwise.
  V.Range = V.Range.intersect({0, MaxThreads});
  return V;
}

using Sizes = std::array<Value, NumDirections>;

static const Expr *withoutCopies(const Expr *E) {
  while (true) {
    const Expr *Before = E;
    E = stripTransparent(E);
    if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
      E = M->getSubExpr();
    else if (const auto *C = dyn_cast<CastExpr>(E))
      E = C->getSubExpr();
    else if (const auto *C = dyn_cast<CXXConstructExpr>(E);
             C && C->getNumArgs() == 1 && C->getConstructor()->isCopyOrMoveConstructor())
      E = C->getArg(0);
    if (E == Before)
      return E;
  }
}

/// A field of the variable \p V, a dim3, of which no more is known.
static Value fieldOf(Extraction &X, const VarDecl &V, unsigned Number) {
  const auto *Class = V.getType()->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || X.isPrivate(V) || X.boundTo(V) || V.getType()->isReferenceType())
    return Value::unknown();
  auto Field = std::next(Class->field_begin(), Number);
  if (Field == Class->field_end() || !Field->getType()->isUnsignedIntegerType())
    return Value::unknown();
  unsigned Array = objectArray(X, V);
  int64_t Index = Field->getFieldIndex();
  Parameter New;
  New.Name = V.getNameAsString() + "." + Field->getNameAsString();
  New.Bits = X.Context.getIntWidth(Field->getType());
  New.Signed = false;
  New.Sources.push_back({Array, {Index}});
  return parameter(X, {ParameterKey::Value, Array, {IndexExpr::constant(Index)}, ~0u, ""}, std::move(New));
}

static bool isDim3(QualType T) {
  const auto *Class = T->getAsCXXRecordDecl();
  return Class && Class->getIdentifier() && Class->getName() == "dim3";
}

/// The three numbers of a dim3, or of the integer that is converted to one; Unknown where nothing is known.
static Sizes sizesOf(Extraction &X, const Expr &Given) {
  Sizes Result;
  const Expr *E = withoutCopies(&Given);
  if (!isDim3(E->getType()))
    return Result;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
    if (Construct->getNumArgs() == 0 || Construct->getNumArgs() > NumDirections)
      return Result;
    for (const Expr *Argument : Construct->arguments())
      if (!Argument->getType()->isIntegerType())
        return Result;
    for (unsigned I = 0; I < NumDirections; ++I)
      Result[I] = I < Construct->getNumArgs() ? sizeValue(X, *Construct->getArg(I)) : Value::constant(1);
    return Result;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V)
    return Result;
  DepthGuard Guard(X);
  bool Lasts = X.lastingInit(*V) != nullptr;
  if (const Expr *Init = Guard.tooDeep() ? nullptr : X.fixedInit(*V))
    Result = sizesOf(X, *Init);
  for (Value &Size : Result) // What it was computed from may have changed since.
    if (!Lasts && !Size.Expr.isConstant())
      Size = Value::unknown();
  for (unsigned I = 0; I < NumDirections; ++I)
    if (!Result[I].isKnown())
      Result[I] = fieldOf(X, *V, I);
  return Result;
}

//===----------------------------------------------------------------------===//
// The queue
//===----------------------------------------------------------------------===//

static bool isNull(const Extraction &X, const Expr &E) {
  return E.isNullPointerConstant(const_cast<ASTContext &>(X.Context), Expr::NPC_ValueDependentIsNotNull) ||
         E.isIntegerConstantExpr(X.Context);
}

/// The stream as it is written, if that names an object and does nothing else.
static std::optional<std::string> streamText(const Extraction &X, const Expr *Stream) {
  if (!Stream || isa<CXXDefaultArgExpr>(Stream))
    return "";
  const Expr *E = Stream->IgnoreParenCasts();
  if (isNull(X, *E)) {
    Expr::EvalResult Number;
    bool IsZero = !E->EvaluateAsInt(Number, X.Context) || Number.Val.getInt() == 0;
    return IsZero ? std::optional<std::string>("") : std::nullopt; // cudaStreamPerThread and the like.
  }
  bool NamesObject = !anyStmt(*E, [](const Stmt &S) {
    const auto *Cast = dyn_cast<CastExpr>(&S);
    return !isa<DeclRefExpr, MemberExpr, CXXThisExpr, ParenExpr>(&S) &&
           !(Cast && (Cast->getCastKind() == CK_LValueToRValue || Cast->getCastKind() == CK_NoOp));
  });
  std::string Text = nameOf(X, *E, "");
  return NamesObject && !Text.empty() ? std::optional(Text) : std::nullopt;
}

std::variant<LaunchShape, Refusal> readLaunch(Extraction &X, const CUDAKernelCallExpr &Call) {
  const CallExpr *Config = Call.getConfig();
  if (!Config || Config->getNumArgs() < 2)
    return notModelled(X, Call, "its configuration");
  LaunchShape Shape;
  for (unsigned I : {0u, 1u}) {
    Sizes Read = sizesOf(X, *Config->getArg(I));
    if (!all_of(Read, [](const Value &V) { return V.isKnown(); }))
      return notModelled(X, *Config->getArg(I), I ? "the size of its blocks" : "the size of its grid");
    (I ? Shape.Block : Shape.Grid) = Read;
  }
  if (Config->getNumArgs() > 2) {
    const Expr &Shared = *Config->getArg(2);
    if (!isa<CXXDefaultArgExpr>(Shared) && !valueOf(X, Shared).Expr.isConstant(0))
      return notModelled(X, Shared, "dynamic shared memory");
  }
  std::optional<std::string> Stream = streamText(X, Config->getNumArgs() > 3 ? Config->getArg(3) : nullptr);
  if (!Stream)
    return notModelled(X, *Config->getArg(3), "its stream");
  Shape.Stream = *Stream;
  return Shape;
}

} // namespace loopfuse
