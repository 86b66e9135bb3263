//===- KernelParameters.cpp - parameters of one kernel for several --------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/KernelParameters.h"
#include "Frontend/SourceText.h"
#include "Poly/AliasClasses.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {
/// A parameter of one of the kernels.
struct Part {
  unsigned Text;
  const ParmVarDecl *Declared;
};

/// What becomes one parameter.
struct Merged {
  const Expr *Argument;
  std::vector<Part> Parts;
  std::string Name;
};

class ParameterMerge {
public:
  ParameterMerge(const FileText &File, const ExtractedRegion &Region, std::vector<KernelText> &Texts,
                 std::vector<KernelScalar> &Scalars)
      : File(File), S(Region.Model), Ast(Region.Ast), Texts(Texts), Scalars(Scalars) {}

  std::variant<std::vector<KernelParameter>, Refusal> run();

private:
  Refusal refused(const KernelText &Text, std::string Why) const {
    return refuse(RefusalId::KernelForm, placeOf(File.context(), Text.Kernel->getLocation()),
                  {Text.Kernel->getNameAsString(), std::move(Why)});
  }
  bool isSame(const Merged &M, const ParmVarDecl &P, const Expr &Argument) const;
  bool isTaken(StringRef Name, const Merged &Own) const;
  void choose(Merged &M);
  bool overlapsOthers(const Merged &M) const;
  std::optional<KernelParameter> write(const Merged &M) const;

  const FileText &File;
  const Scop &S;
  const RegionAst &Ast;
  std::vector<KernelText> &Texts;
  std::vector<KernelScalar> &Scalars;
  std::vector<Merged> All;
};
} // namespace

/// Without `const` and `restrict` at the top and in front of what it points to.
static QualType plainType(const ASTContext &Context, QualType T) {
  T = T.getCanonicalType().getUnqualifiedType();
  return T->isPointerType() ? Context.getPointerType(T->getPointeeType().getUnqualifiedType()) : T;
}

static bool isLiteral(const Expr &E) {
  const Expr *Plain = E.IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(Plain))
    Plain = U->getSubExpr()->IgnoreParenImpCasts();
  return isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, CXXBoolLiteralExpr, CXXNullPtrLiteralExpr>(Plain);
}

/// Whether the same is handed over. A number that is written twice may mean two things.
bool ParameterMerge::isSame(const Merged &M, const ParmVarDecl &P, const Expr &Argument) const {
  const ParmVarDecl &Known = *M.Parts.front().Declared;
  if (isLiteral(Argument) || Argument.HasSideEffects(File.context()) ||
      !File.context().hasSameType(plainType(File.context(), Known.getType()), plainType(File.context(), P.getType())))
    return false;
  FoldingSetNodeID A, B;
  M.Argument->IgnoreParenImpCasts()->Profile(A, File.context(), /*Canonical=*/true);
  Argument.IgnoreParenImpCasts()->Profile(B, File.context(), /*Canonical=*/true);
  return A == B;
}

/// Whether \p Name means something to a body that does not know \p Own by it, or to another parameter.
bool ParameterMerge::isTaken(StringRef Name, const Merged &Own) const {
  for (const Merged &M : All)
    if (&M != &Own && M.Name == Name)
      return true;
  for (unsigned T = 0; T < Texts.size(); ++T) {
    bool IsOwn = any_of(Own.Parts, [&](const Part &P) { return P.Text == T && P.Declared->getName() == Name; });
    // Another parameter of that kernel may get another name.
    bool IsParameter =
        any_of(Texts[T].Kernel->parameters(), [&](const ParmVarDecl *P) { return P->getName() == Name; });
    if (!IsOwn && !IsParameter && Texts[T].Identifiers.contains(Name))
      return true;
    if (!IsOwn && IsParameter && any_of(Own.Parts, [&](const Part &P) { return P.Text == T; }))
      return true;
  }
  const IdentifierTable &Known = File.context().Idents;
  auto It = Known.find(Name);
  return It != Known.end() && It->second->hasMacroDefinition();
}

