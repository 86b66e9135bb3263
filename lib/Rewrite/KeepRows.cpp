//===- KeepRows.cpp - an array loses its outer dimensions -----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/KeepRows.h"
#include "Frontend/AnyStmt.h"
#include "Rewrite/Contract.h"
#include "Rewrite/Mentions.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {
/// The brackets to take away, and what they stand behind.
struct Brackets {
  TextRange Range;
  const DeclRefExpr *Of = nullptr; ///< Null in the declaration.
};
} // namespace

/// Of "t[N][M]" the first \p Count brackets. What they hold goes, too: it must have no effect.
static std::optional<Brackets> declaredBrackets(const FileText &File, const VarDecl &V, unsigned Count) {
  if (V.getType()->isVariablyModifiedType() || !V.getTypeSourceInfo())
    return std::nullopt;
  TypeLoc At = V.getTypeSourceInfo()->getTypeLoc();
  std::optional<TextRange> First, Last;
  for (unsigned K = 0; K < Count; ++K) {
    auto Array = At.getAs<ConstantArrayTypeLoc>();
    if (!Array)
      return std::nullopt;
    std::optional<TextRange> Range = File.range({Array.getLBracketLoc(), Array.getRBracketLoc()});
    if (!Range || (Last && Last->End > Range->Begin))
      return std::nullopt;
    First = First ? First : Range;
    Last = Range;
    At = Array.getElementLoc();
  }
  return First ? std::optional(Brackets{{First->Begin, Last->End}}) : std::nullopt;
}

/// Whether the initializer means the same for fewer dimensions: "{}" and "{0}".
static bool fitsRows(const VarDecl &V) {
  const Expr *Init = V.getInit();
  if (!Init)
    return true;
  const auto *List = dyn_cast<InitListExpr>(Init->IgnoreImplicit());
  if (!List)
    return false;
  const InitListExpr *Written = List->isSemanticForm() && List->getSyntacticForm() ? List->getSyntacticForm() : List;
  return Written->getNumInits() == 0 ||
         (Written->getNumInits() == 1 && isa<IntegerLiteral>(Written->getInit(0)->IgnoreParenImpCasts()));
}

/// Whether \p E is made of numbers and of variables of merged loops alone: nothing of it is missed.
static bool isPosition(const VariableContext &C, const Expr &E) {
  const Scop &S = C.Region.Model;
  auto IsLoopVariable = [&](const ValueDecl *D) {
    for (const Placement &P : C.Group.Members)
      for (unsigned L : S.perfectLoops(S.Members[P.Member], C.Group.Depth))
        if (C.Region.Ast.LoopVariables[L] == D)
          return true;
    return false;
  };
  return !anyStmt(E, [&](const Stmt &At) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(&At))
      return !IsLoopVariable(Ref->getDecl());
    const auto *B = dyn_cast<BinaryOperator>(&At);
    return !isa<IntegerLiteral, ParenExpr, ImplicitCastExpr>(&At) &&
           !(B && !B->isAssignmentOp() && !B->isCommaOp() && !B->isLogicalOp());
  });
}

/// Of "t[i][j]", an access with \p Dimensions subscripts, the first \p Count brackets.
static std::optional<Brackets> accessBrackets(const VariableContext &C, const Expr &Access, unsigned Dimensions,
                                              unsigned Count) {
  const Expr *At = Access.IgnoreParens();
  std::vector<const ArraySubscriptExpr *> Subscripts; // Innermost first.
  while (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(At)) {
    Subscripts.push_back(Subscript);
    At = Subscript->getLHS();
    if (const auto *Decay = dyn_cast<ImplicitCastExpr>(At); Decay && Decay->getCastKind() == CK_ArrayToPointerDecay)
      At = Decay->getSubExpr();
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(At);
  if (!Ref || Subscripts.size() != Dimensions)
    return std::nullopt;
  for (unsigned K = 0; K < Count; ++K)
    if (!isPosition(C, *Subscripts[Dimensions - 1 - K]->getIdx()))
      return std::nullopt;
  std::optional<TextRange> Name = C.File.range(Ref->getSourceRange()),
                           Last = C.File.token(Subscripts[Dimensions - Count]->getRBracketLoc());
  if (!Name || !Last || Name->End >= Last->End)
    return std::nullopt;
  return Brackets{{Name->End, Last->End}, Ref};
}

/// Whether the function's text has the array's name anywhere but in \p Known and its declaration: in text that is not
/// compiled, too.
static bool isNamedElsewhere(const VariableContext &C, const VarDecl &V, ArrayRef<Brackets> Known) {
  const FileText &File = C.File;
  std::optional<TextRange> Body = File.range(C.Region.Ast.Function->getBody()->getSourceRange()),
                           Own = File.token(V.getLocation());
  if (!Body || !Own)
    return true;
  return any_of(File.tokens(*Body), [&](const RawToken &T) {
    return T.Kind == tok::raw_identifier && File.slice(T.Range) == V.getName() && T.Range != *Own &&
           none_of(Known, [&](const Brackets &B) { return B.Of && File.token(B.Of->getLocation()) == T.Range; });
  });
}

/// Comments stay.
static std::string commentsIn(const FileText &File, TextRange Range) {
  std::string Out;
  for (const RawToken &T : File.tokens(Range))
    if (T.isComment()) {
      Out += " " + File.slice(T.Range).str();
      if (File.slice(T.Range).starts_with("//"))
        Out += File.text().drop_front(T.Range.End).take_while(isSpace);
    }
  return Out;
}

bool keepRows(const VariableContext &C, ArrayRef<FusedBody> Bodies, const Contraction &Plan, TextPatch &Patch) {
  const RegionAst &Ast = C.Region.Ast;
  const auto *V = dyn_cast_or_null<VarDecl>(Ast.Arrays[Plan.Array]);
  unsigned Dimensions = C.Region.Model.Arrays[Plan.Array].Extents.size(), Count = Dimensions - Plan.Kept;
  std::optional<Brackets> Declared = V && fitsRows(*V) ? declaredBrackets(C.File, *V, Count) : std::nullopt;
  if (!Declared)
    return false;
  std::vector<Brackets> Gone{*Declared};
  for (AccessRef R : Plan.Accesses) {
    const Expr *E = accessExpr(Ast, R);
    std::optional<Brackets> B = E ? accessBrackets(C, *E, Dimensions, Count) : std::nullopt;
    bool IsInBody = B && any_of(Bodies, [&](const FusedBody &Body) { return Body.Text.Content.contains(B->Range); });
    if (!IsInBody || B->Of->getDecl() != V)
      return false;
    Gone.push_back(*B);
  }
  // Nothing else may know the old shape, be it by sizeof or in text that is not compiled.
  auto IsAccess = [&](const Mention &M) { return any_of(Gone, [&](const Brackets &B) { return B.Of == M.Ref; }); };
  if (!all_of(mentionsOf(C.File, *V, *Ast.Function->getBody()), IsAccess) || isNamedElsewhere(C, *V, Gone))
    return false;
  for (const Brackets &B : Gone)
    Patch.replace(B.Range, commentsIn(C.File, B.Range));
  return true;
}

} // namespace loopfuse
