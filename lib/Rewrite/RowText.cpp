//===- RowText.cpp - where the parts of a row loop stand ------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/RowText.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/SourceText.h"
#include "Model/RowParts.h"
#include "Rewrite/Indent.h"
#include "Rewrite/Mentions.h"
#include "Rewrite/TypeNames.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {
class RowReader {
public:
  RowReader(const VariableContext &C, ArrayRef<FusedBody> Bodies, const RowLoop &Row)
      : C(C), File(C.File), S(C.Region.Model), Ast(C.Region.Ast), Bodies(Bodies), Row(Row) {}

  std::optional<Refusal> run();
  RowText Out;

private:
  bool findLoop();
  bool readParts();
  bool addPart(const Stmt &Child, TextRange Text);
  bool readNest(unsigned Reduction, RowPart &Part) const;
  bool dropDeclaration(const Stmt &Child) const;
  bool readBuffers();
  bool readBuffer(const VarDecl &V);
  std::optional<std::string> bufferType(const VarDecl &V) const;
  bool variablesStayInParts() const;
  bool isNamedBeside(StringRef Name) const;
  Refusal notWritten(StringRef Why) const {
    return refuse(RefusalId::NotSplit, S.Loops[Row.Loop].Header, {("its rows cannot be written: " + Why).str()});
  }

  const VariableContext &C;
  const FileText &File;
  const Scop &S;
  const RegionAst &Ast;
  ArrayRef<FusedBody> Bodies;
  const RowLoop &Row;
  std::vector<const Stmt *> Children; ///< Of the body.
};
} // namespace

static const VarDecl *onlyVariable(const Stmt &S) {
  const auto *D = dyn_cast<DeclStmt>(&S);
  return D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
}

static const VarDecl *declaredIn(const Stmt &S, StringRef Name) {
  if (const auto *D = dyn_cast<DeclStmt>(&S))
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One); V && V->getName() == Name)
        return V;
  return nullptr;
}

/// The loop, its header and what stands around it.
bool RowReader::findLoop() {
  StringRef Text = File.text();
  Out.Plan = &Row;
  Out.IsMerged = isMergedRow(S, C.Group, Row);
  while (Out.Body < Bodies.size() && Bodies[Out.Body].Text.Member != S.Loops[Row.Loop].Member)
    ++Out.Body;
  Out.Loop = dyn_cast_or_null<ForStmt>(Ast.Loops[Row.Loop]);
  std::optional<PlainHeader> Header = readPlainHeader(File, Ast, Row.Loop);
  if (Out.Body == Bodies.size() || !Out.Loop || !Header)
    return false;
  std::optional<TextRange> For = File.token(Out.Loop->getForLoc()), Paren = File.token(Out.Loop->getRParenLoc());
  SourceSpan Span = statementSpan(File.context(), *Out.Loop);
  if (!For || !Paren || !Span.isValid() || Span.File != File.path() || Span.Offset != For->Begin)
    return false;
  Out.Header = *Header;
  Out.Whole = {For->Begin, Span.end()};
  Out.Own = {For->Begin, Paren->End};
  const FusedBody &Body = Bodies[Out.Body];
  bool IsInPlace =
      Out.IsMerged ? Out.Body == 0 && Out.Loop == Body.Text.Loops.back() : Body.Text.Content.contains(Out.Whole);
  std::optional<unsigned> Around = S.Loops[Row.Loop].Parent;
  const auto *Parent = Around ? dyn_cast_or_null<ForStmt>(Ast.Loops[*Around]) : nullptr;
  // Bodies that are merged get braces, others only where they are a loop's.
  bool IsWholeBody = !Out.IsMerged && levelOf(S, Row.Loop) == C.Group.Depth;
  if (Parent && Parent->getBody() == Out.Loop && !IsWholeBody)
    Out.Parent = Parent;
  bool HasPlace = Out.Parent || !Row.IsWhole || IsWholeBody;
  if (Parent && !Out.Parent)
    if (const auto *Block = dyn_cast<CompoundStmt>(Parent->getBody()))
      HasPlace |= is_contained(Block->body(), Out.Loop);
  return IsInPlace && HasPlace && startsLine(Text, Out.Whole.Begin) &&
         endsLine(Text, withTrailingComments(File, Out.Whole).End);
}

std::optional<Refusal> RowReader::run() {
  if (!findLoop())
    return notWritten("its header or place is of another form");
  const Stmt *Body = Out.Loop->getBody();
  auto IsStrange = [](const Stmt &At) {
    return isa<LambdaExpr, BlockExpr, StmtExpr, LabelStmt, AttributedStmt, DoStmt>(&At);
  };
  if (anyStmt(*Body, IsStrange))
    return notWritten("its body holds a lambda, a label, an attribute or a 'do'");
  NameUse Names = namesIn(File, *Body, Bodies[Out.Body].Text.Content);
  if (Names.DeclaredInside.contains(Out.Header.Variable->getName()) || Names.HasHiddenText)
    return notWritten("its counter's name means something else in its body");
  if (!readParts())
    return notWritten("its body is of another form");
  if (!readBuffers())
    return notWritten("a variable of its body cannot become a buffer");
  if (!variablesStayInParts())
    return notWritten("a variable of its body is used in several parts");
  Out.NeedsBlock = Row.IsWhole && !Out.IsMerged &&
                   any_of(Out.Buffers, [&](const RowBuffer &B) { return isNamedBeside(B.Variable->getName()); });
  return std::nullopt;
}

