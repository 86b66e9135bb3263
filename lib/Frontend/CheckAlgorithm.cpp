//===- CheckAlgorithm.cpp - does the loop do what the algorithm did? ------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/CheckAlgorithm.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

using Kind = AlgorithmCall::Kind;

static std::string nameOf(const ASTContext &Context, QualType Type) {
  return Type.getCanonicalType().getUnqualifiedType().getAsString(Context.getPrintingPolicy());
}

static std::vector<TreeNode> plainImage(const ASTContext &Context, const Expr &E) {
  return TreeReader(Context, [](const Stmt &) { return std::nullopt; }).read(withoutImplicit(E));
}

static PositionImage imageOf(const ASTContext &Context, const Position &P) {
  PositionImage Out{plainImage(Context, *P.Object), P.FromEnd, {}, P.Constant};
  if (P.Added)
    Out.Added = plainImage(Context, *P.Added);
  if (const ConstantArrayType *A = Context.getAsConstantArrayType(P.Object->getType()))
    Out.Extent = A->getSize().getActiveBits() < 32 ? A->getSize().getZExtValue() : -1;
  return Out;
}

/// Of one text.
static bool isSameImage(ArrayRef<TreeNode> A, ArrayRef<TreeNode> B) {
  return std::equal(A.begin(), A.end(), B.begin(), B.end(), [](const TreeNode &M, const TreeNode &N) {
    return M.What == N.What && M.File == N.File && M.Offset == N.Offset;
  });
}

static bool isSameOffset(const PositionImage &A, const PositionImage &B) {
  return A.FromEnd == B.FromEnd && isSameImage(A.Added, B.Added) && A.Constant == B.Constant &&
         (!A.FromEnd || isSameImage(A.Object, B.Object));
}

static bool isBegin(const PositionImage &P) { return !P.FromEnd && P.Added.empty() && P.Constant == 0; }

/// What an element is called in images: all that are the same one alike.
static std::string elementName(ArrayRef<PositionImage> Inputs, unsigned Number) {
  for (unsigned I = 0; I < Number; ++I)
    if (isSameImage(Inputs[I].Object, Inputs[Number].Object) && isSameOffset(Inputs[I], Inputs[Number]))
      return elementName(Inputs, I);
  return "element " + std::to_string(Number);
}

static const char SumName[] = "sum";

AlgorithmImage imageOf(const ASTContext &Context, const AlgorithmCall &Call, const Stmt &Statement) {
  AlgorithmImage Out;
  Out.What = Call.What;
  for (const Position &P : Call.Inputs)
    Out.Inputs.push_back(imageOf(Context, P));
  if (Call.Output)
    Out.Output = imageOf(Context, *Call.Output);
  if (Call.End)
    Out.End = imageOf(Context, *Call.End);
  if (Call.SecondEnd)
    Out.SecondEnd = imageOf(Context, *Call.SecondEnd);
  if (Call.Count)
    Out.Count = plainImage(Context, *Call.Count);
  for (const Expr *E : {Call.Count, Call.first().Added, Call.End ? Call.End->Added : nullptr})
    if (E)
      Out.CountType = nameOf(Context, E->getType());
  Out.How = Call.Function.How;
  Out.Operator = Call.Function.Operator;
  if (Call.Value) {
    Out.Initial = plainImage(Context, *Call.Value);
    Out.InitialType = nameOf(Context, withoutImplicit(*Call.Value).getType());
  }
  Out.Statement = TreeReader(Context, [&](const Stmt &S) {
                    return &S == Call.Call ? std::optional<std::string>("result") : std::nullopt;
                  }).read(Statement);
  if (const auto *Declaration = dyn_cast<DeclStmt>(&Statement))
    Out.Declared = cast<VarDecl>(Declaration->getSingleDecl())->getNameAsString();
  if (Out.How == Applied::Kind::Function)
    Out.Callee = plainImage(Context, *Call.Function.Written);
  if (Out.How != Applied::Kind::Lambda)
    return Out;

  const CXXMethodDecl &F = *Call.Function.Body;
  DenseMap<const ValueDecl *, std::string> Names;
  TreeReader Reader(Context, [&](const Stmt &S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&S);
    auto It = Ref ? Names.find(Ref->getDecl()) : Names.end();
    return It != Names.end() ? std::optional(It->second) : std::nullopt;
  });
  bool HasSum = Call.What == Kind::Accumulate;
  for (unsigned I = 0; I < F.getNumParams(); ++I) {
    const ParmVarDecl &P = *F.getParamDecl(I);
    bool IsSum = HasSum && I == 0;
    QualType Element = IsSum ? Call.Call->getType() : Call.Inputs[I - HasSum].Element;
    ParameterForm Form = formOf(Context, Call, P, Element);
    Out.Parameters.push_back({Form, nameOf(Context, P.getType())});
    if (Form == ParameterForm::Element)
      Names[&P] = IsSum ? SumName : elementName(Out.Inputs, I - HasSum);
    else if (Form == ParameterForm::Copy)
      Reader.declare(P);
  }
  for (const Stmt *S : cast<CompoundStmt>(F.getBody())->body())
    if (const auto *Return = dyn_cast<ReturnStmt>(S))
      Out.Value = Reader.read(withoutImplicit(*Return->getRetValue()));
    else
      append_range(Out.Body, Reader.read(*S));
  return Out;
}

