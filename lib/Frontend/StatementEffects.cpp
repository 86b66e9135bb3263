//===- StatementEffects.cpp - what keeps a statement from being modelled ----===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Assertions.h"
#include "Frontend/CallSummaries.h"
#include "Frontend/CudaKernel.h"
#include "Frontend/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ExprObjC.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {

class EffectScan {
public:
  EffectScan(ASTContext &Context, const ContainerTable &Containers, const Stmt &Whole)
      : Context(Context), Containers(Containers), Whole(Whole) {}

  void visit(const Stmt *S);
  std::vector<Refusal> Found;

private:
  void add(Refusal R);
  void add(RefusalId Id, const Stmt &At, std::vector<std::string> Arguments = {}) {
    add(refuse(Id, place(At), std::move(Arguments)));
  }
  void unsupported(const Stmt &At, StringRef What) { add(RefusalId::UnsupportedStatement, At, {What.str()}); }
  SourceSpan place(const Stmt &S) const;

  void jump(const Stmt &S);
  void declaration(const DeclStmt &S);
  void expression(const Expr &E);
  void access(const Expr &E);
  void object(const CXXConstructExpr &E);
  void destruction(QualType Type, const Stmt &At);
  void directive(const OMPExecutableDirective &D);
  void rangeFor(const CXXForRangeStmt &S);
  void children(const Stmt &S) {
    for (const Stmt *Child : S.children())
      visit(Child);
  }

  ASTContext &Context;
  const ContainerTable &Containers;
  const Stmt &Whole;
  unsigned BreakTargets = 0;    ///< Loops and switches inside the statement around the place.
  unsigned ContinueTargets = 0; ///< Loops.
  unsigned Switches = 0;
  unsigned Depth = 0;
};

} // namespace

SourceSpan EffectScan::place(const Stmt &S) const {
  SourceSpan Span = spanOf(Context, S.getSourceRange());
  return Span.isValid() ? Span : placeOf(Context, S.getBeginLoc());
}

/// At most one a kind.
void EffectScan::add(Refusal R) {
  if (none_of(Found, [&](const Refusal &F) { return F.Id == R.Id; }))
    Found.push_back(std::move(R));
}

void EffectScan::jump(const Stmt &S) {
  if (isa<BreakStmt>(S) && !BreakTargets)
    add(RefusalId::Break, S);
  else if (isa<ContinueStmt>(S) && !ContinueTargets)
    add(RefusalId::Continue, S);
  else if (isa<ReturnStmt>(S))
    add(RefusalId::Return, S);
  else if (isa<GotoStmt, IndirectGotoStmt>(S))
    add(RefusalId::Goto, S);
  else if (const auto *Label = dyn_cast<LabelStmt>(&S))
    add(RefusalId::Label, S, {Label->getName()});
  else if (isa<SwitchCase>(S) && !Switches)
    add(RefusalId::SwitchCase, S);
}

/// Their construction and destruction are one finding.
static bool isLockGuard(const CXXRecordDecl &Class) {
  static const StringRef Guards[] = {"std::lock_guard", "std::unique_lock", "std::scoped_lock", "std::shared_lock"};
  return is_contained(Guards, qualifiedName(Class));
}

void EffectScan::destruction(QualType Type, const Stmt &At) {
  const CXXRecordDecl *Class = QualType(Type->getBaseElementTypeUnsafe(), 0)->getAsCXXRecordDecl();
  if (isHarmlessDestruction(Type, Containers) || isLockGuard(*Class))
    return;
  add(RefusalId::UnknownCall, At, {"~" + Class->getNameAsString()});
}

void EffectScan::declaration(const DeclStmt &S) {
  for (const Decl *D : S.decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V)
      continue;
    QualType Type = V->getType();
    if (V->hasGlobalStorage() && !V->hasConstantInitialization())
      unsupported(S, "a static variable that is initialised here");
    if (Type.isVolatileQualified())
      add(RefusalId::Volatile, S, {V->getNameAsString()});
    if (!V->hasGlobalStorage())
      destruction(Type, S);
    if (Type->isVariableArrayType() && &S != &Whole)
      unsupported(S, "a variable-length array");
    // A name for what a call returns would hide which object is accessed through it.
    const Expr *Init = V->getInit();
    if (Init && Type->isReferenceType() && !V->isImplicit())
      if (const auto *Call = dyn_cast<CallExpr>(Init->IgnoreParenImpCasts()); Call && Call->isGLValue())
        if (CallEffect::Kind Effect = classifyCall(Context, *Call, Containers).Effect;
            Effect != CallEffect::Kind::Element && Effect != CallEffect::Kind::Inline)
          unsupported(S, "a reference to the result of a call");
  }
}

