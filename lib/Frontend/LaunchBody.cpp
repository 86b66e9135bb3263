//===- LaunchBody.cpp - the threads and statements of a launch ------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/BodyWalker.h"
#include "Frontend/CudaKernel.h"
#include "Frontend/Guards.h"
#include "Frontend/InlineCall.h"
#include "Frontend/LoopBody.h"
#include "Frontend/SourceText.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

/// What the host evaluates in front of the threads: the arguments and the sizes.
void BodyWalker::addArguments(const CUDAKernelCallExpr &Call) {
  for (const CallExpr *Part : {static_cast<const CallExpr *>(Call.getConfig()), static_cast<const CallExpr *>(&Call)})
    for (const Expr *Argument : Part->arguments())
      if (!isa<CXXDefaultArgExpr>(Argument))
        collectAccesses(X, *Argument, Header);
  if (Header.Failed)
    return fail(*Header.Failed);
  if (any_of(Header.Accesses, [](const Access &A) { return A.Kind == AccessKind::Write; }))
    fail(refuse(RefusalId::LaunchForm, placeOf(X.Context, Call.getBeginLoc()), {"an argument with an effect"}));
}

/// One loop a direction, z outermost; none where there is one thread, but for x.
void BodyWalker::openThreadLoops(LaunchShape &Shape, const Stmt &S) {
  static const StringRef Names[] = {"thread x", "thread y", "thread z"};
  for (unsigned D = NumDirections; D-- > 0;) {
    if (Shape.hasOneThread(D) && !(D == 0 && Loops.empty()))
      continue;
    Loop L;
    L.Member = X.Member;
    L.Kind = LoopVariableKind::Thread;
    L.Variable = Names[D];
    if (!Loops.empty())
      L.Parent = Loops.back();
    L.First = IndexExpr::constant(0);
    L.Bound = Shape.Grid[D].Expr * Shape.Block[D].Expr;
    L.Step = IndexExpr::constant(1);
    L.Order = DimOrder::Parallel;
    L.Span = L.Header = statementSpan(X.Context, S);
    if (!L.Header.isValid())
      L.Header = placeOf(X.Context, S.getBeginLoc());
    Shape.Loops[D] = X.Model.Loops.size();
    Loops.push_back(X.Model.Loops.size());
    Position.push_back(0);
    M.Loops.push_back(X.Model.Loops.size());
    IsPlain.push_back(true);
    X.Model.Loops.push_back(std::move(L));
    X.LoopRanges.push_back({0, MaxThreads - 1});
    X.Ast.Loops.push_back(&S);
    X.Ast.LoopVariables.push_back(nullptr);
  }
}

/// Where \p Condition does not hold, as far as that is a conjunction.
static std::optional<std::vector<Constraint>> notHolding(Extraction &X, const Expr &Condition) {
  const auto *Or = dyn_cast<BinaryOperator>(Condition.IgnoreParenImpCasts());
  if (!Or || Or->getOpcode() != BO_LOr) {
    auto Holds = constraintsOf(X, Condition);
    return Holds ? negated(*Holds) : std::nullopt;
  }
  auto L = notHolding(X, *Or->getLHS());
  auto R = L ? notHolding(X, *Or->getRHS()) : std::nullopt;
  if (!R)
    return std::nullopt;
  L->insert(L->end(), R->begin(), R->end());
  return L;
}

/// What stands behind an early return runs for the threads that are left.
void BodyWalker::visitKernel(const CompoundStmt &Body) {
  for (const Stmt *Child : Body.body()) {
    if (isa<ReturnStmt>(Child))
      continue; // The last one.
    const Expr *Exit = earlyExit(*Child);
    if (!Exit) {
      visit(*Child);
      continue;
    }
    auto Stays = notHolding(X, *Exit);
    if (!Stays)
      return fail(refuse(RefusalId::Return, placeOf(X.Context, Child->getBeginLoc())));
    Guard.insert(Guard.end(), Stays->begin(), Stays->end());
  }
}

std::optional<Refusal> BodyWalker::launch(const Stmt &S) {
  const CUDAKernelCallExpr &Call = *launchOf(S);
  const FunctionDecl *Kernel = kernelOf(Call);
  if (isDeviceCode(*X.Where.Function))
    return refuse(RefusalId::LaunchForm, placeOf(X.Context, Call.getBeginLoc()), {"it stands in device code"});
  if (!Kernel)
    return refuse(RefusalId::LaunchForm, placeOf(X.Context, Call.getBeginLoc()), {"a kernel without a visible body"});
  if (std::optional<Refusal> Why = checkKernel(X, *Kernel))
    return Why;
  auto Read = readLaunch(X, Call);
  if (auto *Why = std::get_if<Refusal>(&Read))
    return *Why;
  LaunchShape &Shape = std::get<LaunchShape>(Read);
  X.LocalNumbers.clear(); // Each launch has variables of its own, be they of one kernel.
  AccessList Empty;
  addStatement(nullptr, {}, Empty); // The header's; filled below.
  unsigned HeaderNumber = M.Statements.front();
  addArguments(Call);
  InlineFrame Frame;
  for (unsigned I = 0; I < Call.getNumArgs() && I < Kernel->getNumParams(); ++I) {
    BoundArgument Bound = bindArgument(X, Kernel->getParamDecl(I)->getType(), *Call.getArg(I));
    Bound.Argument = Call.getArg(I);
    Frame.Arguments.try_emplace(Kernel->getParamDecl(I), std::move(Bound));
  }
  openThreadLoops(Shape, S);
  M.PerfectDepth = M.CollapsedLoops = M.Loops.size();
  X.Frame = &Frame;
  X.Launch = &Shape;
  visitKernel(*cast<CompoundStmt>(Kernel->getBody()));
  X.Frame = nullptr;
  X.Launch = nullptr;
  if (Failed)
    return Failed;
  Statement &St = X.Model.Statements[HeaderNumber];
  St.IsHeader = true;
  St.Accesses = std::move(Header.Accesses);
  St.Span = X.Model.Loops[M.Loops.front()].Header;
  X.Ast.Accesses[HeaderNumber] = std::move(Header.Text);
  X.OfAccesses[HeaderNumber] = std::move(Header.Facts);
  M.Launch.emplace();
  M.Launch->Kernel = Kernel->getNameAsString();
  for (unsigned D = 0; D < NumDirections; ++D) {
    M.Launch->Grid.push_back(Shape.Grid[D].Expr);
    M.Launch->Block.push_back(Shape.Block[D].Expr);
  }
  M.Launch->Stream = Shape.Stream;
  return std::nullopt;
}

std::optional<Refusal> extractLaunch(Extraction &X, const Stmt &S, Member &M) {
  return BodyWalker(X, M, /*Flat=*/false).launch(S);
}

} // namespace loopfuse
