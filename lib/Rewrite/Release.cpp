//===- Release.cpp - the life of arrays that are needed no longer ---------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/Release.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/SourceText.h"
#include "Rewrite/Conditionals.h"
#include "Rewrite/Declarators.h"
#include "Rewrite/Harmless.h"
#include "Rewrite/MemberText.h"
#include "Rewrite/Mentions.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

static bool isNull(const ASTContext &Context, const Expr *E) {
  return E->isNullPointerConstant(const_cast<ASTContext &>(Context), Expr::NPC_ValueDependentIsNotNull) !=
         Expr::NPCK_NotNull;
}

static StringRef calleeName(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  return Callee && Callee->getIdentifier() ? Callee->getName() : "";
}

// The function is left at its end: what follows a failed allocation.
static bool leavesFunction(const Stmt *S) {
  if (const auto *Compound = dyn_cast<CompoundStmt>(S))
    return !Compound->body_empty() && leavesFunction(Compound->body_back());
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(S))
    return leavesFunction(Cleanups->getSubExpr());
  if (const auto *Call = dyn_cast<CallExpr>(S))
    return Call->getDirectCallee() && Call->getDirectCallee()->isNoReturn();
  return isa<ReturnStmt, CXXThrowExpr>(S);
}

namespace {
/// Finds the declaration of a variable among the statements of a block: elsewhere ("for (int i = 0, …", behind a label)
/// a statement cannot simply go.
class DeclarationFinder : public RecursiveASTVisitor<DeclarationFinder> {
public:
  explicit DeclarationFinder(const VarDecl &V) : V(V) {}
  const DeclStmt *Found = nullptr;
  // Nothing of the function's own is declared in an expression.
  bool TraverseStmt(Stmt *S) { return isa_and_nonnull<Expr>(S) || RecursiveASTVisitor::TraverseStmt(S); }
  bool VisitCompoundStmt(CompoundStmt *S) {
    for (const Stmt *Child : S->body())
      if (const auto *Declaration = dyn_cast<DeclStmt>(Child); Declaration && is_contained(Declaration->decls(), &V))
        Found = Declaration;
    return !Found;
  }

private:
  const VarDecl &V;
};

/// Recognises the statements that serve the lives of a set of arrays and nothing else.
class Lives {
public:
  /// Of those that are \p Plain the value may mean anything: a test of it is no test of an allocation.
  Lives(const ASTContext &Context, ArrayRef<const VarDecl *> All, ArrayRef<const VarDecl *> Plain)
      : Context(Context), All(All), Plain(Plain) {}

  bool serves(const Stmt *S) const;
  /// Whether nobody misses \p S, a statement of \p Block that serves the arrays, for what else it does.
  bool canGo(const CompoundStmt &Block, const Stmt *S) const {
    return isDeviceRelease(S) ? waitsBeside(Block, S)
                              : !anyStmt(*S, [&](const Stmt &At) { return isDeviceRelease(&At); });
  }

private:
  /// One that nobody else sees being set.
  bool isPlainVariable(const Expr *E) const {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
    QualType Type = Ref ? Ref->getDecl()->getType() : QualType();
    return Ref && llvm::is_contained(All, Ref->getDecl()) && Type->isScalarType() && !Type.isVolatileQualified();
  }
  bool isArray(const Expr *E) const {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
    return Ref && llvm::is_contained(All, Ref->getDecl()) && !llvm::is_contained(Plain, Ref->getDecl());
  }
  enum class Test { None, IsNull, IsNotNull };
  Test nullTest(const Expr *E) const;
  bool isRelease(const Expr *E) const;
  bool isDeviceAllocation(const Expr *E) const;
  bool isVectorChange(const Expr *E) const;
  bool isDeviceRelease(const Stmt *S) const;
  bool waitsBeside(const CompoundStmt &Block, const Stmt *Release) const;

  const ASTContext &Context;
  ArrayRef<const VarDecl *> All, Plain;
};
} // namespace

Lives::Test Lives::nullTest(const Expr *E) const {
  E = E->IgnoreParenImpCasts();
  if (E->getType()->isPointerType() && isArray(E))
    return Test::IsNotNull;
  if (const auto *Not = dyn_cast<UnaryOperator>(E); Not && Not->getOpcode() == UO_LNot) {
    Test Inner = nullTest(Not->getSubExpr());
    return Inner == Test::None ? Inner : Inner == Test::IsNull ? Test::IsNotNull : Test::IsNull;
  }
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary)
    return Test::None;
  if (Binary->getOpcode() == BO_LOr || Binary->getOpcode() == BO_LAnd) {
    Test Kind = Binary->getOpcode() == BO_LOr ? Test::IsNull : Test::IsNotNull;
    return nullTest(Binary->getLHS()) == Kind && nullTest(Binary->getRHS()) == Kind ? Kind : Test::None;
  }
  bool Compares = (isArray(Binary->getLHS()) && isNull(Context, Binary->getRHS())) ||
                  (isArray(Binary->getRHS()) && isNull(Context, Binary->getLHS()));
  if (!Binary->isEqualityOp() || !Compares)
    return Test::None;
  return Binary->getOpcode() == BO_EQ ? Test::IsNull : Test::IsNotNull;
}

