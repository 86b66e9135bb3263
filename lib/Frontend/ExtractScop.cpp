//===- ExtractScop.cpp - from Clang's AST to a Scop -------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A region's members are modelled one after the other, in order: a parameter
// lives from the first member that uses it to the first one that writes what
// it is read from. A member that writes the source of a parameter it uses
// itself is modelled again with that parameter known to vary.
//
//===----------------------------------------------------------------------===//
#include "Frontend/ExtractScop.h"
#include "Frontend/AliasGuards.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/CudaLaunch.h"
#include "Frontend/Effects.h"
#include "Frontend/GuardOperands.h"
#include "Frontend/Labels.h"
#include "Frontend/LineNumbers.h"
#include "Frontend/LoopBody.h"
#include "Frontend/LoopDirective.h"
#include "Frontend/OpaqueMember.h"
#include "Frontend/ParameterLives.h"
#include "Frontend/RegionContext.h"
#include "Frontend/RuntimeChecks.h"
#include "Frontend/SourceText.h"
#include "Frontend/StartInFront.h"
#include "Frontend/VariableLife.h"
#include "Model/OmpDirective.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

/// "do … while (0)", by which macros make one statement of several.
static bool isOnce(const Stmt &S) {
  const auto *Do = dyn_cast<DoStmt>(&S);
  const auto *Again = Do ? dyn_cast<IntegerLiteral>(Do->getCond()->IgnoreParenImpCasts()) : nullptr;
  return Again && Again->getValue() == 0 && S.getBeginLoc().isMacroID();
}

/// Whether \p S is a loop, or holds one behind something that is no loop.
static bool holdsLoop(const Stmt &S) {
  return anyStmt(
      S, [](const Stmt &At) { return isa<ForStmt, CXXForRangeStmt, WhileStmt, DoStmt>(&At) && !isOnce(At); },
      [](const Stmt &At) { return !isa<Expr>(&At); });
}

static bool holdsLoopOrLaunch(const Stmt &S) { return holdsLoop(S) || launchOf(S); }

static bool isModelledLoop(const Stmt &S) { return isa<ForStmt, CXXForRangeStmt>(&S); }

/// Variables that are declared inside \p S; those of a declaration that is itself a child of the region are not.
static void findPrivate(Extraction &X, const Stmt &S) {
  anyStmt(S, [&](const Stmt &At) {
    if (const auto *D = dyn_cast<DeclStmt>(&At); D && D != &S)
      for (const Decl *Child : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(Child); V && !V->hasGlobalStorage()) {
          X.Private.insert(V);
          if (const auto *Parts = dyn_cast<DecompositionDecl>(V))
            for (const BindingDecl *B : Parts->bindings())
              if (B->getHoldingVar())
                X.Private.insert(B->getHoldingVar());
        }
    return false;
  });
}

static std::vector<std::string> declaredNames(const Stmt &S) {
  std::vector<std::string> Names;
  if (const auto *D = dyn_cast<DeclStmt>(&S))
    for (const Decl *Child : D->decls()) {
      if (const auto *N = dyn_cast<NamedDecl>(Child); N && N->getIdentifier())
        Names.push_back(N->getNameAsString());
      if (const auto *Parts = dyn_cast<DecompositionDecl>(Child))
        for (const BindingDecl *B : Parts->bindings())
          Names.push_back(B->getNameAsString());
    }
  return Names;
}

