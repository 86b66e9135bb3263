//===- ValueFlowCalls.cpp - values that calls and constructors take ---------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/CudaLaunch.h"
#include "Frontend/ValueFlow.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

static bool isReleaseFunction(const FunctionDecl *Callee) {
  if (!Callee)
    return false;
  std::string Name = qualifiedName(*Callee);
  return Name == "free" || Name == "std::free" || Name == "operator delete" || Name == "operator delete[]" ||
         Name == "__builtin_free" || Name == "cudaFree" || Name == "cudaFreeAsync";
}

/// A call that stores the address of new device memory where its first argument points to. The toolkit's headers are
/// no part of a program's own text.
static bool isDeviceAllocation(const ASTContext &Context, const FunctionDecl *Callee) {
  if (!Context.getLangOpts().CUDA || !Callee || !Callee->getIdentifier() ||
      !Callee->getDeclContext()->getRedeclContext()->isTranslationUnit() ||
      Context.getSourceManager().isInMainFile(Callee->getLocation()))
    return false;
  StringRef Name = Callee->getName();
  return Name == "cudaMalloc" || Name == "cudaMallocAsync" || Name == "cudaMallocManaged";
}

/// Whether somebody who gets the value by this type can write through it.
static bool letsWrite(QualType Type) {
  if (Type->isReferenceType() || Type->isAnyPointerType())
    return !Type->getPointeeType().isConstQualified();
  return true;
}

ValueFlow::Passing ValueFlow::passing(const Expr &Child, const CallExpr &Call) const {
  Passing How;
  const FunctionDecl *Callee = Call.getDirectCallee();
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  bool HasObject = Method && Method->isImplicitObjectMemberFunction();
  if (Call.getCallee() == &Child) {
    How.IsObject = isa<CXXMemberCallExpr>(Call);
    How.IsCallee = !How.IsObject;
  }
  // The operators written as such have their object among the arguments.
  bool ObjectIsArgument = Method && isa<CXXOperatorCallExpr>(Call) && !Method->isExplicitObjectMemberFunction();
  for (unsigned I = 0; I < Call.getNumArgs(); ++I) {
    if (Call.getArg(I) != &Child)
      continue;
    if (ObjectIsArgument && I == 0) {
      How.IsObject = true;
      break;
    }
    unsigned Parameter = I - (ObjectIsArgument ? 1 : 0);
    bool IsDeclared = Callee && Parameter < Callee->getNumParams();
    QualType Type = IsDeclared ? Callee->getParamDecl(Parameter)->getType() : Child.getType();
    How.IsReference = Type->isReferenceType() || (!IsDeclared && Child.isGLValue());
    How.IsWritable = letsWrite(Type);
    break;
  }
  if (How.IsObject) {
    How.IsReference = true;
    How.IsWritable = !Method || (HasObject && !Method->isConst());
  }
  return How;
}

/// What the kernel does with a pointer it is given, it does with its parameter.
ValueFlow::Step ValueFlow::throughLaunch(Form F, const Expr &Child, const CUDAKernelCallExpr &Call) {
  const FunctionDecl *Kernel = kernelOf(Call);
  for (unsigned I = 0; Kernel && I < Call.getNumArgs() && I < Kernel->getNumParams(); ++I)
    if (Call.getArg(I) == &Child && Kernel->getParamDecl(I)->getType()->isPointerType()) {
      End.Cursor = Kernel->getParamDecl(I);
      return std::nullopt;
    }
  return given(F, true);
}

