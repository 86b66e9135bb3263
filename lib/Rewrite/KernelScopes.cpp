//===- KernelScopes.cpp - the bodies of several kernels in one ------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/KernelScopes.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/CudaKernel.h"
#include "Frontend/SourceText.h"
#include "Frontend/Variables.h"
#include "Rewrite/Indent.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

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

//===----------------------------------------------------------------------===//
// What a body is made of
//===----------------------------------------------------------------------===//

namespace {
/// A condition that the rest of a body stands under.
struct Test {
  const Expr *Condition = nullptr;
  bool IsExit = false; ///< "if (c) return;": the rest runs where c does not hold.
  TextRange Whole;     ///< Of an exit its statement.
};

/// A body: variables that tell the thread's element, tests, and what is done.
struct BodyShape {
  std::vector<const Stmt *> Heads;
  std::optional<Test> Guard; ///< The only one, and of all the rest.
  std::vector<Test> Exits;   ///< Where there are more, or statements in front of it.
  TextRange Rest;
  std::vector<const Stmt *> Outermost; ///< The statements at the top of Rest.
  std::vector<std::string> Declared;   ///< By them.
};

class ScopeWriter {
public:
  ScopeWriter(const FileText &File, const Layout &Style, std::vector<KernelText> &Texts, ArrayRef<KernelScalar> Scalars,
              const std::string &Indent)
      : File(File), Style(Style), Texts(Texts), Scalars(Scalars), Indent(Indent) {}

  std::variant<std::string, Refusal> run();

private:
  std::optional<Refusal> readShapes();
  std::optional<BodyShape> shapeOf(KernelText &Text);
  std::string guardText(KernelText &Text, const Test &T);
  std::string headText(const KernelText &Text, const BodyShape &Shape, StringRef In) const;
  bool shareScope(unsigned A, unsigned B);
  bool needsScope(unsigned Text, unsigned First, unsigned Behind) const;
  std::string writeAssignments();
  std::string piece(const KernelText &Text, TextRange Within, const std::string &In) const;
  void open(std::string &Out, const std::string &In, const std::string &Condition) const;
  std::string alone(KernelText &Text, const BodyShape &Shape, const std::string &In);
  std::string together(unsigned First, unsigned Behind, const std::string &In);

  const FileText &File;
  const Layout &Style;
  std::vector<KernelText> &Texts;
  ArrayRef<KernelScalar> Scalars;
  const std::string &Indent;
  std::vector<BodyShape> Shapes;
  std::vector<std::string> Guards; ///< Per text: the condition as it will be written; "" if there is none.
};
} // namespace

/// Its tokens with a blank between each two, without comments.
static std::string normalised(const FileText &File, const std::string &Text) {
  std::string Out;
  for (const RawToken &T : rawTokens(Text, {0, static_cast<unsigned>(Text.size())}, File.langOpts()))
    if (!T.isComment())
      Out += (Out.empty() ? "" : " ") + Text.substr(T.Range.Begin, T.Range.size());
  return Out;
}

/// "int i = blockIdx.x * blockDim.x + threadIdx.x;": an integer that keeps its value, made of numbers alone.
static bool isHead(const FunctionVariables &Variables, const Stmt &S) {
  const auto *D = dyn_cast<DeclStmt>(&S);
  const auto *V = D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
  if (!V || !V->getInit() || !V->getType()->isIntegerType() || Variables.isModified(*V) || Variables.escapes(*V))
    return false;
  auto IsCoordinate = [](const Stmt &At) {
    const auto *E = dyn_cast<Expr>(&At);
    return E && threadCoordinate(*E);
  };
  auto ReadsMemory = [](const Stmt &At) {
    const auto *U = dyn_cast<UnaryOperator>(&At);
    return isa<ArraySubscriptExpr, CallExpr, LambdaExpr>(&At) || (U && U->getOpcode() == UO_Deref);
  };
  return !anyStmt(
      *V->getInit(), [&](const Stmt &At) { return !IsCoordinate(At) && ReadsMemory(At); },
      [&](const Stmt &At) { return !IsCoordinate(At); });
}