/// What a child that holds a loop, but is none that is modelled, is called in its refusal.
static Refusal wrappedLoop(const Extraction &X, const Stmt &S) {
  SourceSpan Place = placeOf(X.Context, S.getBeginLoc());
  if (isa<WhileStmt>(&S) || isa<DoStmt>(&S))
    return refuse(RefusalId::OtherLoop, Place, {isa<DoStmt>(&S) ? "do" : "while"});
  const auto *If = dyn_cast<IfStmt>(&S);
  const auto *Block = If ? dyn_cast<CompoundStmt>(If->getThen()) : nullptr;
  StringRef What = If && If->getElse()               ? "fusing with a loop under an 'if' with 'else'"
                   : Block && Block->size() > 1      ? "fusing with a loop under an 'if' that holds more"
                   : If                              ? "fusing with a loop under this 'if'"
                   : isa<OMPExecutableDirective>(&S) ? "this OpenMP directive"
                   : isa<AttributedStmt>(&S)         ? "a loop with an attribute or a loop hint"
                   : isa<SwitchStmt>(&S)             ? "fusing with a loop in a 'switch'"
                                                     : "a loop inside another statement";
  return refuse(RefusalId::UnsupportedStatement, Place, {What.str()});
}

/// N of "collapse(N)"; 0 if it is no plain number.
static std::optional<unsigned> collapsedLoops(StringRef Directive) {
  size_t At = Directive.find("collapse");
  if (At == StringRef::npos)
    return std::nullopt;
  StringRef Rest = Directive.substr(At + StringRef("collapse").size()).ltrim();
  unsigned Number = 0;
  bool IsPlain = Rest.consume_front("(") && !Rest.ltrim().consumeInteger(10, Number);
  return IsPlain && Rest.ltrim().ltrim("0123456789").ltrim().starts_with(")") ? Number : 0;
}

/// Whether all copies of the variable have its value as long as the region runs.
static bool isSameAsCopies(const Extraction &X, const VarDecl &V) {
  return V.hasLocalStorage() && V.getType()->isScalarType() && !X.mayChange(V) && !V.getType().isVolatileQualified();
}

/// The directive in normal form (Model/OmpDirective.h), or as it is written. \p Counters have no iterations to share:
/// they are private anyway.
static std::string normalDirective(const Extraction &X, const Stmt &S, std::string Written,
                                   ArrayRef<std::string> Counters) {
  std::optional<OmpDirective> D = parseOmpDirective(Written);
  if (!D)
    return Written;
  std::map<std::string, const VarDecl *> Outer;
  bool AreNamesUnique = !anyStmt(S, [&](const Stmt &At) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&At);
    const auto *V = Ref && Ref->getDecl()->getIdentifier() ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return V && !X.isPrivate(*V) && !is_contained(Counters, V->getName()) &&
           Outer.try_emplace(V->getNameAsString(), V->getCanonicalDecl()).first->second != V->getCanonicalDecl();
  });
  if (!AreNamesUnique)
    return Written;
  DataSharing Said = dataSharingOf(*D);
  std::map<std::string, std::string> Listed = std::exchange(Said.Attributes, {});
  for (const auto &[Name, V] : Outer) {
    auto It = Listed.find(Name);
    Said.Attributes[Name] = It == Listed.end()                                      ? Implicit.str()
                            : It->second == "firstprivate" && isSameAsCopies(X, *V) ? Copied.str()
                                                                                    : It->second;
  }
  return toText(Said);
}

static void describeDirective(const Extraction &X, const Stmt &S, Member &M, std::vector<Loop> &Loops) {
  std::string Directive = directivesBefore(X.Context, M.Span, *X.Facts.Macros);
  if (Directive.empty() || M.Loops.empty())
    return;
  Loop &Outer = Loops[M.Loops.front()];
  // Whether or not this compile command heeds it, some other may: then iterations run in any order.
  StringRef Text = Directive;
  if (Text.contains("omp") || Text.contains("acc") || Text.contains("ivdep") || Text.contains("simd"))
    Outer.Order = DimOrder::Parallel;
  // These name loops further in, which a fusion at another depth would take apart.
  auto NotModelled = [&](StringRef Clause) {
    M.Refusals.push_back(refuse(RefusalId::UnsupportedStatement, Outer.Header, {("'" + Clause + "'").str()}));
  };
  for (StringRef Clause : {"ordered", "tile"})
    if (Text.contains(Clause))
      NotModelled(Clause);
  Outer.Directive = Directive;
  if (std::optional<unsigned> Collapsed = collapsedLoops(Text)) {
    M.CollapsedLoops = *Collapsed;
    if (M.CollapsedLoops == 0 || M.CollapsedLoops > M.PerfectDepth)
      return NotModelled("collapse");
    for (unsigned L = 0; L < M.CollapsedLoops; ++L)
      Loops[M.Loops[L]].Order = Outer.Order;
  }
  std::vector<std::string> Counters;
  for (unsigned L = 0; L < M.CollapsedLoops; ++L)
    Counters.push_back(Loops[M.Loops[L]].Variable);
  Outer.Directive = normalDirective(X, S, std::move(Directive), Counters);
}