namespace {
/// Walks over the statements that stand for one call.
class AlgorithmCheck {
public:
  AlgorithmCheck(const ASTContext &Context, const ContainerTable &Containers, const AlgorithmImage &Call,
                 ArrayRef<const Stmt *> Statements, const std::function<bool(const TreeNode &, const TreeNode &)> &Same)
      : Context(Context), Containers(Containers), Call(Call), Statements(Statements), IsSameNode(Same),
        Reader(Context, [this](const Stmt &S) { return standsFor(S); }) {}

  bool run();

private:
  using Image = std::vector<TreeNode>;
  bool isSame(const Image &Old, const Image &New) const {
    return std::equal(Old.begin(), Old.end(), New.begin(), New.end(), IsSameNode);
  }
  bool isSame(const Image &Old, const Expr &New) const { return isSame(Old, plainImage(Context, New)); }
  bool isNamed(const Expr &E, const VarDecl *V) const {
    const auto *Ref = dyn_cast<DeclRefExpr>(&withoutImplicit(E));
    return V && Ref && Ref->getDecl() == V;
  }
  const VarDecl *declared(const Stmt *S) const;
  bool front();
  bool behind();
  bool header(const ForStmt &For);
  bool header(const CXXForRangeStmt &For);
  bool isCounterType(QualType Type) const;
  bool isEnd(const Expr &E) const;
  bool isOffset(const Expr &E, const PositionImage &P) const;
  bool isSize(const Expr &E, const PositionImage &P) const;
  bool isElement(const Expr &E, const PositionImage &P) const;
  bool isIndex(const Expr &E, const PositionImage &P) const;
  std::optional<std::string> standsFor(const Stmt &S) const;
  bool body(const Stmt &Body);
  bool copies(ArrayRef<const Stmt *> &Left);
  bool last(ArrayRef<const Stmt *> Left);
  bool isValue(const Expr &E);
  bool isApplied(const Expr &E) const;
  bool isArgument(const Expr &E, unsigned Number) const;
  const PositionImage &first() const { return Call.Inputs.empty() ? *Call.Output : Call.Inputs.front(); }

  const ASTContext &Context;
  const ContainerTable &Containers;
  const AlgorithmImage &Call;
  ArrayRef<const Stmt *> Statements;
  const std::function<bool(const TreeNode &, const TreeNode &)> &IsSameNode;
  TreeReader Reader;
  const VarDecl *Counter = nullptr; ///< Of a counting loop,
  const VarDecl *Bound = nullptr;   ///< or the element of one over a range.
  const VarDecl *Value = nullptr;   ///< The variable that std::accumulate, std::iota or std::fill has.
  const Stmt *Loop = nullptr;
};
} // namespace