/// Loads, stores and addresses alike: nothing is done with such objects in a loop that is to be moved.
void EffectScan::access(const Expr &E) {
  if (!E.isGLValue() || E.getType()->isFunctionType())
    return;
  if (E.getType().isVolatileQualified())
    add(RefusalId::Volatile, E, {spellingOf(Context, E)});
  const CXXRecordDecl *Class = E.getType()->getAsCXXRecordDecl();
  std::string Name = Class && Class->getIdentifier() ? qualifiedName(*Class) : "";
  if (E.getType()->isAtomicType() || Name == "std::atomic" || Name == "std::atomic_ref" || Name == "std::atomic_flag")
    add(RefusalId::Atomic, E, {spellingOf(Context, E)});
}

void EffectScan::object(const CXXConstructExpr &E) {
  const CXXRecordDecl &Class = *E.getConstructor()->getParent();
  if (isLockGuard(Class))
    add(RefusalId::Lock, E, {Class.getNameAsString()});
  else if (!isHarmlessConstruction(E, Containers))
    add(RefusalId::UnknownCall, E, {Class.getNameAsString()});
}

void EffectScan::expression(const Expr &E) {
  access(E);
  if (const auto *Call = dyn_cast<CallExpr>(&E)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    StringRef Name = Callee && Callee->getIdentifier() ? Callee->getName() : "";
    if (Name == "alloca" || Name == "__builtin_alloca" || Name == "_alloca")
      return unsupported(E, "'alloca'");
    CallEffect Effect = classifyCall(Context, *Call, Containers);
    if (Effect.Effect == CallEffect::Kind::Unknown && Effect.Refused)
      add(*Effect.Refused);
  } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(&E)) {
    object(*Construct);
  } else if (const auto *New = dyn_cast<CXXNewExpr>(&E)) {
    const FunctionDecl *Operator = New->getOperatorNew();
    if (New->getNumPlacementArgs() || !Operator || !Operator->isReplaceableGlobalAllocationFunction())
      add(RefusalId::UnknownCall, E, {"operator new"});
  } else if (const auto *Delete = dyn_cast<CXXDeleteExpr>(&E)) {
    const FunctionDecl *Operator = Delete->getOperatorDelete();
    if (!Operator || !Operator->isReplaceableGlobalAllocationFunction())
      add(RefusalId::UnknownCall, E, {"operator delete"});
    if (!Delete->getDestroyedType().isNull())
      destruction(Delete->getDestroyedType(), E);
  } else if (isa<CXXThrowExpr>(E)) {
    add(RefusalId::Throw, E, {"'throw'"});
  } else if (isa<CoawaitExpr, CoyieldExpr, DependentCoawaitExpr>(E)) {
    add(RefusalId::Coroutine, E);
  } else if (isa<AtomicExpr>(E)) {
    add(RefusalId::Atomic, E, {spellingOf(Context, *cast<AtomicExpr>(E).getPtr())});
  } else if (isa<CXXBindTemporaryExpr>(E)) {
    destruction(E.getType(), E);
  } else if (isa<CXXDynamicCastExpr>(E) && E.isGLValue()) {
    add(RefusalId::Throw, E, {"'dynamic_cast'"});
  } else if (isa<CXXTypeidExpr>(E) && cast<CXXTypeidExpr>(E).isPotentiallyEvaluated()) {
    unsupported(E, "'typeid'");
  } else if (isa<VAArgExpr>(E)) {
    unsupported(E, "'va_arg'");
  } else if (isa<ObjCMessageExpr, BlockExpr>(E)) {
    unsupported(E, "an Objective-C or block expression");
  }
}

