//===- VariableUses.cpp - every mention of a variable -----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk over the function. From each mention of a variable the value (or
// lvalue, or address) is followed up the expression until it is used up. What
// is not understood on that way counts as a change and an escape.
//
//===----------------------------------------------------------------------===//
#include "Frontend/VariableUses.h"
#include "Frontend/Effects.h"
#include "Frontend/Jumps.h"
#include "Frontend/ValueFlow.h"
#include "Frontend/VectorFill.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {

class UseWalk {
public:
  UseWalk(ASTContext &Context, const ContainerTable &Containers, UseTable &Table)
      : Context(Context), Containers(Containers), Flow(Context, Containers), Table(Table) {}

  void function(const FunctionDecl &F);
  /// What a cursor's pointee is exposed to, so are the elements it leads to.
  void propagateCursors();

private:
  void walk(const Stmt *S);
  void children(const Stmt &S);
  void declaration(const DeclStmt &S);
  void directive(const OMPExecutableDirective &D);
  void mention(const ValueDecl *D, const Expr &At);
  void add(const VarDecl &V, const FlowEnd &End);
  bool fillsVector(const VarDecl &V) const;
  void lexNames(SourceRange Range);
  bool isOwner(QualType Type) const {
    const ContainerClass *C = Type->isReferenceType() ? nullptr : findContainer(Containers, Type);
    return C && C->Kind == ContainerClass::Storage::Owner;
  }

  ASTContext &Context;
  const ContainerTable &Containers;
  ValueFlow Flow;
  UseTable &Table;
  SmallVector<const Stmt *, 32> Path;
  unsigned here() const { return Next - 1; } ///< Position of the last element of Path.

  unsigned Next = 1;
  bool IsEvaluated = true;             ///< Not inside sizeof and its like, where a mention is no more than that.
  DenseSet<const VarDecl *> Allocated; ///< Of device memory, once.
  SmallVector<std::pair<const VarDecl *, const VarDecl *>, 4> Cursors; ///< Leads to the elements of the second.
};

} // namespace

bool isUnsetPointer(ASTContext &Context, const VarDecl &V) {
  const Expr *Init = V.getInit();
  return !Init || (V.getType()->isPointerType() && !Init->isValueDependent() &&
                   Init->IgnoreParenCasts()->isNullPointerConstant(Context, Expr::NPC_ValueDependentIsNotNull));
}

void UseWalk::add(const VarDecl &V, const FlowEnd &End) {
  bool Modifies = End.Modifies;
  // Where that is all it is ever given, but null, it keeps its value: nothing is done by a null pointer.
  if (End.Allocates)
    Modifies =
        !isUnsetPointer(Context, V) || !V.hasLocalStorage() || isa<ParmVarDecl>(V) || !Allocated.insert(&V).second;
  Table.Uses[&V].push_back({here(), Modifies, End.Escapes, End.Releases, End.Allocates});
  if (End.Cursor)
    Cursors.push_back({End.Cursor, &V});
}

void UseWalk::mention(const ValueDecl *D, const Expr &At) {
  Table.Names.insert(D->getDeclName().getAsString());
  bool IsBinding = false;
  if (const auto *Binding = dyn_cast<BindingDecl>(D)) {
    D = dyn_cast_or_null<VarDecl>(Binding->getDecomposedDecl());
    IsBinding = true;
  }
  const auto *V = dyn_cast_or_null<VarDecl>(D);
  // The variables that range-for makes for itself are of no interest.
  if (!V || (V->isImplicit() && !IsBinding))
    return;
  if (fillsVector(*V))
    Table.Uses[V].push_back({here(), /*Modifies=*/false, /*Escapes=*/false, /*Releases=*/false, /*Allocates=*/true});
  else
    add(*V, IsEvaluated ? Flow.follow(*V, At, IsBinding, Path) : FlowEnd());
}

/// Whether the mention at the end of the path is of a vector that gets its elements there, as if it had been declared
/// with them.
bool UseWalk::fillsVector(const VarDecl &V) const {
  // A call is the mention's grandparent, and has cleanups around it if it makes a temporary.
  for (size_t Up = 3; Up <= 4 && Path.size() > Up; ++Up)
    if (const auto *Block = dyn_cast<CompoundStmt>(Path[Path.size() - 1 - Up])) {
      VectorFill Fill = readVectorFill(*Path[Path.size() - Up]);
      return Fill.Vector == &V && Fill.Call == Path[Path.size() - 3] &&
             fillBehindDeclaration(*Block, V).Call == Fill.Call;
    }
  return false;
}

void UseWalk::declaration(const DeclStmt &S) {
  for (const Decl *D : S.decls()) {
    if (const auto *Named = dyn_cast<NamedDecl>(D))
      Table.Names.insert(Named->getDeclName().getAsString());
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V)
      continue;
    Table.Declared[V] = here();
    if (V->hasInit() && isOwner(V->getType()) && Flow.takesElementsOver(*V->getInit()))
      add(*V, {false, true, false, false, nullptr});
  }
}

/// The children of a directive do not include its clauses.
void UseWalk::directive(const OMPExecutableDirective &D) {
  for (const OMPClause *Clause : D.clauses()) {
    // Sharing or copying in is no use of its own: those in the body are found there.
    if (isa<OMPSharedClause, OMPPrivateClause, OMPFirstprivateClause>(Clause))
      continue;
    for (const Stmt *Child : const_cast<OMPClause *>(Clause)->children())
      walk(Child);
  }
}

