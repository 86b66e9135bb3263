//===- FindRegions.cpp - where loops stand side by side ---------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/FindRegions.h"
#include "Frontend/AliasGuards.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/CudaLaunch.h"
#include "Frontend/Extraction.h"
#include "Frontend/Labels.h"
#include "Frontend/LoopBody.h"
#include "Frontend/SourceText.h"
#include "Frontend/TopLevel.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <map>
#include <numeric>

using namespace clang;
using namespace llvm;

namespace loopfuse {

bool leadsToLoop(const Stmt &S) {
  if (isa<ForStmt, CXXForRangeStmt>(S))
    return true;
  // A block counts only as the body of one of these, and by itself if it holds nothing else.
  const auto *Block = dyn_cast<CompoundStmt>(&S);
  if (!(Block && Block->size() == 1) &&
      !isa<LabelStmt, SwitchCase, AttributedStmt, IfStmt, OMPExecutableDirective, CapturedStmt>(S))
    return false;
  bool Holds = false;
  forEachPart(S, [&](const Stmt &Part) { Holds |= !isa<Expr>(&Part) && leadsToLoop(Part); });
  return Holds;
}

/// A loop that is found for its refusal alone. Macros make one statement of several with "do … while (0)".
static bool isOtherLoop(const Stmt &S) { return isa<WhileStmt, DoStmt>(S) && !bodyRunOnce(S); }

namespace {

/// Lists the functions with bodies in wanted files, template instantiations included. Bodies are not entered.
class FunctionLister : public RecursiveASTVisitor<FunctionLister> {
public:
  FunctionLister(ASTContext &Context, function_ref<bool(StringRef)> WantsFile)
      : Context(Context), WantsFile(WantsFile) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseStmt(Stmt *, DataRecursionQueue * = nullptr) { return true; }
  bool VisitFunctionDecl(FunctionDecl *F) {
    if (F->doesThisDeclarationHaveABody() && F->getBody() && !F->isInvalidDecl() && wants(F->getLocation()))
      Functions.push_back(F);
    return true;
  }
  bool VisitVarDecl(VarDecl *V) {
    if (V->hasGlobalStorage() && V->getInit() && wants(V->getLocation()))
      Initializers.push_back(V->getInit());
    return true;
  }

  bool wants(SourceLocation Loc) {
    const SourceManager &SM = Context.getSourceManager();
    FileID File = SM.getFileID(SM.getExpansionLoc(Loc));
    if (File.isInvalid())
      return false; // A declaration of the compiler's.
    auto [It, IsNew] = Wanted.try_emplace(File, false);
    if (IsNew && !SM.isInSystemHeader(SM.getLocForStartOfFile(File)))
      if (auto Entry = SM.getFileEntryRefForID(File))
        It->second =
            WantsFile(Entry->getFileEntry().tryGetRealPathName().empty() ? Entry->getName()
                                                                         : Entry->getFileEntry().tryGetRealPathName());
    return It->second;
  }

  std::vector<const FunctionDecl *> Functions;
  std::vector<const Expr *> Initializers;

private:
  ASTContext &Context;
  function_ref<bool(StringRef)> WantsFile;
  DenseMap<FileID, bool> Wanted;
};

/// Walks the bodies.
class BodySearch {
public:
  using CompoundTest = function_ref<bool(const CompoundStmt &)>;

  /// \p WithKept: what a guard keeps as it was, too.
  BodySearch(ASTContext &Context, FunctionLister &Lister, CompoundTest IsWanted = holdsTwoLoops, bool WithKept = false)
      : Context(Context), Lister(Lister), IsWanted(IsWanted), WithKept(WithKept) {}

  static bool holdsTwoLoops(const CompoundStmt &C) {
    return count_if(C.body(), [](const Stmt *Child) {
             return leadsToLoop(*Child) || launchOf(*Child) || isOtherLoop(behindLabels(*Child));
           }) >= 2;
  }

  void run() {
    for (const Expr *E : Lister.Initializers) {
      Counts = &CountsByFile[fileOf(E->getBeginLoc())];
      walk(*E);
    }
    // Lambdas and local classes add to the list.
    for (size_t I = 0; I < Lister.Functions.size(); ++I) {
      Function = Lister.Functions[I];
      if (!Seen.insert(Function).second)
        continue;
      Counts = &CountsByFile[fileOf(Function->getLocation())];
      ++Counts->Functions;
      IsInstance = Function->isTemplateInstantiation() || Instances.contains(Function);
      Facts = std::make_shared<FunctionFacts>();
      Facts->Macros = Macros;
      for (const CXXCtorInitializer *Init : initializers())
        if (Init->getInit())
          walk(*Init->getInit());
      walk(*Function->getBody());
    }
  }