/// "cudaMalloc(&p, size);"
bool Lives::isDeviceAllocation(const Expr *E) const {
  const auto *Call = dyn_cast<CallExpr>(E);
  StringRef Name = Call ? calleeName(*Call) : "";
  if (!Context.getLangOpts().CUDA || Call == nullptr || Call->getNumArgs() < 2 ||
      !is_contained({"cudaMalloc", "cudaMallocAsync", "cudaMallocManaged"}, Name))
    return false;
  const auto *Address = dyn_cast<UnaryOperator>(Call->getArg(0)->IgnoreParenCasts());
  return Address && Address->getOpcode() == UO_AddrOf && isArray(Address->getSubExpr()) &&
         all_of(drop_begin(Call->arguments()),
                [&](const Expr *A) { return isa<CXXDefaultArgExpr>(A) || isHarmlessValue(Context, A); });
}

/// "v.resize(n);"
bool Lives::isVectorChange(const Expr *E) const {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
  return Method && Method->getIdentifier() && Method->getParent()->isInStdNamespace() &&
         is_contained({"resize", "assign", "reserve", "clear", "shrink_to_fit"}, Method->getName()) &&
         isArray(Call->getImplicitObjectArgument()) && all_of(Call->arguments(), [&](const Expr *A) {
           return isa<CXXDefaultArgExpr>(A) || isHarmlessValue(Context, A);
         });
}

/// "cudaFree(p);"
bool Lives::isDeviceRelease(const Stmt *S) const {
  const auto *Call = dyn_cast<CallExpr>(S);
  return Context.getLangOpts().CUDA && Call && Call->getNumArgs() == 1 && calleeName(*Call) == "cudaFree" &&
         isArray(Call->getArg(0));
}

/// cudaFree waits for the device: it can go where a statement beside it waits as well.
bool Lives::waitsBeside(const CompoundStmt &Block, const Stmt *Release) const {
  auto Waits = [](const Stmt *S) {
    const auto *Call = dyn_cast<CallExpr>(S);
    return Call && is_contained({"cudaFree", "cudaDeviceSynchronize", "cudaDeviceReset"}, calleeName(*Call));
  };
  auto StaysAndWaits = [&](auto Statements) {
    auto Next = find_if_not(Statements, [&](const Stmt *S) { return isDeviceRelease(S); });
    return Next != Statements.end() && Waits(*Next);
  };
  ArrayRef<const Stmt *> All(Block.body_begin(), Block.size());
  size_t At = find(All, Release) - All.begin();
  return At < All.size() && (StaysAndWaits(All.drop_front(At)) || StaysAndWaits(reverse(All.take_front(At))));
}

bool Lives::isRelease(const Expr *E) const {
  if (const auto *Delete = dyn_cast<CXXDeleteExpr>(E))
    return isArray(Delete->getArgument());
  const auto *Call = dyn_cast<CallExpr>(E);
  return isDeviceRelease(E) || (Call && Call->getNumArgs() == 1 && isArray(Call->getArg(0)) &&
                                (calleeName(*Call) == "free" || calleeName(*Call) == "__builtin_free"));
}

bool Lives::serves(const Stmt *S) const {
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(S))
    return serves(Cleanups->getSubExpr());
  if (const auto *Compound = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(Compound->body(), [&](const Stmt *Child) { return serves(Child); });
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    if (If->getElse() || If->getInit() || If->getConditionVariable() || If->isConstexpr())
      return false;
    Test Kind = nullTest(If->getCond());
    return (Kind == Test::IsNull && leavesFunction(If->getThen())) ||
           (Kind == Test::IsNotNull && serves(If->getThen()));
  }
  if (const auto *Assignment = dyn_cast<BinaryOperator>(S))
    return Assignment->getOpcode() == BO_Assign && isPlainVariable(Assignment->getLHS()) &&
           isHarmlessValue(Context, Assignment->getRHS());
  if (const auto *E = dyn_cast<Expr>(S); E && (isDeviceAllocation(E) || isVectorChange(E)))
    return true;
  return isa<Expr>(S) && isRelease(cast<Expr>(S));
}

