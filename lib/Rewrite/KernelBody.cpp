//===- KernelBody.cpp - a kernel as a part of another ---------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/KernelBody.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/CudaLaunch.h"
#include "Frontend/SourceText.h"
#include "Poly/AliasClasses.h"
#include "Rewrite/Products.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

static Refusal notWritten(const ASTContext &Context, const FunctionDecl &Kernel, std::string Why) {
  return refuse(RefusalId::KernelForm, placeOf(Context, Kernel.getLocation()),
                {Kernel.getNameAsString(), std::move(Why)});
}

TextRange trimmed(const FileText &File, TextRange Within) {
  TextRange Out{Within.End, Within.End};
  bool First = true;
  for (const RawToken &T : File.tokens(Within)) {
    if (First)
      Out.Begin = T.Range.Begin;
    Out.End = T.Range.End;
    First = false;
  }
  return Out;
}

std::variant<std::vector<KernelText>, Refusal> kernelTexts(const FileText &File, const ExtractedRegion &Region,
                                                           const FusionGroup &Group) {
  std::vector<KernelText> Texts;
  for (const Placement &P : Group.Members) {
    const CUDAKernelCallExpr *Call = launchOf(*Region.Ast.Members[P.Member]);
    const FunctionDecl *Kernel = Call ? kernelOf(*Call) : nullptr;
    const auto *Body = Kernel ? dyn_cast<CompoundStmt>(Kernel->getBody()) : nullptr;
    if (!Body)
      return refuse(RefusalId::LaunchForm, Region.Model.Members[P.Member].Span, {"a kernel without a visible body"});
    std::optional<TextRange> Definition = File.writtenRange(Kernel->getSourceRange());
    std::optional<TextRange> Open = File.token(Body->getLBracLoc()), Close = File.token(Body->getRBracLoc());
    if (!Definition || !Open || !Close)
      return notWritten(File.context(), *Kernel, "its text stands in another file or in a macro");
    TextRange Content = trimmed(File, {Open->End, Close->Begin});
    StringSet<> Identifiers;
    tok::TokenKind Previous = tok::unknown;
    for (const RawToken &T : File.tokens(Content)) {
      if (T.Kind == tok::raw_identifier && Previous != tok::period && Previous != tok::arrow)
        Identifiers.insert(File.slice(T.Range));
      if (!T.isComment())
        Previous = T.Kind;
    }
    Texts.push_back(
        {P.Member, Call, Kernel, Body, *Definition, Content, std::move(Identifiers), TextPatch(File.text())});
  }
  return Texts;
}

bool renameIn(const FileText &File, KernelText &Text, const ParmVarDecl &P, StringRef Name) {
  return !anyStmt(*Text.Body, [&](const Stmt &S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&S);
    if (!Ref || Ref->getDecl() != &P)
      return false;
    std::optional<TextRange> Token = File.token(Ref->getLocation());
    if (Token)
      Text.Patch.replace(*Token, Name.str());
    return !Token;
  });
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

namespace {
class KernelFences {
public:
  KernelFences(const FileText &File, const ExtractedRegion &Region, std::vector<KernelText> &Texts, Fence Kind)
      : File(File), S(Region.Model), Ast(Region.Ast), Texts(Texts), Kind(Kind) {}

  std::optional<Refusal> run();

private:
  bool isTouchedLater(unsigned Array, unsigned Position) const;
  std::optional<Refusal> fence(unsigned Statement, unsigned Access, unsigned Position);
  std::optional<StringRef> roundedProduct(QualType Type) const;
  bool wrap(const BinaryOperator &Product, TextPatch &Patch) const;
  bool spell(const BinaryOperator &Assignment, TextPatch &Patch) const;

  const FileText &File;
  const Scop &S;
  const RegionAst &Ast;
  std::vector<KernelText> &Texts;
  Fence Kind;
};
} // namespace

bool KernelFences::isTouchedLater(unsigned Array, unsigned Position) const {
  for (const KernelText &Later : ArrayRef(Texts).drop_front(Position + 1))
    for (unsigned St : S.Members[Later.Member].Statements)
      for (const Access &A : S.Statements[St].Accesses)
        if (A.Array == Array || aliasRelation(S, A.Array, Array, AliasPolicy::Refuse) != AliasRelation::Disjoint)
          return true;
  return false;
}

/// A product by a power of two is the same number whether or not it is rounded, but for the smallest ones.
static bool isExactProduct(const BinaryOperator &Product) {
  return any_of(std::array{Product.getLHS(), Product.getRHS()}, [](const Expr *Side) {
    const auto *Literal = dyn_cast<FloatingLiteral>(Side->IgnoreParenImpCasts());
    if (!Literal || Literal->getValue().isZero() || !Literal->getValue().isFinite())
      return false;
    int Exponent = ilogb(Literal->getValue());
    APFloat Power = scalbn(APFloat(Literal->getValue().getSemantics(), 1), Exponent, APFloat::rmNearestTiesToEven);
    return Exponent >= 0 && Literal->getValue().bitwiseIsEqual(Power);
  });
}

static const BinaryOperator *assignmentTo(const Stmt &S, const Expr &Target) {
  const BinaryOperator *Found = nullptr;
  anyStmt(S, [&](const Stmt &At) {
    const auto *E = dyn_cast<BinaryOperator>(&At);
    if (E && E->isAssignmentOp() && E->getLHS()->IgnoreParens() == Target.IgnoreParens())
      Found = E;
    return Found != nullptr;
  });
  return Found;
}