/// The calls that the elements are read and written by would be refused one by one.
static std::optional<Refusal> packsBits(const Extraction &X, const Stmt &S) {
  std::optional<Refusal> Why;
  anyStmt(S, [&](const Stmt &At) {
    const auto *E = dyn_cast<Expr>(&At);
    const auto *Class =
        E ? dyn_cast_or_null<ClassTemplateSpecializationDecl>(E->getType()->getAsCXXRecordDecl()) : nullptr;
    bool IsVector = Class && Class->isInStdNamespace() && Class->getIdentifier() && Class->getName() == "vector" &&
                    Class->getTemplateArgs()[0].getKind() == TemplateArgument::Type &&
                    Class->getTemplateArgs()[0].getAsType()->isBooleanType();
    if (IsVector)
      Why = refuse(RefusalId::UnsupportedStatement, placeOf(X.Context, E->getBeginLoc()),
                   {"a std::vector<bool>, whose elements are bits of a word,"});
    return IsVector;
  });
  return Why;
}

/// The loop that \p S, an `if` without `else`, holds and nothing else; null if it is no such statement, or if its text
/// is not made of plain tokens.
static const Stmt *conditionalLoop(const Extraction &X, const Stmt &S) {
  const auto *If = dyn_cast<IfStmt>(&S);
  if (!If || If->getElse() || If->getInit() || If->getConditionVariable() || If->isConstexpr() || If->isConsteval())
    return nullptr;
  const Stmt *Inner = If->getThen();
  SmallVector<SourceLocation> Tokens{If->getIfLoc(), If->getLParenLoc(), If->getRParenLoc()};
  if (const auto *Block = dyn_cast<CompoundStmt>(Inner)) {
    Inner = Block->size() == 1 ? Block->body_front() : nullptr;
    Tokens.append({Block->getLBracLoc(), Block->getRBracLoc()});
  }
  bool IsPlain = Inner && isModelledLoop(*Inner) && none_of(Tokens, [](SourceLocation L) { return L.isMacroID(); });
  return IsPlain && directivesBefore(X.Context, statementSpan(X.Context, S), *X.Facts.Macros).empty() &&
                 directivesBefore(X.Context, statementSpan(X.Context, *Inner), *X.Facts.Macros).empty()
             ? Inner
             : nullptr;
}

/// Models \p S, an `if` around the loop \p Loop, as a nest with a condition.
static bool extractConditional(Extraction &X, const IfStmt &If, const Stmt &Loop, Member &M) {
  const auto *For = dyn_cast<ForStmt>(&Loop);
  const Stmt &Body = For ? *For->getBody() : *cast<CXXForRangeStmt>(&Loop)->getBody();
  auto Before = X.mark();
  Member Fresh = M;
  for (const Stmt *Part : {static_cast<const Stmt *>(If.getCond()), &Body})
    append_range(M.Refusals, effectRefusals(X.Context, *Part, X.Containers));
  erase_if(M.Refusals, isContinue);
  if (M.Refusals.empty() && !usesItsPlace(X.Context, If) && !packsBits(X, If))
    if (std::optional<Refusal> Why = extractNest(X, Loop, If.getCond(), M); !Why) {
      M.Kind = MemberKind::Nest;
      if (auto InMacro = macroBoundary(X.Context, Loop))
        M.Refusals.push_back(std::move(*InMacro));
      return true;
    }
  X.rollBack(Before);
  X.Counters.clear();
  X.Cursors.clear();
  M = Fresh;
  return false;
}

