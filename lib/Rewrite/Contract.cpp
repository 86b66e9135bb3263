//===- Contract.cpp - an array's accesses become a scalar -----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/Contract.h"
#include "Model/RowParts.h"
#include "Rewrite/KeepRows.h"
#include "Rewrite/Release.h"
#include "Rewrite/RowText.h"
#include "Rewrite/StripLoops.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {
/// One contraction, looked up in the AST.
struct Candidate {
  const Contraction *Plan = nullptr;
  std::vector<TextRange> Accesses;
  const Expr *Definition = nullptr;
  unsigned Body = 0; ///< The body that defines it.
};
} // namespace

const Expr *accessExpr(const RegionAst &Ast, AccessRef R) {
  if (R.Statement >= Ast.Accesses.size() || R.Access >= Ast.Accesses[R.Statement].size())
    return nullptr;
  return Ast.Accesses[R.Statement][R.Access];
}

static std::optional<unsigned> bodyOfStatement(const ExtractedRegion &Region, ArrayRef<FusedBody> Bodies,
                                               unsigned Statement) {
  for (unsigned B = 0; B < Bodies.size(); ++B)
    if (Bodies[B].Text.Member == Region.Model.Statements[Statement].Member)
      return B;
  return std::nullopt;
}

/// Whether the text of \p E names an element and does nothing else. In C++ an assignment or ++ is a glvalue too: read
/// through one ("b[i] = t[i] += 3"), its text would take the operation along.
static bool isPlainElement(const Expr &E) {
  const Expr *Element = E.IgnoreParens();
  if (const auto *U = dyn_cast<UnaryOperator>(Element))
    return U->getOpcode() == UO_Deref;
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(Element))
    return Call->getOperator() == OO_Subscript || Call->getOperator() == OO_Call ||
           (Call->getOperator() == OO_Star && Call->getNumArgs() == 1);
  return isa<ArraySubscriptExpr>(Element);
}

/// Of pointers, what they point to would be another array by name and proof, depending on how they are held.
static bool isNumber(QualType Type) {
  return Type->isScalarType() && !Type->isAnyPointerType() && !Type->isMemberPointerType();
}

// Nothing if the text does not allow the contraction.
static std::optional<Candidate> lookUp(const VariableContext &C, ArrayRef<FusedBody> Bodies, const Contraction &Plan) {
  const RegionAst &Ast = C.Region.Ast;
  if (C.Region.Model.Arrays[Plan.Array].ElementType.empty() || !Ast.Arrays[Plan.Array])
    return std::nullopt;
  Candidate Out{&Plan, {}, accessExpr(Ast, Plan.Definition), 0};
  for (AccessRef R : Plan.Accesses) {
    const Expr *E = accessExpr(Ast, R);
    std::optional<unsigned> Body = bodyOfStatement(C.Region, Bodies, R.Statement);
    std::optional<TextRange> Place = E ? C.File.range(E->getSourceRange()) : std::nullopt;
    if (!Place || !Body || !Bodies[*Body].Text.Content.contains(*Place) || !isNumber(E->getType()) ||
        !isPlainElement(*E))
      return std::nullopt;
    // An operator of the user's own class may do more than name an element.
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E->IgnoreParens());
    if (Operator && C.Region.Model.Arrays[Plan.Array].Base != BaseKind::Owned && Operator->getDirectCallee() &&
        !Operator->getDirectCallee()->isInStdNamespace())
      return std::nullopt;
    if (E->getType().getCanonicalType().getUnqualifiedType() !=
        Out.Definition->getType().getCanonicalType().getUnqualifiedType())
      return std::nullopt;
    Out.Accesses.push_back(*Place);
  }
  std::optional<unsigned> Body = bodyOfStatement(C.Region, Bodies, Plan.Definition.Statement);
  if (!Out.Definition || !Body)
    return std::nullopt;
  // Under a guard the original loops use it.
  const auto *Variable = dyn_cast<VarDecl>(Ast.Arrays[Plan.Array]);
  if (Variable && !C.Group.isGuarded() && wouldStayUnused(C.File, *Ast.Function, *Variable, Out.Accesses))
    return std::nullopt;
  Out.Body = *Body;
  return Out;
}

