//===- Algorithms.cpp - algorithms of the standard library as loops -------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Algorithms.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/Assignments.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {

using Kind = AlgorithmCall::Kind;

/// What an algorithm's arguments are, in order.
struct Signature {
  Kind What;
  /// F and L: the first range's begin and end, S: the second's begin, N: a count, O: the output's begin, V: a value,
  /// f: what is applied, f?: or nothing. With an output range F is its begin where there is no input.
  const char *Arguments;
};

} // namespace

/// By the name without "std::" or "std::ranges::".
static std::optional<Signature> signatureOf(StringRef Name, unsigned NumArguments) {
  return StringSwitch<std::optional<Signature>>(Name)
      .Case("for_each", Signature{Kind::ForEach, "FLf"})
      .Case("for_each_n", Signature{Kind::ForEach, "FNf"})
      .Case("transform", Signature{Kind::Transform, NumArguments == 4 ? "FLOf" : "FLSOf"})
      .Case("copy", Signature{Kind::Copy, "FLO"})
      .Case("copy_n", Signature{Kind::Copy, "FNO"})
      .Case("fill", Signature{Kind::Fill, "FLV"})
      .Case("fill_n", Signature{Kind::Fill, "FNV"})
      .Case("generate", Signature{Kind::Generate, "FLf"})
      .Case("generate_n", Signature{Kind::Generate, "FNf"})
      .Case("iota", Signature{Kind::Iota, "FLV"})
      .Case("accumulate", Signature{Kind::Accumulate, NumArguments == 3 ? "FLV" : "FLVf"})
      .Default(std::nullopt);
}

/// Of std::ranges: R is a range, Q the second one.
static std::optional<Signature> rangesSignatureOf(StringRef Name, unsigned NumArguments) {
  return StringSwitch<std::optional<Signature>>(Name)
      .Case("for_each", Signature{Kind::ForEach, NumArguments == 2 ? "Rf" : "FLf"})
      .Case("transform", Signature{Kind::Transform, NumArguments == 3 ? "ROf" : "RQOf"})
      .Case("copy", Signature{Kind::Copy, NumArguments == 2 ? "RO" : "FLO"})
      .Case("fill", Signature{Kind::Fill, NumArguments == 2 ? "RV" : "FLV"})
      .Case("generate", Signature{Kind::Generate, NumArguments == 2 ? "Rf" : "FLf"})
      .Default(std::nullopt);
}

/// The name of the algorithm that is called, "std::ranges::copy", and its arguments; "" for what is none.
static std::pair<std::string, std::vector<const Expr *>> nameAndArguments(const CallExpr &Call) {
  const NamedDecl *Named = nullptr;
  unsigned Own = 0;
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call)) {
    const auto *Object = Operator->getOperator() == OO_Call
                             ? dyn_cast<DeclRefExpr>(Operator->getArg(0)->IgnoreParenImpCasts())
                             : nullptr;
    Named = Object ? dyn_cast<VarDecl>(Object->getDecl()) : nullptr;
    Own = 1;
  } else if (!isa<CXXMemberCallExpr>(Call)) {
    Named = Call.getDirectCallee();
  }
  if (!Named || !Named->getIdentifier())
    return {};
  std::string Name = qualifiedName(*Named);
  if (!StringRef(Name).starts_with("std::"))
    return {};
  std::vector<const Expr *> Arguments;
  for (unsigned I = Own; I < Call.getNumArgs(); ++I)
    if (!isa<CXXDefaultArgExpr>(Call.getArg(I)))
      Arguments.push_back(Call.getArg(I));
  return {std::move(Name), std::move(Arguments)};
}

static std::optional<Signature> signatureOf(const std::string &Name, unsigned NumArguments) {
  StringRef Rest = Name;
  if (!Rest.consume_front("std::"))
    return std::nullopt;
  if (Rest.consume_front("ranges::"))
    return rangesSignatureOf(Rest, NumArguments);
  return signatureOf(Rest, NumArguments);
}

std::string algorithmName(const CallExpr &Call) {
  auto [Name, Arguments] = nameAndArguments(Call);
  return signatureOf(Name, Arguments.size()) ? Name : "";
}