static std::string macroNameAt(const Extraction &X, const Stmt &S) {
  SourceLocation At = S.getBeginLoc().isMacroID() ? S.getBeginLoc() : S.getEndLoc();
  return At.isMacroID() ? Lexer::getImmediateMacroName(At, X.Context.getSourceManager(), X.Context.getLangOpts()).str()
                        : "";
}

/// Models the launch \p S as a nest over its threads.
static void extractLaunchMember(Extraction &X, const Stmt &S, Member &M) {
  auto Before = X.mark();
  Member Fresh = M;
  std::optional<Refusal> Why = extractLaunch(X, S, M);
  if (!Why) {
    M.Kind = MemberKind::Nest;
    if (!M.Span.isValid())
      M.Refusals.push_back(refuse(RefusalId::InMacro, placeOf(X.Context, S.getBeginLoc()), {macroNameAt(X, S)}));
    return;
  }
  X.rollBack(Before);
  M = Fresh;
  M.Refusals.push_back(std::move(*Why));
  M.Span = statementSpan(X.Context, S);
  extractOpaque(X, S, M);
}

/// Nothing passes a label: who jumps there runs what stands behind it, and not what stands in front.
static void extractLabel(Extraction &X, const Stmt &S, Member &M) {
  const auto *Label = dyn_cast<LabelStmt>(&S);
  SourceSpan Place = placeOf(X.Context, S.getBeginLoc());
  M.Refusals.push_back(Label ? refuse(RefusalId::Label, Place, {Label->getName()})
                             : refuse(RefusalId::SwitchCase, Place));
  M.Kind = MemberKind::Opaque;
  M.TouchesUnknown = true;
  M.Span = labelSpan(X.Context, S);
  addWholeStatement(X, S, M, {}, {});
}

/// Models the member; what it adds beyond \p M goes into X. A loop's directive is left out; \p Whole is with it.
static void extractMember(Extraction &X, const Stmt &S, const Stmt &Whole, Member &M) {
  if (isLabel(S))
    return extractLabel(X, S, M);
  if (launchOf(S))
    return extractLaunchMember(X, S, M);
  if (isRuntimeCheck(S, *X.Where.Function))
    return extractRuntimeCheck(X, S, M);
  const Stmt *Inner = conditionalLoop(X, S);
  if (Inner && extractConditional(X, *cast<IfStmt>(&S), *Inner, M))
    return;
  const Stmt *Body = &S;
  if (const auto *For = dyn_cast<ForStmt>(&S))
    Body = For->getBody();
  else if (const auto *Range = dyn_cast<CXXForRangeStmt>(&S))
    Body = Range->getBody();
  if (auto Bits = isModelledLoop(S) ? packsBits(X, S) : std::nullopt)
    M.Refusals.push_back(std::move(*Bits));
  append_range(M.Refusals, effectRefusals(X.Context, *Body, X.Containers));
  if (isModelledLoop(S))
    erase_if(M.Refusals, isContinue); // Of the loop itself: LoopBody sees to it.
  if (auto Place = M.Refusals.empty() ? usesItsPlace(X.Context, S) : std::nullopt)
    M.Refusals.push_back(std::move(*Place));
  auto Before = X.mark();
  Member Fresh = M;
  if (M.Refusals.empty()) {
    std::optional<Refusal> Why = isModelledLoop(S) ? extractNest(X, S, nullptr, M) : extractPlain(X, S, M);
    if (!Why) {
      M.Kind = isModelledLoop(S) ? MemberKind::Nest : MemberKind::Plain;
      if (M.Kind == MemberKind::Plain && M.IsLoop)
        M.Refusals.push_back(wrappedLoop(X, S));
      if (auto InMacro = isModelledLoop(S) ? macroBoundary(X.Context, S) : std::nullopt)
        M.Refusals.push_back(std::move(*InMacro));
      describeDirective(X, S, M, X.Model.Loops);
      return;
    }
    X.rollBack(Before);
    M = Fresh;
    M.Refusals.push_back(std::move(*Why));
  }
  X.Counters.clear();
  X.Cursors.clear();
  M.Span = statementSpan(X.Context, Whole);
  extractOpaque(X, Whole, M);
}