// The assignment that can become a declaration: a statement of the body's outermost scope.
static const BinaryOperator *plainDefinition(const Candidate &D, const FusedBody &Body) {
  auto Match = [&](const Stmt *S) -> const BinaryOperator * {
    const auto *Assignment = dyn_cast_or_null<BinaryOperator>(S);
    bool Plain = Assignment && Assignment->getOpcode() == BO_Assign && Assignment->getLHS() == D.Definition &&
                 !isa<InitListExpr>(Assignment->getRHS()->IgnoreImplicit()) &&
                 !llvm::is_contained(Body.Fenced, Assignment);
    return Plain ? Assignment : nullptr;
  };
  if (const auto *Compound = dyn_cast<CompoundStmt>(Body.Text.Body)) {
    for (const Stmt *Child : Compound->body())
      if (const BinaryOperator *Assignment = Match(Child))
        return Assignment;
    return nullptr;
  }
  return Match(Body.Text.Body);
}

static bool isUsedByOthers(const Candidate &D, ArrayRef<FusedBody> Bodies) {
  return llvm::any_of(D.Accesses, [&](TextRange R) { return !Bodies[D.Body].Text.Content.contains(R); });
}

/// The type of the scalar. A macro is kept: it may stand for another type elsewhere. So is what a template's text says;
/// where that is not the element's type, there is no telling.
static std::optional<std::string> typeOf(const VariableContext &C, const Contraction &Plan) {
  const auto *V = dyn_cast<VarDecl>(C.Region.Ast.Arrays[Plan.Array]);
  std::optional<TextRange> Specifier = V && V->getType()->isArrayType() ? C.File.typeSpecifier(*V) : std::nullopt;
  bool IsInstantiation = C.Region.Ast.IsInstantiation;
  if (!Specifier)
    return IsInstantiation ? std::nullopt : std::optional(C.Region.Model.Arrays[Plan.Array].ElementType);
  std::vector<RawToken> Tokens = C.File.tokens(*Specifier);
  if (IsInstantiation)
    return Tokens.size() == 1 && V->getStorageClass() == SC_None ? std::optional(C.File.slice(*Specifier).str())
                                                                 : std::nullopt;
  const IdentifierTable &Names = V->getASTContext().Idents;
  auto Name = Names.find(C.File.slice(*Specifier));
  bool IsMacro = Tokens.size() == 1 && Name != Names.end() && Name->second->hasMacroDefinition();
  return IsMacro ? C.File.slice(*Specifier).str() : C.Region.Model.Arrays[Plan.Array].ElementType;
}

static std::string wantedName(const VariableContext &C, const Contraction &Plan) {
  if (!Plan.Scalar.empty())
    return Plan.Scalar;
  std::string Name = C.Region.Ast.Arrays[Plan.Array]->getName().str();
  const Scop &S = C.Region.Model;
  for (unsigned L : S.perfectLoops(S.Members[C.Group.Members.front().Member], C.Group.Depth))
    Name += "_" + S.Loops[L].Variable;
  return Name;
}

std::string withInnerComments(const FileText &File, TextRange Access, StringRef New) {
  std::string Out = New.str();
  for (const RawToken &T : File.tokens(Access)) {
    if (!T.isComment())
      continue;
    Out += " " + File.slice(T.Range).str();
    if (File.slice(T.Range).starts_with("//"))
      Out += File.text().drop_front(T.Range.End).take_while(isSpace);
  }
  return Out;
}