static bool isPlainPart(const Stmt &S) {
  const auto *Binary = dyn_cast<BinaryOperator>(&S);
  return isa<DeclRefExpr, IntegerLiteral, FloatingLiteral, ImplicitCastExpr, ParenExpr, CStyleCastExpr,
             CXXStaticCastExpr, CXXFunctionalCastExpr>(S) ||
         (Binary && (Binary->isAdditiveOp() || Binary->isMultiplicativeOp()));
}

/// The one call in \p E, beside plain arithmetic.
static const CallExpr *callIn(const Expr &E) {
  const Expr &At = withoutImplicit(E);
  if (const auto *Call = dyn_cast<CallExpr>(&At))
    return Call;
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(&At))
    return callIn(*Cast->getSubExpr());
  const auto *Binary = dyn_cast<BinaryOperator>(&At);
  if (!Binary || !(Binary->isAdditiveOp() || Binary->isMultiplicativeOp()))
    return nullptr;
  auto IsPlain = [](const Expr &Side) { return !anyStmt(Side, [](const Stmt &S) { return !isPlainPart(S); }); };
  if (IsPlain(*Binary->getLHS()))
    return callIn(*Binary->getRHS());
  return IsPlain(*Binary->getRHS()) ? callIn(*Binary->getLHS()) : nullptr;
}

const CallExpr *algorithmIn(const Stmt &Statement) {
  const CallExpr *Found = nullptr;
  if (const auto *Declaration = dyn_cast<DeclStmt>(&Statement)) {
    const auto *V = Declaration->isSingleDecl() ? dyn_cast<VarDecl>(Declaration->getSingleDecl()) : nullptr;
    bool IsPlain = V && V->getInit() && V->hasLocalStorage() && V->getInitStyle() == VarDecl::CInit &&
                   V->getType()->isArithmeticType();
    Found = IsPlain ? callIn(*V->getInit()) : nullptr;
  } else if (const auto *Return = dyn_cast<ReturnStmt>(&Statement)) {
    Found = Return->getRetValue() && Return->getRetValue()->getType()->isArithmeticType()
                ? callIn(*Return->getRetValue())
                : nullptr;
  } else if (const auto *E = dyn_cast<Expr>(&Statement)) {
    const auto *Assignment = dyn_cast<BinaryOperator>(&withoutImplicit(*E));
    bool IsPlain = Assignment && Assignment->isAssignmentOp() && Assignment->getType()->isArithmeticType() &&
                   isa<DeclRefExpr>(Assignment->getLHS()->IgnoreParens());
    if (Assignment)
      Found = IsPlain ? callIn(*Assignment->getRHS()) : nullptr;
    else
      Found = dyn_cast<CallExpr>(&withoutImplicit(*E));
  }
  if (!Found || Found->isTypeDependent())
    return nullptr;
  std::string Name = algorithmName(*Found);
  // Of the others nobody wants what they give.
  const auto *Whole = dyn_cast<Expr>(&Statement);
  bool IsWhole = Whole && &withoutImplicit(*Whole) == Found;
  return !Name.empty() && (IsWhole || Name == "std::accumulate") ? Found : nullptr;
}

/// The operator of a function object of <functional>, which takes and gives \p Type or whatever it is given.
static std::string operatorOf(const ASTContext &Context, QualType Type, ArrayRef<QualType> Elements) {
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Type->getAsCXXRecordDecl());
  if (!S || S->getTemplateArgs().size() != 1 || S->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return "";
  QualType Own = S->getTemplateArgs()[0].getAsType();
  bool Fits = Own->isVoidType()
                  ? all_of(Elements, [](QualType E) { return E->isArithmeticType(); })
                  : Own->isArithmeticType() &&
                        all_of(Elements, [&](QualType E) { return Context.hasSameUnqualifiedType(E, Own); });
  // A narrow type's function object gives that type, the operator an int.
  if (!Fits || (!Own->isVoidType() && Context.isPromotableIntegerType(Own)))
    return "";
  std::string Name = qualifiedName(*S);
  if (Elements.size() == 1)
    return Name == "std::negate" ? "-" : "";
  return StringSwitch<std::string>(Name)
      .Case("std::plus", "+")
      .Case("std::minus", "-")
      .Case("std::multiplies", "*")
      .Case("std::divides", "/")
      .Default("");
}

