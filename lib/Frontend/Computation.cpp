//===- Computation.cpp - the terms of a statement ---------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Computation.h"
#include "Frontend/Assertions.h"
#include "Frontend/CallAccesses.h"
#include "Frontend/Places.h"
#include "Frontend/Values.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {
class TermWriter {
public:
  TermWriter(Extraction &X, const AccessList &List, std::vector<Term> &Out) : X(X), List(List), Out(Out) {}

  void statement(const Stmt &S);
  void copy(const VarDecl &V);

private:
  void declaration(const VarDecl &V);
  void expression(const Expr &Given);
  bool memory(const Expr &E);
  void access(const Expr &E, size_t Number);
  std::string placeType(const Expr &E) const;
  bool product(const BinaryOperator &E);
  void name(const DeclRefExpr &E);
  void argument(const BoundArgument &Bound);
  void variable(const VarDecl &V, const DeclRefExpr &E);
  void structure(const Expr &E);
  void call(const CallExpr &E);
  void children(const Stmt &S);
  void replaceByValue(const Expr &E, size_t From);
  bool isAlias(const VarDecl &V);
  std::optional<IndexExpr> iterationValue(const Expr &E);

  void operation(const Twine &Text) { Out.push_back({TermKind::Operation, Text.str(), 0, {}, 0}); }
  LocalVariable describe(const VarDecl &V) const;
  void local(const VarDecl &V);
  std::string typeName(QualType T) const {
    // A lambda or unnamed class would be told by its line, which changes.
    PrintingPolicy Policy = X.Context.getPrintingPolicy();
    Policy.AnonymousTagLocations = false;
    return T.getCanonicalType().getUnqualifiedType().getAsString(Policy);
  }

  Extraction &X;
  const AccessList &List;
  std::vector<Term> &Out;
  unsigned Nesting = 0;
  static constexpr unsigned MaxNesting = 2000;
};
} // namespace

/// What \p E gives if that follows from the loop variables alone. Asking leaves no trace in the Scop.
std::optional<IndexExpr> TermWriter::iterationValue(const Expr &E) {
  if (E.getType().isNull() || !E.getType()->isIntegralOrEnumerationType())
    return std::nullopt;
  Extraction::Mark Before = X.mark();
  std::vector<unsigned> Used = X.UsedParameters;
  bool SawVarying = X.SawVarying;
  Value V = valueOf(X, E);
  bool HasParameter = false;
  V.Expr.mapLeaves([&](const IndexExpr &Leaf) {
    HasParameter |= Leaf.kind() == IndexKind::Parameter;
    return Leaf;
  });
  X.rollBack(Before);
  X.UsedParameters = std::move(Used);
  X.SawVarying = SawVarying;
  if (!V.isKnown() || HasParameter)
    return std::nullopt;
  return V.Expr;
}

/// "P p;"
static bool isDefault(const VarDecl &V) {
  const auto *C = dyn_cast_or_null<CXXConstructExpr>(V.getInit());
  return C && C->getNumArgs() == 0 && C->getConstructor()->isDefaultConstructor() && !C->requiresZeroInitialization() &&
         !C->isListInitialization();
}

/// Nor has it one where its constructor does nothing.
static bool isWithoutValue(const VarDecl &V) {
  return !V.getInit() || (isDefault(V) && cast<CXXConstructExpr>(V.getInit())->getConstructor()->isTrivial());
}

/// Whether \p V, declared inside the member, is only another name for what its initialiser says.
bool TermWriter::isAlias(const VarDecl &V) {
  if (!X.isPrivate(V) || !V.getInit() || V.isCXXForRangeDecl())
    return false;
  if (V.getType()->isReferenceType())
    return !isa<MaterializeTemporaryExpr>(stripTransparent(V.getInit()));
  if (!X.fixedInit(V))
    return false;
  return V.getType()->isPointerType() || isIteratorClass(V.getType()) || iterationValue(*V.getInit());
}

LocalVariable TermWriter::describe(const VarDecl &V) const {
  LocalVariable L{V.getNameAsString(), std::nullopt};
  if (auto In = X.DeclaredIn.find(&V); In != X.DeclaredIn.end())
    L.Loop = In->second;
  QualType Type = V.getType();
  if (Type->isArithmeticType() && !Type->isDependentType() && !Type.isVolatileQualified() && !X.isOpen(V))
    L.Bytes = X.Context.getTypeSizeInChars(Type).getQuantity();
  L.KeepsValue = X.fixedInit(V) != nullptr;
  return L;
}