const VarDecl *AlgorithmCheck::declared(const Stmt *S) const {
  const auto *Declaration = dyn_cast_or_null<DeclStmt>(S);
  const auto *V =
      Declaration && Declaration->isSingleDecl() ? dyn_cast<VarDecl>(Declaration->getSingleDecl()) : nullptr;
  return V && V->hasLocalStorage() && V->getInit() && V->getInitStyle() == VarDecl::CInit ? V : nullptr;
}

/// What stands in front of the loop, and which statement is the loop.
bool AlgorithmCheck::front() {
  bool MayDeclare = Call.What == Kind::Accumulate || Call.What == Kind::Iota || Call.What == Kind::Fill;
  if (MayDeclare && isa<DeclStmt>(Statements.front())) {
    Value = declared(Statements.front());
    if (!Value || nameOf(Context, Value->getType()) != Call.InitialType || !isSame(Call.Initial, *Value->getInit()) ||
        (Call.What != Kind::Fill && Value->getType().isConstQualified()))
      return false;
    Statements = Statements.drop_front();
  }
  if (Statements.empty() || (!Value && Call.What != Kind::Fill && MayDeclare))
    return false;
  Loop = Statements.front();
  Statements = Statements.drop_front();
  return true;
}

/// The statement that uses the sum.
bool AlgorithmCheck::behind() {
  if (Call.What != Kind::Accumulate)
    return Statements.empty() && Call.Statement.size() == 1;
  auto IsResult = [&](const Stmt &S) {
    const auto *Read = dyn_cast<ImplicitCastExpr>(&S);
    return Read && Read->getCastKind() == CK_LValueToRValue && isNamed(*Read, Value)
               ? std::optional<std::string>("result")
               : std::nullopt;
  };
  if (Statements.size() == 1)
    return isSame(Call.Statement, TreeReader(Context, IsResult).read(*Statements.front()));
  // The variable is the one that the statement declared.
  return Statements.empty() && Value->getName() == Call.Declared && Call.Statement.size() == 3 &&
         Call.Statement.back().What == "result" &&
         Call.Statement[1].What == "declares " + Call.InitialType + " " + std::to_string(VarDecl::CInit) + " 0 init";
}

/// It holds whatever the bound may be, and the sums in subscripts.
bool AlgorithmCheck::isCounterType(QualType Type) const {
  if (!Type->isIntegerType() || Type.isVolatileQualified())
    return false;
  std::string Name = nameOf(Context, Type);
  auto HasOffset = [&](const PositionImage &P) { return !isSameOffset(P, first()); };
  bool NeedsWide = any_of(Call.Inputs, HasOffset) || (Call.Output && HasOffset(*Call.Output));
  bool IsWide = Context.getIntWidth(Type) >= 64;
  bool ToSize = first().FromEnd || (Call.End && Call.End->FromEnd) || (Call.SecondEnd && Call.SecondEnd->FromEnd);
  if (NeedsWide && !IsWide)
    return false;
  if (ToSize)
    return Name == nameOf(Context, Context.getSizeType()) && (Call.CountType.empty() || Call.CountType == Name);
  if (Name == Call.CountType)
    return true;
  // Any number of fewer bits, and the difference of two pointers.
  bool IsDifference = Name == nameOf(Context, Context.getPointerDiffType());
  if (Call.CountType.empty())
    return IsDifference ||
           (Context.getIntWidth(Type) >= 32 && !NeedsWide && Call.End && isSameImage(first().Object, Call.End->Object));
  return IsDifference && IsWide &&
         (Call.CountType == nameOf(Context, Context.IntTy) || Call.CountType == nameOf(Context, Context.UnsignedIntTy));
}

/// "v.size()" of P's container, or the number of elements of its array.
bool AlgorithmCheck::isSize(const Expr &E, const PositionImage &P) const {
  if (std::optional<int64_t> Literal = literalValue(E))
    return P.Extent >= 0 && *Literal == P.Extent;
  const auto *Size = dyn_cast<CXXMemberCallExpr>(&withoutImplicit(E));
  const ContainerClass *Class = Size ? findContainer(Containers, Size->getRecordDecl()) : nullptr;
  return Class && Size->getMethodDecl()->getIdentifier() &&
         is_contained(Class->Size, Size->getMethodDecl()->getName()) &&
         isSame(P.Object, *Size->getImplicitObjectArgument());
}

