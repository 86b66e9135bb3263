//===- CheckExpansion.cpp - does the text say what the call did? ----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/CheckExpansion.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/RuntimeChecks.h"
#include "Frontend/SameStatements.h"
#include "Frontend/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

std::string definitionName(const FunctionDecl &F) {
  std::string Name;
  raw_string_ostream OS(Name);
  F.getNameForDiagnostic(OS, F.getASTContext().getPrintingPolicy(), /*Qualified=*/true);
  return Name;
}

std::string explicitInstantiation(const FunctionDecl &F) {
  if (!F.getPrimaryTemplate())
    return "";
  PrintingPolicy Policy = F.getASTContext().getPrintingPolicy();
  Policy.FullyQualifiedName = true;
  std::string Parameters;
  for (const ParmVarDecl *P : F.parameters())
    Parameters += (Parameters.empty() ? "" : ", ") + P->getType().getCanonicalType().getAsString(Policy);
  return "\ntemplate " + F.getReturnType().getCanonicalType().getAsString(Policy) + " " + definitionName(F) + "(" +
         Parameters + ");\n";
}

namespace {
class DefinitionSearch : public RecursiveASTVisitor<DefinitionSearch> {
public:
  DefinitionSearch(const ASTContext &Context, const std::string &Name, FileID File, unsigned Offset)
      : Sources(Context.getSourceManager()), Name(Name), File(File), Offset(Offset) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool TraverseStmt(Stmt *, DataRecursionQueue * = nullptr) { return true; }
  bool VisitFunctionDecl(FunctionDecl *F) {
    if (F->doesThisDeclarationHaveABody() && !F->isDependentContext() && F->getBody() &&
        Sources.getDecomposedLoc(F->getBody()->getBeginLoc()) == std::pair(File, Offset) && definitionName(*F) == Name)
      Found = F;
    return !Found;
  }
  const FunctionDecl *Found = nullptr;

private:
  const SourceManager &Sources;
  const std::string &Name;
  FileID File;
  unsigned Offset;
};
} // namespace

const FunctionDecl *findDefinition(const ASTContext &Context, const std::string &Name, const std::string &File,
                                   unsigned Offset) {
  const SourceManager &Sources = Context.getSourceManager();
  DefinitionSearch Search(Context, Name, fileOf(Sources, File), Offset);
  // The system's headers, which are most of a unit, hold nobody's callee.
  for (Decl *D : Context.getTranslationUnitDecl()->decls())
    if (!Search.Found && (isa<LinkageSpecDecl>(D) || !Sources.isInSystemHeader(D->getLocation())))
      Search.TraverseDecl(D);
  return Search.Found;
}

namespace {
/// Walks over the children that stand for one call.
class ExpansionCheck {
public:
  ExpansionCheck(const ASTContext &Context, const FunctionDecl &Callee, const ExpandedCall &Call,
                 const CompoundStmt &Compound, unsigned First)
      : Context(Context), Callee(Callee), Call(Call), Compound(Compound), First(First), Next(First), Same(Context) {}

  bool run() { return parameters() && statements(); }

private:
  const Stmt *child() { return Next < Compound.size() ? Compound.body_begin()[Next++] : nullptr; }
  bool parameters();
  bool copy(const ParmVarDecl &P, const ParameterText &How);
  bool statements();
  bool result(const Expr *Value);
  const VarDecl *variable(StringRef Name, const VarDecl &For) const;

  const ASTContext &Context;
  const FunctionDecl &Callee;
  const ExpandedCall &Call;
  const CompoundStmt &Compound;
  unsigned First;
  unsigned Next; ///< The child that is looked at.
  SameStatements Same;
};
} // namespace

/// What a value parameter may stand for, or a reference may be bound to: the same type but for const, or an array for
/// a pointer.
static bool fits(const ASTContext &Context, QualType Parameter, QualType Variable) {
  bool IsReference = Parameter->isLValueReferenceType();
  QualType Own = Parameter.getNonReferenceType(), Other = Variable.getNonReferenceType();
  if (Own.isVolatileQualified() || Other.isVolatileQualified())
    return false;
  if (!IsReference && Other->isArrayType())
    Other = Context.getArrayDecayedType(Other);
  if (Own->isPointerType() && Other->isPointerType() && !IsReference) {
    Own = Own->getPointeeType();
    Other = Other->getPointeeType();
  }
  return Context.hasSameUnqualifiedType(Own, Other);
}