static void addMember(Extraction &X, const Stmt &S) {
  X.Member = X.Model.Members.size();
  X.MemberStmt = &S;
  X.Private.clear();
  X.Varying.clear();
  if (!isLabel(S))
    findPrivate(X, S);
  if (const CUDAKernelCallExpr *Launch = launchOf(S))
    if (const FunctionDecl *Kernel = kernelOf(*Launch))
      findPrivate(X, *Kernel->getBody());
  Member Fresh;
  Fresh.IsLoop = !isLabel(S) && holdsLoopOrLaunch(S);
  Fresh.IsAliasGuard = isAliasGuard(S);
  Fresh.Span = statementSpan(X.Context, loopUnder(S));
  Fresh.Declares = declaredNames(S);
  auto Before = X.mark();
  Member M;
  do {
    X.rollBack(Before);
    X.UsedParameters.clear();
    X.Counters.clear();
    X.Cursors.clear();
    M = Fresh;
    extractMember(X, loopUnder(S), S, M);
  } while (M.Kind != MemberKind::Opaque && findVarying(X, M));
  if (M.Kind == MemberKind::Nest)
    if (auto Live = markLiveVariables(X, M))
      M.Refusals.push_back(std::move(*Live));
  if (M.Kind == MemberKind::Opaque)
    M.Text = tokensOf(X.Context, M.Span);
  endLives(X, M);
  X.Model.Members.push_back(std::move(M));
}

/// A region that is refused as a whole: its loops stand for themselves only.
static void refuseAll(Extraction &X, const Refusal &Why) {
  for (const Stmt *S : X.Ast.Members) {
    Member M;
    M.Kind = MemberKind::Opaque;
    M.TouchesUnknown = true;
    M.IsLoop = !isLabel(*S) && holdsLoopOrLaunch(*S);
    M.Span = statementSpan(X.Context, *S);
    M.Text = tokensOf(X.Context, M.Span);
    M.Refusals.push_back(Why);
    X.Model.Members.push_back(std::move(M));
  }
}

/// The children, labels by themselves, starts of counters with their loops.
static std::vector<const Stmt *> childrenOf(const ASTContext &Context, const CompoundStmt &C) {
  std::vector<const Stmt *> Children;
  for (const Stmt *S : C.body()) {
    if (const Stmt *Start = startOf(Context, C, *S))
      erase(Children, Start);
    if (isLabel(*S))
      Children.push_back(S);
    S = &behindLabels(*S);
    if (!isa<NullStmt>(S))
      Children.push_back(S);
  }
  return Children;
}