  std::vector<Region> Regions;
  std::map<FileID, SourceCounts> CountsByFile;

private:
  FileID fileOf(SourceLocation Loc) const {
    const SourceManager &SM = Context.getSourceManager();
    return SM.getFileID(SM.getExpansionLoc(Loc));
  }

  ArrayRef<const CXXCtorInitializer *> initializers() const {
    const auto *C = dyn_cast<CXXConstructorDecl>(Function);
    return C ? ArrayRef<const CXXCtorInitializer *>(C->init_begin(), C->getNumCtorInitializers())
             : ArrayRef<const CXXCtorInitializer *>();
  }

  void addFunction(const FunctionDecl *F) {
    if (!F || !F->doesThisDeclarationHaveABody() || !F->getBody())
      return;
    Lister.Functions.push_back(F);
    if (IsInstance)
      Instances.insert(F);
  }

  void addLambda(const LambdaExpr &L) {
    const CXXMethodDecl *Call = L.getCallOperator();
    addFunction(Call);
    if (const FunctionTemplateDecl *Generic = Call ? Call->getDescribedFunctionTemplate() : nullptr)
      for (const FunctionDecl *Instance : Generic->specializations())
        addFunction(Instance);
  }

  /// Lambdas, and statements inside expressions.
  void walkExpr(const Expr &E) {
    anyStmt(
        E,
        [&](const Stmt &S) {
          if (const auto *L = dyn_cast<LambdaExpr>(&S)) {
            addLambda(*L);
            for (auto I = L->capture_init_begin(); I != L->capture_init_end(); ++I)
              if (*I)
                walkExpr(**I);
          } else if (!isa<Expr>(&S)) {
            walk(S);
          }
          return false;
        },
        [](const Stmt &S) { return isa<Expr>(&S) && !isa<LambdaExpr>(&S); });
  }

  void walk(const Stmt &S) {
    if (const auto *E = dyn_cast<Expr>(&S))
      return walkExpr(*E);
    if (const auto *D = dyn_cast<DeclStmt>(&S))
      for (const Decl *Child : D->decls())
        if (isa<TagDecl>(Child))
          Lister.TraverseDecl(const_cast<Decl *>(Child));
    if (isa<ForStmt, CXXForRangeStmt>(&S))
      ++Counts->Loops;
    if (const auto *C = dyn_cast<CompoundStmt>(&S))
      addRegion(*C);
    Enclosing.push_back(&S);
    forEachPart(S, [&](const Stmt &Part) { walk(Part); });
    Enclosing.pop_back();
  }

  /// The loops for the case that memory overlaps stay as they are.
  bool isKeptOriginal(const CompoundStmt &C) const {
    const auto *If = Enclosing.empty() ? nullptr : dyn_cast<IfStmt>(Enclosing.back());
    return If && If->getElse() == &C && isAliasGuard(*If);
  }

  /// What an instance has in the place of the branch of an `if constexpr` that it does without.
  bool isDiscarded(const CompoundStmt &C) const {
    const auto *If = Enclosing.empty() ? nullptr : dyn_cast<IfStmt>(Enclosing.back());
    return If && If->isConstexpr() && IsInstance && C.body_empty();
  }

  void addRegion(const CompoundStmt &C) {
    if (!Function || !IsWanted(C) || isDiscarded(C) || (!WithKept && isKeptOriginal(C)))
      return;
    Region R;
    R.Context = &Context;
    R.Compound = &C;
    R.Function = Function;
    R.Enclosing = Enclosing;
    R.Span = spanOf(Context, C.getSourceRange());
    R.IsInstantiation = IsInstance;
    R.Facts = Facts;
    if (Function->isDependentContext())
      R.Refused = refuse(RefusalId::TemplateUninstantiated, placeOf(Context, C.getBeginLoc()));
    else if (C.getBeginLoc().isMacroID() || C.getEndLoc().isMacroID() || !R.Span.isValid())
      R.Refused = inMacro(C);
    Regions.push_back(std::move(R));
  }

