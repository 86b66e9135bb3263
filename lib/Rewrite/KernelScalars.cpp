//===- KernelScalars.cpp - buffers between kernels as variables -----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/KernelScalars.h"
#include "Frontend/AnyStmt.h"
#include "Rewrite/Contract.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

static bool isSame(const KernelPlace &A, const KernelPlace &B) { return A.Text == B.Text && A.Range == B.Range; }

static const ValueDecl *plainName(const Expr &E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E.IgnoreParenImpCasts());
  return Ref ? Ref->getDecl() : nullptr;
}

static bool names(const Stmt &S, const ValueDecl &V) {
  return anyStmt(S, [&](const Stmt &At) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&At);
    return Ref && Ref->getDecl() == &V;
  });
}

namespace {
class ScalarSearch {
public:
  ScalarSearch(const FileText &File, const ExtractedRegion &Region, const Contraction &Plan, ArrayRef<KernelText> Texts)
      : File(File), S(Region.Model), Ast(Region.Ast), Plan(Plan), Texts(Texts) {}

  std::optional<KernelScalar> run();

private:
  bool findParameters();
  bool addAccess(AccessRef Ref);
  bool isAllThereIs() const;
  const BinaryOperator *assignment() const;

  const FileText &File;
  const Scop &S;
  const RegionAst &Ast;
  const Contraction &Plan;
  ArrayRef<KernelText> Texts;
  KernelScalar Out;
  SmallVector<std::pair<unsigned, const DeclRefExpr *>, 8> Bases; ///< The names in the accesses, with the launch.
};
} // namespace

/// Each launch is given the buffer as a whole, by its name, or not at all.
bool ScalarSearch::findParameters() {
  for (unsigned T = 0; T < Texts.size(); ++T)
    for (unsigned I = 0; I < Texts[T].Kernel->getNumParams() && I < Texts[T].Call->getNumArgs(); ++I) {
      const Expr &Argument = *Texts[T].Call->getArg(I);
      if (plainName(Argument) == Out.Buffer)
        Out.Parameters.push_back({T, Texts[T].Kernel->getParamDecl(I)});
      else if (names(Argument, *Out.Buffer))
        return false;
    }
  return !Out.Parameters.empty();
}

bool ScalarSearch::addAccess(AccessRef Ref) {
  const auto *E = dyn_cast_or_null<ArraySubscriptExpr>(accessExpr(Ast, Ref));
  const auto *P = E ? dyn_cast_or_null<ParmVarDecl>(plainName(*E->getBase())) : nullptr;
  auto Text = find_if(Texts, [&](const KernelText &T) { return T.Member == S.Statements[Ref.Statement].Member; });
  std::optional<TextRange> Place = E ? File.range(E->getSourceRange()) : std::nullopt;
  if (!P || Text == Texts.end() || !Out.isFor(Text - Texts.begin(), *P) || !Place || !Text->Content.contains(*Place))
    return false;
  QualType Type = E->getType();
  if (!Type->isArithmeticType() || Type.isVolatileQualified() ||
      Type->getCanonicalTypeUnqualified() != accessExpr(Ast, Plan.Definition)->getType()->getCanonicalTypeUnqualified())
    return false;
  KernelPlace Here{unsigned(Text - Texts.begin()), *Place};
  Bases.push_back({Here.Text, cast<DeclRefExpr>(E->getBase()->IgnoreParenImpCasts())});
  if (none_of(Out.Accesses, [&](const KernelPlace &Known) { return isSame(Known, Here); }))
    Out.Accesses.push_back(Here);
  if (Ref == Plan.Definition)
    Out.Definition = Here;
  return true;
}

/// The kernels mention the parameters nowhere else.
bool ScalarSearch::isAllThereIs() const {
  for (unsigned T = 0; T < Texts.size(); ++T)
    if (anyStmt(*Texts[T].Body, [&](const Stmt &At) {
          const auto *Ref = dyn_cast<DeclRefExpr>(&At);
          const auto *P = Ref ? dyn_cast<ParmVarDecl>(Ref->getDecl()) : nullptr;
          return P && Out.isFor(T, *P) && !is_contained(Bases, std::pair(T, Ref));
        }))
      return false;
  return true;
}

const BinaryOperator *ScalarSearch::assignment() const {
  const BinaryOperator *Found = nullptr;
  anyStmt(
      *Texts[Out.Definition.Text].Body,
      [&](const Stmt &At) {
        const auto *E = dyn_cast<BinaryOperator>(&At);
        if (E && E->getOpcode() == BO_Assign && E->getLHS() == accessExpr(Ast, Plan.Definition) &&
            !isa<InitListExpr>(E->getRHS()->IgnoreImplicit()))
          Found = E;
        return Found != nullptr;
      },
      [](const Stmt &At) { return !isa<Expr>(&At); });
  return Found;
}

std::optional<KernelScalar> ScalarSearch::run() {
  Out.Plan = &Plan;
  Out.Buffer = dyn_cast_or_null<VarDecl>(Ast.Arrays[Plan.Array]);
  Out.Type = S.Arrays[Plan.Array].ElementType;
  if (Plan.Kept || !Out.Buffer || Out.Type.empty() || !accessExpr(Ast, Plan.Definition) || !findParameters())
    return std::nullopt;
  // Not where it is a size or a stream too.
  if (any_of(Texts,
             [&](const KernelText &T) { return T.Call->getConfig() && names(*T.Call->getConfig(), *Out.Buffer); }))
    return std::nullopt;
  if (!all_of(Plan.Accesses, [&](AccessRef Ref) { return addAccess(Ref); }) || !isAllThereIs())
    return std::nullopt;
  Out.Assignment = assignment();
  return std::move(Out);
}

std::vector<KernelScalar> kernelScalars(const FileText &File, const ExtractedRegion &Region, const FusionGroup &Group,
                                        ArrayRef<KernelText> Texts) {
  std::vector<KernelScalar> Found;
  for (const Contraction &C : Group.Contractions)
    if (std::optional<KernelScalar> Scalar = ScalarSearch(File, Region, C, Texts).run())
      Found.push_back(std::move(*Scalar));
  return Found;
}

void writeScalar(const FileText &File, const KernelScalar &Scalar, MutableArrayRef<KernelText> Texts) {
  for (const KernelPlace &P : Scalar.Accesses)
    if (!Scalar.Assignment || !isSame(P, Scalar.Definition))
      Texts[P.Text].Patch.replace(P.Range, withInnerComments(File, P.Range, Scalar.Name));
}

void writeAssignment(const FileText &File, const KernelScalar &Scalar, bool IsDeclaration,
                     MutableArrayRef<KernelText> Texts) {
  TextRange Place = Scalar.Definition.Range;
  if (Scalar.Assignment)
    Texts[Scalar.Definition.Text].Patch.replace(Place, (IsDeclaration ? Scalar.Type + " " : "") +
                                                           withInnerComments(File, Place, Scalar.Name));
}

} // namespace loopfuse