namespace {
/// One variable's life in the text.
struct Life {
  const VarDecl *Variable = nullptr;
  const DeclStmt *Declaration = nullptr;
  std::vector<TextRange> Statements;
  DeclarationCut Cut;
};
} // namespace

static std::optional<TextRange> rangeOf(const FileText &File, const Stmt &S) {
  SourceSpan Span = statementSpan(File.context(), S);
  if (!Span.isValid() || Span.File != File.path())
    return std::nullopt;
  return withTrailingComments(File, {Span.Offset, Span.end()});
}

/// Whether a place of the text is about to go, or lies in what stays.
using IsGone = function_ref<bool(TextRange)>;

namespace {
/// Every place where the AST knows what a name stands for.
class NamePlaces : public RecursiveASTVisitor<NamePlaces> {
public:
  NamePlaces(const FileText &File, StringRef Name) : File(File), Name(Name) {}
  DenseSet<unsigned> Known;
  bool VisitNamedDecl(NamedDecl *D) { return note(D->getIdentifier(), D->getLocation()); }
  bool VisitDeclRefExpr(DeclRefExpr *E) { return note(E->getDecl()->getIdentifier(), E->getLocation()); }
  bool VisitMemberExpr(MemberExpr *E) { return note(E->getMemberDecl()->getIdentifier(), E->getMemberLoc()); }

private:
  bool note(const IdentifierInfo *Id, SourceLocation Loc) {
    if (!Id || Id->getName() != Name)
      return true;
    // Of a macro's argument, where it is written.
    if (std::optional<unsigned> Offset = File.offset(File.context().getSourceManager().getFileLoc(Loc)))
      Known.insert(*Offset);
    return true;
  }
  const FileText &File;
  StringRef Name;
};
} // namespace

// Text that is left out of this compilation, or of this instance of a template, may name the variable as well.
static bool isNamedInHiddenText(const FileText &File, const FunctionDecl &Function, TextRange Body, const VarDecl &V,
                                IsGone Gone) {
  NamePlaces Places(File, V.getName());
  Places.TraverseDecl(const_cast<FunctionDecl *>(&Function));
  tok::TokenKind Previous = tok::unknown;
  for (const RawToken &T : File.tokens(Body)) {
    if (T.isComment())
      continue;
    bool IsName = T.Kind == tok::raw_identifier && File.slice(T.Range) == V.getName() && Previous != tok::period &&
                  Previous != tok::arrow && Previous != tok::coloncolon;
    if (IsName && !Places.Known.contains(T.Range.Begin) && !Gone(T.Range))
      return true;
    Previous = T.Kind;
  }
  return false;
}

// All that goes must be compiled with the accesses or not at all. \p Mentioned are the places where it is named.
static bool isCompiledAsOne(const FileText &File, TextRange Function, const Life &L,
                            const DenseSet<unsigned> &Mentioned, IsGone Gone) {
  if (!hasDirective(File, Function))
    return true;
  std::vector<TextRange> All = L.Statements;
  std::optional<TextRange> Declaration = rangeOf(File, *L.Declaration);
  if (!Declaration)
    return false;
  All.push_back(*Declaration);
  auto Sections = [&](unsigned Offset) { return conditionalSections(File, Function, Offset); };
  for (TextRange R : All)
    if (hasDirective(File, R) || Sections(R.Begin) != Sections(Declaration->Begin))
      return false;
  for (const RawToken &T : File.tokens(Function)) {
    bool IsName = T.Kind == tok::raw_identifier && File.slice(T.Range) == L.Variable->getName();
    if (!IsName || any_of(All, [&](TextRange R) { return R.contains(T.Range); }))
      continue;
    // The lists of a pragma that goes are no mentions.
    bool Goes = Gone(T.Range);
    if (Goes ? Sections(T.Range.Begin) != Sections(Declaration->Begin) : !Mentioned.contains(T.Range.Begin))
      return false;
  }
  return true;
}

