//===- OpaqueMember.cpp - what is not modelled ------------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/OpaqueMember.h"
#include "Frontend/Accesses.h"
#include "Frontend/AliasFacts.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/Places.h"
#include "Frontend/SourceText.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/StringSet.h"
#include <numeric>
#include <set>

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {
class NameCollector {
public:
  NameCollector(Extraction &X, const Stmt &Top, AccessList &List) : X(X), Top(Top), List(List) {}

  void run() {
    anyStmt(Top, [&](const Stmt &S) {
      if (const auto *E = dyn_cast<Expr>(&S); E && !E->isTypeDependent() && !E->isValueDependent())
        name(*E);
      return false;
    });
  }

private:
  void touch(Place P, bool MayWrite) {
    if (P.IsPrivate)
      return;
    if (!Seen.insert({P.Array, MayWrite}).second)
      return;
    P.Path.clear();
    P.IsExact = false;
    P.Type = QualType();
    addAccess(X, P, AccessKind::Read, false, nullptr, List);
    if (MayWrite)
      addAccess(X, P, AccessKind::Write, false, nullptr, List);
  }

  /// Only what is no variable of the function, or changes in the statement, may be written by it.
  bool mayWrite(const Place &P) const {
    if (P.IsPrivate)
      return false;
    const auto *V = dyn_cast_or_null<VarDecl>(X.Ast.Arrays[P.Array]);
    const Array &A = X.Model.Arrays[P.Array];
    if (A.IsConstantObject)
      return false;
    return !V || A.Base != BaseKind::LocalObject || A.Escapes || X.Variables.isModifiedIn(*V, Top) ||
           !V->getType()->isScalarType();
  }

  void name(const Expr &E) {
    QualType T = E.getType();
    if (E.isGLValue() && isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr, UnaryOperator, CallExpr>(&E))
      if (auto P = resolveObject(X, E))
        touch(*P, mayWrite(*P));
    if (T.isNull() || T->isFunctionType())
      return;
    if (const ContainerClass *C = findContainer(X.Containers, T); C && E.isGLValue()) {
      auto Holder = resolveObject(X, E);
      QualType Element = elementType(X, T);
      if (Holder && !Holder->IsPrivate && !Element.isNull())
        touch(firstElement(X, *Holder, *C, Element, nameOf(X, E, C->Name)), true);
      return;
    }
    if (T->isPointerType() || T->isArrayType() || isa<CXXThisExpr>(&E) || isIteratorClass(T)) {
      bool IsLoad = E.isGLValue() && T->isPointerType();
      if (IsLoad || T->isArrayType())
        return; // The conversion around it counts.
      if (auto P = resolvePointer(X, E))
        touch(*P, true);
    }
  }

  Extraction &X;
  const Stmt &Top;
  AccessList &List;
  std::set<std::pair<unsigned, bool>> Seen;
};
} // namespace

void addWholeStatement(Extraction &X, const Stmt &S, Member &M, AccessList List, std::vector<Term> Terms) {
  Statement St;
  St.Member = X.Member;
  St.Position = {0};
  St.GuardIsExact = false;
  St.CallsFunction = true;
  St.Accesses = std::move(List.Accesses);
  St.Terms = std::move(Terms);
  St.Span = M.Span;
  M.Statements.push_back(X.Model.Statements.size());
  X.Model.Statements.push_back(std::move(St));
  X.Ast.Statements.push_back(&S);
  X.Ast.Accesses.push_back(std::move(List.Text));
  X.OfAccesses.push_back(std::move(List.Facts));
}

void extractOpaque(Extraction &X, const Stmt &S, Member &M) {
  M.Kind = MemberKind::Opaque;
  M.TouchesUnknown = true;
  AccessList List;
  NameCollector(X, S, List).run();
  // What it declares in the region's scope comes to life there.
  if (const auto *D = dyn_cast<DeclStmt>(&S))
    for (const Decl *Child : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Child); V && !V->getType()->isDependentType() && !V->isInvalidDecl()) {
        Place P;
        P.Array = nameArray(X, *V);
        addAccess(X, P, AccessKind::Write, false, nullptr, List);
      }
  addWholeStatement(X, S, M, std::move(List), {});
}

