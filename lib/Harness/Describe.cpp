//===- Describe.cpp - what a function wants to be called with -------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness/Describe.h"
#include "Frontend/SourceText.h"
#include "Harness/Globals.h"
#include "Harness/Layout.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

constexpr size_t MaxInstances = 3;

namespace {

class FunctionFinder : public RecursiveASTVisitor<FunctionFinder> {
public:
  FunctionFinder(SourceManager &Sources, StringRef File, unsigned Offset)
      : Sources(Sources), File(File), Offset(Offset) {}
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitFunctionDecl(FunctionDecl *F) {
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    if (!F->doesThisDeclarationHaveABody() || F->isDependentContext() || (Method && Method->getParent()->isLambda()))
      return true;
    auto [In, Begin] = Sources.getDecomposedLoc(Sources.getFileLoc(F->getBody()->getBeginLoc()));
    unsigned End = Sources.getFileOffset(Sources.getFileLoc(F->getBody()->getEndLoc()));
    if (Offset < Begin || End < Offset || realPath(Sources, In) != File)
      return true;
    // An outer function comes first; a member of a local class takes its place.
    if (!Found.empty() && Begin > BodyBegin)
      Found.clear();
    BodyBegin = Begin;
    if (Found.size() < MaxInstances)
      Found.push_back(F);
    return true;
  }

  std::vector<const FunctionDecl *> Found;

private:
  SourceManager &Sources;
  StringRef File;
  unsigned Offset;
  unsigned BodyBegin = 0;
};

/// Writes the call of one function.
class Describer {
public:
  Describer(const FunctionDecl &F, Harness &H)
      : F(F), Context(F.getASTContext()), H(H), Layout(Context, H), Policy(Context.getLangOpts()) {
    Policy.SuppressUnwrittenScope = true;
    Out.Name = nameOf(F);
  }

  std::string describe() {
    if (std::string Why = whyNot(); !Why.empty())
      return Why;
    std::string Callee;
    const auto *Method = dyn_cast<CXXMethodDecl>(&F);
    if (Method && Method->isInstance()) {
      QualType Class = Context.getCanonicalTagType(Method->getParent());
      std::optional<std::string> Object = addArgument("this", Context.getLValueReferenceType(Class));
      if (!Object)
        return Reason;
      Callee = "(" + *Object + ")." + F.getNameAsString() + templateArguments();
    } else {
      raw_string_ostream OS(Callee);
      F.printQualifiedName(OS, Policy);
      OS << templateArguments();
    }
    std::string Arguments;
    for (const ParmVarDecl *P : F.parameters()) {
      std::optional<std::string> Text = addArgument(P->getName().empty() ? "?" : P->getName(), P->getType());
      if (!Text)
        return Reason;
      Arguments += (Arguments.empty() ? "" : ", ") + *Text;
    }
    Out.Call = Callee + "(" + Arguments + ")";
    addResult();
    if (std::string Why = addGlobals(F, H, Layout, Out); !Why.empty())
      return Why;
    H.IsCxx = Context.getLangOpts().CPlusPlus;
    H.Functions.push_back(std::move(Out));
    return "";
  }

private:
  std::string whyNot() const {
    if (F.isMain())
      return "it is main";
    if (isa<CXXConstructorDecl, CXXDestructorDecl, CXXConversionDecl>(F))
      return "it is a constructor, a destructor or a conversion";
    if (F.hasAttr<CUDAGlobalAttr>() || F.hasAttr<CUDADeviceAttr>())
      return "it is code of a device";
    for (const DeclContext *C = F.getDeclContext(); C; C = C->getParent())
      if (C->isFunctionOrMethod())
        return "it belongs to a class inside a function";
    return "";
  }

  std::string templateArguments() const {
    const TemplateArgumentList *Arguments = F.getTemplateSpecializationArgs();
    if (!Arguments || Arguments->size() == 0)
      return "";
    std::string Text;
    raw_string_ostream OS(Text);
    printTemplateArgumentList(OS, Arguments->asArray(), Policy);
    return Text;
  }

