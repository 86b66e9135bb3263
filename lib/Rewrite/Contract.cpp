//===- Contract.cpp - an array's accesses become a scalar -----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/Contract.h"
#include "Frontend/CallAccesses.h"
#include "Model/Elements.h"
#include "Model/RowParts.h"
#include "Rewrite/KeepRows.h"
#include "Rewrite/Release.h"
#include "Rewrite/RowText.h"
#include "Rewrite/SizeCalls.h"
#include "Rewrite/StripLoops.h"
#include "Rewrite/TypeNames.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringExtras.h"
#include <variant>

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {
/// One contraction, looked up in the AST.
struct Candidate {
  const Contraction *Plan = nullptr;
  std::vector<TextRange> Accesses;
  const Expr *Definition = nullptr;
  const Expr *Element = nullptr; ///< That the definition is in.
  unsigned Body = 0;             ///< The body that defines it.
};

/// An assignment of a value, of scalars or by a copy that is no more than that.
struct Assignment {
  const Expr *Whole = nullptr;
  const Expr *Target = nullptr;
  const Expr *Value = nullptr;
};
} // namespace

static std::optional<Assignment> assignmentIn(const Stmt *S) {
  if (const auto *Cleanups = dyn_cast_or_null<ExprWithCleanups>(S))
    S = Cleanups->getSubExpr();
  if (const auto *B = dyn_cast_or_null<BinaryOperator>(S); B && B->getOpcode() == BO_Assign)
    return Assignment{B, B->getLHS(), B->getRHS()};
  const auto *Call = dyn_cast_or_null<CallExpr>(S);
  if (!Call || !isTrivialAssignment(*Call))
    return std::nullopt;
  return Assignment{Call, Call->getArg(0), Call->getArg(1)};
}

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

namespace {
struct ElementText {
  const Expr *Element = nullptr;
  unsigned Members = 0; ///< How many names of members stand behind it.
};
} // namespace

/// The element that an access is in: "t[i]" of "t[i].x". None if the text leads to the member in another way.
static ElementText elementOf(const Expr &Access) {
  ElementText Out{Access.IgnoreParens()};
  for (const auto *M = dyn_cast<MemberExpr>(Out.Element); M; M = dyn_cast<MemberExpr>(Out.Element)) {
    if (M->isArrow() || !isa<FieldDecl>(M->getMemberDecl()))
      return {};
    Out = {M->getBase()->IgnoreParens(), Out.Members + 1};
  }
  return Out;
}

static bool holdsPointers(const ASTContext &Context, QualType Type) {
  Type = Context.getBaseElementType(Type);
  if (const RecordDecl *Class = Type->getAsRecordDecl()) {
    const auto *WithBases = dyn_cast<CXXRecordDecl>(Class);
    return any_of(Class->fields(), [&](const FieldDecl *F) { return holdsPointers(Context, F->getType()); }) ||
           (WithBases &&
            any_of(WithBases->bases(), [&](const CXXBaseSpecifier &B) { return holdsPointers(Context, B.getType()); }));
  }
  return Type->isAnyPointerType() || Type->isReferenceType() || Type->isMemberPointerType();
}

/// Why a variable cannot stand for an element, "" if it can. Of pointers, what they point to would be another array by
/// name and proof, depending on how they are held. Of classes, a variable without a value must be one that nobody sees
/// being made.
static std::string whyNoVariable(const ASTContext &Context, QualType Type) {
  if (holdsPointers(Context, Type))
    return "its elements are or hold pointers, and what these lead to is told by them";
  const auto *Class = Type->getAsCXXRecordDecl();
  bool IsMadeFreely =
      !Class || (Class->isTriviallyCopyable() && (Class->hasTrivialDefaultConstructor() || Class->isInStdNamespace()));
  if (IsMadeFreely && (Type->isScalarType() || Type->isRecordType()))
    return "";
  return "making one '" + Type.getUnqualifiedType().getAsString(Context.getPrintingPolicy()) + "' may have an effect";
}

using LookedUp = std::variant<Candidate, /*why not*/ std::string>;