/// The name that the kernels have for it, if they agree; else the caller's, else one with a number.
void ParameterMerge::choose(Merged &M) {
  std::vector<std::string> Wanted;
  for (const Part &P : M.Parts)
    if (!is_contained(Wanted, P.Declared->getName()))
      Wanted.push_back(P.Declared->getNameAsString());
  const auto *Ref = dyn_cast<DeclRefExpr>(M.Argument->IgnoreParenImpCasts());
  if (Ref && Ref->getDecl()->getIdentifier())
    Wanted.insert(Wanted.size() == 1 ? Wanted.end() : Wanted.begin(), Ref->getDecl()->getNameAsString());
  for (const std::string &Name : Wanted)
    if (!isTaken(Name, M)) {
      M.Name = Name;
      return;
    }
  for (unsigned I = 2;; ++I)
    if (std::string Name = Wanted.front() + std::to_string(I); !isTaken(Name, M)) {
      M.Name = Name;
      return;
    }
}

/// The array of the Scop that the accesses through \p P in its kernel touch; std::nullopt if that is not one.
static std::optional<unsigned> arrayOf(const Scop &S, const RegionAst &Ast, const KernelText &Text,
                                       const ParmVarDecl &P) {
  std::optional<unsigned> Found;
  for (unsigned St : S.Members[Text.Member].Statements)
    for (unsigned A = 0; A < S.Statements[St].Accesses.size(); ++A) {
      const auto *Subscript = dyn_cast_or_null<ArraySubscriptExpr>(Ast.Accesses[St][A]);
      const auto *Ref = Subscript ? dyn_cast<DeclRefExpr>(Subscript->getBase()->IgnoreParenImpCasts()) : nullptr;
      if (!Ref || Ref->getDecl() != &P)
        continue;
      unsigned Array = S.Statements[St].Accesses[A].Array;
      if (Found && *Found != Array)
        return std::nullopt;
      Found = Array;
    }
  return Found;
}

/// Whether an access of the group that does not go through \p M may touch what those through it touch, and one of
/// them writes.
bool ParameterMerge::overlapsOthers(const Merged &M) const {
  std::optional<unsigned> Own;
  for (const Part &P : M.Parts) {
    std::optional<unsigned> Array = arrayOf(S, Ast, Texts[P.Text], *P.Declared);
    if (!Array || (Own && *Own != *Array))
      return true;
    Own = Array;
  }
  auto IsOwnAccess = [&](unsigned T, const Expr *E) {
    const auto *Subscript = dyn_cast_or_null<ArraySubscriptExpr>(E);
    const auto *Ref = Subscript ? dyn_cast<DeclRefExpr>(Subscript->getBase()->IgnoreParenImpCasts()) : nullptr;
    return Ref && any_of(M.Parts, [&](const Part &P) { return P.Text == T && P.Declared == Ref->getDecl(); });
  };
  bool Writes = false;
  for (unsigned T = 0; T < Texts.size(); ++T)
    for (unsigned St : S.Members[Texts[T].Member].Statements)
      for (unsigned A = 0; A < S.Statements[St].Accesses.size(); ++A)
        Writes |= S.Statements[St].Accesses[A].Kind == AccessKind::Write && IsOwnAccess(T, Ast.Accesses[St][A]);
  for (unsigned T = 0; T < Texts.size(); ++T)
    for (unsigned St : S.Members[Texts[T].Member].Statements)
      for (unsigned A = 0; A < S.Statements[St].Accesses.size(); ++A) {
        const Access &Other = S.Statements[St].Accesses[A];
        if (S.Statements[St].IsHeader || IsOwnAccess(T, Ast.Accesses[St][A]) ||
            (!Writes && Other.Kind == AccessKind::Read))
          continue;
        if (Other.Array == *Own || aliasRelation(S, Other.Array, *Own, AliasPolicy::Refuse) != AliasRelation::Disjoint)
          return true;
      }
  return false;
}

static bool writesThrough(const ParmVarDecl &P) {
  return !P.getType()->isPointerType() || !P.getType()->getPointeeType().isConstQualified();
}

