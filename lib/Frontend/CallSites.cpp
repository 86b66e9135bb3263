//===- CallSites.cpp - calls whose loops could stand in their place -------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/CallSites.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/Blocks.h"
#include "Frontend/CallSummaries.h"
#include "Frontend/CudaLaunch.h"
#include "Frontend/InlineBody.h"
#include "Frontend/LoopDirective.h"
#include "Frontend/LoopGlance.h"
#include "Frontend/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

/// Statements and expressions of a body that is looked at. What is longer is no operator.
static constexpr unsigned MaxNodes = 2000;
/// Loops of a body that may stand in the caller.
static constexpr unsigned MaxLoops = 4;

/// What the launch of a kernel stands for.
static bool leadsToLoopOrLaunch(const Stmt &S) { return leadsToLoop(S) || launchOf(S); }

/// The definition that a call names, if it is the user's and holds loops or launches among its statements.
static const FunctionDecl *loopFunction(const ASTContext &Context, const CallExpr &Call) {
  const FunctionDecl *Definition = nullptr;
  const FunctionDecl *Callee = Call.isTypeDependent() ? nullptr : Call.getDirectCallee();
  const auto *Body = Callee ? dyn_cast_or_null<CompoundStmt>(Callee->getBody(Definition)) : nullptr;
  auto IsLoop = [](const Stmt *S) { return isa<ForStmt, CXXForRangeStmt>(loopUnder(*S)) || launchOf(*S); };
  if (!Body || none_of(Body->body(), IsLoop) || Definition->isInStdNamespace() ||
      Context.getSourceManager().isInSystemHeader(Definition->getLocation()))
    return nullptr;
  return Definition;
}

/// A block with loops, as a site.
static std::optional<CallSite> blockStatement(const ASTContext &Context, const Stmt &S,
                                              const ContainerTable &Containers) {
  const CompoundStmt *Block = blockWithLoop(S);
  if (!Block || !canBeOpened(Context, *Block, Containers))
    return std::nullopt;
  CallSite Site;
  Site.Statement = Site.Block = Block;
  return Site;
}

/// A loop under a condition, as a site.
static std::optional<CallSite> conditionalStatement(const Stmt &S, const FunctionDecl &Caller) {
  std::optional<ConditionalLoop> Loop = conditionalLoop(S);
  if (!Loop || !canAskInside(*Loop, Caller))
    return std::nullopt;
  CallSite Site;
  Site.Statement = &S;
  Site.Conditional = Loop;
  return Site;
}

static const CallExpr *asCall(const Expr *E) {
  const auto *Call = E ? dyn_cast<CallExpr>(E->IgnoreImplicit()) : nullptr;
  return Call && !isa<CUDAKernelCallExpr>(Call) ? Call : nullptr;
}

/// The statement as a call, with what becomes of its value.
static std::optional<CallSite> callStatement(const ASTContext &Context, const Stmt &S) {
  CallSite Site;
  Site.Statement = &S;
  if (const auto *Declaration = dyn_cast<DeclStmt>(&S)) {
    Site.Result = Declaration->isSingleDecl() ? dyn_cast<VarDecl>(Declaration->getSingleDecl()) : nullptr;
    Site.Declares = true;
    Site.Call = Site.Result ? asCall(Site.Result->getInit()) : nullptr;
  } else if (const auto *E = dyn_cast<Expr>(&S)) {
    const auto *Assignment = dyn_cast<BinaryOperator>(E->IgnoreImplicit());
    if (Assignment && Assignment->getOpcode() == BO_Assign) {
      const auto *Target = dyn_cast<DeclRefExpr>(Assignment->getLHS());
      Site.Result = Target ? dyn_cast<VarDecl>(Target->getDecl()) : nullptr;
      Site.Call = Site.Result ? asCall(Assignment->getRHS()) : nullptr;
    } else {
      Site.Call = asCall(E);
    }
  }
  Site.Callee = Site.Call ? loopFunction(Context, *Site.Call) : nullptr;
  return Site.Callee ? std::optional(Site) : std::nullopt;
}

std::string CallSite::name() const {
  if (Callee)
    return Callee->getNameAsString();
  return algorithmName(*Call);
}

/// The statement as a call of an algorithm.
static std::optional<CallSite> algorithmStatement(const ASTContext &Context, const Stmt &S,
                                                  const ContainerTable &Containers, const FunctionDecl &Caller) {
  CallSite Site;
  Site.Statement = &S;
  Site.Call = algorithmIn(S);
  if (!Site.Call)
    return std::nullopt;
  auto Read = readAlgorithm(Context, Containers, *Site.Call, Caller);
  if (auto *Algorithm = std::get_if<AlgorithmCall>(&Read))
    Site.Algorithm = std::make_shared<const AlgorithmCall>(std::move(*Algorithm));
  else if (auto *Why = std::get_if<std::string>(&Read))
    Site.NoLoop = std::move(*Why);
  return Site.isAlgorithm() ? std::optional(Site) : std::nullopt;
}