/// The number of elements in front of \p P.
bool AlgorithmCheck::isOffset(const Expr &E, const PositionImage &P) const {
  if (!P.FromEnd && P.Added.empty()) {
    std::optional<int64_t> Literal = literalValue(E);
    return Literal && *Literal == P.Constant;
  }
  const Expr *Rest = &withoutImplicit(E);
  if (P.Constant) {
    const auto *Sum = dyn_cast<BinaryOperator>(Rest);
    std::optional<int64_t> Literal = Sum && Sum->isAdditiveOp() ? literalValue(*Sum->getRHS()) : std::nullopt;
    if (!Literal || (Sum->getOpcode() == BO_Sub ? -*Literal : *Literal) != P.Constant)
      return false;
    Rest = &withoutImplicit(*Sum->getLHS());
  }
  return P.FromEnd ? P.Added.empty() && isSize(*Rest, P) : isSame(P.Added, *Rest);
}

bool AlgorithmCheck::isEnd(const Expr &E) const {
  if (!Call.End)
    return isBegin(first()) && isSame(Call.Count, E);
  if (isSameImage(first().Object, Call.End->Object))
    return isOffset(E, *Call.End);
  const auto *Difference = dyn_cast<BinaryOperator>(&withoutImplicit(E));
  return Difference && Difference->getOpcode() == BO_Sub && Difference->getLHS()->getType()->isPointerType() &&
         isSame(Call.End->Object, *Difference->getLHS()) && isSame(first().Object, *Difference->getRHS());
}

bool AlgorithmCheck::header(const ForStmt &For) {
  Counter = declared(For.getInit());
  const auto *Test = dyn_cast_or_null<BinaryOperator>(For.getCond());
  const auto *Step = dyn_cast_or_null<UnaryOperator>(For.getInc());
  if (!Counter || !Test || !Step || For.getConditionVariable() || !Step->isIncrementOp() ||
      !isNamed(*Step->getSubExpr(), Counter) || !isCounterType(Counter->getType()) ||
      !isOffset(*Counter->getInit(), first()))
    return false;
  if (Call.SecondEnd) {
    const auto *Other = dyn_cast<BinaryOperator>(&withoutImplicit(*Test->getRHS()));
    if (Test->getOpcode() != BO_LAnd || !Other || Other->getOpcode() != BO_LT || !isNamed(*Other->getLHS(), Counter) ||
        !isOffset(*Other->getRHS(), *Call.SecondEnd))
      return false;
    Test = dyn_cast<BinaryOperator>(&withoutImplicit(*Test->getLHS()));
  }
  return Test && Test->getOpcode() == BO_LT && isNamed(*Test->getLHS(), Counter) && isEnd(*Test->getRHS());
}

/// "for (auto &x : v)": all elements of one container, and nothing else.
bool AlgorithmCheck::header(const CXXForRangeStmt &For) {
  Bound = For.getLoopVariable();
  const PositionImage &P = first();
  bool IsWhole = isBegin(P) && Call.End && Call.End->FromEnd && Call.End->Added.empty() && !Call.End->Constant &&
                 isSameImage(P.Object, Call.End->Object) && !Call.SecondEnd && Call.Inputs.size() <= 1 &&
                 (!Call.Output || (isBegin(*Call.Output) && isSameImage(Call.Output->Object, P.Object)));
  return IsWhole && Bound && Bound->getType()->isLValueReferenceType() && !For.getInit() &&
         isa_and_nonnull<Expr>(Bound->getInit()) &&
         !isa<MaterializeTemporaryExpr>(Bound->getInit()->IgnoreImplicit()) && isSame(P.Object, *For.getRangeInit());
}