void EffectScan::directive(const OMPExecutableDirective &D) {
  if (isa<OMPAtomicDirective>(D))
    add(RefusalId::Atomic, D, {"#pragma omp atomic"});
  else if (isa<OMPCriticalDirective, OMPBarrierDirective, OMPOrderedDirective, OMPFlushDirective, OMPTaskDirective,
               OMPTaskwaitDirective, OMPTaskyieldDirective, OMPTaskgroupDirective>(D))
    add(RefusalId::Lock, D, {"#pragma omp " + getOpenMPDirectiveName(D.getDirectiveKind(), 50).str()});
  else if (!isa<OMPLoopBasedDirective>(D))
    unsupported(D, "'#pragma omp " + getOpenMPDirectiveName(D.getDirectiveKind(), 50).str() + "'");
  if (D.hasAssociatedStmt())
    visit(D.getRawStmt());
}

/// The hidden begin(), end(), ++ and * of arrays and known containers are pointer operations.
void EffectScan::rangeFor(const CXXForRangeStmt &S) {
  const Expr &Range = *S.getRangeInit();
  bool IsKnown = Range.getType()->isArrayType() || findContainer(Containers, Range.getType());
  if (!IsKnown) {
    for (const Stmt *Hidden : {static_cast<const Stmt *>(S.getBeginStmt()), static_cast<const Stmt *>(S.getEndStmt()),
                               static_cast<const Stmt *>(S.getCond()), static_cast<const Stmt *>(S.getInc())})
      visit(Hidden);
  }
  visit(S.getInit());
  visit(S.getRangeStmt());
  visit(S.getLoopVarStmt());
  visit(S.getBody());
}

namespace {
struct Level {
  explicit Level(unsigned &Depth) : Depth(Depth) { ++Depth; }
  ~Level() { --Depth; }
  unsigned &Depth;
};
} // namespace

void EffectScan::visit(const Stmt *S) {
  static const unsigned MaximumDepth = 3000;
  if (!S)
    return;
  Level Inside(Depth);
  if (Depth > MaximumDepth)
    return unsupported(*S, "an expression nested so deep");
  if (const Expr *Condition = assertedCondition(Context, *S))
    return visit(Condition);
  jump(*S);
  // Not evaluated, or not here.
  if (isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, RequiresExpr>(S))
    return;
  if (const auto *Typeid = dyn_cast<CXXTypeidExpr>(S); Typeid && !Typeid->isPotentiallyEvaluated())
    return;
  // In the toolkit's headers these are calls.
  if (const auto *E = dyn_cast<Expr>(S); E && Context.getLangOpts().CUDA && threadCoordinate(*E))
    return;
  if (const auto *E = dyn_cast<Expr>(S))
    expression(*E);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    for (const Expr *Init : Lambda->capture_inits())
      visit(Init);
    return;
  }
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(S))
    return visit(Default->getExpr());
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(S))
    return visit(Default->getExpr());
  if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(S))
    return visit(Opaque->getSourceExpr());
  if (isa<AsmStmt>(S))
    add(RefusalId::InlineAsm, *S);
  else if (isa<CoreturnStmt, CoroutineBodyStmt>(S))
    add(RefusalId::Coroutine, *S);
  else if (isa<CXXTryStmt, CXXCatchStmt>(S) || S->getStmtClass() == Stmt::SEHTryStmtClass)
    unsupported(*S, "a 'try' block");
  else if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    declaration(*Declaration);
  if (const auto *Directive = dyn_cast<OMPExecutableDirective>(S))
    return directive(*Directive);
  if (const auto *Captured = dyn_cast<CapturedStmt>(S))
    return visit(Captured->getCapturedStmt());

  bool IsLoop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
  bool IsSwitch = isa<SwitchStmt>(S);
  BreakTargets += IsLoop || IsSwitch;
  ContinueTargets += IsLoop;
  Switches += IsSwitch;
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(S))
    rangeFor(*Range);
  else
    children(*S);
  BreakTargets -= IsLoop || IsSwitch;
  ContinueTargets -= IsLoop;
  Switches -= IsSwitch;
}

std::vector<Refusal> effectRefusals(ASTContext &Context, const Stmt &S, const ContainerTable &Containers) {
  EffectScan Scan(Context, Containers, S);
  Scan.visit(&S);
  sort(Scan.Found, [](const Refusal &A, const Refusal &B) {
    return std::tie(A.Place.Offset, A.Id) < std::tie(B.Place.Offset, B.Id);
  });
  return std::move(Scan.Found);
}

} // namespace loopfuse