void UseWalk::children(const Stmt &S) {
  if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(&S))
    return walk(Opaque->getSourceExpr());
  if (const auto *Directive = dyn_cast<OMPExecutableDirective>(&S))
    directive(*Directive);
  if (const auto *Block = dyn_cast<BlockExpr>(&S)) {
    for (const BlockDecl::Capture &C : Block->getBlockDecl()->captures())
      add(*C.getVariable(), FlowEnd::anything());
    return walk(Block->getBody());
  }
  if (const auto *Lambda = dyn_cast<LambdaExpr>(&S))
    for (const LambdaCapture &C : Lambda->captures())
      if (const auto *V = C.capturesVariable() ? dyn_cast<VarDecl>(C.getCapturedVar()) : nullptr) {
        if (Lambda->isInitCapture(&C))
          Table.Declared[V] = here();
        // An array captured by copy has no mention of its own.
        add(*V, C.getCaptureKind() == LCK_ByRef ? FlowEnd::anything() : FlowEnd());
      }
  for (const Stmt *Child : S.children())
    walk(Child);
  if (const auto *Captured = dyn_cast<CapturedStmt>(&S)) // Its children are the captures alone.
    walk(Captured->getCapturedStmt());
}

static bool isUnevaluated(const Stmt &S) {
  if (const auto *Typeid = dyn_cast<CXXTypeidExpr>(&S))
    return !Typeid->isPotentiallyEvaluated();
  return isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, RequiresExpr>(S);
}

void UseWalk::walk(const Stmt *S) {
  static const size_t MaximumDepth = 3000;
  if (Path.size() > MaximumDepth)
    Table.IsComplete = false;
  if (!S || !Table.IsComplete)
    return;
  unsigned Begin = Next++;
  Path.push_back(S);
  if (const auto *Reference = dyn_cast<DeclRefExpr>(S))
    mention(Reference->getDecl(), *Reference);
  else if (const auto *Member = dyn_cast<MemberExpr>(S))
    mention(Member->getMemberDecl(), *Member);
  else if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    declaration(*Declaration);
  bool WasEvaluated = IsEvaluated;
  IsEvaluated = IsEvaluated && !isUnevaluated(*S);
  children(*S);
  IsEvaluated = WasEvaluated;
  Path.pop_back();
  Table.Positions[S] = {Begin, Next};
}

void UseWalk::function(const FunctionDecl &F) {
  for (const ParmVarDecl *P : F.parameters()) {
    Table.Declared[P] = 0;
    if (isOwner(P->getType())) // The caller may have moved it here and kept a pointer to an element.
      add(*P, {false, true, false, false, nullptr});
    Table.Names.insert(P->getName());
  }
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&F))
    for (const CXXCtorInitializer *I : Constructor->inits())
      walk(I->getInit());
  walk(F.getBody());
  Table.HasJumps |= F.getBody() && jumpsIn(*F.getBody()).any();
  lexNames(F.getSourceRange());
}

void UseWalk::propagateCursors() {
  auto Escapes = [&](const VarDecl *V) {
    if (!Table.Declared.contains(V))
      return true; // Of a kernel that was not walked.
    auto Found = Table.Uses.find(V);
    return Found != Table.Uses.end() && any_of(Found->second, [](const VariableUse &U) { return U.Escapes; });
  };
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (auto [Cursor, Walked] : Cursors)
      if (Escapes(Cursor) && !Escapes(Walked)) {
        Table.Uses[Walked].front().Escapes = true;
        Changed = true;
      }
  }
}

/// Every identifier in the function's text, for those that the walk does not visit (types, labels, attributes).
void UseWalk::lexNames(SourceRange Range) {
  const SourceManager &Sources = Context.getSourceManager();
  CharSourceRange Expanded = Sources.getExpansionRange(Range);
  auto [File, Begin] = Sources.getDecomposedLoc(Expanded.getBegin());
  auto [EndFile, End] = Sources.getDecomposedLoc(Expanded.getEnd());
  if (File.isInvalid() || File != EndFile)
    return;
  StringRef Text = Sources.getBufferData(File);
  Lexer Lex(Sources.getLocForStartOfFile(File), Context.getLangOpts(), Text.begin(), Text.begin() + Begin, Text.end());
  Token Current;
  for (Lex.LexFromRawLexer(Current); Current.isNot(tok::eof); Lex.LexFromRawLexer(Current)) {
    if (Sources.getFileOffset(Current.getLocation()) > End)
      return;
    if (Current.is(tok::raw_identifier))
      Table.Names.insert(Lexer::getSpelling(Current, Sources, Context.getLangOpts()));
  }
}

UseTable collectUses(ASTContext &Context, const FunctionDecl &Function, const ContainerTable &Containers,
                     ArrayRef<const FunctionDecl *> Kernels) {
  UseTable Table;
  UseWalk Walk(Context, Containers, Table);
  Walk.function(Function);
  for (const FunctionDecl *Kernel : Kernels)
    Walk.function(*Kernel);
  Walk.propagateCursors();
  return Table;
}

} // namespace loopfuse