/// The lambda's body as it is run.
static const CXXMethodDecl *bodyOf(const LambdaExpr &Lambda) {
  if (!Lambda.isGenericLambda())
    return Lambda.getCallOperator();
  const CXXMethodDecl *Found = nullptr;
  for (const FunctionDecl *F : Lambda.getDependentCallOperator()->specializations()) {
    if (!F->hasBody())
      continue;
    if (Found)
      return nullptr;
    Found = cast<CXXMethodDecl>(F);
  }
  return Found;
}

/// Why the lambda's captures would not mean the same in a loop.
static std::optional<std::string> wrongCapture(const LambdaExpr &Lambda, const FunctionDecl &Caller) {
  for (const LambdaCapture &Capture : Lambda.captures()) {
    if (Capture.capturesThis()) {
      if (Capture.getCaptureKind() == LCK_StarThis)
        return "it captures a copy of the object";
      continue;
    }
    if (!Capture.capturesVariable() || Capture.isPackExpansion())
      return "its captures are not modelled";
    const auto *V = dyn_cast<VarDecl>(Capture.getCapturedVar());
    if (!V || V->isInitCapture())
      return "it captures what is no variable";
    if (Capture.getCaptureKind() == LCK_ByRef)
      continue;
    bool IsNumber = V->getType()->isArithmeticType() || V->getType()->isEnumeralType() || V->getType()->isPointerType();
    if (!IsNumber || !keepsValueInCalls(*V, Caller))
      return "'" + V->getNameAsString() + "' is captured by value and might change";
  }
  return std::nullopt;
}

static bool writesOrCalls(const Stmt &Body) {
  return anyStmt(Body, [](const Stmt &S) {
    if (const auto *Call = dyn_cast<CallExpr>(&S)) {
      const FunctionDecl *F = Call->getDirectCallee();
      return !F || !(F->isInStdNamespace() || F->getBuiltinID());
    }
    return setBy(S) || isa<CXXNewExpr, CXXDeleteExpr, LambdaExpr, StmtExpr, AtomicExpr>(S);
  });
}

/// Why the lambda's statements cannot be a loop's body.
static std::optional<std::string> wrongBody(const CXXMethodDecl &F, bool GivesValue) {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(F.getBody());
  if (!Body || F.isVariadic())
    return "its body is not known";
  const Stmt *Last = Body->body_empty() ? nullptr : Body->body_back();
  const auto *Return = dyn_cast_or_null<ReturnStmt>(Last);
  if (GivesValue != (Return && Return->getRetValue()))
    return "it does not end with what it gives";
  bool IsOdd = anyStmt(*Body, [&](const Stmt &S) {
    const auto *Declaration = dyn_cast<DeclStmt>(&S);
    bool DeclaresMore = Declaration && !all_of(Declaration->decls(), [](const Decl *D) {
                          const auto *V = dyn_cast<VarDecl>(D);
                          return V && V->hasLocalStorage();
                        });
    return DeclaresMore || (isa<ReturnStmt>(S) && !(GivesValue && &S == Return)) ||
           isa<LabelStmt, GotoStmt, IndirectGotoStmt, LambdaExpr, StmtExpr, CoreturnStmt, CXXTryStmt, PredefinedExpr,
               SourceLocExpr>(S);
  });
  return IsOdd ? std::optional<std::string>("its body is more than statements with a 'return' at the end")
               : std::nullopt;
}

ParameterForm formOf(const ASTContext &Context, const AlgorithmCall &Call, const ParmVarDecl &P, QualType Element) {
  const Stmt &Body = *Call.Function.Body->getBody();
  bool IsNamed = anyStmt(Body, [&](const Stmt &S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&S);
    return Ref && Ref->getDecl() == &P;
  });
  if (!IsNamed)
    return ParameterForm::Unused;
  if (P.getType()->isReferenceType())
    return ParameterForm::Element;
  // A copy does not see what the body writes.
  return Context.hasSameUnqualifiedType(P.getType(), Element) && !writesOrCalls(Body) ? ParameterForm::Element
                                                                                      : ParameterForm::Copy;
}