/// A declaration without a value, all of whose variables become buffers.
bool RowReader::dropDeclaration(const Stmt &Child) const {
  const auto *D = dyn_cast<DeclStmt>(&Child);
  return D && all_of(D->decls(), [&](const Decl *One) {
           const auto *V = dyn_cast<VarDecl>(One);
           return V && !V->getInit() &&
                  any_of(Row.Expanded, [&](unsigned Local) { return S.LocalVariables[Local].Name == V->getName(); });
         });
}

/// The innermost loop of the nest, which nothing around it may tell from another one: conditions and declarations
/// between its headers name neither the row's counter nor what the row's body declares.
bool RowReader::readNest(unsigned Reduction, RowPart &Part) const {
  unsigned At = Reduction;
  for (unsigned L = 0; L < S.Loops.size(); ++L)
    if (S.Loops[L].Parent == At) // Inner loops have greater numbers.
      At = L;
  Part.Nest = dyn_cast_or_null<ForStmt>(Ast.Loops[Reduction]);
  Part.Inner = dyn_cast_or_null<ForStmt>(Ast.Loops[At]);
  // Where the row goes, there must be text of the file.
  if (!Part.Nest || !Part.Inner || !File.range(Part.Nest->getSourceRange()) ||
      !File.token(Part.Inner->getRParenLoc()) || !File.offset(Part.Inner->getForLoc()) ||
      !File.offset(Part.Inner->getBody()->getBeginLoc()))
    return false;
  auto IsOfRow = [&](const ValueDecl *D) {
    return D == Out.Header.Variable || any_of(Children, [&](const Stmt *Child) {
             const auto *Declaration = dyn_cast<DeclStmt>(Child);
             return Declaration && is_contained(Declaration->decls(), D);
           });
  };
  const Stmt *Body = Part.Inner->getBody();
  return !anyStmt(
      *Part.Nest,
      [&](const Stmt &At) {
        const auto *Ref = dyn_cast<DeclRefExpr>(&At);
        return Ref && IsOfRow(Ref->getDecl());
      },
      [&](const Stmt &At) { return &At != Body; });
}

bool RowReader::addPart(const Stmt &Child, TextRange Text) {
  auto Reduction = find_if(Row.Reductions, [&](unsigned L) { return Ast.Loops[L] == &Child; });
  bool IsNest = Reduction != Row.Reductions.end();
  bool IsApart = IsNest || Out.Parts.empty() || Out.Parts.back().Nest;
  if (!IsApart) {
    Out.Parts.back().Text.End = Text.End;
    Out.Parts.back().IsSimple = false;
    return true;
  }
  RowPart Part;
  Part.Text = Text;
  const VarDecl *V = onlyVariable(Child);
  Part.IsSimple =
      isa<Expr>(&Child) ||
      (V && any_of(Row.Expanded, [&](unsigned Local) { return S.LocalVariables[Local].Name == V->getName(); }));
  unsigned Before = Out.Parts.empty() ? Text.Begin : Out.Parts.back().Text.End;
  Part.BlankLineInFront = File.slice({Before, Text.Begin}).count('\n') > 1;
  if (IsNest && !readNest(*Reduction, Part))
    return false;
  Out.Parts.push_back(Part);
  return true;
}

/// Tiles the body: each statement begins with the comments in front of it.
bool RowReader::readParts() {
  const Stmt *Body = Out.Loop->getBody();
  unsigned At = Out.Own.End, End = Out.Whole.End;
  if (const auto *Block = dyn_cast<CompoundStmt>(Body)) {
    std::optional<TextRange> Open = File.token(Block->getLBracLoc()), Close = File.token(Block->getRBracLoc());
    if (!Open || !Close)
      return false;
    for (const RawToken &T : File.tokens({Out.Own.End, Open->Begin}))
      Out.Leading.push_back(T.Range);
    Children.assign(Block->body_begin(), Block->body_end());
    At = Open->End;
    End = Close->Begin;
    // What is merged behind goes in front of the brace, and the rest stays as it is.
    if (Out.IsMerged &&
        (!startsLine(File.text(), End) || !startsLine(File.text(), Bodies[Out.Body].Text.Content.Begin)))
      return false;
  } else {
    if (Out.IsMerged)
      return false;
    Children = {Body};
  }
  unsigned Reductions = 0;
  for (const Stmt *Child : Children) {
    SourceSpan Span = statementSpan(File.context(), *Child);
    if (!Span.isValid() || Span.File != File.path() || Span.Offset < At || Span.end() > End)
      return false;
    TextRange Text = withTrailingComments(File, {Span.Offset, Span.end()});
    std::vector<TextRange> Comments;
    for (const RawToken &T : File.tokens({At, Span.Offset})) {
      if (!T.isComment())
        return false;
      Comments.push_back(T.Range);
    }
    if (dropDeclaration(*Child)) {
      if (!Out.Parts.empty())
        return false;
      append_range(Out.Leading, Comments);
      for (const RawToken &T : File.tokens(Text))
        if (T.isComment())
          Out.Leading.push_back(T.Range);
    } else {
      if (!Comments.empty())
        Text.Begin = Comments.front().Begin;
      if (!addPart(*Child, Text))
        return false;
      Reductions += Out.Parts.back().Nest == Child;
    }
    At = Text.End;
  }
  Out.Rest = {At, Out.IsMerged ? lineBegin(File.text(), End) : End};
  return Reductions == Row.Reductions.size() && Out.Rest.Begin <= Out.Rest.End;
}