ValueFlow::Step ValueFlow::throughCall(Form F, const Expr &Child, const CallExpr &Call) {
  Passing How = passing(Child, Call);
  if (How.IsCallee)
    return std::nullopt;
  if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(&Call); Launch && F == Form::ElementAddress)
    return throughLaunch(F, Child, *Launch);
  if (F == Form::ElementAddress && isReleaseFunction(Call.getDirectCallee())) {
    End.Releases = true;
    return std::nullopt;
  }
  if (F == Form::Address && V->getType()->isPointerType() && Call.getNumArgs() && Call.getArg(0) == &Child &&
      isDeviceAllocation(Context, Call.getDirectCallee())) {
    End.Allocates = true;
    return std::nullopt;
  }
  const CallEffect &Effect = effectOf(Call);
  switch (Effect.Effect) {
  case CallEffect::Kind::Pure:
  case CallEffect::Kind::ReadsArguments:
  case CallEffect::Kind::Size:
    return resultOf(F, Call);
  case CallEffect::Kind::WritesArguments:
    if (How.IsWritable)
      modifyIfOwn(F);
    // The value of a pointer may be written elsewhere: swap(p, q).
    if (!How.IsObject && isVariablesValue(F) && holdsPointer())
      return given(F, How.IsWritable);
    return resultOf(F, Call);
  case CallEffect::Kind::Element:
    return elementOf(F, Child, How);
  case CallEffect::Kind::Inline: // What the body does with it is not followed; it may be mutable, or cast.
    return given(F, true);
  case CallEffect::Kind::Unknown:
    return throughUnknownCall(F, How, Call, Effect);
  }
  llvm_unreachable("covered switch");
}

/// v[i], m(i, j), *iterator.
ValueFlow::Step ValueFlow::elementOf(Form F, const Expr &Child, Passing How) {
  if (!How.IsObject)
    return isPointer(F) ? given(F, true) : Step();
  // The elements of an array inside an object are part of the object.
  const ContainerClass *Container = findContainer(Containers, Child.getType());
  if (const auto *Member = dyn_cast<MemberExpr>(&Child))
    Container = findContainer(Containers, Member->getBase()->getType()->isPointerType()
                                              ? Member->getBase()->getType()->getPointeeType()
                                              : Member->getBase()->getType());
  bool IsInside = Container && Container->Kind == ContainerClass::Storage::Value;
  return IsInside && (F == Form::Part || F == Form::Address) ? Form::Part : Form::Element;
}

/// The result may refer to what the arguments refer to.
ValueFlow::Step ValueFlow::resultOf(Form F, const CallExpr &Call) {
  if (Call.isGLValue())
    return isPointer(F) ? pointee(F) : F;
  if (!mayHoldPointer(Call.getType(), Containers))
    return std::nullopt;
  if (isPointer(F))
    return F;
  bool IsContainer = findContainer(Containers, V->getType()) && F == Form::Object;
  bool IsCopy = F == Form::Object && Context.hasSameUnqualifiedType(V->getType().getNonReferenceType(), Call.getType());
  return IsContainer || IsCopy || F == Form::Element ? Form::ElementAddress : Form::Address;
}

ValueFlow::Step ValueFlow::throughUnknownCall(Form F, Passing How, const CallExpr &Call, const CallEffect &Effect) {
  RefusalId Reason = Effect.Refused ? Effect.Refused->Id : RefusalId::UnknownCall;
  // The functions of the C library and the stream operators keep no address.
  if (Reason == RefusalId::InputOutput && !(isPointer(F) && isa<CXXMemberCallExpr>(Call))) {
    if (How.IsWritable)
      modifyIfOwn(F);
    return Call.getType()->isAnyPointerType() ? resultOf(F, Call) : Step(); // fgets gives its buffer back.
  }
  if (Reason == RefusalId::ContainerModified)
    return throughModification(F, How, Call);
  return given(F, How.IsWritable);
}

/// Whether the constructors and methods of a class only read the elements that a pointer or iterator shows them.
bool ValueFlow::copiesElements(const CXXRecordDecl *Class) const {
  const ContainerClass *Container = findContainer(Containers, Class);
  return Container && (Container->Name == "std::vector" || Container->Name == "std::valarray" ||
                       Container->Name == "std::basic_string");
}