std::optional<BodyShape> ScopeWriter::shapeOf(KernelText &Text) {
  BodyShape Shape;
  FunctionVariables Variables(const_cast<ASTContext &>(File.context()), *Text.Kernel, standardContainers());
  std::vector<const Stmt *> Children(Text.Body->body_begin(), Text.Body->body_end());
  auto RangeOf = [&](const Stmt &S) -> std::optional<TextRange> {
    SourceSpan Span = statementSpan(File.context(), S);
    return Span.isValid() && Span.File == File.path() ? std::optional(TextRange{Span.Offset, Span.end()})
                                                      : std::nullopt;
  };
  size_t Next = 0;
  Shape.Rest = Text.Content;
  while (Next < Children.size() && isHead(Variables, *Children[Next])) {
    std::optional<TextRange> Own = RangeOf(*Children[Next]);
    if (!Own)
      return std::nullopt;
    Shape.Heads.push_back(Children[Next++]);
    Shape.Rest.Begin = Own->End;
  }
  for (size_t I = Next; I < Children.size(); ++I) {
    const Expr *Exit = earlyExit(*Children[I]);
    bool IsEnd = isa<ReturnStmt>(Children[I]);
    std::optional<TextRange> Own = Exit || IsEnd ? RangeOf(*Children[I]) : std::nullopt;
    if ((Exit || IsEnd) && !Own)
      return std::nullopt;
    if (IsEnd)
      Text.Patch.remove(*Own);
    else if (Exit)
      Shape.Exits.push_back({Exit, true, *Own});
  }
  auto Declare = [&](ArrayRef<const Stmt *> Statements) {
    Shape.Outermost.assign(Statements.begin(), Statements.end());
    for (const Stmt *S : Statements)
      if (const auto *D = dyn_cast<DeclStmt>(S))
        for (const Decl *Child : D->decls())
          if (const auto *Named = dyn_cast<NamedDecl>(Child))
            Shape.Declared.push_back(Named->getNameAsString());
  };
  ArrayRef<const Stmt *> Left = ArrayRef(Children).drop_front(Next);
  if (Left.empty())
    return Shape;
  const auto *If = dyn_cast<IfStmt>(Left.front());
  bool IsPlainIf = If && !If->getElse() && !If->getInit() && !If->getConditionVariable() &&
                   If->getStatementKind() == IfStatementKind::Ordinary && If->getIfLoc().isFileID();
  if (Shape.Exits.size() == 1 && Shape.Exits.front().Condition == earlyExit(*Left.front())) {
    Shape.Guard = Shape.Exits.front();
    Shape.Exits.clear();
    Shape.Rest.Begin = Shape.Guard->Whole.End;
    Declare(Left.drop_front());
  } else if (Shape.Exits.empty() && Left.size() == 1 && IsPlainIf) {
    const auto *Block = dyn_cast<CompoundStmt>(If->getThen());
    std::optional<TextRange> Own = RangeOf(*If->getThen());
    if (!Own)
      return std::nullopt;
    Shape.Guard = Test{If->getCond(), false, {}};
    Shape.Rest = *Own;
    if (Block) {
      std::optional<TextRange> Open = File.token(Block->getLBracLoc()), Close = File.token(Block->getRBracLoc());
      if (!Open || !Close)
        return std::nullopt;
      Shape.Rest = {Open->End, Close->Begin};
      Declare(ArrayRef(Block->body_begin(), Block->size()));
    } else {
      Shape.Rest.End = Text.Content.End; // With the comments behind it.
      Shape.Outermost.push_back(If->getThen());
    }
  } else {
    Declare(Left);
  }
  return Shape;
}

std::string ScopeWriter::guardText(KernelText &Text, const Test &T) {
  TextRange Condition = *File.writtenRange(T.Condition->getSourceRange());
  if (!T.IsExit)
    return Text.Patch.patched(Condition);
  TextPatch Before = Text.Patch;
  if (!negateIn(File, *T.Condition, Text.Patch)) {
    Text.Patch = Before;
    Text.Patch.insert(Condition.Begin, "!(");
    Text.Patch.insert(Condition.End, ")");
  }
  return Text.Patch.patched(Condition);
}