OuterTexts outerTexts(const RegionAst &Region) {
  auto Texts = [&](ArrayRef<const Stmt *> Statements) {
    std::vector<OuterText> Out;
    for (const Stmt *S : Statements) {
      SmallVector<StringRef> Tokens;
      SourceSpan Span = isLabel(*S) ? labelSpan(*Region.Context, *S) : statementSpan(*Region.Context, *S);
      std::string Text = tokensOf(*Region.Context, Span);
      StringRef(Text).split(Tokens, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
      Out.push_back({std::vector<std::string>(Tokens.begin(), Tokens.end()), isa<DeclStmt>(S)});
    }
    return Out;
  };
  std::vector<const Stmt *> All = childrenOf(*Region.Context, *Region.Compound);
  return {Texts(ArrayRef(All).take_front(Region.Outer.InFront)), Texts(ArrayRef(All).take_back(Region.Outer.Behind))};
}

/// The children from the first that holds a loop to the last, and so many more on both sides. Leaves in \p Outer how
/// many are no members.
static std::vector<const Stmt *> membersOf(const ASTContext &Context, const CompoundStmt &C, OuterStatements &Outer) {
  std::vector<const Stmt *> Children = childrenOf(Context, C);
  auto IsLoop = [](const Stmt *S) { return !isLabel(*S) && holdsLoopOrLaunch(*S); };
  auto First = find_if(Children, IsLoop);
  if (First == Children.end())
    return {};
  auto Last = find_if(reverse(Children), IsLoop).base();
  First -= std::min<size_t>(Outer.InFront, First - Children.begin());
  Last += std::min<size_t>(Outer.Behind, Children.end() - Last);
  Outer = {unsigned(First - Children.begin()), unsigned(Children.end() - Last)};
  return {First, Last};
}

namespace {
/// A child that a branch stands for.
struct Unfolded {
  const IfStmt *Guard;
  size_t Member; ///< The first member of the branch.
};
} // namespace

/// Puts the children of the chosen branches in the places of their guards.
static std::vector<Unfolded> unfold(std::vector<const Stmt *> &Members, ArrayRef<ChosenBranch> Branches) {
  std::vector<Unfolded> Guards;
  std::vector<const Stmt *> Result;
  unsigned Number = 0;
  for (const Stmt *S : Members) {
    const ChosenBranch *Chosen =
        isAliasGuard(*S) ? find_if(Branches, [N = Number++](const ChosenBranch &B) { return B.Guard == N; }) : nullptr;
    if (!Chosen || Chosen == Branches.end()) {
      Result.push_back(S);
      continue;
    }
    const auto *If = cast<IfStmt>(S);
    Guards.push_back({If, Result.size()});
    const Stmt *Branch = Chosen->Branch == GuardBranch::Fused ? If->getThen() : If->getElse();
    append_range(Result, cast<CompoundStmt>(Branch)->body());
  }
  Members = std::move(Result);
  return Guards;
}

/// A condition is evaluated in front of its branch.
static void addCondition(Extraction &X, const IfStmt &Guard, size_t Member) {
  X.Member = Member;
  X.MemberStmt = &Guard;
  X.Private.clear();
  X.Varying.clear();
  X.Counters.clear();
  X.Cursors.clear();
  X.Model.Conditions.push_back(readCondition(X, Guard));
}

ExtractedRegion extractScop(const Region &R, const ExtractOptions &Options) {
  FunctionFacts Own;
  FunctionFacts &Facts = R.Facts ? *R.Facts : Own;
  std::vector<const FunctionDecl *> Kernels = kernelsLaunchedBy(*R.Function);
  if (!Facts.Variables)
    Facts.Variables.emplace(*R.Context, *R.Function, Options.Containers, Kernels);
  Extraction X(R, Options, Facts);
  X.Kernels.insert(Kernels.begin(), Kernels.end());
  X.Model.Function = R.Function->getQualifiedNameAsString();
  X.Model.Span = R.Span;
  X.Ast.Outer = Options.Outer;
  X.Ast.Members = membersOf(X.Context, *R.Compound, X.Ast.Outer);
  std::vector<Unfolded> Guards = unfold(X.Ast.Members, Options.Branches);
  for (const Stmt *S : X.Ast.Members)
    if (const auto *D = dyn_cast<DeclStmt>(S))
      for (const Decl *Child : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(Child))
          X.DeclaredByMembers.insert(V);
  if (R.Refused) {
    refuseAll(X, *R.Refused);
  } else {
    for (size_t M = 0; M < X.Ast.Members.size(); ++M) {
      for (const Unfolded &G : Guards)
        if (G.Member == M)
          addCondition(X, *G.Guard, M);
      addMember(X, *X.Ast.Members[M]);
    }
    if (Options.ForGuards)
      nameOperands(X);
    orderRuntimeChecks(X);
    makeBarriers(X);
    dropStableHandles(X);
    addContext(X);
  }
  return {std::move(X.Model), std::move(X.Ast), std::move(X.Sizes)};
}

} // namespace loopfuse