static bool callsItself(const FunctionDecl &F, const Stmt &Body) {
  return anyStmt(Body, [&](const Stmt &S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&S);
    const auto *Member = dyn_cast<MemberExpr>(&S);
    const ValueDecl *Named = Ref ? Ref->getDecl() : Member ? Member->getMemberDecl() : nullptr;
    return Named && Named->getCanonicalDecl() == F.getCanonicalDecl();
  });
}

static const VarDecl *staticLocal(const Stmt &Body) {
  const VarDecl *Found = nullptr;
  anyStmt(Body, [&](const Stmt &S) {
    if (const auto *Declaration = dyn_cast<DeclStmt>(&S))
      for (const Decl *D : Declaration->decls())
        if (const auto *V = dyn_cast<VarDecl>(D); V && V->isStaticLocal())
          Found = V;
    return Found != nullptr;
  });
  return Found;
}

/// An attribute of a function that says something of its body, or of who may run it. The others do not mind.
static const Attr *meaningfulAttribute(const FunctionDecl &F) {
  for (const Attr *A : F.attrs())
    if (!isa<AlwaysInlineAttr, UnusedAttr, UsedAttr, HotAttr, NoThrowAttr, PureAttr, ConstAttr, GNUInlineAttr,
             VisibilityAttr, NonNullAttr, ReturnsNonNullAttr, WarnUnusedResultAttr, DeprecatedAttr, BuiltinAttr,
             AsmLabelAttr>(A))
      return A;
  return nullptr;
}

/// Whether an exception may come out of it: an exception that reaches the end of a noexcept function ends the program.
static bool mayThrow(const Stmt &Body) {
  return anyStmt(Body, [](const Stmt &S) {
    const FunctionDecl *Run = nullptr;
    if (const auto *Call = dyn_cast<CallExpr>(&S)) {
      Run = Call->getDirectCallee();
      if (!Run)
        return true;
    } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(&S)) {
      Run = Construct->getConstructor();
    }
    if (Run) {
      const auto *Type = Run->getType()->getAs<FunctionProtoType>();
      return !Run->hasAttr<NoThrowAttr>() && !(Type && Type->isNothrow());
    }
    return isa<CXXThrowExpr, CXXNewExpr, CXXDynamicCastExpr, CXXTypeidExpr>(S);
  });
}

/// The one `return` at the end is fine.
static bool returnsEarly(const CompoundStmt &Body) {
  const Stmt *Last = Body.body_empty() ? nullptr : Body.body_back();
  return anyStmt(Body, [&](const Stmt &S) { return isa<ReturnStmt>(S) && &S != Last; });
}

/// What the callee's own stack frame is needed for, or what the program could tell the difference by.
static std::optional<std::string> needsFrame(const CompoundStmt &Body, const ContainerTable &Containers) {
  std::optional<std::string> Why;
  anyStmt(Body, [&](const Stmt &S) {
    if (const auto *Call = dyn_cast<CallExpr>(&S); Call && Call->getBuiltinCallee())
      if (StringRef Name = Call->getDirectCallee()->getName();
          Name.contains("alloca") || Name.contains("va_") || Name.contains("frame") || Name.contains("return_address"))
        Why = "it uses '" + Name.str() + "'";
    if (isa<PredefinedExpr, SourceLocExpr>(S))
      Why = "it uses its own name or place";
    if (const auto *Declaration = dyn_cast<DeclStmt>(&S))
      for (const Decl *D : Declaration->decls())
        if (const auto *V = dyn_cast<VarDecl>(D)) {
          if (V->getType()->isVariablyModifiedType())
            Why = "the size of '" + V->getName().str() + "' is not constant";
          else if (!isHarmlessDestruction(V->getType(), Containers))
            Why = "the end of '" + V->getName().str() + "' has an effect";
        }
    return Why.has_value();
  });
  if (!Why && keepsTemporaries(Body, Containers))
    Why = "the end of an object that a reference keeps alive has an effect";
  return Why;
}

static bool isPlainValue(QualType Type) {
  return Type->isArithmeticType() || Type->isPointerType() || Type->isEnumeralType();
}