  Refusal inMacro(const CompoundStmt &C) const {
    SourceLocation Loc = C.getBeginLoc().isMacroID() ? C.getBeginLoc() : C.getEndLoc();
    std::string Name = Loc.isMacroID()
                           ? Lexer::getImmediateMacroName(Loc, Context.getSourceManager(), Context.getLangOpts()).str()
                           : "";
    return refuse(RefusalId::InMacro, placeOf(Context, C.getBeginLoc()), {Name});
  }

  ASTContext &Context;
  FunctionLister &Lister;
  CompoundTest IsWanted;
  bool WithKept;
  const FunctionDecl *Function = nullptr;
  std::shared_ptr<FunctionFacts> Facts;
  std::shared_ptr<MacroPragmas> Macros = std::make_shared<MacroPragmas>();
  bool IsInstance = false;
  SourceCounts *Counts = nullptr; ///< Of the file that is walked.
  std::vector<const Stmt *> Enclosing;
  DenseSet<const FunctionDecl *> Seen;
  DenseSet<const FunctionDecl *> Instances; ///< Lambdas and local functions of instantiations.
};

} // namespace

/// Top-level declarations of system headers are not looked into.
static void listFunctions(ASTContext &Context, FunctionLister &Lister) {
  for (Decl *D : topLevelDeclarations(Context))
    if (Lister.wants(D->getLocation()) || isa<LinkageSpecDecl>(D))
      Lister.TraverseDecl(D);
}

static std::vector<Region> sortedRegions(ASTContext &Context, function_ref<bool(StringRef)> WantsFile,
                                         BodySearch::CompoundTest IsWanted, bool WithKept = false) {
  FunctionLister Lister(Context, WantsFile);
  listFunctions(Context, Lister);
  BodySearch Search(Context, Lister, IsWanted, WithKept);
  Search.run();
  std::vector<Region> Regions = std::move(Search.Regions);
  // The pattern of a template that has instances says nothing beside them.
  DenseSet<SourceLocation> Instantiated;
  for (const Region &R : Regions)
    if (!R.Function->isDependentContext())
      Instantiated.insert(R.Compound->getBeginLoc());
  erase_if(Regions, [&](const Region &R) {
    return R.Function->isDependentContext() && Instantiated.contains(R.Compound->getBeginLoc());
  });
  // By place; the instances of one text in the order in which Clang made them.
  const SourceManager &SM = Context.getSourceManager();
  std::vector<unsigned> Order(Regions.size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::sort(Order, [&](unsigned A, unsigned B) {
    SourceLocation LA = Regions[A].Compound->getBeginLoc(), LB = Regions[B].Compound->getBeginLoc();
    return LA != LB ? SM.isBeforeInTranslationUnit(LA, LB) : A < B;
  });
  std::vector<Region> Sorted;
  for (unsigned I : Order)
    Sorted.push_back(std::move(Regions[I]));
  return Sorted;
}

std::vector<Region> findRegions(ASTContext &Context, function_ref<bool(StringRef)> WantsFile) {
  return sortedRegions(Context, WantsFile, BodySearch::holdsTwoLoops);
}

std::vector<Region> findRegionsThat(ASTContext &Context, function_ref<bool(StringRef)> WantsFile,
                                    function_ref<bool(const CompoundStmt &)> Wants) {
  std::vector<Region> Regions = sortedRegions(Context, WantsFile, Wants);
  erase_if(Regions, [](const Region &R) { return R.Refused || R.IsInstantiation; });
  return Regions;
}

std::vector<Region> findRegionsAt(ASTContext &Context, StringRef File, unsigned Offset) {
  std::vector<Region> Regions =
      sortedRegions(Context, [&](StringRef F) { return F == File; }, [](const CompoundStmt &) { return true; }, true);
  erase_if(Regions, [&](const Region &R) { return R.Span.Offset != Offset; });
  return Regions;
}

std::map<std::string, SourceCounts> countSources(ASTContext &Context, function_ref<bool(StringRef)> WantsFile) {
  FunctionLister Lister(Context, WantsFile);
  listFunctions(Context, Lister);
  erase_if(Lister.Functions, [](const FunctionDecl *F) { return F->isTemplateInstantiation(); });
  BodySearch Search(Context, Lister);
  Search.run();
  std::map<std::string, SourceCounts> ByPath;
  for (const auto &[File, Counts] : Search.CountsByFile) {
    SourceCounts &Sum = ByPath[realPath(Context.getSourceManager(), File)];
    Sum.Functions += Counts.Functions;
    Sum.Loops += Counts.Loops;
  }
  return ByPath;
}

} // namespace loopfuse