/// Why a parameter cannot be given its element.
static std::optional<std::string> wrongParameter(const ASTContext &Context, const ParmVarDecl &P, QualType Element) {
  QualType Own = P.getType();
  std::string Name = P.getNameAsString();
  if (Own->isReferenceType()) {
    bool Binds = Context.hasSameUnqualifiedType(Own.getNonReferenceType(), Element);
    // A reference to an rvalue binds to no element, "auto &&" is one to an lvalue.
    return Binds && Own->isLValueReferenceType() ? std::nullopt
                                                 : std::optional("'" + Name + "' is bound to a converted value");
  }
  return Own->isArithmeticType() && Element->isArithmeticType()
             ? std::nullopt
             : std::optional("'" + Name + "' is a copy of an object");
}

namespace {
/// Reads the arguments of one call.
class AlgorithmReader {
public:
  AlgorithmReader(const ASTContext &Context, const ContainerTable &Containers, const FunctionDecl &Caller)
      : Context(Context), Containers(Containers), Caller(Caller) {}

  std::optional<std::string> read(const Signature &From, ArrayRef<const Expr *> Arguments);
  AlgorithmCall Out;

private:
  std::optional<std::string> argument(char Role, const Expr &E);
  std::optional<std::string> begin(const Expr &E, bool IsOutput);
  std::optional<std::string> range(const Expr &E, bool IsSecond);
  std::optional<std::string> add(std::optional<Position> Begin, bool IsOutput);
  std::optional<std::string> applied();
  std::optional<std::string> lambda();
  std::optional<std::string> value() const;
  std::optional<std::string> ends() const;
  bool isStable(const Position &P) const;
  std::vector<QualType> given() const;

  const ASTContext &Context;
  const ContainerTable &Containers;
  const FunctionDecl &Caller;
};
} // namespace

/// Whether it means the same element whenever it is evaluated.
bool AlgorithmReader::isStable(const Position &P) const {
  if (P.Added && !keepsValueInCalls(*P.Added, Caller))
    return false;
  if (!P.Object->getType()->isPointerType())
    return true;
  const auto *Ref = dyn_cast<DeclRefExpr>(P.Object);
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return V && keepsValueInCalls(*V, Caller);
}

std::optional<std::string> AlgorithmReader::add(std::optional<Position> Begin, bool IsOutput) {
  if (!Begin)
    return "where a range begins is not modelled";
  if (!isStable(*Begin))
    return "where a range begins might change";
  if (IsOutput && (!Begin->Element->isArithmeticType() || Begin->Element.isConstQualified()))
    return "what it writes are no numbers";
  if (IsOutput)
    Out.Output = *Begin;
  else
    Out.Inputs.push_back(*Begin);
  return std::nullopt;
}

std::optional<std::string> AlgorithmReader::begin(const Expr &E, bool IsOutput) {
  const Expr &Written = withoutImplicit(E);
  const auto *Call = dyn_cast<CallExpr>(&Written);
  const FunctionDecl *Maker = Call ? Call->getDirectCallee() : nullptr;
  if (Maker && Maker->isInStdNamespace() && Maker->getIdentifier() && Maker->getName().ends_with("inserter"))
    return "it inserts elements";
  if (Maker && Maker->getIdentifier() && isa<CXXMemberCallExpr>(Call) &&
      (Maker->getName() == "rbegin" || Maker->getName() == "crbegin"))
    return "it counts backwards";
  return add(readPosition(Context, Containers, E), IsOutput);
}

std::optional<std::string> AlgorithmReader::range(const Expr &E, bool IsSecond) {
  bool IsOutput = Out.What == Kind::Fill || Out.What == Kind::Generate;
  if (auto Why = add(positionIn(Context, Containers, E, false), IsOutput))
    return Why;
  (IsSecond ? Out.SecondEnd : Out.End) = positionIn(Context, Containers, E, true);
  return std::nullopt;
}