static std::optional<Life> readLife(const FileText &File, const FunctionDecl &Function, const VarDecl &V,
                                    const Lives &Known, IsGone Gone, IsGone InBody) {
  std::optional<TextRange> Own = File.writtenRange(V.getSourceRange());
  std::optional<TextRange> Body = File.range(Function.getBody()->getSourceRange());
  DeclarationFinder Finder(V);
  if (!isa<ParmVarDecl>(V))
    Finder.TraverseStmt(Function.getBody());
  if (!Finder.Found || !Own || !Body || V.hasAttr<CleanupAttr>() || !isHarmlessValue(File.context(), V.getInit()) ||
      !hasHarmlessExtents(File.context(), V.getType()) || isNamedInHiddenText(File, Function, *Body, V, Gone))
    return std::nullopt;
  Life Out{&V, Finder.Found, {}, {}};
  DenseSet<unsigned> Mentioned;
  for (const Mention &M : mentionsOf(File, V, *Function.getBody())) {
    if (M.Place)
      Mentioned.insert(M.Place->Begin);
    // In its own initialiser ("sizeof *t") it goes with the declaration.
    bool InDeclaration = llvm::is_contained(M.Parents, Finder.Found) &&
                         (M.Place ? Own->contains(*M.Place) : Finder.Found->isSingleDecl());
    if (InDeclaration)
      continue;
    const Stmt *Outermost = nullptr;
    for (size_t I = 0; I + 1 < M.Parents.size(); ++I)
      if (const auto *Block = dyn_cast<CompoundStmt>(M.Parents[I + 1]); Block && Known.serves(M.Parents[I])) {
        if (!Known.canGo(*Block, M.Parents[I]))
          return std::nullopt;
        Outermost = M.Parents[I];
      }
    std::optional<TextRange> Whole = Outermost ? rangeOf(File, *Outermost) : std::nullopt;
    if (Whole && !InBody(*Whole)) {
      if (!llvm::is_contained(Out.Statements, *Whole))
        Out.Statements.push_back(*Whole);
    } else if (!M.Place || !Gone(*M.Place)) {
      return std::nullopt;
    }
  }
  if (!isCompiledAsOne(File, *Body, Out, Mentioned, Gone))
    return std::nullopt;
  return Out;
}

// A statement may serve several arrays (a common null test, a common declaration), so arrays whose lives cannot go are
// taken out of \p Arrays until the rest can go together.
static std::vector<Life> removableLives(const FileText &File, const FunctionDecl &Function,
                                        std::vector<const VarDecl *> &Arrays, ArrayRef<const VarDecl *> Plain,
                                        ArrayRef<const Stmt *> Uncut, IsGone Gone, IsGone InBody) {
  while (true) {
    std::vector<Life> Found;
    const VarDecl *Stays = nullptr;
    for (const VarDecl *V : Arrays) {
      std::optional<Life> L = readLife(File, Function, *V, Lives(File.context(), Arrays, Plain), Gone, InBody);
      if (!L)
        Stays = V;
      else
        Found.push_back(std::move(*L));
    }
    for (Life &L : Found) {
      std::vector<const Decl *> Together;
      for (const Life &Other : Found)
        if (Other.Declaration == L.Declaration)
          Together.push_back(Other.Variable);
      std::optional<DeclarationCut> Cut = cutDeclaration(File, *L.Declaration, Together);
      // Of these the re-check knows what it is to lose a variable without a value.
      bool MustBeWhole = is_contained(Plain, L.Variable) && L.Variable->getInit() && is_contained(Uncut, L.Declaration);
      if (Cut && (Cut->Whole || !MustBeWhole))
        L.Cut = std::move(*Cut);
      else
        Stays = L.Variable;
    }
    if (!Stays)
      return Found;
    llvm::erase(Arrays, Stays);
  }
}

bool wouldStayUnused(const FileText &File, const FunctionDecl &Function, const VarDecl &V,
                     ArrayRef<TextRange> Accesses) {
  auto Gone = [&](TextRange R) { return any_of(Accesses, [&](TextRange A) { return A.contains(R); }); };
  auto IsUse = [&](const Mention &M) {
    auto Declares = [&](const Stmt *S) {
      const auto *Decls = dyn_cast<DeclStmt>(S);
      return Decls && Decls->isSingleDecl() && Decls->getSingleDecl() == &V;
    };
    const auto *Assignment = M.Parents.empty() ? nullptr : dyn_cast<BinaryOperator>(M.Parents.front());
    bool OnlySets = Assignment && Assignment->getOpcode() == BO_Assign && Assignment->getLHS() == M.Ref &&
                    M.Parents.size() > 1 && isa<CompoundStmt>(M.Parents[1]);
    return !OnlySets && !(M.Place && Gone(*M.Place)) && none_of(M.Parents, Declares);
  };
  if (any_of(mentionsOf(File, V, *Function.getBody()), IsUse))
    return false;
  std::vector<const VarDecl *> Arrays{&V};
  return removableLives(File, Function, Arrays, {}, {}, Gone, [](TextRange) { return false; }).empty();
}