/// How the elements' type is written.
std::optional<std::string> RowReader::bufferType(const VarDecl &V) const {
  std::optional<TextRange> Specifier = File.typeSpecifier(V);
  bool IsAuto = V.getType()->getContainedDeducedType() != nullptr;
  if (V.getStorageClass() != SC_None || V.hasAttrs())
    return std::nullopt;
  if (Specifier && !IsAuto && !V.getType().isConstQualified())
    return withoutComments(File, *Specifier);
  if (Ast.IsInstantiation)
    return std::nullopt;
  QualType Type = V.getType().getUnqualifiedType();
  if (IsAuto)
    Type = Type.getCanonicalType();
  return Type.getAsString(File.context().getPrintingPolicy());
}

bool RowReader::readBuffer(const VarDecl &V) {
  std::optional<std::string> Type = bufferType(V);
  std::optional<TextRange> Name = File.token(V.getLocation());
  if (Type)
    Type = spelledAnywhere(File, *Ast.Function, V.getType(), *Type);
  if (!Type || !Name || (V.getInit() && V.getInitStyle() != VarDecl::CInit) || V.getType()->isReferenceType())
    return false;
  std::vector<Mention> Uses = mentionsOf(File, V, *Out.Loop->getBody());
  if (any_of(Uses, [](const Mention &M) { return M.InCapture; }) ||
      !areReplaceable(File, V, Uses, {Name->End, Out.Whole.End}) ||
      !areReplaceable(File, V, {}, {Out.Own.Begin, Name->Begin}))
    return false;
  Out.Buffers.push_back({&V, *Type});
  return true;
}

bool RowReader::readBuffers() {
  for (unsigned Local : Row.Expanded) {
    const VarDecl *V = nullptr;
    for (const Stmt *Child : Children)
      if (const VarDecl *Found = declaredIn(*Child, S.LocalVariables[Local].Name)) {
        // Of several in one declaration, only such may go that have no value.
        if (V || (Found->getInit() && !onlyVariable(*Child)) || (!Found->getInit() && !dropDeclaration(*Child)))
          return false;
        V = Found;
      }
    if (!V || !readBuffer(*V))
      return false;
  }
  return true;
}

/// Whether no other variable of the body is needed in another part than the one that declares it.
bool RowReader::variablesStayInParts() const {
  auto PartOf = [&](unsigned Offset) {
    for (size_t P = 0; P < Out.Parts.size(); ++P)
      if (Out.Parts[P].Text.contains(Offset))
        return P;
    return Out.Parts.size();
  };
  for (const Stmt *Child : Children) {
    const auto *D = dyn_cast<DeclStmt>(Child);
    if (!D)
      continue;
    for (const Decl *One : D->decls()) {
      const auto *V = dyn_cast<VarDecl>(One);
      std::optional<unsigned> Place = File.offset(One->getLocation());
      if (!V || !Place)
        return false; // A type or a name for one.
      if (any_of(Out.Buffers, [&](const RowBuffer &B) { return B.Variable == V; }))
        continue;
      for (const Mention &M : mentionsOf(File, *V, *Out.Loop->getBody()))
        if (!M.Place || PartOf(M.Place->Begin) != PartOf(*Place))
          return false;
      // Bodies that are merged behind have names of their own.
    }
  }
  return true;
}

/// Whether the text around the row, where its buffers would be declared, has the name.
bool RowReader::isNamedBeside(StringRef Name) const {
  const TextRange Scope = Bodies[Out.Body].Text.Content;
  auto Names = [&](TextRange Within) {
    return any_of(File.tokens(Within),
                  [&](const RawToken &T) { return T.Kind == tok::raw_identifier && File.slice(T.Range) == Name; });
  };
  return Names({Scope.Begin, Out.Whole.Begin}) || Names({Out.Whole.End, Scope.End});
}

std::variant<std::vector<RowText>, Refusal> readRows(const VariableContext &C, ArrayRef<FusedBody> Bodies) {
  std::vector<RowText> Rows;
  for (const RowLoop &Row : C.Group.ByRows->Loops) {
    RowReader Reader(C, Bodies, Row);
    if (std::optional<Refusal> Why = Reader.run())
      return *Why;
    Rows.push_back(std::move(Reader.Out));
  }
  return Rows;
}

} // namespace loopfuse
