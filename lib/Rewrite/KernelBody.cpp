//===- KernelBody.cpp - a kernel as a part of another ---------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/KernelBody.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/CudaKernel.h"
#include "Frontend/SourceText.h"
#include "Poly/AliasClasses.h"
#include "Rewrite/Indent.h"
#include "Rewrite/Products.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

static Refusal notWritten(const ASTContext &Context, const FunctionDecl &Kernel, std::string Why) {
  return refuse(RefusalId::KernelForm, placeOf(Context, Kernel.getLocation()),
                {Kernel.getNameAsString(), std::move(Why)});
}

/// From the first token or comment to the last one.
static TextRange trimmed(const FileText &File, TextRange Within) {
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
    std::optional<TextRange> Definition = File.range(Kernel->getSourceRange());
    std::optional<TextRange> Open = File.token(Body->getLBracLoc()), Close = File.token(Body->getRBracLoc());
    if (!Definition || !Open || !Close)
      return notWritten(File.context(), *Kernel, "its text stands in another file or in a macro");
    TextRange Content = trimmed(File, {Open->End, Close->Begin});
    StringSet<> Identifiers;
    for (const RawToken &T : File.tokens(Content))
      if (T.Kind == tok::raw_identifier)
        Identifiers.insert(File.slice(T.Range));
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
  bool wrap(const BinaryOperator &Product, TextPatch &Patch) const;

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

bool KernelFences::wrap(const BinaryOperator &Product, TextPatch &Patch) const {
  const auto *Type = Product.getType()->getAs<BuiltinType>();
  bool IsFloat = Type && Type->getKind() == BuiltinType::Float,
       IsDouble = Type && Type->getKind() == BuiltinType::Double;
  StringRef Name = IsFloat ? "__fmul_rn" : "__dmul_rn";
  std::optional<TextRange> All = File.range(Product.getSourceRange()), Star = File.token(Product.getOperatorLoc());
  bool IsDeclared =
      !File.context().getTranslationUnitDecl()->lookup(DeclarationName(&File.context().Idents.get(Name))).empty();
  if ((!IsFloat && !IsDouble) || !All || !Star || !IsDeclared)
    return false;
  // Blanks in front of the operator go.
  TextRange Comma = *Star;
  while (Comma.Begin > All->Begin && isSpace(File.text()[Comma.Begin - 1]))
    --Comma.Begin;
  Patch.insert(All->Begin, (Name + "(").str());
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

//===----------------------------------------------------------------------===//
// Early returns
//===----------------------------------------------------------------------===//

static StringRef opposite(BinaryOperatorKind Op) {
  switch (Op) {
  case BO_LT:
    return ">=";
  case BO_LE:
    return ">";
  case BO_GT:
    return "<=";
  case BO_GE:
    return "<";
  case BO_EQ:
    return "!=";
  case BO_NE:
    return "==";
  default:
    return "";
  }
}

/// Turns \p Condition, of comparisons of integers joined by `||`, into its negation. False if it has another form.
static bool negateIn(const FileText &File, const Expr &Condition, TextPatch &Patch) {
  const auto *E = dyn_cast<BinaryOperator>(Condition.IgnoreParens());
  std::optional<TextRange> Token = E ? File.token(E->getOperatorLoc()) : std::nullopt;
  if (!Token)
    return false;
  if (E->getOpcode() == BO_LOr) {
    Patch.replace(*Token, "&&");
    return negateIn(File, *E->getLHS(), Patch) && negateIn(File, *E->getRHS(), Patch);
  }
  if (opposite(E->getOpcode()).empty() || !E->getLHS()->getType()->isIntegerType())
    return false;
  Patch.replace(*Token, opposite(E->getOpcode()).str());
  return true;
}

std::variant<std::string, Refusal> bodyText(const FileText &File, const Layout &Style, KernelText &Text, bool IsLast,
                                            const std::string &Indent) {
  std::string Out, Inner = Indent;
  unsigned Done = Text.Content.Begin, Scopes = 0;
  auto Add = [&](TextRange Piece) {
    Piece = trimmed(File, Piece);
    if (Piece.size() == 0)
      return;
    Out += Inner + reindentedText(Text.Patch.patched(Piece), indentAt(File.text(), Piece.Begin), Inner, File.langOpts(),
                                  Style.LineEnd);
    if (!StringRef(Out).ends_with(Style.LineEnd))
      Out += Style.LineEnd;
  };
  for (const Stmt *Child : Text.Body->body()) {
    bool IsEnd = isa<ReturnStmt>(Child);
    const Expr *Exit = earlyExit(*Child);
    if (IsLast || (!Exit && !IsEnd))
      continue;
    SourceSpan Span = statementSpan(File.context(), *Child);
    if (!Span.isValid() || Span.File != File.path())
      return refuse(RefusalId::Return, placeOf(File.context(), Child->getBeginLoc()));
    TextRange Whole{Span.Offset, Span.end()};
    Add({Done, Whole.Begin});
    Done = Whole.End;
    if (IsEnd)
      continue;
    std::optional<TextRange> Condition = File.writtenRange(Exit->getSourceRange());
    if (!Condition)
      return refuse(RefusalId::Return, placeOf(File.context(), Child->getBeginLoc()));
    for (const RawToken &T : File.tokens(Whole)) // What the user says of it stays in front of the test.
      if (T.isComment() && !Condition->contains(T.Range))
        Out += Inner + File.slice(T.Range).str() + Style.LineEnd;
    TextPatch Before = Text.Patch;
    if (!negateIn(File, *Exit, Text.Patch)) {
      Text.Patch = Before;
      Text.Patch.insert(Condition->Begin, "!(");
      Text.Patch.insert(Condition->End, ")");
    }
    Out += Inner + "if (" + Text.Patch.patched(*Condition) + ")";
    Out += Style.BraceOnOwnLine ? Style.LineEnd + Inner + "{" : " {";
    Out += Style.LineEnd;
    Inner += Style.Unit;
    ++Scopes;
  }
  Add({Done, Text.Content.End});
  while (Scopes-- > 0) {
    Inner.resize(Inner.size() - Style.Unit.size());
    Out += Inner + "}" + Style.LineEnd;
  }
  return Out;
}

} // namespace loopfuse
