//===- LoopGlance.cpp - what a loop shows without being modelled ----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/LoopGlance.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/CudaLaunch.h"
#include "Frontend/Effects.h"
#include "Frontend/LoopDirective.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

/// Statements and expressions that are looked at. What is longer is no operator.
static constexpr unsigned MaxNodes = 2000;

static bool leadsToMemory(QualType Type) {
  return Type->isPointerType() || Type->isArrayType() || Type->isRecordType();
}

static void addData(const Stmt &S, Data &Out) {
  unsigned Nodes = 0;
  anyStmt(S, [&](const Stmt &At) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(&At)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      if (V && leadsToMemory(V->getType().getNonReferenceType()))
        Out.insert(V->getCanonicalDecl());
    } else if (const auto *This = dyn_cast<CXXThisExpr>(&At)) {
      Out.insert(This->getType()->getPointeeCXXRecordDecl()->getCanonicalDecl());
    }
    return ++Nodes > MaxNodes;
  });
}

/// Of a call: its arguments, its object, and what the callee knows without them.
static Data dataOf(const CallSite &Site) {
  Data Out, Inside;
  if (!Site.isCall()) {
    addData(*Site.Statement, Out);
    return Out;
  }
  addData(*Site.Call, Out);
  if (!Site.Callee)
    return Out;
  addData(*Site.Callee->getBody(), Inside);
  for (const void *D : Inside) {
    const auto *V = dyn_cast<VarDecl>(static_cast<const Decl *>(D));
    if (V && V->hasGlobalStorage())
      Out.insert(D);
  }
  return Out;
}

/// Of a loop of the callee, in the caller's words; of what it calls its own, all of \p Call's.
static Data dataOf(const Stmt &Loop, const CallSite &Site, const Data &Call) {
  Data Out;
  unsigned Nodes = 0;
  bool IsAny = anyStmt(Loop, [&](const Stmt &At) {
    if (isa<CXXThisExpr>(At)) {
      addData(*Site.Call->getCallee(), Out);
      return false;
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(&At);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    bool IsData = V && (V->getType()->isReferenceType() || leadsToMemory(V->getType()));
    const auto *P = IsData ? dyn_cast<ParmVarDecl>(V) : nullptr;
    unsigned Index = P ? P->getFunctionScopeIndex() : 0;
    if (P && P->getDeclContext() == Site.Callee && Index < Site.Call->getNumArgs())
      addData(*Site.Call->getArg(Index), Out);
    else if (IsData && V->hasGlobalStorage() && !V->getType()->isReferenceType())
      Out.insert(V->getCanonicalDecl());
    else if (IsData)
      return true;
    return ++Nodes > MaxNodes;
  });
  if (IsAny)
    Out.insert(Call.begin(), Call.end());
  return Out;
}

static bool meet(const Data &A, const Data &B) {
  return any_of(A, [&](const void *D) { return B.contains(D); });
}

/// An end's text; with \p Site, parameters of the callee are its arguments. Empty for what may be anything.
static std::string endText(const ASTContext &Context, const Expr *End, const CallSite *Site, unsigned Depth = 8) {
  if (!End || !Depth--)
    return "";
  End = End->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(End)) {
    const auto *P = dyn_cast<ParmVarDecl>(Ref->getDecl());
    unsigned Index = P ? P->getFunctionScopeIndex() : 0;
    if (Site && P && Index < Site->Call->getNumArgs() && P->getDeclContext() == Site->Callee)
      return endText(Context, Site->Call->getArg(Index), nullptr, Depth);
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    bool IsCallees = Site && V && !V->isFileVarDecl();
    if (!V || (IsCallees && !V->getInit()))
      return "";
    std::string Value = V->getInit() && !P ? endText(Context, V->getInit(), Site, Depth) : "";
    return !Value.empty() ? Value : IsCallees ? "" : V->getNameAsString();
  }
  if (const auto *Number = dyn_cast<IntegerLiteral>(End))
    return toString(Number->getValue(), 10, false);
  if (const auto *Member = dyn_cast<MemberExpr>(End)) {
    std::string Object =
        isa<CXXThisExpr>(Member->getBase()) ? "this" : endText(Context, Member->getBase(), Site, Depth);
    return Object.empty() ? "" : Object + "." + Member->getMemberDecl()->getNameAsString();
  }
  if (const auto *Operator = dyn_cast<BinaryOperator>(End)) {
    std::string Left = endText(Context, Operator->getLHS(), Site, Depth);
    std::string Right = endText(Context, Operator->getRHS(), Site, Depth);
    return Left.empty() || Right.empty() ? "" : "(" + Left + Operator->getOpcodeStr().str() + Right + ")";
  }
  // Containers of different names may be of one size.
  return "";
}