static LookedUp lookUp(const VariableContext &C, ArrayRef<FusedBody> Bodies, const Contraction &Plan) {
  const RegionAst &Ast = C.Region.Ast;
  if (C.Region.Model.Arrays[Plan.Array].ElementType.empty() || !Ast.Arrays[Plan.Array])
    return "the type of its elements has no name";
  Candidate Out{&Plan, {}, accessExpr(Ast, Plan.Definition), nullptr, 0};
  for (AccessRef R : Plan.Accesses) {
    const Expr *Access = accessExpr(Ast, R);
    ElementText Text = Access ? elementOf(*Access) : ElementText();
    const Expr *E = Text.Element;
    std::optional<unsigned> Body = bodyOfStatement(C.Region, Bodies, R.Statement);
    std::optional<TextRange> Place = E ? C.File.range(E->getSourceRange()) : std::nullopt;
    const std::vector<IndexExpr> &Subscripts = C.Region.Model.Statements[R.Statement].Accesses[R.Access].Subscripts;
    bool HasMembers = Subscripts.size() == elementDimensions(C.Region.Model.Arrays[Plan.Array]) + Text.Members;
    if (!Place || !Body || !Bodies[*Body].Text.Content.contains(*Place) || !isPlainElement(*E) || !HasMembers)
      return "not all that is done with its elements names them plainly in the text of the loops";
    if (std::string Why = whyNoVariable(C.File.context(), E->getType()); !Why.empty())
      return Why;
    // An operator of the user's own class may do more than name an element.
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
    if (Operator && C.Region.Model.Arrays[Plan.Array].Base != BaseKind::Owned && Operator->getDirectCallee() &&
        !Operator->getDirectCallee()->isInStdNamespace())
      return "an operator that is no array's names its elements";
    if (R == Plan.Definition)
      Out.Element = E;
    Out.Accesses.push_back(*Place);
  }
  for (AccessRef R : Plan.Accesses)
    if (!Out.Element || elementOf(*accessExpr(Ast, R)).Element->getType().getCanonicalType().getUnqualifiedType() !=
                            Out.Element->getType().getCanonicalType().getUnqualifiedType())
      return "its elements are seen as several types";
  std::optional<unsigned> Body = bodyOfStatement(C.Region, Bodies, Plan.Definition.Statement);
  if (!Out.Definition || !Body)
    return "no text of the loops defines it";
  // Under a guard the original loops use it.
  const auto *Variable = dyn_cast<VarDecl>(Ast.Arrays[Plan.Array]);
  if (Variable && !C.Group.isGuarded() && wouldStayUnused(C.File, *Ast.Function, *Variable, Out.Accesses))
    return "its declaration cannot go, or text that is not compiled names it";
  Out.Body = *Body;
  return Out;
}

// Whether the definition can become a declaration: an assignment in the body's outermost scope.
static bool isPlainDefinition(const Candidate &D, const FusedBody &Body) {
  auto Matches = [&](const Stmt *S) {
    std::optional<Assignment> A = assignmentIn(S);
    return A && A->Target == D.Definition && D.Definition == D.Element &&
           !isa<InitListExpr>(A->Value->IgnoreImplicit()) && !llvm::is_contained(Body.Fenced, A->Whole) &&
           !llvm::is_contained(Body.Fenced, S);
  };
  if (const auto *Compound = dyn_cast<CompoundStmt>(Body.Text.Body))
    return any_of(Compound->body(), Matches);
  return Matches(Body.Text.Body);
}

static bool isUsedByOthers(const Candidate &D, ArrayRef<FusedBody> Bodies) {
  return llvm::any_of(D.Accesses, [&](TextRange R) { return !Bodies[D.Body].Text.Content.contains(R); });
}

/// Where the text names the type of the elements: "T" of "T t[N]", "T *t", "vector<T> t", "make_unique<T[]>(n)".
static TypeLoc elementInText(const VarDecl &V) {
  auto FromWritten = [](const TypeSourceInfo *Info) {
    TypeLoc Loc = Info ? Info->getTypeLoc() : TypeLoc();
    while (!Loc.isNull()) {
      TypeLoc Inner = Loc.getUnqualifiedLoc();
      if (auto Pointer = Inner.getAs<PointerTypeLoc>())
        Loc = Pointer.getPointeeLoc();
      else if (auto Array = Inner.getAs<ArrayTypeLoc>())
        Loc = Array.getElementLoc();
      else if (auto Class = Inner.getAs<TemplateSpecializationTypeLoc>(); Class && Class.getNumArgs() > 0)
        Loc = Class.getArgLoc(0).getTypeSourceInfo() ? Class.getArgLoc(0).getTypeSourceInfo()->getTypeLoc() : TypeLoc();
      else
        return Inner;
    }
    return Loc;
  };
  if (!V.getType()->getContainedDeducedType())
    return FromWritten(V.getTypeSourceInfo());
  const Expr *Init = V.getInit() ? V.getInit()->IgnoreImplicit() : nullptr;
  if (const auto *Cast = dyn_cast_or_null<ExplicitCastExpr>(Init))
    return FromWritten(Cast->getTypeInfoAsWritten());
  if (const auto *New = dyn_cast_or_null<CXXNewExpr>(Init))
    return FromWritten(New->getAllocatedTypeSourceInfo());
  const auto *Call = dyn_cast_or_null<CallExpr>(Init);
  const auto *Callee = Call ? dyn_cast<DeclRefExpr>(Call->getCallee()->IgnoreImplicit()) : nullptr;
  return Callee && Callee->getNumTemplateArgs() > 0 ? FromWritten(Callee->getTemplateArgs()[0].getTypeSourceInfo())
                                                    : TypeLoc();
}

namespace {
struct WrittenType {
  std::string Text;
  QualType Type; ///< With the names of the text.
};
} // namespace