void TermWriter::local(const VarDecl &V) {
  auto [It, IsNew] = X.LocalNumbers.try_emplace(&V, X.Model.LocalVariables.size());
  if (IsNew)
    X.Model.LocalVariables.push_back(describe(V));
  Out.push_back({TermKind::Local, typeName(V.getType().getNonReferenceType()), It->second, {}, 0});
}

void TermWriter::copy(const VarDecl &V) {
  operation("=");
  local(V);
  // The read of the element comes last.
  if (List.Accesses.empty() || List.Text.back() || List.Accesses.back().ReadsHandle)
    return operation("element");
  unsigned Number = List.Accesses.size() - 1;
  Out.push_back({TermKind::Memory, typeName(V.getType().getNonReferenceType()), Number, {}, 0});
}

void TermWriter::declaration(const VarDecl &V) {
  auto IsUnknown = [](const Access &A) {
    return any_of(A.Subscripts, [](const IndexExpr &E) { return E.isUnknown(); });
  };
  // What an alias stands for is told where it is used, but for what its initialiser reads somewhere.
  bool IsWithoutValue = isWithoutValue(V) || (V.getIdentifier() && X.Scalars.contains(V.getName()) && isDefault(V));
  if (V.hasGlobalStorage() || (isAlias(V) && none_of(List.Accesses, IsUnknown)) || (X.isPrivate(V) && IsWithoutValue))
    return;
  if (X.isPrivate(V)) {
    operation("=");
    local(V);
  } else {
    operation("declare " + V.getName());
  }
  if (V.getInit())
    expression(*V.getInit());
}

void TermWriter::statement(const Stmt &S) {
  if (const auto *E = dyn_cast<Expr>(&S))
    return expression(*E);
  const auto *D = dyn_cast<DeclStmt>(&S);
  if (!D) {
    operation(S.getStmtClassName());
    return children(S);
  }
  for (const Decl *Child : D->decls())
    if (const auto *V = dyn_cast<VarDecl>(Child))
      declaration(*V);
}

void TermWriter::children(const Stmt &S) {
  for (const Stmt *Child : S.children())
    if (Child)
      statement(*Child);
}

/// Replaces the terms from \p From on, those of \p E, if they are integers that make up another one.
void TermWriter::replaceByValue(const Expr &E, size_t From) {
  for (size_t I = From; I < Out.size(); ++I)
    if (Out[I].Kind != TermKind::Value && Out[I].Kind != TermKind::Operation)
      return;
  if (std::optional<IndexExpr> V = iterationValue(E)) {
    Out.resize(From);
    Out.push_back({TermKind::Value, "", 0, {*V}, 0});
  }
}

void TermWriter::expression(const Expr &Given) {
  const Expr *E = stripTransparent(&Given);
  if (const auto *C = dyn_cast<CastExpr>(E);
      C && is_contained({CK_LValueToRValue, CK_ArrayToPointerDecay, CK_FunctionToPointerDecay}, C->getCastKind()))
    return expression(*C->getSubExpr());
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return expression(*M->getSubExpr());
  // What is so deep has not been modelled, or is a name that stands for itself.
  if (Nesting > MaxNesting)
    return operation("...");
  ++Nesting;
  size_t From = Out.size();
  if (const Expr *Condition = assertedCondition(X.Context, *E)) {
    operation("assert"); // What a failing one would print names its line, which changes.
    expression(*Condition);
  } else if (!memory(*E)) {
    structure(*E);
    replaceByValue(*E, From);
  }
  --Nesting;
}

/// Whether it does more than lead to an object: "(a = b)", "++a", "(c ? a : b)".
static bool isMoreThanPlace(const ASTContext &Context, const Expr &E) {
  return isa<BinaryOperator, UnaryOperator, AbstractConditionalOperator>(E) &&
         (isa<AbstractConditionalOperator>(E) || E.HasSideEffects(Context, /*IncludePossibleEffects=*/false));
}

