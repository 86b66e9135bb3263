//===- TreeImage.cpp - what a statement's names mean, as plain data -------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/TreeImage.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

static std::string typeName(const ASTContext &Context, QualType Type) {
  if (Type.isNull())
    return "";
  PrintingPolicy Policy = Context.getPrintingPolicy();
  Policy.AnonymousTagLocations = false; // Lines change.
  return Type.getCanonicalType().getAsString(Policy);
}

/// What the node says besides its parts.
static std::string valueOf(const Stmt &S) {
  if (const auto *Operator = dyn_cast<BinaryOperator>(&S))
    return Operator->getOpcodeStr().str();
  if (const auto *Operator = dyn_cast<UnaryOperator>(&S))
    return UnaryOperator::getOpcodeStr(Operator->getOpcode()).str() + (Operator->isPostfix() ? "post" : "");
  if (const auto *Cast = dyn_cast<CastExpr>(&S))
    return Cast->getCastKindName();
  if (const auto *Integer = dyn_cast<IntegerLiteral>(&S))
    return toString(Integer->getValue(), 16, false);
  if (const auto *Float = dyn_cast<FloatingLiteral>(&S))
    return toString(Float->getValue().bitcastToAPInt(), 16, false);
  if (const auto *Character = dyn_cast<CharacterLiteral>(&S))
    return std::to_string(Character->getValue());
  if (const auto *Bool = dyn_cast<CXXBoolLiteralExpr>(&S))
    return Bool->getValue() ? "true" : "false";
  if (const auto *String = dyn_cast<clang::StringLiteral>(&S))
    return String->getBytes().str();
  return "";
}

void TreeReader::addName(const ValueDecl &D, std::vector<TreeNode> &Out) const {
  if (auto Own = Numbers.find(&D); Own != Numbers.end()) {
    Out.push_back({"variable " + std::to_string(Own->second), "", 0});
    return;
  }
  SourceSpan Place = placeOf(Context, D.getCanonicalDecl()->getLocation());
  Out.push_back({D.getNameAsString() + " " + typeName(Context, D.getType()), Place.File, Place.Offset});
}

void TreeReader::addVariables(const Stmt &S, std::vector<TreeNode> &Out) {
  const auto *Declaration = dyn_cast<DeclStmt>(&S);
  for (const Decl *D : Declaration ? Declaration->getDeclGroup() : DeclGroupRef()) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V) {
      Out.push_back({D->getDeclKindName(), "", 0});
      continue;
    }
    Numbers.try_emplace(V, Numbers.size());
    if (const auto *Parts = dyn_cast<DecompositionDecl>(V))
      for (const BindingDecl *Part : Parts->bindings())
        Numbers.try_emplace(Part, Numbers.size());
    Out.push_back({"declares " + typeName(Context, V->getType()) + " " + std::to_string(V->getInitStyle()) + " " +
                       std::to_string(V->getStorageClass()) + (V->getInit() ? " init" : ""),
                   "", 0});
  }
}

const Decl *TreeReader::asDecl(const ValueDecl &V) { return &V; }

std::string TreeReader::typeOf(const Expr *E) const {
  std::string Name = E ? typeName(Context, E->getType()) : "";
  for (size_t At = 0; IgnoresConst && (At = Name.find("const ", At)) != std::string::npos;)
    Name.erase(At, strlen("const "));
  return Name;
}

/// What only adds const, or says where temporaries end.
bool TreeReader::isSilent(const Stmt &S) const {
  const auto *Cast = dyn_cast<ImplicitCastExpr>(&S);
  return IgnoresConst && (isa<ExprWithCleanups>(S) || (Cast && Cast->getCastKind() == CK_NoOp));
}

static unsigned numParts(const Stmt &S) {
  unsigned Parts = 0;
  forEachPart(S, [&](const Stmt &) { ++Parts; });
  return Parts;
}

TreeNode TreeReader::nodeOf(const Stmt &S) {
  return {std::string(S.getStmtClassName()) + " " + std::to_string(numParts(S)) + "  ", "", 0};
}

std::vector<TreeNode> TreeReader::read(const Stmt &S) {
  std::vector<TreeNode> Out;
  auto Enter = [&](const Stmt &At) { return !Stands || !Stands(At); };
  auto Add = [&](const Stmt &At) {
    if (std::optional<std::string> Instead = Stands ? Stands(At) : std::nullopt) {
      Out.push_back({*Instead, "", 0});
      return false;
    }
    if (isSilent(At))
      return false;
    const auto *E = dyn_cast<Expr>(&At);
    Out.push_back(
        {std::string(At.getStmtClassName()) + " " + std::to_string(numParts(At)) + " " + typeOf(E) + " " + valueOf(At),
         "", 0});
    addVariables(At, Out);
    const auto *Ref = dyn_cast<DeclRefExpr>(&At);
    const auto *Member = dyn_cast<MemberExpr>(&At);
    const auto *Construct = dyn_cast<CXXConstructExpr>(&At);
    if (Ref)
      addName(*Ref->getDecl(), Out);
    else if (Member)
      addName(*Member->getMemberDecl(), Out);
    else if (Construct)
      addName(*Construct->getConstructor(), Out);
    return false;
  };
  anyStmt(S, Add, Enter);
  return Out;
}

} // namespace loopfuse