/// The caller's variable that the statements name so. All of one name are the same one: names that a body declares
/// itself are no variables of the caller.
const VarDecl *ExpansionCheck::variable(StringRef Name, const VarDecl &For) const {
  const VarDecl *Found = nullptr;
  for (unsigned I = First; I < Compound.size() && !Found; ++I)
    anyStmt(*Compound.body_begin()[I], [&](const Stmt &S) {
      const auto *Ref = dyn_cast<DeclRefExpr>(&S);
      const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      bool IsCallers = V && V->getIdentifier() && V->getName() == Name &&
                       (V->hasGlobalStorage() || Context.getSourceManager().isBeforeInTranslationUnit(
                                                     V->getLocation(), Compound.body_begin()[First]->getBeginLoc()));
      if (IsCallers)
        Found = V;
      return Found != nullptr;
    });
  return Found && fits(Context, For.getType(), Found->getType()) ? Found : nullptr;
}

bool ExpansionCheck::copy(const ParmVarDecl &P, const ParameterText &How) {
  const auto *Declaration = dyn_cast_or_null<DeclStmt>(child());
  const auto *V =
      Declaration && Declaration->isSingleDecl() ? dyn_cast<VarDecl>(Declaration->getSingleDecl()) : nullptr;
  if (!V || !V->getInit() || V->getName() != How.Name || !V->isLocalVarDecl() || V->isStaticLocal() ||
      V->getInitStyle() != VarDecl::CInit || !Context.hasSameUnqualifiedType(V->getType(), P.getType()) ||
      spellingOf(Context, *V->getInit()) != How.Argument)
    return false;
  Same.pair(P, *V);
  return true;
}

bool ExpansionCheck::parameters() {
  if (Call.Parameters.size() != Callee.getNumParams())
    return false;
  for (unsigned I = 0; I < Callee.getNumParams(); ++I)
    if (Call.Parameters[I].How == ParameterText::Kind::Copy && !copy(*Callee.getParamDecl(I), Call.Parameters[I]))
      return false;
  for (unsigned I = 0; I < Callee.getNumParams(); ++I) {
    const ParameterText &P = Call.Parameters[I];
    if (P.How == ParameterText::Kind::Literal)
      Same.pairLiteral(*Callee.getParamDecl(I), P.Argument);
    if (P.How != ParameterText::Kind::Variable)
      continue;
    const VarDecl *V = variable(P.Name, *Callee.getParamDecl(I));
    if (!V)
      return false;
    Same.pair(*Callee.getParamDecl(I), *V);
  }
  return true;
}

bool ExpansionCheck::result(const Expr *Value) {
  const Stmt *S = child();
  if (!S || !Value)
    return false;
  if (Call.Declares) {
    const auto *Declaration = dyn_cast<DeclStmt>(S);
    const auto *V =
        Declaration && Declaration->isSingleDecl() ? dyn_cast<VarDecl>(Declaration->getSingleDecl()) : nullptr;
    return V && V->getName() == Call.Result && Same.same(Value, V->getInit());
  }
  const auto *Assignment = dyn_cast<BinaryOperator>(S);
  const auto *Target = Assignment ? dyn_cast<DeclRefExpr>(Assignment->getLHS()) : nullptr;
  return Target && Assignment->getOpcode() == BO_Assign && Target->getDecl()->getName() == Call.Result &&
         Same.same(Value, Assignment->getRHS());
}

bool ExpansionCheck::statements() {
  for (const Stmt *S : cast<CompoundStmt>(Callee.getBody())->body()) {
    if (const auto *Return = dyn_cast<ReturnStmt>(S))
      return Call.Result.empty() || result(Return->getRetValue());
    Same.ignoreLines(isRuntimeCheck(*S, Callee)); // They tell them to those whose program has failed.
    if (!Same.same(S, child()))
      return false;
  }
  return Call.Result.empty();
}

unsigned numStatements(const FunctionDecl &Callee, const ExpandedCall &Call) {
  const auto *Body = cast<CompoundStmt>(Callee.getBody());
  auto IsCopy = [](const ParameterText &P) { return P.How == ParameterText::Kind::Copy; };
  bool Returns = !Body->body_empty() && isa<ReturnStmt>(Body->body_back());
  return count_if(Call.Parameters, IsCopy) + Body->size() - (Returns && Call.Result.empty());
}

bool checkExpansion(const ASTContext &Context, const FunctionDecl &Callee, const ExpandedCall &Call,
                    const CompoundStmt &Compound, unsigned First) {
  return ExpansionCheck(Context, Callee, Call, Compound, First).run();
}

} // namespace loopfuse