bool isContinue(const Refusal &R) { return R.Id == RefusalId::Continue; }

static bool leavesOrEnters(const Refusal &R) {
  switch (R.Id) {
  case RefusalId::Break:
  case RefusalId::Return:
  case RefusalId::Goto:
  case RefusalId::Label:
  case RefusalId::SwitchCase:
  case RefusalId::Throw:
  case RefusalId::Coroutine:
  case RefusalId::InlineAsm:
    return true;
  default:
    return isContinue(R);
  }
}

static bool isClock(const FunctionDecl &F) {
  static const StringSet<> Names = {"clock",
                                    "time",
                                    "gettimeofday",
                                    "ftime",
                                    "clock_gettime",
                                    "timespec_get",
                                    "omp_get_wtime",
                                    "omp_get_wtick",
                                    "MPI_Wtime",
                                    "__rdtsc",
                                    "__builtin_ia32_rdtsc",
                                    "__rdtscp",
                                    "getrusage",
                                    "times",
                                    "mach_absolute_time",
                                    "clock_gettime_nsec_np",
                                    "QueryPerformanceCounter",
                                    "GetTickCount64"};
  if (!F.getIdentifier())
    return false;
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  return Method ? F.getName() == "now" && Method->getParent()->getName().ends_with("_clock")
                : Names.contains(F.getName());
}

/// Whether the statement asks for the time, itself or in a function it calls: whoever wrote that measures what stands
/// in front of it and behind.
static bool readsClock(const Stmt &S, unsigned Depth = 2) {
  unsigned Nodes = 0;
  return anyStmt(S, [&](const Stmt &At) {
    const auto *Call = dyn_cast<CallExpr>(&At);
    const FunctionDecl *Callee = Call && ++Nodes < 100 ? Call->getDirectCallee() : nullptr;
    if (!Callee)
      return false;
    const Stmt *Body = Depth && !isClock(*Callee) ? Callee->getBody() : nullptr;
    return isClock(*Callee) || (Body && readsClock(*Body, Depth - 1));
  });
}

void makeBarriers(Extraction &X) {
  bool InTry = any_of(X.Where.Enclosing, [](const Stmt *S) { return isa<CXXTryStmt>(S); }) ||
               (X.Where.Function && isa_and_nonnull<CXXTryStmt>(X.Where.Function->getBody()));
  for (size_t Number = 0; Number < X.Model.Members.size(); ++Number) {
    Member &M = X.Model.Members[Number];
    bool MayThrow = InTry && M.TouchesUnknown;
    bool Synchronises = isa<OMPExecutableDirective>(X.Ast.Members[Number]);
    if (M.Kind != MemberKind::Opaque ||
        !(MayThrow || Synchronises || any_of(M.Refusals, leavesOrEnters) || readsClock(*X.Ast.Members[Number])))
      continue;
    unsigned S = M.Statements.front();
    AccessList List;
    // In an order that does not hang on what the region names first.
    std::vector<unsigned> Arrays(X.Model.Arrays.size());
    std::iota(Arrays.begin(), Arrays.end(), 0);
    llvm::sort(Arrays, [&](unsigned A, unsigned B) {
      return std::tie(X.Model.Arrays[A].Name, A) < std::tie(X.Model.Arrays[B].Name, B);
    });
    for (unsigned A : Arrays) {
      Place P;
      P.Array = A;
      P.IsExact = false;
      addAccess(X, P, AccessKind::Read, false, nullptr, List);
      addAccess(X, P, AccessKind::Write, false, nullptr, List);
    }
    X.Model.Statements[S].Accesses = std::move(List.Accesses);
    X.Ast.Accesses[S] = std::move(List.Text);
    X.OfAccesses[S] = std::move(List.Facts);
  }
}

} // namespace loopfuse