static std::string endOf(const ASTContext &Context, const Stmt &Loop, const CallSite *Site) {
  const auto *For = dyn_cast<ForStmt>(&loopUnder(Loop));
  const auto *Test = For ? dyn_cast_or_null<BinaryOperator>(For->getCond()) : nullptr;
  return Test && Test->getOpcode() == BO_LT ? endText(Context, Test->getRHS(), Site) : "";
}

/// Whether what the loop does lets it be fused with another, whatever its variables stand for.
static bool mayBeModelled(ASTContext &Context, const Stmt &Whole, const ContainerTable &Containers) {
  if (const CUDAKernelCallExpr *Launch = launchOf(Whole))
    return kernelOf(*Launch) != nullptr;
  const Stmt &Loop = loopUnder(Whole);
  const Stmt *Body = &Loop;
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    Body = For->getBody();
  else if (const auto *Range = dyn_cast<CXXForRangeStmt>(&Loop))
    Body = Range->getBody();
  return all_of(effectRefusals(Context, *Body, Containers),
                [](const Refusal &Why) { return Why.Id == RefusalId::Continue; });
}

static LoopGlance glanceAt(ASTContext &Context, const Stmt &Loop, const ContainerTable &Containers) {
  LoopGlance Out{endOf(Context, Loop, nullptr), {}, mayBeModelled(Context, Loop, Containers)};
  addData(Loop, Out.Touched);
  return Out;
}

ChildGlance glanceAtSite(ASTContext &Context, const CallSite &Site, const ContainerTable &Containers) {
  ChildGlance Out;
  Out.Touched = dataOf(Site);
  if (Site.Conditional) {
    const ForStmt &Loop = *Site.Conditional->Loop;
    Out.Loops.push_back({endOf(Context, Loop, nullptr), Out.Touched, mayBeModelled(Context, Loop, Containers)});
    return Out;
  }
  if (Site.isAlgorithm()) {
    Out.Loops.push_back({"", Out.Touched, Site.Algorithm != nullptr});
    return Out;
  }
  const CompoundStmt &Body = Site.Block ? *Site.Block : *cast<CompoundStmt>(Site.Callee->getBody());
  for (const Stmt *S : Body.body()) {
    if (!leadsToLoop(*S) && !launchOf(*S))
      continue;
    // Variables of the block's own may lead to all that the block touches.
    if (Site.Block)
      Out.Loops.push_back({endOf(Context, *S, nullptr), Out.Touched, mayBeModelled(Context, *S, Containers)});
    else
      Out.Loops.push_back(
          {endOf(Context, *S, &Site), dataOf(*S, Site, Out.Touched), mayBeModelled(Context, *S, Containers)});
  }
  return Out;
}

ChildGlance glanceAtLoop(ASTContext &Context, const Stmt &Loop, const ContainerTable &Containers) {
  LoopGlance Out = glanceAt(Context, Loop, Containers);
  return {Out.Touched, {Out}};
}

static bool mayMatch(const LoopGlance &A, const LoopGlance &B) {
  return A.End.empty() || B.End.empty() || A.End == B.End;
}

bool mayMeet(const ChildGlance &A, const ChildGlance &B) {
  return meet(A.Touched, B.Touched) && any_of(A.Loops, [&](const LoopGlance &L) {
           return any_of(B.Loops, [&](const LoopGlance &M) { return mayMatch(L, M); });
         });
}

bool mayFuse(const ChildGlance &A, const ChildGlance &B) {
  return any_of(A.Loops, [&](const LoopGlance &L) {
    return any_of(B.Loops, [&](const LoopGlance &M) {
      return L.IsFusable && M.IsFusable && mayMatch(L, M) && meet(L.Touched, M.Touched);
    });
  });
}

} // namespace loopfuse