std::optional<std::string> AlgorithmReader::argument(char Role, const Expr &E) {
  bool WritesFirst = Out.What == Kind::Fill || Out.What == Kind::Generate || Out.What == Kind::Iota;
  switch (Role) {
  case 'R':
  case 'Q':
    return range(E, Role == 'Q');
  case 'F':
    return begin(E, WritesFirst);
  case 'S':
    return begin(E, false);
  case 'O':
    return begin(E, true);
  case 'L':
    Out.End = readPosition(Context, Containers, E);
    return Out.End && isStable(*Out.End) ? std::nullopt
                                         : std::optional<std::string>("where the range ends is not modelled");
  case 'N':
    Out.Count = &withoutImplicit(E);
    return E.getType()->isIntegerType() && !Out.Count->HasSideEffects(Context) && keepsValueInCalls(*Out.Count, Caller)
               ? std::nullopt
               : std::optional<std::string>("how many elements there are might change");
  case 'V':
    Out.Value = &E;
    return std::nullopt;
  default:
    Out.Function.Written = &E;
    return std::nullopt;
  }
}

/// The types of what is applied is given.
std::vector<QualType> AlgorithmReader::given() const {
  std::vector<QualType> Types;
  if (Out.What == Kind::Accumulate)
    Types.push_back(Out.Call->getType().getUnqualifiedType());
  for (const Position &P : Out.Inputs)
    Types.push_back(P.Element);
  return Types;
}

std::optional<std::string> AlgorithmReader::lambda() {
  const LambdaExpr &Lambda = *Out.Function.Lambda;
  Out.Function.Body = bodyOf(Lambda);
  if (!Out.Function.Body || Lambda.isMutable())
    return "its lambda is not modelled";
  if (std::optional<std::string> Why = wrongCapture(Lambda, Caller))
    return Why;
  const CXXMethodDecl &F = *Out.Function.Body;
  bool GivesValue = Out.What != Kind::ForEach;
  if (std::optional<std::string> Why = wrongBody(F, GivesValue))
    return Why;
  std::vector<QualType> Given = given();
  if (F.getNumParams() != Given.size())
    return "its lambda is not modelled";
  for (unsigned I = 0; I < Given.size(); ++I)
    if (std::optional<std::string> Why = wrongParameter(Context, *F.getParamDecl(I), Given[I]))
      return Why;
  if (!GivesValue)
    return std::nullopt;
  const auto &Return = *cast<ReturnStmt>(cast<CompoundStmt>(F.getBody())->body_back());
  const Expr &Value = withoutImplicit(*Return.getRetValue());
  // What it returns is converted once more where its own type is neither that of the value nor that of the element.
  QualType Target = Out.What == Kind::Accumulate ? Given.front() : Out.Output->Element;
  const auto *Comma = dyn_cast<BinaryOperator>(&Value);
  if (F.getReturnType()->isReferenceType() || !F.getReturnType()->isArithmeticType() || isa<InitListExpr>(Value) ||
      (Comma && Comma->isCommaOp()) ||
      !(Context.hasSameUnqualifiedType(F.getReturnType(), Target) ||
        Context.hasSameUnqualifiedType(F.getReturnType(), Value.getType())))
    return "what its lambda gives is converted";
  // The sum so far is a variable, which a lambda's own parameter would not change.
  if (Out.What == Kind::Accumulate && writesOrCalls(*F.getBody()))
    return "its lambda does more than to compute";
  return std::nullopt;
}

std::optional<std::string> AlgorithmReader::applied() {
  if (!Out.Function.Written)
    return std::nullopt;
  Applied &F = Out.Function;
  const Expr &E = withoutImplicit(*F.Written);
  if ((F.Lambda = dyn_cast<LambdaExpr>(&E))) {
    F.How = Applied::Kind::Lambda;
    return lambda();
  }
  const auto *Address = dyn_cast<UnaryOperator>(&E);
  const Expr &Named = Address && Address->getOpcode() == UO_AddrOf ? withoutImplicit(*Address->getSubExpr()) : E;
  const auto *Ref = dyn_cast<DeclRefExpr>(&Named);
  const auto *V = Ref && !Address ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  const CXXRecordDecl *Class = V ? V->getType()->getAsCXXRecordDecl() : nullptr;
  bool IsClosure = Class && Class->isLambda() && !Class->isGenericLambda() && V->hasLocalStorage() &&
                   Class->getLambdaCallOperator()->isConst() &&
                   all_of(Class->captures(), [](const LambdaCapture &C) { return C.getCaptureKind() == LCK_ByRef; });
  bool IsFunction = Ref && isa<FunctionDecl>(Ref->getDecl()) && !isa<CXXMethodDecl>(Ref->getDecl());
  // What the rest of the statement reads, a function might change.
  if ((IsFunction || IsClosure) && Out.What != Kind::Accumulate) {
    F.How = Applied::Kind::Function;
    F.Written = &Named;
    QualType Result = IsClosure ? Class->getLambdaCallOperator()->getReturnType()
                                : cast<FunctionDecl>(Ref->getDecl())->getReturnType();
    return Out.What == Kind::ForEach || Result->isArithmeticType() ? std::nullopt
                                                                   : std::optional("what it is given is no number");
  }
  F.How = Applied::Kind::Operator;
  F.Operator =
      Out.What == Kind::Transform || Out.What == Kind::Accumulate ? operatorOf(Context, E.getType(), given()) : "";
  return !F.Operator.empty() ? std::nullopt
                             : std::optional<std::string>("what it is given is no lambda, function or operator");
}

