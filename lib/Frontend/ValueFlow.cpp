//===- ValueFlow.cpp - where an expression's value goes ---------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/ValueFlow.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

static bool mayHoldPointer(QualType Type, const ContainerTable &Containers, unsigned Depth) {
  static const unsigned MaximumDepth = 8;
  if (Type->isAnyPointerType() || Type->isReferenceType() || Type->isMemberPointerType() ||
      Type->isBlockPointerType() || Type->isDependentType() || Depth > MaximumDepth)
    return true;
  if (Type->isArrayType())
    return mayHoldPointer(QualType(Type->getPointeeOrArrayElementType(), 0), Containers, Depth + 1);
  const RecordDecl *Record = Type->getAsRecordDecl();
  if (!Record)
    return false;
  Record = Record->getDefinition();
  if (!Record)
    return true;
  const auto *Class = dyn_cast<CXXRecordDecl>(Record);
  const ContainerClass *Container = findContainer(Containers, Class);
  const auto *Specialisation = dyn_cast<ClassTemplateSpecializationDecl>(Record);
  if (Container && Container->Kind == ContainerClass::Storage::Owner && Specialisation) {
    const TemplateArgument &Element = Specialisation->getTemplateArgs()[0];
    return Element.getKind() != TemplateArgument::Type || mayHoldPointer(Element.getAsType(), Containers, Depth + 1);
  }
  if (Class)
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (mayHoldPointer(Base.getType(), Containers, Depth + 1))
        return true;
  for (const FieldDecl *Field : Record->fields())
    if (mayHoldPointer(Field->getType(), Containers, Depth + 1))
      return true;
  return false;
}

bool mayHoldPointer(QualType Type, const ContainerTable &Containers) {
  return loopfuse::mayHoldPointer(Type, Containers, 0);
}

bool ValueFlow::holdsPointer() const { return mayHoldPointer(V->getType().getNonReferenceType(), Containers); }

/// The statement \p Levels above the expression reached; 0 is its parent.
const Stmt *ValueFlow::above(unsigned Levels) const {
  return Path.size() > Levels + 1 ? Path[Path.size() - 2 - Levels] : nullptr;
}

const CallEffect &ValueFlow::effectOf(const CallExpr &Call) {
  auto [Place, IsNew] = Effects.try_emplace(&Call);
  if (IsNew)
    Place->second = classifyCall(Context, Call, Containers);
  return Place->second;
}

FlowEnd ValueFlow::follow(const VarDecl &Variable, const Expr &At, bool IsBinding, ArrayRef<const Stmt *> FullPath) {
  V = &Variable;
  Path = FullPath;
  End = FlowEnd();
  Step Reached = IsBinding ? Form::Part : Form::Object;
  const Expr *Child = &At;
  while (true) {
    const Stmt *Parent = above(0);
    Reached = step(*Reached, *Child, Parent);
    if (!Reached)
      return End;
    Path = Path.drop_back();
    Child = cast<Expr>(Parent);
  }
}

ValueFlow::Step ValueFlow::given(Form F, bool Writable) {
  End.Escapes = true;
  End.Modifies |= Writable && isOwn(F);
  return std::nullopt;
}

ValueFlow::Step ValueFlow::step(Form F, const Expr &Child, const Stmt *Parent) {
  // Without a parent it is the initialiser of a member.
  if (!Parent)
    return given(F, true);
  if (isa<ParenExpr, FullExpr, CXXBindTemporaryExpr, MaterializeTemporaryExpr, SubstNonTypeTemplateParmExpr,
          OpaqueValueExpr>(Parent))
    return F;
  if (const auto *Cast = dyn_cast<CastExpr>(Parent))
    return throughCast(F, *Cast);
  if (const auto *Unary = dyn_cast<UnaryOperator>(Parent))
    return throughUnary(F, *Unary);
  if (const auto *Binary = dyn_cast<BinaryOperator>(Parent))
    return throughBinary(F, Child, *Binary);
  if (const auto *Conditional = dyn_cast<ConditionalOperator>(Parent))
    return Conditional->getCond() == &Child ? Step() : F;
  if (const auto *Conditional = dyn_cast<BinaryConditionalOperator>(Parent))
    // The value of the first operand comes by once more, as the opaque value of the second.
    return Conditional->getTrueExpr() == &Child || Conditional->getFalseExpr() == &Child ? Step(F) : Step();
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Parent)) {
    if (Subscript->getBase() != &Child)
      return isPointer(F) ? given(F, true) : Step();
    return isPointer(F) ? pointee(F) : F == Form::Element ? F : Form::Part;
  }
  if (const auto *Member = dyn_cast<MemberExpr>(Parent))
    return throughMember(F, *Member);
  if (const auto *Call = dyn_cast<CallExpr>(Parent))
    return throughCall(F, Child, *Call);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Parent))
    return throughConstruction(F, Child, *Construct);
  if (const auto *Declaration = dyn_cast<DeclStmt>(Parent))
    return intoVariable(F, Child, *Declaration);
  if (isa<CXXDeleteExpr>(Parent) && F == Form::ElementAddress) {
    End.Releases = true;
    return std::nullopt;
  }
  if (const auto *Compound = dyn_cast<CompoundStmt>(Parent)) {
    bool IsValue = isa_and_nonnull<StmtExpr>(above(1)) && Compound->body_back() == &Child;
    return IsValue ? given(F, true) : Step();
  }
  // A value that is dropped, tested or copied.
  if (isa<ForStmt, WhileStmt, DoStmt, IfStmt, SwitchStmt, SwitchCase, LabelStmt, AttributedStmt, CXXForRangeStmt,
          CXXTypeidExpr, CapturedStmt, ArrayInitLoopExpr>(Parent))
    return std::nullopt;
  return given(F, true);
}