bool AlgorithmCheck::isIndex(const Expr &E, const PositionImage &P) const {
  const PositionImage &From = first();
  bool IsPlain = !P.FromEnd && P.Added.empty() && !From.FromEnd && From.Added.empty();
  if (isSameOffset(P, From))
    return isNamed(E, Counter);
  const auto *Sum = dyn_cast<BinaryOperator>(&withoutImplicit(E));
  if (!Sum || !Sum->isAdditiveOp() || P.FromEnd)
    return false;
  if (IsPlain) {
    std::optional<int64_t> Literal = literalValue(*Sum->getRHS());
    return Literal && isNamed(*Sum->getLHS(), Counter) &&
           (Sum->getOpcode() == BO_Sub ? -*Literal : *Literal) == P.Constant - From.Constant;
  }
  return isBegin(From) && P.Constant == 0 && Sum->getOpcode() == BO_Add && isSame(P.Added, *Sum->getLHS()) &&
         isNamed(*Sum->getRHS(), Counter);
}

bool AlgorithmCheck::isElement(const Expr &E, const PositionImage &P) const {
  const Expr &At = withoutImplicit(E);
  if (Bound)
    return isNamed(At, Bound);
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(&At))
    return isSame(P.Object, *Subscript->getBase()) && isIndex(*Subscript->getIdx(), P);
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&At);
  const auto *Method = Operator ? dyn_cast_or_null<CXXMethodDecl>(Operator->getDirectCallee()) : nullptr;
  return Method && Operator->getOperator() == OO_Subscript && StringRef(qualifiedName(*Method)).starts_with("std::") &&
         isSame(P.Object, *Operator->getArg(0)) && isIndex(*Operator->getArg(1), P);
}

std::optional<std::string> AlgorithmCheck::standsFor(const Stmt &S) const {
  const auto *E = dyn_cast<Expr>(&S);
  if (!E || !isa<DeclRefExpr, ArraySubscriptExpr, CXXOperatorCallExpr>(S))
    return std::nullopt;
  if (Call.What == Kind::Accumulate && isNamed(*E, Value))
    return SumName;
  for (unsigned I = 0; I < Call.Inputs.size(); ++I)
    if (isElement(*E, Call.Inputs[I]))
      return elementName(Call.Inputs, I);
  return std::nullopt;
}

/// The variables that are copies of elements.
bool AlgorithmCheck::copies(ArrayRef<const Stmt *> &Left) {
  bool HasSum = Call.What == Kind::Accumulate;
  for (unsigned I = 0; I < Call.Parameters.size(); ++I) {
    if (Call.Parameters[I].Form != ParameterForm::Copy)
      continue;
    const VarDecl *V = Left.empty() ? nullptr : declared(Left.front());
    bool IsSum = HasSum && I == 0;
    if (!V || nameOf(Context, V->getType()) != Call.Parameters[I].Type ||
        !(IsSum ? isNamed(*V->getInit(), Value) : isElement(*V->getInit(), Call.Inputs[I - HasSum])))
      return false;
    Reader.declare(*V);
    Left = Left.drop_front();
  }
  return true;
}

bool AlgorithmCheck::isArgument(const Expr &E, unsigned Number) const {
  if (Call.What == Kind::Accumulate && Number-- == 0)
    return isNamed(E, Value);
  return isElement(E, Call.Inputs[Number]);
}

/// A call of the function, or its operator, on the elements.
bool AlgorithmCheck::isApplied(const Expr &E) const {
  const Expr &At = withoutImplicit(E);
  unsigned Own = Call.Inputs.size() + (Call.What == Kind::Accumulate);
  if (Call.How == Applied::Kind::Function) {
    const auto *Run = dyn_cast<CallExpr>(&At);
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&At);
    unsigned First = Operator ? 1 : 0;
    if (!Run || isa<CXXMemberCallExpr>(Run) || (Operator && Operator->getOperator() != OO_Call) ||
        Run->getNumArgs() != Own + First || !isSame(Call.Callee, Operator ? *Run->getArg(0) : *Run->getCallee()))
      return false;
    for (unsigned I = 0; I < Own; ++I)
      if (!isArgument(*Run->getArg(First + I), I))
        return false;
    return true;
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(&At))
    return Own == 1 && UnaryOperator::getOpcodeStr(Unary->getOpcode()) == Call.Operator &&
           Unary->getOpcode() == UO_Minus && isArgument(*Unary->getSubExpr(), 0);
  const auto *Binary = dyn_cast<BinaryOperator>(&At);
  std::string Expected = Call.How == Applied::Kind::Nothing ? "+" : Call.Operator;
  return Binary && Own == 2 && Binary->getOpcodeStr() == Expected && isArgument(*Binary->getLHS(), 0) &&
         isArgument(*Binary->getRHS(), 1);
}

