//===- Effects.cpp - what a call may do besides -----------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Effects.h"
#include "Frontend/CallSummaries.h"
#include "Frontend/InlineBody.h"
#include "Frontend/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

std::string calleeName(const ASTContext &Context, const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (Callee && isa<CXXOperatorCallExpr>(Call))
    return Callee->getNameAsString();
  SourceLocation Loc = Call.getCallee()->getExprLoc();
  const SourceManager &Sources = Context.getSourceManager();
  if (Loc.isMacroID() && !Sources.isMacroArgExpansion(Loc)) {
    // assert rather than __assert_fail.
    SmallString<32> Buffer;
    return Lexer::getSpelling(Sources.getExpansionLoc(Loc), Buffer, Sources, Context.getLangOpts()).str();
  }
  return spellingOf(Context, *Call.getCallee());
}

CallEffect unknownCall(const ASTContext &Context, const CallExpr &Call, RefusalId Id,
                       std::vector<std::string> Arguments) {
  SourceSpan Place = spanOf(Context, Call.getSourceRange());
  if (!Place.isValid())
    Place = placeOf(Context, Call.getExprLoc());
  return {CallEffect::Kind::Unknown, "", refuse(Id, Place, std::move(Arguments))};
}

CallEffect classifyCall(ASTContext &Context, const CallExpr &Call, const ContainerTable &Containers,
                        SummaryBudget &Budget) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  auto Unknown = [&] { return unknownCall(Context, Call, RefusalId::UnknownCall, {calleeName(Context, Call)}); };
  if (isa<CUDAKernelCallExpr>(Call)) // It runs many times, and later.
    return Unknown();
  if (!Callee || Call.isTypeDependent())
    return isa<CXXPseudoDestructorExpr>(Call.getCallee()->IgnoreParens())
               ? CallEffect{CallEffect::Kind::Pure, "", std::nullopt}
               : Unknown();
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  if (isDispatched(Call))
    return Unknown();
  if (std::optional<CallEffect> Known = knownFunction(Context, Call, *Callee, Containers))
    return *Known;
  if (Callee->isNoReturn())
    return Unknown();
  if (Method && Method->isTrivial() && (Method->isCopyAssignmentOperator() || Method->isMoveAssignmentOperator()))
    return {CallEffect::Kind::WritesArguments, "", std::nullopt};
  CallEffect Effect = summariseBody(Context, *Callee, Containers, Budget);
  if (Effect.Effect != CallEffect::Kind::Unknown)
    return Effect;
  if (inlineBody(Context, Call, Containers, Budget))
    return {CallEffect::Kind::Inline, "", std::nullopt};
  std::string Shown = calleeName(Context, Call);
  if (Effect.Refused->Id == RefusalId::Throw)
    return unknownCall(Context, Call, RefusalId::Throw, {"'" + Shown + "'"});
  return Unknown();
}

CallEffect classifyCall(ASTContext &Context, const CallExpr &Call, const ContainerTable &Containers) {
  SummaryBudget Budget;
  return classifyCall(Context, Call, Containers, Budget);
}

/// The constructors of the table's containers that only allocate and fill: default, size, size and value, list, copy.
static bool isPlainContainerConstruction(const CXXConstructExpr &Construct, const ContainerClass &Container) {
  const CXXConstructorDecl &Constructor = *Construct.getConstructor();
  if (Construct.isElidable())
    return true;
  // Views only point to what they are given.
  if (Container.Kind == ContainerClass::Storage::View)
    return StringRef(Container.Name).starts_with("std::");
  for (const Expr *Argument : Construct.arguments()) {
    if (isa<CXXDefaultArgExpr>(Argument))
      continue;
    QualType Type = Argument->getType();
    const Expr *Plain = Argument->IgnoreParenImpCasts();
    bool IsCopy = Constructor.isCopyConstructor();
    bool IsList = isa<CXXStdInitializerListExpr>(Plain) ||
                  (Type->getAsCXXRecordDecl() && qualifiedName(*Type->getAsCXXRecordDecl()) == "std::initializer_list");
    bool IsTaken = Container.Name == "std::unique_ptr" && isa<CXXNewExpr>(Plain);
    if (!Type->isArithmeticType() && !Type->isEnumeralType() && !IsCopy && !IsList && !IsTaken)
      return false;
  }
  return true;
}

/// Whether a container can make and copy elements of this type without any effect.
static bool isHarmlessElement(QualType Type, ASTContext &Context, const ContainerTable &Containers,
                              SummaryBudget &Budget) {
  QualType Element = Context.getBaseElementType(Type);
  if (!Element.isTriviallyCopyableType(Context))
    return false;
  const CXXRecordDecl *Class = Element->getAsCXXRecordDecl();
  if (!Class || Class->hasTrivialDefaultConstructor() || !Class->hasDefaultConstructor())
    return true;
  // In a container that is filled another way it is not needed, and may not even be instantiated.
  for (const CXXConstructorDecl *Constructor : Class->ctors())
    if (Constructor->isDefaultConstructor()) {
      CallEffect::Kind Effect = summariseConstructor(Context, *Constructor, Containers, Budget).Effect;
      return Effect == CallEffect::Kind::Pure || Effect == CallEffect::Kind::ReadsArguments;
    }
  return false;
}

bool isHarmlessConstruction(const CXXConstructExpr &Construct, const ContainerTable &Containers,
                            SummaryBudget &Budget) {
  const CXXConstructorDecl &Constructor = *Construct.getConstructor();
  if (Constructor.isTrivial())
    return true;
  if (const ContainerClass *Container = findContainer(Containers, Constructor.getParent());
      Container && Container->Kind != ContainerClass::Storage::Value) {
    // Elements with operations of their own are made and copied by those.
    const auto *S = dyn_cast<ClassTemplateSpecializationDecl>(Constructor.getParent());
    bool HasElementType =
        S && S->getTemplateArgs().size() && S->getTemplateArgs()[0].getKind() == TemplateArgument::Type;
    return isPlainContainerConstruction(Construct, *Container) &&
           (!HasElementType ||
            isHarmlessElement(S->getTemplateArgs()[0].getAsType(), Constructor.getASTContext(), Containers, Budget));
  }
  CallEffect Effect = summariseConstructor(Constructor.getASTContext(), Constructor, Containers, Budget);
  return Effect.Effect == CallEffect::Kind::Pure || Effect.Effect == CallEffect::Kind::ReadsArguments;
}

bool isHarmlessConstruction(const CXXConstructExpr &Construct, const ContainerTable &Containers) {
  SummaryBudget Budget;
  return isHarmlessConstruction(Construct, Containers, Budget);
}

} // namespace loopfuse