/// The object of an access. What leads to it is in the subscripts if those are known.
bool TermWriter::memory(const Expr &E) {
  if (isHandle(X, E.getType()))
    return false;
  // The name of a reference is a handle, listed beside what it refers to.
  size_t Number = 0, Count = List.Accesses.size();
  while (Number < Count && (List.Text[Number] != &E || List.Accesses[Number].ReadsHandle))
    ++Number;
  if (Number == Count)
    return false;
  access(E, Number);
  return true;
}

/// The type of what \p E names, or of the element that it is in with the members that lead there: "P.x" of "p[i].x".
std::string TermWriter::placeType(const Expr &E) const {
  std::string Members;
  const Expr *At = E.IgnoreParens();
  for (const auto *M = dyn_cast<MemberExpr>(At); M && !M->isArrow() && isa<FieldDecl>(M->getMemberDecl());
       M = dyn_cast<MemberExpr>(At)) {
    Members = "." + M->getMemberDecl()->getNameAsString() + Members;
    At = M->getBase()->IgnoreParens();
  }
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(At);
  const auto *Deref = dyn_cast<UnaryOperator>(At);
  bool IsElement = isa<ArraySubscriptExpr>(At) || (Deref && Deref->getOpcode() == UO_Deref) ||
                   (Operator && Operator->getOperator() == OO_Subscript);
  return Members.empty() || !IsElement ? typeName(E.getType()) : typeName(At->getType()) + Members;
}

void TermWriter::access(const Expr &E, size_t Number) {
  size_t At = Out.size();
  Out.push_back({TermKind::Memory, placeType(E), static_cast<unsigned>(Number), {}, 0});
  if (!List.Accesses[Number].Must || isMoreThanPlace(X.Context, E))
    structure(E);
  Out[At].Below = Out.size() - At - 1;
}

/// "x[i] *= y" in a kernel, as "x[i] = y * x[i]": so it is written where it must not meet a sum (KernelBody.h).
bool TermWriter::product(const BinaryOperator &Given) {
  const auto *E = X.Launch ? dyn_cast<CompoundAssignOperator>(&Given) : nullptr;
  if (!E || E->getOpcode() != BO_MulAssign || !E->getType()->isRealFloatingType() ||
      !X.Context.hasSameUnqualifiedType(E->getComputationResultType(), E->getType()) ||
      !X.Context.hasSameUnqualifiedType(E->getComputationLHSType(), E->getType()))
    return false;
  const Expr *Target = stripTransparent(E->getLHS());
  size_t Write = List.Accesses.size();
  while (Write-- > 0)
    if (List.Text[Write] == Target && List.Accesses[Write].Kind == AccessKind::Write)
      break;
  if (Write >= List.Accesses.size() || isHandle(X, Target->getType()))
    return false;
  operation("=");
  access(*Target, Write);
  operation("*");
  expression(*E->getRHS());
  expression(*E->getLHS());
  return true;
}

/// What the host gave a kernel: its parameters have other names in the kernel that stands for several.
void TermWriter::argument(const BoundArgument &Bound) {
  const InlineFrame *Kernel = X.Frame;
  const LaunchShape *Launch = X.Launch;
  X.Frame = nullptr;
  X.Launch = nullptr;
  operation("argument");
  expression(*Bound.Argument);
  X.Frame = Kernel;
  X.Launch = Launch;
}

void TermWriter::variable(const VarDecl &V, const DeclRefExpr &E) {
  const BoundArgument *Bound = X.boundTo(V);
  if (Bound && Bound->Argument)
    return argument(*Bound);
  if (std::optional<IndexExpr> Known = X.Counters.contains(&V) || X.isPrivate(V) ? iterationValue(E) : std::nullopt) {
    Out.push_back({TermKind::Value, "", 0, {*Known}, 0});
  } else if (auto It = X.Cursors.find(&V); It != X.Cursors.end()) {
    Out.push_back({TermKind::Address, "", It->second.Array, It->second.subscripts(), 0});
  } else if (isAlias(V)) {
    expression(*V.getInit());
  } else if (X.isPrivate(V) && !V.hasGlobalStorage()) {
    local(V);
  } else {
    operation(V.getName());
  }
}