bool AlgorithmCheck::isValue(const Expr &E) {
  if (Call.How == Applied::Kind::Lambda)
    return isSame(Call.Value, Reader.read(withoutImplicit(E)));
  switch (Call.What) {
  case Kind::Copy:
    return isElement(E, Call.Inputs.front());
  case Kind::Fill:
  case Kind::Iota:
    return Value ? isNamed(E, Value) : isSame(Call.Initial, E);
  default:
    return isApplied(E);
  }
}

/// The statements behind the lambda's own: what is done with its value.
bool AlgorithmCheck::last(ArrayRef<const Stmt *> Left) {
  if (Call.What == Kind::ForEach) {
    if (Call.How == Applied::Kind::Lambda)
      return Left.empty();
    const auto *E = Left.size() == 1 ? dyn_cast<Expr>(Left.front()) : nullptr;
    return E && isApplied(*E);
  }
  if (Call.What == Kind::Iota) {
    const auto *Step = Left.size() == 2 ? dyn_cast<UnaryOperator>(Left.back()) : nullptr;
    if (!Step || !Step->isIncrementOp() || !isNamed(*Step->getSubExpr(), Value))
      return false;
    Left = Left.drop_back();
  }
  const auto *Set =
      Left.size() == 1 ? dyn_cast<BinaryOperator>(&withoutImplicit(*dyn_cast<Expr>(Left.front()))) : nullptr;
  if (!Set)
    return false;
  if (Call.What != Kind::Accumulate)
    return Set->getOpcode() == BO_Assign && isElement(*Set->getLHS(), *Call.Output) && isValue(*Set->getRHS());
  if (!isNamed(*Set->getLHS(), Value))
    return false;
  if (Set->getOpcode() == BO_AddAssign)
    return Call.How == Applied::Kind::Nothing && isArgument(*Set->getRHS(), 1);
  return Set->getOpcode() == BO_Assign && isValue(*Set->getRHS());
}

bool AlgorithmCheck::body(const Stmt &Body) {
  const Stmt *Whole = &Body;
  ArrayRef<const Stmt *> Left(Whole);
  if (const auto *Block = dyn_cast<CompoundStmt>(&Body))
    Left = ArrayRef(Block->body_begin(), Block->size());
  if (!copies(Left))
    return false;
  bool Sets = Call.What != Kind::ForEach || Call.How != Applied::Kind::Lambda;
  unsigned Behind = !Sets ? 0 : Call.What == Kind::Iota ? 2 : 1;
  if (Left.size() < Behind || (Sets && !isa<Expr>(Left.back())) || (Behind == 2 && !isa<Expr>(Left[Left.size() - 2])))
    return false;
  Image Own;
  for (const Stmt *S : Left.drop_back(Behind))
    append_range(Own, Reader.read(*S));
  return isSame(Call.Body, Own) && last(Left.take_back(Behind));
}

bool AlgorithmCheck::run() {
  if (Statements.empty() || !front() || !behind())
    return false;
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(Loop))
    return header(*Range) && body(*Range->getBody());
  const auto *For = dyn_cast<ForStmt>(Loop);
  return For && header(*For) && body(*For->getBody());
}

bool checkAlgorithm(const ASTContext &Context, const ContainerTable &Containers, const AlgorithmImage &Call,
                    const CompoundStmt &Compound, unsigned First, unsigned Count,
                    const std::function<bool(const TreeNode &, const TreeNode &)> &IsSame) {
  std::vector<const Stmt *> Statements(Compound.body_begin() + First, Compound.body_begin() + First + Count);
  return AlgorithmCheck(Context, Containers, Call, Statements, IsSame).run();
}

} // namespace loopfuse