/// The function that multiplies two numbers of the type and rounds.
std::optional<StringRef> KernelFences::roundedProduct(QualType Given) const {
  const auto *Type = Given->getAs<BuiltinType>();
  bool IsFloat = Type && Type->getKind() == BuiltinType::Float,
       IsDouble = Type && Type->getKind() == BuiltinType::Double;
  StringRef Name = IsFloat ? "__fmul_rn" : "__dmul_rn";
  bool IsDeclared =
      !File.context().getTranslationUnitDecl()->lookup(DeclarationName(&File.context().Idents.get(Name))).empty();
  return (IsFloat || IsDouble) && IsDeclared ? std::optional(Name) : std::nullopt;
}

/// "x[i] *= y;" becomes "x[i] = __fmul_rn(y, x[i]);". A product of two numbers does not depend on their order.
bool KernelFences::spell(const BinaryOperator &Given, TextPatch &Patch) const {
  const auto *E = cast<CompoundAssignOperator>(&Given);
  const auto *Element = dyn_cast<ArraySubscriptExpr>(E->getLHS()->IgnoreParens());
  std::optional<StringRef> Name = roundedProduct(E->getType());
  std::optional<TextRange> Target = File.range(E->getLHS()->getSourceRange()),
                           Operator = File.token(E->getOperatorLoc()),
                           Factor = File.range(E->getRHS()->getSourceRange());
  const auto *Comma = dyn_cast<BinaryOperator>(E->getRHS());
  auto Same = [&](QualType T) { return File.context().hasSameUnqualifiedType(T, E->getType()); };
  if (!Element || !Name || !Target || !Operator || !Factor || (Comma && Comma->isCommaOp()) ||
      !Same(E->getComputationLHSType()) || !Same(E->getComputationResultType()) ||
      Element->HasSideEffects(File.context()))
    return false;
  TextRange Head{Operator->Begin, Factor->Begin};
  if (any_of(File.tokens({Target->Begin, Factor->Begin}), [](const RawToken &T) { return T.isComment(); }))
    return false;
  std::string Copy = Patch.patched(*Target);
  Patch.replace(Head, ("= " + *Name + "(").str());
  Patch.insert(Factor->End, ", " + Copy + ")");
  return true;
}

bool KernelFences::wrap(const BinaryOperator &Product, TextPatch &Patch) const {
  std::optional<StringRef> Name = roundedProduct(Product.getType());
  std::optional<TextRange> All = File.range(Product.getSourceRange()), Star = File.token(Product.getOperatorLoc());
  if (!Name || !All || !Star)
    return false;
  // Blanks in front of the operator go.
  TextRange Comma = *Star;
  while (Comma.Begin > All->Begin && isSpace(File.text()[Comma.Begin - 1]))
    --Comma.Begin;
  Patch.insert(All->Begin, (*Name + "(").str());
  Patch.replace(Comma, ",");
  Patch.insert(All->End, ")");
  return true;
}

std::optional<Refusal> KernelFences::fence(unsigned St, unsigned Number, unsigned Position) {
  const Access &A = S.Statements[St].Accesses[Number];
  const Expr *Target = Ast.Accesses[St][Number];
  auto MayChange = [&] { return refuse(RefusalId::RoundingMayChange, A.Place, {A.Text}); };
  KernelText &Text = Texts[Position];
  if (!Target || !Ast.Statements[St])
    return mayMultiply(*Text.Body) ? std::optional(MayChange()) : std::nullopt;
  if (!holdsFloats(Target->getType()))
    return std::nullopt;
  const BinaryOperator *Assignment = assignmentTo(*Ast.Statements[St], *Target);
  bool HasProduct = mayMultiply(*Text.Body);
  if (!Assignment || !Target->getType()->isRealFloatingType())
    return HasProduct ? std::optional(MayChange()) : std::nullopt;
  if (productSource(*Assignment, HasProduct) == ProductSource::None)
    return std::nullopt;
  if (Assignment->getOpcode() == BO_MulAssign && Kind == Fence::RoundedProduct && spell(*Assignment, Text.Patch))
    return std::nullopt;
  const auto *Product = dyn_cast<BinaryOperator>(Assignment->getRHS()->IgnoreParenImpCasts());
  if (Assignment->getOpcode() != BO_Assign || !Product || Product->getOpcode() != BO_Mul)
    return MayChange();
  if (isExactProduct(*Product) || (Kind == Fence::RoundedProduct && wrap(*Product, Text.Patch)))
    return std::nullopt;
  return MayChange();
}

std::optional<Refusal> KernelFences::run() {
  for (unsigned P = 0; P + 1 < Texts.size(); ++P) {
    if (none_of(ArrayRef(Texts).drop_front(P), [](const KernelText &T) { return mayAdd(*T.Body); }))
      continue;
    for (unsigned St : S.Members[Texts[P].Member].Statements)
      for (unsigned A = 0; A < S.Statements[St].Accesses.size(); ++A) {
        const Access &Written = S.Statements[St].Accesses[A];
        if (S.Statements[St].IsHeader || Written.Kind != AccessKind::Write || !isTouchedLater(Written.Array, P))
          continue;
        if (std::optional<Refusal> R = fence(St, A, P))
          return R;
      }
  }
  return std::nullopt;
}

std::optional<Refusal> fenceProducts(const FileText &File, const ExtractedRegion &Region,
                                     std::vector<KernelText> &Texts, Fence Kind) {
  return Kind == Fence::None ? std::nullopt : KernelFences(File, Region, Texts, Kind).run();
}

} // namespace loopfuse