/// How the array's declaration spells the type of its elements. A macro is kept: it may stand for another type
/// elsewhere. So is what a template's text says; where that is not the element's type, there is no telling.
static std::optional<WrittenType> writtenType(const VariableContext &C, const Candidate &D) {
  const Contraction &Plan = *D.Plan;
  const auto *V = dyn_cast<VarDecl>(C.Region.Ast.Arrays[Plan.Array]);
  TypeLoc Loc = V ? elementInText(*V) : TypeLoc();
  bool IsElement = !Loc.isNull() && C.File.context().hasSameUnqualifiedType(Loc.getType(), D.Element->getType());
  WrittenType Out{C.Region.Model.Arrays[Plan.Array].ElementType, IsElement ? Loc.getType() : D.Element->getType()};
  if (C.Region.Ast.IsInstantiation) {
    std::optional<TextRange> Text = IsElement ? C.File.writtenRange(Loc.getSourceRange()) : std::nullopt;
    if (!Text)
      return std::nullopt;
    Out.Text = C.File.slice(*Text).str();
    return Out;
  }
  std::optional<TextRange> Specifier = V && V->getType()->isArrayType() ? C.File.typeSpecifier(*V) : std::nullopt;
  if (!Specifier)
    return Out;
  std::vector<RawToken> Tokens = C.File.tokens(*Specifier);
  const IdentifierTable &Names = V->getASTContext().Idents;
  auto Name = Names.find(C.File.slice(*Specifier));
  bool IsMacro = Tokens.size() == 1 && Name != Names.end() && Name->second->hasMacroDefinition();
  if (IsMacro)
    Out.Text = C.File.slice(*Specifier).str();
  return Out;
}

/// The type of the scalar, as it can be written where the accesses stand.
static std::optional<std::string> typeOf(const VariableContext &C, const Candidate &D) {
  std::optional<WrittenType> Written = writtenType(C, D);
  return Written ? spelledAnywhere(C.File, *C.Region.Ast.Function, Written->Type, Written->Text) : std::nullopt;
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

ContractedArrays contractArrays(const VariableContext &C, std::vector<FusedBody> &Bodies, StripText *Strip,
                                MutableArrayRef<RowText> Rows, TextPatch &Patch) {
  ContractedArrays Out;
  auto Stays = [&](const Contraction &Plan, std::string Why) { Out.Staying.push_back({Plan.Array, std::move(Why)}); };
  for (const Contraction &Plan : C.Group.Contractions) {
    if (Plan.Kept) {
      if (keepRows(C, Bodies, Plan, Patch))
        Out.Done.push_back(Plan);
      else
        Stays(Plan, "something besides the accesses of the loops names it, or its declaration cannot be made smaller");
      continue;
    }
    LookedUp Found = lookUp(C, Bodies, Plan);
    if (auto *Why = std::get_if<std::string>(&Found)) {
      Stays(Plan, std::move(*Why));
      continue;
    }
    const Candidate &D = std::get<Candidate>(Found);
    std::optional<std::string> Type = typeOf(C, D);
    if (!Type) {
      Stays(Plan, "the name of its elements' type may mean something else in the fused loop");
      continue;
    }
    const RowLoop *Row = bufferedIn(C.Region.Model, C.Group, Plan);
    if (Row || (Strip && isStripBuffer(C.Region.Model, C.Group, Plan))) {
      auto Text = find_if(Rows, [&](const RowText &T) { return T.Plan == Row; });
      std::optional<Contraction> Buffer;
      if (!D.Element->getType()->isRecordType())
        Buffer = Row ? rowArray(C, Bodies, D, *Type, *Text, Patch) : bufferArray(C, Bodies, D, *Type, *Strip, Patch);
      if (Buffer)
        Out.Done.push_back(std::move(*Buffer));
      else
        Stays(Plan, "no buffer of a strip can stand for it");
      continue;
    }
    if (const auto *V = dyn_cast<VarDecl>(C.Region.Ast.Arrays[Plan.Array]))
      replaceSizes(C, *V, D.Accesses, Patch);
    Contraction Result = Plan;
    Result.Scalar = C.Fresh.get(wantedName(C, Plan));
    FusedBody &Body = Bodies[D.Body];
    std::optional<TextRange> Left = C.File.range(D.Element->getSourceRange());
    bool Scoped = Body.OwnScope && isUsedByOthers(D, Bodies);
    for (TextRange R : D.Accesses)
      Patch.replace(R, withInnerComments(C.File, R, Result.Scalar));
    if (!Scoped && isPlainDefinition(D, Body)) {
      std::string Name = withInnerComments(C.File, *Left, Result.Scalar);
      Patch.replace(*Left,
                    (Plan.IsConstant && !D.Element->getType()->isRecordType() ? "const " : "") + *Type + " " + Name);
    } else {
      Body.Outside.push_back(*Type + " " + Result.Scalar + ";");
    }
    Out.Done.push_back(std::move(Result));
  }
  return Out;
}

} // namespace loopfuse