  /// Adds an object for an argument. The text of the argument, or nothing where it cannot be made.
  std::optional<std::string> addArgument(StringRef Name, QualType T) {
    std::optional<unsigned> Number = objectType(T);
    std::optional<std::string> Spelling =
        Number ? Layout.spelling(T.getNonReferenceType().getUnqualifiedType()) : std::nullopt;
    if (!Spelling) {
      Reason = Layout.reason();
      return std::nullopt;
    }
    std::string Place = "loopfuse_a[" + std::to_string(Out.Objects.size()) + "]";
    Out.Objects.push_back({Name.str(), HarnessObject::Argument, *Number, 0});
    std::string Type = "__typeof__(" + *Spelling + ")";
    if (!T->isReferenceType())
      return "*(" + Type + " *)" + Place;
    std::string Object = "**(" + Type + " **)" + Place;
    return T->isRValueReferenceType() ? "static_cast<" + Type + " &&>(" + Object + ")" : Object;
  }

  /// A reference is an object that leads to another one; a pointer's `restrict` is the parameter's own.
  std::optional<unsigned> objectType(QualType T) {
    if (!T->isReferenceType() && !T.isRestrictQualified())
      return Layout.typeNumber(T);
    std::optional<unsigned> To = Layout.typeNumber(T->getPointeeType());
    if (!To)
      return std::nullopt;
    uint64_t Bytes = Context.getTypeSizeInChars(Context.VoidPtrTy).getQuantity();
    H.Types.push_back(
        {Bytes, {{0, LeafKind::Pointer, Bytes, 1, T.isRestrictQualified(), T->isReferenceType(), *To, 0}}});
    return H.Types.size() - 1;
  }

  void addResult() {
    QualType T = F.getReturnType().getUnqualifiedType();
    if (T->isVoidType() || T->isReferenceType() || !T.isTriviallyCopyableType(Context))
      return;
    std::optional<unsigned> Number = Layout.typeNumber(T);
    std::optional<std::string> Spelling = Number ? Layout.spelling(T) : std::nullopt;
    if (!Spelling)
      return;
    Out.Call = "*(__typeof__(" + *Spelling + ") *)loopfuse_a[" + std::to_string(Out.Objects.size()) + "] = " + Out.Call;
    Out.Objects.push_back({"its result", HarnessObject::Result, *Number, 0});
  }

  const FunctionDecl &F;
  ASTContext &Context;
  Harness &H;
  LayoutReader Layout;
  PrintingPolicy Policy;
  DrivenFunction Out;
  std::string Reason;
};

} // namespace

std::vector<const FunctionDecl *> functionsAt(ASTContext &Context, StringRef File, unsigned Offset) {
  FunctionFinder Finder(Context.getSourceManager(), File, Offset);
  Finder.TraverseAST(Context);
  return Finder.Found;
}

std::string nameOf(const FunctionDecl &F) {
  std::string Name;
  raw_string_ostream OS(Name);
  PrintingPolicy Policy(F.getASTContext().getLangOpts());
  F.getNameForDiagnostic(OS, Policy, /*Qualified=*/true);
  return Name;
}

std::string describe(const FunctionDecl &F, Harness &H) {
  Harness New = H;
  std::string Why = Describer(F, New).describe();
  if (Why.empty())
    H = std::move(New);
  return Why;
}

std::string textOf(const FunctionDecl &F) {
  const SourceManager &Sources = F.getASTContext().getSourceManager();
  CharSourceRange Range =
      Lexer::getAsCharRange(Sources.getExpansionRange(F.getSourceRange()), Sources, F.getASTContext().getLangOpts());
  return Lexer::getSourceText(Range, Sources, F.getASTContext().getLangOpts()).str();
}

} // namespace loopfuse