void TermWriter::name(const DeclRefExpr &E) {
  if (const auto *B = dyn_cast<BindingDecl>(E.getDecl()); B && B->getBinding())
    return expression(*B->getBinding());
  if (const auto *V = dyn_cast<VarDecl>(E.getDecl()))
    return variable(*V, E);
  operation(qualifiedName(*E.getDecl()));
}

void TermWriter::call(const CallExpr &E) {
  const FunctionDecl *Callee = E.getDirectCallee();
  // Gives its argument, and keeps the compiler from contracting it.
  if (Callee && Callee->getIdentifier() && Callee->getName() == "__builtin_assoc_barrier" && E.getNumArgs() == 1)
    return expression(*E.getArg(0));
  // A product that the compiler does not contract either.
  if (Callee && Callee->getIdentifier() && E.getNumArgs() == 2 &&
      (Callee->getName() == "__fmul_rn" || Callee->getName() == "__dmul_rn")) {
    operation("*");
    expression(*E.getArg(0));
    return expression(*E.getArg(1));
  }
  if (std::optional<ContainerCall> C = containerCall(X, E))
    if (const Expr *Count = sizeAsMade(X, *C))
      return expression(*Count);
  if (isTrivialAssignment(E)) {
    operation("=");
    expression(*E.getArg(0));
    return expression(*E.getArg(1));
  }
  operation("call " + (Callee ? qualifiedName(*Callee) : ""));
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E))
    expression(*Member->getImplicitObjectArgument());
  else if (!Callee)
    expression(*E.getCallee());
  for (const Expr *Argument : E.arguments())
    expression(*Argument);
}

static std::string literal(const Expr &E) {
  SmallString<32> Text;
  if (const auto *F = dyn_cast<FloatingLiteral>(&E)) {
    F->getValue().bitcastToAPInt().toString(Text, 16, /*Signed=*/false);
    return "float " + Text.str().str();
  }
  if (const auto *I = dyn_cast<IntegerLiteral>(&E)) {
    I->getValue().toString(Text, 10, /*Signed=*/false);
    return Text.str().str();
  }
  const auto *S = dyn_cast<clang::StringLiteral>(&E);
  return S ? ("string " + S->getBytes()).str() : "";
}

static bool isTrivialCopy(const CXXConstructExpr &E) {
  return E.getNumArgs() == 1 && E.getConstructor()->isCopyOrMoveConstructor() && E.getConstructor()->isTrivial();
}

/// The operator with its operands.
void TermWriter::structure(const Expr &E) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&E))
    return name(*Ref);
  if (const auto *C = dyn_cast<CallExpr>(&E))
    return call(*C);
  if (std::string Text = literal(E); !Text.empty())
    return operation(Text);
  if (const auto *B = dyn_cast<BinaryOperator>(&E)) {
    if (product(*B))
      return;
    operation(B->getOpcodeStr());
  } else if (const auto *U = dyn_cast<UnaryOperator>(&E)) {
    operation((U->isPostfix() ? "postfix " : "") + UnaryOperator::getOpcodeStr(U->getOpcode()));
  } else if (const auto *C = dyn_cast<CastExpr>(&E)) {
    operation(Twine(C->getCastKindName()) + " to " + typeName(C->getType()));
  } else if (const auto *M = dyn_cast<MemberExpr>(&E)) {
    operation("." + M->getMemberDecl()->getName());
  } else if (const auto *C = dyn_cast<CXXConstructExpr>(&E); C && isTrivialCopy(*C)) {
    return expression(*C->getArg(0)); // As a scalar is loaded.
  } else if (const auto *R = dyn_cast<CXXRewrittenBinaryOperator>(&E)) {
    return expression(*R->getSemanticForm());
  } else if (const auto *I = dyn_cast<InitListExpr>(&E)) {
    operation("list of " + typeName(E.getType()));
    return children(I->isSemanticForm() || !I->getSemanticForm() ? *I : *I->getSemanticForm());
  } else {
    operation(Twine(E.getStmtClassName()) + " " + typeName(E.getType()));
  }
  children(E);
}

void appendTerms(Extraction &X, const Stmt &S, const AccessList &List, std::vector<Term> &Terms) {
  TermWriter(X, List, Terms).statement(S);
}

void appendElementCopy(Extraction &X, const VarDecl &V, const AccessList &List, std::vector<Term> &Terms) {
  TermWriter(X, List, Terms).copy(V);
}

} // namespace loopfuse