/// The declaration of the part that promises least, with the new name.
std::optional<KernelParameter> ParameterMerge::write(const Merged &M) const {
  const Part *Best = &M.Parts.front();
  for (const Part &P : M.Parts)
    if (!writesThrough(*Best->Declared) && writesThrough(*P.Declared))
      Best = &P;
  std::optional<TextRange> Whole = File.range(Best->Declared->getSourceRange());
  std::optional<TextRange> Name = File.token(Best->Declared->getLocation());
  std::optional<TextRange> Argument = File.writtenRange(M.Argument->getSourceRange());
  if (!Whole || !Name || !Argument || !Whole->contains(*Name) || Best->Declared->hasDefaultArg())
    return std::nullopt;
  bool IsRestrict =
      all_of(M.Parts, [](const Part &P) { return P.Declared->getType().isRestrictQualified(); }) && !overlapsOthers(M);
  TextPatch Patch(File.text());
  Patch.replace(*Name, M.Name);
  for (const RawToken &T : File.tokens(*Whole)) {
    StringRef Word = File.slice(T.Range);
    if (T.isComment() || T.Kind != tok::raw_identifier)
      continue;
    if (!IsRestrict && (Word == "__restrict" || Word == "__restrict__" || Word == "restrict")) {
      unsigned End = T.Range.End;
      while (End < Name->Begin && File.text()[End] == ' ')
        ++End;
      Patch.remove({T.Range.Begin, End});
    }
  }
  std::string Text = StringRef(Patch.patched(*Whole)).trim().str();
  if (StringRef(Text).contains('\n'))
    return std::nullopt;
  return KernelParameter{M.Name, std::move(Text), File.slice(*Argument).str()};
}

std::variant<std::vector<KernelParameter>, Refusal> ParameterMerge::run() {
  for (unsigned T = 0; T < Texts.size(); ++T) {
    const KernelText &Text = Texts[T];
    for (unsigned I = 0; I < Text.Kernel->getNumParams(); ++I) {
      const ParmVarDecl *P = Text.Kernel->getParamDecl(I);
      if (I >= Text.Call->getNumArgs() || isa<CXXDefaultArgExpr>(Text.Call->getArg(I)))
        return refused(Text, "a default argument");
      if (!P->getIdentifier())
        continue; // Nobody sees what it is given, which has no effect.
      const Expr *Argument = Text.Call->getArg(I);
      auto Known = find_if(All, [&](const Merged &M) { return isSame(M, *P, *Argument); });
      if (Known == All.end())
        Known = All.insert(All.end(), {Argument, {}, ""});
      Known->Parts.push_back({T, P});
    }
  }
  std::vector<KernelParameter> Out;
  for (Merged &M : All)
    choose(M);
  for (const Merged &M : All) {
    auto Scalar = find_if(
        Scalars, [&](const KernelScalar &X) { return X.isFor(M.Parts.front().Text, *M.Parts.front().Declared); });
    if (Scalar != Scalars.end()) {
      Scalar->Name = M.Name;
      continue;
    }
    for (const Part &P : M.Parts)
      if (P.Declared->getName() != M.Name && !renameIn(File, Texts[P.Text], *P.Declared, M.Name))
        return refuse(RefusalId::NameCapture, placeOf(File.context(), P.Declared->getLocation()),
                      {P.Declared->getNameAsString(), ""});
    std::optional<KernelParameter> Written = write(M);
    if (!Written)
      return refused(Texts[M.Parts.front().Text], "its parameter '" + M.Name + "' is written in an unusual way");
    Out.push_back(std::move(*Written));
  }
  return Out;
}

std::variant<std::vector<KernelParameter>, Refusal> mergeParameters(const FileText &File, const ExtractedRegion &Region,
                                                                    std::vector<KernelText> &Texts,
                                                                    std::vector<KernelScalar> &Scalars) {
  return ParameterMerge(File, Region, Texts, Scalars).run();
}

} // namespace loopfuse