/// Whether nothing is evaluated to find the function: it is named, maybe as a member of a variable or of `this`.
static bool namesFunction(const CallExpr &Call) {
  const Expr *Callee = Call.getCallee()->IgnoreParenImpCasts();
  const auto *Member = dyn_cast<MemberExpr>(Callee);
  return isa<DeclRefExpr>(Callee) ||
         (Member && isa<CXXThisExpr, DeclRefExpr>(Member->getBase()->IgnoreParenImpCasts()));
}

/// Why the body's form does not let it stand in the call's place.
static std::optional<std::string> wrongForm(const ASTContext &Context, const CallSite &Site,
                                            const ContainerTable &Containers) {
  const FunctionDecl &F = *Site.Callee;
  const auto &Body = *cast<CompoundStmt>(F.getBody());
  unsigned Nodes = 0;
  if (anyStmt(Body, [&](const Stmt &) { return ++Nodes > MaxNodes; }) ||
      count_if(Body.body(), [](const Stmt *S) { return leadsToLoopOrLaunch(*S); }) > MaxLoops)
    return "it is long";
  if (const Attr *A = meaningfulAttribute(F))
    return "it has the attribute '" + std::string(A->getSpelling()) + "'";
  if (isa<CXXConstructorDecl, CXXDestructorDecl>(F))
    return "it is no plain function";
  if (!F.hasPrototype() && F.getNumParams())
    return "it is defined without a prototype";
  if (isa<CXXMethodDecl>(F) && isa<CXXOperatorCallExpr>(Site.Call))
    return "it is called for another object";
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&F); Method && !Method->isStatic()) {
    const auto *Member = dyn_cast<CXXMemberCallExpr>(Site.Call);
    if (!Member || !isa<CXXThisExpr>(Member->getImplicitObjectArgument()->IgnoreParenImpCasts()))
      return "it is called for another object";
  }
  if (!namesFunction(*Site.Call))
    return "the call evaluates more than its arguments";
  if (returnsEarly(Body))
    return "'return' stands in front of its end";
  const auto *Return = Body.body_empty() ? nullptr : dyn_cast<ReturnStmt>(Body.body_back());
  bool GivesValue = Return && Return->getRetValue();
  if (!F.getReturnType()->isVoidType() && (!GivesValue || !isPlainValue(F.getReturnType())))
    return "what it returns is no plain value";
  if (GivesValue && !Site.Result && Return->getRetValue()->HasSideEffects(Context))
    return "what it returns has an effect";
  if (Site.Result && (!Context.hasSameUnqualifiedType(Site.Result->getType(), F.getReturnType()) ||
                      Site.Result->getType().isVolatileQualified() || Site.Result->isStaticLocal()))
    return "its value is converted";
  const auto *Type = F.getType()->getAs<FunctionProtoType>();
  if (Type && Type->isNothrow() && mayThrow(Body))
    return "it is noexcept, and what it calls may throw";
  return needsFrame(Body, Containers);
}

static std::optional<Refusal> whyKept(const ASTContext &Context, const CallSite &Site,
                                      const ContainerTable &Containers) {
  SourceSpan Place = placeOf(Context, Site.Statement->getBeginLoc());
  if (!Site.NoLoop.empty())
    return refuse(RefusalId::AlgorithmForm, Place, {Site.name(), Site.NoLoop});
  if (Site.Algorithm)
    return std::nullopt;
  const FunctionDecl &F = *Site.Callee;
  std::string Name = F.getNameAsString();
  if (isDispatched(*Site.Call))
    return refuse(RefusalId::CalleeVirtual, Place, {Name});
  if (F.isVariadic())
    return refuse(RefusalId::CalleeVariadic, Place, {Name});
  if (callsItself(F, *F.getBody()))
    return refuse(RefusalId::CalleeRecursive, Place, {Name});
  if (const VarDecl *V = staticLocal(*F.getBody()))
    return refuse(RefusalId::CalleeStatic, Place, {Name, V->getNameAsString()});
  if (std::optional<std::string> Why = wrongForm(Context, Site, Containers))
    return refuse(RefusalId::CalleeForm, Place, {Name, *Why});
  return std::nullopt;
}

static bool mayHoldChain(const ASTContext &Context, const CompoundStmt &C, bool WithCalls) {
  unsigned Calls = 0, Loops = 0;
  for (const Stmt *S : C.body()) {
    bool IsConditional = conditionalLoop(*S).has_value();
    Loops += leadsToLoopOrLaunch(*S) && !IsConditional;
    Calls += blockWithLoop(*S) != nullptr || IsConditional;
    Calls += WithCalls && !isa<ForStmt, CXXForRangeStmt>(S) && (callStatement(Context, *S) || algorithmIn(*S));
  }
  return Calls >= 1 && Calls + Loops >= 2;
}