ValueFlow::Step ValueFlow::throughCast(Form F, const CastExpr &Cast) {
  switch (Cast.getCastKind()) {
  case CK_LValueToRValue:
    // The value of a pointer variable is the address of what it points to; other values lead nowhere.
    if (F == Form::Object && V->getType().getNonReferenceType()->isAnyPointerType())
      return Form::ElementAddress;
    return std::nullopt;
  case CK_ArrayToPointerDecay:
    return F == Form::Part ? Form::Address : Form::ElementAddress;
  case CK_NoOp:
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
  case CK_BaseToDerived:
  case CK_BitCast:
  case CK_AddressSpaceConversion:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
    return F;
  case CK_LValueBitCast:
    return F == Form::Object ? Form::Part : F;
  case CK_ToVoid:
  case CK_PointerToBoolean:
  case CK_FunctionToPointerDecay:
  case CK_LValueToRValueBitCast:
    return std::nullopt;
  default:
    return given(F, true);
  }
}

ValueFlow::Step ValueFlow::throughUnary(Form F, const UnaryOperator &Operator) {
  switch (Operator.getOpcode()) {
  case UO_Deref:
    return pointee(F);
  case UO_AddrOf:
    if (F == Form::Object && V->getType().getNonReferenceType()->isArrayType())
      return Form::ElementAddress;
    return isOwn(F) ? Form::Address : Form::ElementAddress;
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec:
    modifyIfOwn(F);
    if (Operator.isGLValue())
      return F;
    return F == Form::Object && Operator.getType()->isAnyPointerType() ? Step(Form::ElementAddress) : Step();
  case UO_Extension:
  case UO_Plus:
    return F;
  case UO_Real:
  case UO_Imag:
    return F == Form::Object ? Form::Part : F;
  default:
    return std::nullopt;
  }
}

ValueFlow::Step ValueFlow::throughBinary(Form F, const Expr &Child, const BinaryOperator &Operator) {
  bool IsLeft = Operator.getLHS() == &Child;
  if (Operator.isAssignmentOp()) {
    if (!IsLeft)
      return isPointer(F) ? given(F, true) : Step();
    modifyIfOwn(F);
    if (Operator.isGLValue())
      return F;
    return F == Form::Object && Operator.getType()->isAnyPointerType() ? Step(Form::ElementAddress) : Step();
  }
  if (Operator.getOpcode() == BO_Comma)
    return IsLeft ? Step() : F;
  if (Operator.isPtrMemOp())
    return given(F, true);
  if (Operator.isAdditiveOp() && isPointer(F) && Operator.getType()->isAnyPointerType())
    return F;
  return std::nullopt;
}

ValueFlow::Step ValueFlow::throughMember(Form F, const MemberExpr &Member) {
  if (isa<CXXMethodDecl>(Member.getMemberDecl()))
    return F; // The object of a call.
  const auto *Field = dyn_cast<FieldDecl>(Member.getMemberDecl());
  if (!Field || Field->getType()->isReferenceType())
    return std::nullopt;
  if (isPointer(F))
    return pointee(F);
  return F == Form::Object ? Form::Part : F;
}

ValueFlow::Step ValueFlow::intoVariable(Form F, const Expr &Child, const DeclStmt &Declaration) {
  const VarDecl *D = nullptr;
  for (const Decl *Each : Declaration.decls())
    if (const auto *Candidate = dyn_cast<VarDecl>(Each); Candidate && Candidate->getInit() == &Child)
      D = Candidate;
  if (!D)
    return given(F, true);
  const Stmt *Outer = above(1);
  if (D->isImplicit() && isa_and_nonnull<CXXForRangeStmt>(Outer))
    return intoRange(F, Child, *Outer);
  if (D->getType()->isReferenceType())
    return given(F, !D->getType()->getPointeeType().isConstQualified());
  const auto *For = dyn_cast_or_null<ForStmt>(Outer);
  if (F == Form::ElementAddress && For && For->getInit() == &Declaration) {
    End.Cursor = D;
    return std::nullopt;
  }
  return given(F, true);
}

/// The range of a range-for: arrays and known containers are only walked over.
ValueFlow::Step ValueFlow::intoRange(Form F, const Expr &Child, const Stmt &Loop) {
  bool IsKnown = Child.getType()->isArrayType() || findContainer(Containers, Child.getType());
  if (!IsKnown || isPointer(F))
    return given(F, true);
  const VarDecl *Variable = cast<CXXForRangeStmt>(Loop).getLoopVariable();
  QualType Type = Variable->getType();
  if (!Type->isReferenceType())
    return std::nullopt;
  End.Cursor = Variable;
  End.Modifies |= F == Form::Part && !Type->getPointeeType().isConstQualified();
  return std::nullopt;
}

} // namespace loopfuse
