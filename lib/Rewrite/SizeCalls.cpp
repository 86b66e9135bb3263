//===- SizeCalls.cpp - what stands for the size of a vector -----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/SizeCalls.h"
#include "Frontend/VectorFill.h"
#include "Rewrite/Contract.h"
#include "Rewrite/Mentions.h"
#include "Rewrite/StripLoops.h"
#include "Rewrite/TypeNames.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

/// "v.size()" around a mention of v.
static const CXXMemberCallExpr *sizeCall(const Mention &M) {
  const auto *Member = M.Parents.size() > 1 ? dyn_cast<MemberExpr>(M.Parents[0]) : nullptr;
  for (size_t I = 0; !Member && I + 1 < M.Parents.size() && isa<ImplicitCastExpr, ParenExpr>(M.Parents[I]); ++I)
    Member = dyn_cast<MemberExpr>(M.Parents[I + 1]);
  if (!Member || !Member->getMemberDecl()->getIdentifier() || Member->getMemberDecl()->getName() != "size")
    return nullptr;
  const Stmt *Call = M.Parents[find(M.Parents, Member) - M.Parents.begin() + 1];
  return dyn_cast<CXXMemberCallExpr>(Call);
}

/// A statement that would go with the group's contracted arrays.
static bool isPartOfLife(const VariableContext &C, const Mention &M) {
  auto IsContracted = [&](const Decl *D) {
    return D && any_of(C.Group.Contractions, [&](const Contraction &Other) {
             return Other.Kept == 0 && C.Region.Ast.Arrays[Other.Array] == D;
           });
  };
  return any_of(M.Parents, [&](const Stmt *S) {
    const auto *Declaration = dyn_cast<DeclStmt>(S);
    return (Declaration && any_of(Declaration->decls(), IsContracted)) || IsContracted(readVectorFill(*S).Vector);
  });
}

/// What \p V was made with, if that is not the size of another vector which was made with it.
static const Expr *countOf(const VectorSizes &Sizes, const VarDecl &V) {
  const Expr *Count = nullptr;
  for (const VarDecl *At = &V; At;) {
    auto Made = Sizes.find(At);
    if (Made == Sizes.end())
      break;
    Count = Made->second;
    const auto *Call = dyn_cast<CXXMemberCallExpr>(Count->IgnoreParenImpCasts());
    const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
    bool IsSize = Method && Method->getIdentifier() && Method->getName() == "size";
    const auto *Object =
        IsSize ? dyn_cast<DeclRefExpr>(Call->getImplicitObjectArgument()->IgnoreParenImpCasts()) : nullptr;
    At = Object ? dyn_cast<VarDecl>(Object->getDecl()) : nullptr;
  }
  return Count;
}

/// Whether std::size_t is a name for \p Type.
static bool isSizeType(const ASTContext &Context, const VarDecl &V, QualType Type) {
  const CXXRecordDecl *Class = V.getType()->getAsCXXRecordDecl();
  const DeclContext *Std = Class ? Class->getDeclContext()->getEnclosingNamespaceContext() : nullptr;
  while (Std && Std->isInlineNamespace())
    Std = Std->getParent();
  auto Name = Context.Idents.find("size_t");
  if (!Std || !Std->isStdNamespace() || Name == Context.Idents.end())
    return false;
  return any_of(Std->lookup(Name->second), [&](const NamedDecl *D) {
    const auto *Named = dyn_cast<TypedefNameDecl>(D->getUnderlyingDecl());
    return Named && Context.hasSameType(Named->getUnderlyingType(), Type);
  });
}

/// "n", "(n + 1)", "static_cast<std::size_t>(n)"; "" if it cannot be written anywhere in the function. \p IsCompared:
/// it is an operand of "<" or the like.
static std::string sizeText(const VariableContext &C, const VarDecl &V, const Expr &Count, bool IsCompared) {
  const ASTContext &Context = C.File.context();
  const FunctionDecl &Function = *C.Region.Ast.Function;
  const Expr &Written = *Count.IgnoreParenImpCasts();
  std::optional<TextRange> Place = C.File.writtenRange(Count.getSourceRange());
  if (!Place || !meansSameAnywhere(C.File, Function, Count, *Place))
    return "";
  std::string Text = withoutComments(C.File, *Place);
  if (StringRef(Text).contains('\n'))
    return "";
  if (!C.Region.Ast.IsInstantiation && Context.hasSameUnqualifiedType(Written.getType(), Count.getType())) {
    const auto *Sum = dyn_cast<BinaryOperator>(&Written);
    bool Binds = isa<DeclRefExpr, IntegerLiteral, MemberExpr, CXXMemberCallExpr>(Written) ||
                 (IsCompared && Sum && (Sum->isAdditiveOp() || Sum->isMultiplicativeOp()));
    return Binds || isa<ParenExpr>(Count.IgnoreImpCasts()) ? Text : "(" + Text + ")";
  }
  std::optional<std::string> Type = isSizeType(Context, V, Count.getType())
                                        ? spelledAnywhere(C.File, Function, Count.getType(), "std::size_t")
                                        : std::nullopt;
  return Type ? "static_cast<" + *Type + ">(" + Text + ")" : "";
}

void replaceSizes(const VariableContext &C, const VarDecl &V, ArrayRef<TextRange> Elements, TextPatch &Patch) {
  const RegionAst &Ast = C.Region.Ast;
  const Expr *Count = countOf(C.Region.Sizes, V);
  if (!Count || C.Group.isGuarded())
    return;
  auto IsInGroup = [&](TextRange R) {
    return any_of(C.Group.Members, [&](const Placement &P) {
      std::optional<TextRange> Nest = C.File.range(Ast.Members[P.Member]->getSourceRange());
      return Nest && Nest->contains(R);
    });
  };
  struct SizeCall {
    TextRange Place;
    bool IsCompared = false;
  };
  std::vector<SizeCall> Calls;
  for (const Mention &M : mentionsOf(C.File, V, *Ast.Function->getBody())) {
    if (!M.Place)
      return;
    if (isPartOfLife(C, M) || any_of(Elements, [&](TextRange R) { return R.contains(*M.Place); }))
      continue;
    const CXXMemberCallExpr *Call = sizeCall(M);
    std::optional<TextRange> Place = Call ? C.File.range(Call->getSourceRange()) : std::nullopt;
    if (!Place || !IsInGroup(*Place) || M.InCapture)
      return;
    auto User = std::find(M.Parents.begin(), M.Parents.end(), Call) + 1;
    while (User != M.Parents.end() && isa<ImplicitCastExpr>(*User))
      ++User;
    const auto *Compares = User == M.Parents.end() ? nullptr : dyn_cast<BinaryOperator>(*User);
    Calls.push_back({*Place, Compares && Compares->isRelationalOp()});
  }
  if (Calls.empty() || sizeText(C, V, *Count, /*IsCompared=*/false).empty())
    return;
  for (const SizeCall &Call : Calls)
    Patch.replace(Call.Place, withInnerComments(C.File, Call.Place, sizeText(C, V, *Count, Call.IsCompared)));
}

} // namespace loopfuse