/// v.push_back(x), v = w, swap(v, w) and their kin.
ValueFlow::Step ValueFlow::throughModification(Form F, Passing How, const CallExpr &Call) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
  // After a swap the elements of one are known to whoever knew those of the other.
  if (!Method || Method->getNameAsString() == "swap")
    return given(F, true);
  bool Copies = copiesElements(Method->getParent());
  if (!How.IsObject) {
    bool IsCopied = How.IsReference ? !isPointer(F) && !(isVariablesValue(F) && holdsPointer()) : Copies;
    if (!IsCopied)
      return given(F, How.IsWritable);
    if (How.IsWritable)
      modifyIfOwn(F);
    return std::nullopt;
  }
  modifyIfOwn(F);
  for (unsigned I = isa<CXXOperatorCallExpr>(Call) ? 1 : 0; I < Call.getNumArgs(); ++I) {
    const Expr &Argument = *Call.getArg(I);
    bool IsSameClass = Argument.getType()->getAsCXXRecordDecl() == Method->getParent();
    bool MayBeKept = IsSameClass || (!Copies && mayHoldPointer(Argument.getType(), Containers));
    End.Escapes |= MayBeKept && takesElementsOver(Argument);
  }
  if (Call.isGLValue())
    return F;
  return isVariablesValue(F) && mayHoldPointer(Call.getType(), Containers) ? Step(Form::ElementAddress) : Step();
}

bool ValueFlow::takesElementsOver(const Expr &Value) {
  const Expr *E = Value.IgnoreImplicit()->IgnoreParens();
  while (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(E))
    E = Cast->getSubExpr()->IgnoreImplicit()->IgnoreParens();
  if (isa<InitListExpr, CXXStdInitializerListExpr, CXXScalarValueInitExpr, ImplicitValueInitExpr, CXXNewExpr,
          CXXNullPtrLiteralExpr>(E))
    return false;
  if (const auto *Conditional = dyn_cast<ConditionalOperator>(E))
    return takesElementsOver(*Conditional->getTrueExpr()) || takesElementsOver(*Conditional->getFalseExpr());
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    CallEffect::Kind Effect = effectOf(*Call).Effect;
    return Effect != CallEffect::Kind::Pure && Effect != CallEffect::Kind::ReadsArguments;
  }
  // An lvalue is copied from.
  if (isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr>(E) && E->isLValue())
    return !findContainer(Containers, E->getType());
  const auto *Construct = dyn_cast<CXXConstructExpr>(E);
  if (!Construct)
    return true;
  bool Copies = copiesElements(Construct->getConstructor()->getParent());
  return any_of(Construct->arguments(), [&](const Expr *Argument) {
    if (isa<CXXDefaultArgExpr>(Argument))
      return false;
    bool IsSameClass = Argument->getType()->getAsCXXRecordDecl() == Construct->getConstructor()->getParent();
    return (IsSameClass || (!Copies && mayHoldPointer(Argument->getType(), Containers))) &&
           takesElementsOver(*Argument);
  });
}

ValueFlow::Step ValueFlow::throughConstruction(Form F, const Expr &Child, const CXXConstructExpr &Construct) {
  const CXXConstructorDecl *Constructor = Construct.getConstructor();
  unsigned Index = 0;
  while (Index < Construct.getNumArgs() && Construct.getArg(Index) != &Child)
    ++Index;
  if (Index >= Constructor->getNumParams())
    return given(F, true);
  QualType Type = Constructor->getParamDecl(Index)->getType();
  bool KeepsPointer = mayHoldPointer(Construct.getType(), Containers);
  bool IsHarmless = isHarmlessConstruction(Construct, Containers);
  if (isPointer(F)) {
    // A pointer or iterator inside a new object of class type is followed on; a container copies what it is shown.
    if (Type->isReferenceType() && !Child.getType()->isRecordType())
      return given(F, true);
    if (KeepsPointer)
      return F;
    // What a unique_ptr takes over stays known by the pointer.
    if (findContainer(Containers, Construct.getType()) && !copiesElements(Constructor->getParent()))
      return given(F, true);
    return IsHarmless || copiesElements(Constructor->getParent()) ? Step() : given(F, letsWrite(Type));
  }
  // An object that is returned may be built in the caller's memory.
  if (F == Form::Object && isa_and_nonnull<ReturnStmt>(above(1)))
    return given(F, true);
  if (letsWrite(Type) || KeepsPointer || !IsHarmless)
    return given(F, letsWrite(Type));
  if (holdsPointer() && isVariablesValue(F))
    return given(F, false);
  return std::nullopt;
}

} // namespace loopfuse