std::optional<std::string> AlgorithmReader::value() const {
  if (!Out.Value)
    return std::nullopt;
  const Expr &E = withoutImplicit(*Out.Value);
  bool HasTemporaries = anyStmt(E, [](const Stmt &S) { return isa<CXXBindTemporaryExpr, LambdaExpr>(S); });
  return E.getType()->isArithmeticType() && !isa<InitListExpr>(E) && !HasTemporaries
             ? std::nullopt
             : std::optional<std::string>("the value it is given is no number");
}

/// The ends must be those of the ranges that begin.
std::optional<std::string> AlgorithmReader::ends() const {
  if (Out.Count) {
    const Position &Begin = Out.first();
    return Begin.Added || Begin.Constant || Begin.FromEnd
               ? std::optional<std::string>("it counts from the middle of a range")
               : std::nullopt;
  }
  bool SameObject = isSameExpression(Context, *Out.first().Object, *Out.End->Object);
  bool ArePointers = Out.End->Object->getType()->isPointerType() && Out.first().Object->getType()->isPointerType();
  bool FromThere = !Out.first().Added && !Out.first().Constant && !Out.End->Added && !Out.End->Constant;
  return SameObject || (ArePointers && FromThere)
             ? std::nullopt
             : std::optional<std::string>("its begin and its end are of different objects");
}

std::optional<std::string> AlgorithmReader::read(const Signature &From, ArrayRef<const Expr *> Arguments) {
  Out.What = From.What;
  StringRef Roles = From.Arguments;
  const CXXRecordDecl *First = Arguments.empty() ? nullptr : Arguments.front()->getType()->getAsCXXRecordDecl();
  if (First && StringRef(qualifiedName(*First)).contains("execution::"))
    return "it has an execution policy";
  if (Arguments.size() != Roles.size())
    return "it is called in another form";
  for (size_t I = 0; I < Roles.size(); ++I)
    if (std::optional<std::string> Why = argument(Roles[I], *Arguments[I]))
      return Why;
  if (std::optional<std::string> Why = value())
    return Why;
  if (Out.What == Kind::Accumulate && !Out.Call->getType()->isArithmeticType())
    return "what it sums up are no numbers";
  if (std::optional<std::string> Why = applied())
    return Why;
  bool IsConverted = Out.What == Kind::Copy && !Out.Inputs.front().Element->isArithmeticType();
  if (IsConverted)
    return "what it copies are no numbers";
  return ends();
}

std::variant<std::monostate, AlgorithmCall, std::string> readAlgorithm(const ASTContext &Context,
                                                                       const ContainerTable &Containers,
                                                                       const CallExpr &Call,
                                                                       const FunctionDecl &Caller) {
  auto [Name, Arguments] = nameAndArguments(Call);
  std::optional<Signature> Known = signatureOf(Name, Arguments.size());
  if (!Known)
    return std::monostate();
  AlgorithmReader Reader(Context, Containers, Caller);
  Reader.Out.Name = Name;
  Reader.Out.Call = &Call;
  if (std::optional<std::string> Why = Reader.read(*Known, Arguments))
    return *Why;
  return std::move(Reader.Out);
}

} // namespace loopfuse