std::optional<Refusal> ScopeWriter::readShapes() {
  for (KernelText &Text : Texts) {
    std::optional<BodyShape> Shape = shapeOf(Text);
    bool IsPlain = Shape.has_value();
    if (IsPlain) {
      for (const Test &T : Shape->Exits)
        IsPlain &= File.writtenRange(T.Condition->getSourceRange()).has_value();
      IsPlain &= !Shape->Guard || File.writtenRange(Shape->Guard->Condition->getSourceRange());
    }
    if (!IsPlain)
      return refuse(RefusalId::KernelForm, placeOf(File.context(), Text.Kernel->getLocation()),
                    {Text.Kernel->getNameAsString(), "a macro is part of its statements"});
    Guards.push_back(Shape->Guard ? guardText(Text, *Shape->Guard) : "");
    Shapes.push_back(std::move(*Shape));
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

std::string ScopeWriter::headText(const KernelText &Text, const BodyShape &Shape, StringRef In) const {
  std::string Out;
  for (const Stmt *Head : Shape.Heads) {
    SourceSpan Span = statementSpan(File.context(), *Head);
    Out += piece(Text, {Span.Offset, Span.end()}, In.str());
  }
  return Out;
}

bool ScopeWriter::shareScope(unsigned A, unsigned B) {
  const BodyShape &X = Shapes[A], &Y = Shapes[B];
  return X.Exits.empty() && Y.Exits.empty() && X.Heads.size() == Y.Heads.size() && !X.Heads.empty() &&
         X.Guard.has_value() == Y.Guard.has_value() &&
         normalised(File, headText(Texts[A], X, "")) == normalised(File, headText(Texts[B], Y, "")) &&
         normalised(File, Guards[A]) == normalised(File, Guards[B]);
}

/// The changed text, with its comments. One behind what went stands on a line of its own.
std::string ScopeWriter::piece(const KernelText &Text, TextRange Within, const std::string &In) const {
  std::string Out;
  for (const RawToken &T : File.tokens(Within)) {
    if (!T.isComment() || startsLine(File.text(), T.Range.Begin))
      break;
    Out += In + File.slice(T.Range).rtrim().str() + Style.LineEnd;
    Within.Begin = T.Range.End;
  }
  Within = trimmed(File, Within);
  if (Within.size() == 0)
    return Out;
  std::string Changed = Text.Patch.patched(Within);
  if (StringRef(Changed).trim().empty())
    return Out;
  Out += reindentedText(StringRef(Changed).rtrim().str(), indentAt(File.text(), Within.Begin), In, File.langOpts(),
                        Style.LineEnd);
  if (!StringRef(Out).ends_with(Style.LineEnd))
    Out += Style.LineEnd;
  return Out;
}

void ScopeWriter::open(std::string &Out, const std::string &In, const std::string &Condition) const {
  Out += In + (Condition.empty() ? "{" : "if (" + Condition + ")");
  if (!Condition.empty())
    Out += Style.BraceOnOwnLine ? Style.LineEnd + In + "{" : " {";
  Out += Style.LineEnd;
}

/// A body that shares nothing.
std::string ScopeWriter::alone(KernelText &Text, const BodyShape &Shape, const std::string &In) {
  if (!Shape.Guard && Shape.Exits.empty())
    return piece(Text, Text.Content, In);
  std::vector<Test> Exits = Shape.Exits;
  if (Shape.Guard && Shape.Guard->IsExit)
    Exits = {*Shape.Guard};
  if (Exits.empty())
    return piece(Text, Text.Content, In);
  std::string Out, Inner = In;
  unsigned Done = Text.Content.Begin;
  for (const Test &T : Exits) {
    Out += piece(Text, {Done, T.Whole.Begin}, Inner);
    TextRange Condition = *File.writtenRange(T.Condition->getSourceRange());
    for (const RawToken &Token : File.tokens(T.Whole)) // What the user says of it stays in front of the test.
      if (Token.isComment() && !Condition.contains(Token.Range))
        Out += Inner + File.slice(Token.Range).rtrim().str() + Style.LineEnd;
    open(Out, Inner, Shape.Guard ? Text.Patch.patched(Condition) : guardText(Text, T));
    Inner += Style.Unit;
    Done = T.Whole.End;
  }
  Out += piece(Text, {Done, Text.Content.End}, Inner);
  for (size_t I = 0; I < Exits.size(); ++I) {
    Inner.resize(Inner.size() - Style.Unit.size());
    Out += Inner + "}" + Style.LineEnd;
  }
  return Out;
}

/// Whether the body declares names that mean something else to others beside it.
bool ScopeWriter::needsScope(unsigned Text, unsigned First, unsigned Behind) const {
  return any_of(Shapes[Text].Declared, [&](const std::string &Name) {
    for (unsigned J = First; J < Behind; ++J)
      if (J != Text && Texts[J].Identifiers.contains(Name))
        return true;
    return false;
  });
}

/// Where all bodies share one scope, the assignment to a variable that stands for a buffer declares it; the others'
/// declarations are given back.
std::string ScopeWriter::writeAssignments() {
  unsigned All = Texts.size();
  bool IsOneScope = true;
  for (unsigned I = 1; I < All; ++I)
    IsOneScope &= shareScope(I - 1, I);
  std::string Declarations;
  for (const KernelScalar &Scalar : Scalars) {
    unsigned First = Scalar.Definition.Text;
    auto IsDefinition = [&](const Stmt *S) {
      const auto *E = dyn_cast<Expr>(S);
      return E && Scalar.Assignment && E->IgnoreParens() == Scalar.Assignment;
    };
    bool IsDeclaration = IsOneScope && any_of(Shapes[First].Outermost, IsDefinition) && !needsScope(First, 0, All);
    writeAssignment(File, Scalar, IsDeclaration, Texts);
    if (!IsDeclaration)
      Declarations += Indent + Scalar.Type + " " + Scalar.Name + ";" + Style.LineEnd;
  }
  return Declarations;
}

/// Bodies with the same variables and the same test.
std::string ScopeWriter::together(unsigned First, unsigned Behind, const std::string &In) {
  std::string Out = headText(Texts[First], Shapes[First], In), Inner = In;
  if (Shapes[First].Guard) {
    open(Out, In, Guards[First]);
    Inner += Style.Unit;
  }
  for (unsigned I = First; I < Behind; ++I) {
    if (!needsScope(I, First, Behind)) {
      Out += piece(Texts[I], Shapes[I].Rest, Inner);
      continue;
    }
    Out +=
        Inner + "{" + Style.LineEnd + piece(Texts[I], Shapes[I].Rest, Inner + Style.Unit) + Inner + "}" + Style.LineEnd;
  }
  if (Shapes[First].Guard)
    Out += In + "}" + Style.LineEnd;
  return Out;
}

std::variant<std::string, Refusal> ScopeWriter::run() {
  if (std::optional<Refusal> R = readShapes())
    return *R;
  std::string Out = writeAssignments();
  for (unsigned First = 0, Behind; First < Texts.size(); First = Behind) {
    for (Behind = First + 1; Behind < Texts.size() && shareScope(First, Behind);)
      ++Behind;
    if (First == 0 && Behind == Texts.size())
      return Out + together(First, Behind, Indent);
    std::string Inner = Indent + Style.Unit;
    Out += Indent + "{" + Style.LineEnd;
    Out += Behind - First > 1 ? together(First, Behind, Inner) : alone(Texts[First], Shapes[First], Inner);
    Out += Indent + "}" + Style.LineEnd;
  }
  return Out;
}

std::variant<std::string, Refusal> scopesText(const FileText &File, const Layout &Style, std::vector<KernelText> &Texts,
                                              ArrayRef<KernelScalar> Scalars, const std::string &Indent) {
  return ScopeWriter(File, Style, Texts, Scalars, Indent).run();
}

} // namespace loopfuse