/// Calls and blocks among the children of \p C.
static std::vector<CallSite> sitesOf(const ASTContext &Context, const CompoundStmt &C, const ContainerTable &Containers,
                                     const FunctionDecl &Caller, bool WithCalls) {
  std::vector<CallSite> Sites;
  // Jumps to its cases pass what is declared in front of them.
  bool IsSwitch = any_of(C.body(), [](const Stmt *S) { return isa<SwitchCase>(S); });
  for (unsigned Child = 0; Child < C.size(); ++Child) {
    const Stmt &S = *C.body_begin()[Child];
    std::optional<CallSite> Site = WithCalls ? callStatement(Context, S) : std::nullopt;
    if (!Site && WithCalls)
      Site = algorithmStatement(Context, S, Containers, Caller);
    if (!Site && !IsSwitch)
      Site = blockStatement(Context, S, Containers);
    if (!Site)
      Site = conditionalStatement(S, Caller);
    if (!Site)
      continue;
    Site->Child = Child;
    Sites.push_back(*Site);
  }
  return Sites;
}

void dropLonely(std::vector<CallSite> &Calls) {
  for (size_t Before = Calls.size() + 1; Before > Calls.size();) {
    Before = Calls.size();
    std::vector<unsigned> Left;
    for (const CallSite &Site : Calls)
      Left.push_back(Site.Child);
    erase_if(Calls, [&](const CallSite &Site) {
      return !Site.MeetsLoop && none_of(Site.Partners, [&](unsigned P) { return is_contained(Left, P); });
    });
  }
}

namespace {
/// The calls of a compound statement, and what they and the loops beside them show.
struct ChildrenGlance {
  std::vector<CallSite> Calls;
  std::vector<ChildGlance> Children; ///< Of the calls, then of the loops.

  ChildrenGlance(ASTContext &Context, const Region &R, const ContainerTable &Containers, bool WithCalls)
      : Calls(sitesOf(Context, *R.Compound, Containers, *R.Function, WithCalls)) {
    for (const CallSite &Site : Calls)
      Children.push_back(glanceAtSite(Context, Site, Containers));
    for (const Stmt *S : R.Compound->body())
      if (leadsToLoopOrLaunch(*S) && none_of(Calls, [&](const CallSite &Site) { return Site.Statement == S; }))
        Children.push_back(glanceAtLoop(Context, *S, Containers));
  }

  /// The calls with the partners that \p Pairs gives them.
  std::vector<CallSite> paired(function_ref<bool(const ChildGlance &, const ChildGlance &)> Pairs) const {
    std::vector<CallSite> Out = Calls;
    for (size_t I = 0; I < Calls.size(); ++I)
      for (size_t J = 0; J < Children.size(); ++J) {
        // Two loops that both may not run would be counted through for nothing.
        bool AreConditional = Calls[I].Conditional && J < Calls.size() && Calls[J].Conditional;
        if (I == J || AreConditional || !Pairs(Children[I], Children[J]))
          continue;
        if (J < Calls.size())
          Out[I].Partners.push_back(Calls[J].Child);
        else
          Out[I].MeetsLoop = true;
      }
    return Out;
  }
};
} // namespace

std::vector<CallChain> findCallChains(ASTContext &Context, function_ref<bool(StringRef)> WantsFile,
                                      const ContainerTable &Containers, bool WithCalls) {
  std::vector<CallChain> Chains;
  for (Region &R : findRegionsThat(Context, WantsFile,
                                   [&](const CompoundStmt &C) { return mayHoldChain(Context, C, WithCalls); })) {
    ChildrenGlance Glance(Context, R, Containers, WithCalls);
    std::vector<CallSite> Calls = Glance.paired(mayMeet), Fusable = Glance.paired(mayFuse);
    CallChain Chain;
    dropLonely(Calls);
    for (CallSite &Site : Calls)
      if (std::optional<Refusal> Why = !Site.isCall() ? std::nullopt : whyKept(Context, Site, Containers)) {
        Chain.Kept.push_back({placeOf(Context, Site.Statement->getBeginLoc()), std::move(*Why)});
        erase_if(Fusable, [&](const CallSite &Other) { return Other.Child == Site.Child; });
      } else {
        Chain.Calls.push_back(std::move(Site));
      }
    // Nothing comes of it where no two loops can meet; where some can, others may have to be moved between them.
    dropLonely(Fusable);
    if (Fusable.empty())
      Chain.Calls.clear();
    dropLonely(Chain.Calls);
    if (Chain.Calls.empty() && Chain.Kept.empty())
      continue;
    Chain.Where = std::move(R);
    Chains.push_back(std::move(Chain));
  }
  return Chains;
}

} // namespace loopfuse