namespace {
/// The local variables that text which vanishes names.
class NamedVariables : public RecursiveASTVisitor<NamedVariables> {
public:
  NamedVariables(const FileText &File, IsGone Gone) : File(File), Gone(Gone) {}
  std::vector<const VarDecl *> Found;
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    const auto *V = dyn_cast<VarDecl>(E->getDecl());
    std::optional<TextRange> Place = V && canVanish(*V) ? File.token(E->getLocation()) : std::nullopt;
    if (Place && Gone(*Place) && !llvm::is_contained(Found, V))
      Found.push_back(V);
    return true;
  }

private:
  // Its declaration has no effect of its own, apart from the initialiser's.
  static bool canVanish(const VarDecl &V) {
    QualType Type = V.getType();
    bool IsPlain = Type->isReferenceType() ? !isa_and_nonnull<ExprWithCleanups, MaterializeTemporaryExpr>(V.getInit())
                                           : Type->isScalarType() && !Type.isVolatileQualified();
    return IsPlain && V.getIdentifier() && !isa<ParmVarDecl, DecompositionDecl>(V) &&
           (V.hasLocalStorage() || (V.isStaticLocal() && Type.isConstQualified())) && !V.isInitCapture();
  }
  const FileText &File;
  IsGone Gone;
};
} // namespace

/// Of variables made of variables made of … that end.
static constexpr unsigned MostRounds = 16;

static std::vector<TextRange> fading(const FileText &File, const FunctionDecl &Function, const LeftOver &Text,
                                     ArrayRef<const VarDecl *> Named, ArrayRef<Life> Ending) {
  std::vector<TextRange> Out;
  for (const VarDecl *V : Named) {
    bool Ends = llvm::any_of(Ending, [&](const Life &L) { return L.Variable == V; });
    auto IsUsedInGroup = [&](const Mention &M) {
      auto Holds = [&](TextRange Body) { return !M.Place || Body.contains(*M.Place); };
      return llvm::any_of(Text.Bodies, Holds) && !(M.Place && Text.isGone(*M.Place));
    };
    std::optional<TextRange> Name = File.token(V->getLocation());
    if (Name && !Ends && !llvm::any_of(mentionsOf(File, *V, *Function.getBody()), IsUsedInGroup))
      Out.push_back(*Name);
  }
  return Out;
}

// With the lives that end, the variables they were made of may lose their last use.
EndingLives removeLives(const FileText &File, const FunctionDecl &Function, const LeftOver &Text,
                        std::vector<const VarDecl *> Arrays, TextPatch &Patch) {
  std::vector<TextRange> Ending;
  auto Contains = [](ArrayRef<TextRange> All, TextRange R) {
    return any_of(All, [&](TextRange A) { return A.contains(R); });
  };
  auto Gone = [&](TextRange R) { return Text.isGone(R) || Contains(Ending, R); };
  auto InBody = [&](TextRange R) { return Contains(Text.Bodies, R); };
  for (unsigned Round = 0; Round < MostRounds; ++Round) {
    NamedVariables Named(File, Gone);
    Named.TraverseStmt(Function.getBody());
    // Headers that vanish take their own variables along.
    llvm::erase_if(Named.Found, [&](const VarDecl *V) {
      std::optional<TextRange> Name = File.token(V->getLocation());
      return Text.Written.contains(V->getName()) || llvm::is_contained(Arrays, V) || (Name && Text.isGone(*Name));
    });
    std::vector<const VarDecl *> Removable = Arrays;
    llvm::append_range(Removable, Named.Found);
    std::vector<Life> Lives = removableLives(File, Function, Removable, Named.Found, Text.Uncut, Gone, InBody);
    std::vector<TextRange> Out;
    std::vector<TextPatch::Replacement> Cuts;
    for (const Life &L : Lives) {
      llvm::append_range(Out, L.Statements);
      if (L.Cut.Whole)
        Out.push_back(*L.Cut.Whole);
      llvm::append_range(Cuts, L.Cut.Cuts);
    }
    std::vector<TextRange> All = Out;
    for (const TextPatch::Replacement &C : Cuts)
      All.push_back(C.Range);
    llvm::sort(All, [](TextRange A, TextRange B) { return std::pair(A.Begin, A.End) < std::pair(B.Begin, B.End); });
    All.erase(llvm::unique(All), All.end());
    if (All == Ending) {
      for (const TextPatch::Replacement &C : Cuts)
        Patch.replace(C.Range, C.New);
      return {Out, fading(File, Function, Text, Named.Found, Lives)};
    }
    Ending = std::move(All);
  }
  return {};
}

} // namespace loopfuse