/// "t_strip[i - i0]" for each access, i being the counter of the inner loop that the body stands in. Nothing if a body
/// has another i.
static std::optional<Contraction> bufferArray(const VariableContext &C, ArrayRef<FusedBody> Bodies, const Candidate &D,
                                              const std::string &Type, StripText &Strip, TextPatch &Patch) {
  const Scop &S = C.Region.Model;
  std::vector<StringRef> Counters; // Per body.
  for (unsigned B = 0; B < Bodies.size(); ++B) {
    unsigned Leader = C.Group.Members[leaderOf(C.Group, B)].Member;
    Counters.push_back(C.Region.Ast.LoopVariables[S.Members[Leader].Loops.front()]->getName());
    NameUse Names = namesIn(C.File, *Bodies[B].Text.Body, Bodies[B].Text.Content);
    if (Names.DeclaredInside.contains(Counters.back()) || Names.HasHiddenText)
      return std::nullopt;
  }
  Contraction Result = *D.Plan;
  Result.Scalar = C.Fresh.get(C.Region.Ast.Arrays[D.Plan->Array]->getName().str() + "_" + Strip.Length);
  for (TextRange R : D.Accesses) {
    unsigned B = 0;
    while (!Bodies[B].Text.Content.contains(R))
      ++B;
    std::string Element = Result.Scalar + "[" + Counters[B].str() + " - " + Strip.Origin + "]";
    Patch.replace(R, withInnerComments(C.File, R, Element));
  }
  Strip.Buffers.push_back(Type + " " + Result.Scalar + "[" + Strip.Length + "];");
  return Result;
}

/// "t_row[x]" for each access, in the body of the innermost merged loop. Nothing if a body has another x.
static std::optional<Contraction> rowArray(const VariableContext &C, ArrayRef<FusedBody> Bodies, const Candidate &D,
                                           const std::string &Type, RowText &Row, TextPatch &Patch) {
  for (const FusedBody &B : Bodies) {
    NameUse Names = namesIn(C.File, *B.Text.Body, B.Text.Content);
    if (Names.DeclaredInside.contains(Row.Header.Variable->getName()) || Names.HasHiddenText)
      return std::nullopt;
  }
  Contraction Result = *D.Plan;
  Result.Scalar = C.Fresh.get(C.Region.Ast.Arrays[D.Plan->Array]->getName().str() + "_row");
  for (TextRange R : D.Accesses)
    Patch.replace(R, withInnerComments(C.File, R, Result.Scalar + Row.Element));
  Row.Declared.push_back(Type + " " + Result.Scalar + "[" + Row.Length + "];");
  return Result;
}

std::vector<Contraction> contractArrays(const VariableContext &C, std::vector<FusedBody> &Bodies, StripText *Strip,
                                        MutableArrayRef<RowText> Rows, TextPatch &Patch) {
  std::vector<Contraction> Done;
  for (const Contraction &Plan : C.Group.Contractions) {
    if (Plan.Kept) {
      if (keepRows(C, Bodies, Plan, Patch))
        Done.push_back(Plan);
      continue;
    }
    std::optional<Candidate> D = lookUp(C, Bodies, Plan);
    std::optional<std::string> Type = typeOf(C, Plan);
    if (!D || !Type)
      continue;
    if (Strip && isStripBuffer(C.Region.Model, C.Group, Plan)) {
      if (std::optional<Contraction> Buffer = bufferArray(C, Bodies, *D, *Type, *Strip, Patch))
        Done.push_back(std::move(*Buffer));
      continue;
    }
    if (const RowLoop *Row = bufferedIn(C.Region.Model, C.Group, Plan)) {
      auto Text = find_if(Rows, [&](const RowText &T) { return T.Plan == Row; });
      if (std::optional<Contraction> Buffer = rowArray(C, Bodies, *D, *Type, *Text, Patch))
        Done.push_back(std::move(*Buffer));
      continue;
    }
    Contraction Result = Plan;
    Result.Scalar = C.Fresh.get(wantedName(C, Plan));
    FusedBody &Body = Bodies[D->Body];
    std::optional<TextRange> Left = C.File.range(D->Definition->getSourceRange());
    bool Scoped = Body.OwnScope && isUsedByOthers(*D, Bodies);
    for (TextRange R : D->Accesses)
      Patch.replace(R, withInnerComments(C.File, R, Result.Scalar));
    if (!Scoped && plainDefinition(*D, Body)) {
      std::string Name = withInnerComments(C.File, *Left, Result.Scalar);
      Patch.replace(*Left, (Plan.IsConstant ? "const " : "") + *Type + " " + Name);
    } else {
      Body.Outside.push_back(*Type + " " + Result.Scalar + ";");
    }
    Done.push_back(std::move(Result));
  }
  return Done;
}

} // namespace loopfuse
