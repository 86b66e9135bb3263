//===- ExpandAlgorithm.cpp - a loop in place of an algorithm's call -------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/ExpandAlgorithm.h"
#include "Frontend/AnyStmt.h"
#include "Rewrite/CallPlace.h"
#include "Rewrite/Indent.h"
#include "Rewrite/Layout.h"
#include "Rewrite/Mentions.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {

using Kind = AlgorithmCall::Kind;
using Problem = std::optional<std::string>;

/// Writes one call.
class AlgorithmWriter {
public:
  AlgorithmWriter(const AlgorithmCall &Call, const Stmt &Statement, const Region &Where, const FileText &File,
                  CallerNames &Names)
      : Call(Call), Statement(Statement), Where(Where), File(File), Context(File.context()), Names(Names),
        Patch(File.text()), Style(layoutAround(File, {}, *Where.Compound, Where.Function->getBody())) {}

  std::variant<Expansion, std::string> run();

private:
  Problem place();
  Problem form();
  Problem counter();
  Problem counterType();
  Problem ranges();
  Problem variable();
  Problem parameters();
  Problem names() const;
  void last();
  Problem lambda();
  std::vector<std::string> pieces() const;
  std::string endOf();
  bool isTaken(StringRef Name) const;
  bool isWholeRange() const;
  const VarDecl *elementBeside() const;
  bool isAt(const Position &P, const Position &Other) const;
  std::string textOf(const Expr &E);
  std::string sizeOf(const Position &P);
  std::string offsetOf(const Position &P);
  std::string elementOf(const Position &P);
  std::string applied(ArrayRef<std::string> Arguments);
  std::string header();
  std::string behind() const;
  std::string write();

  const AlgorithmCall &Call;
  const Stmt &Statement;
  const Region &Where;
  const FileText &File;
  const ASTContext &Context;
  CallerNames &Names;
  TextPatch Patch;
  Layout Style;
  TextRange Whole, Own;             ///< The statement and the call.
  std::optional<TextRange> Content; ///< Between the braces of the lambda.
  NameUse Used;                     ///< By the lambda.
  std::string Counter, CounterType;
  std::string Element;                   ///< "x" of "for (auto &x : v)"; then there is no counter.
  std::string ElementText;               ///< "auto &".
  std::string Value;                     ///< The variable of std::accumulate, std::iota or std::fill.
  std::string Front;                     ///< Its declaration.
  std::vector<std::string> Copies, Last; ///< Statements in front of the lambda's own, and behind.
  bool Fails = false;                    ///< A piece of text comes from a macro.
  Expansion Out;
};

} // namespace

std::string AlgorithmWriter::textOf(const Expr &E) {
  std::optional<TextRange> Range = File.writtenRange(withoutImplicit(E).getSourceRange());
  Fails |= !Range;
  return Range ? File.slice(*Range).str() : "";
}

Problem AlgorithmWriter::place() {
  std::variant<SourceSpan, std::string> Place = placeOfCall(File, Statement);
  if (auto *Why = std::get_if<std::string>(&Place))
    return *Why;
  Out.Call.Statement = std::get<SourceSpan>(Place);
  Whole = {Out.Call.Statement.Offset, Out.Call.Statement.end()};
  std::optional<TextRange> Range = File.range(Call.Call->getSourceRange());
  if (!Range || !Whole.contains(*Range))
    return "the call comes from a macro";
  Own = *Range;
  return std::nullopt;
}

/// Whether the name means something in the call, or is visible in front of it.
bool AlgorithmWriter::isTaken(StringRef Name) const {
  for (const RawToken &T : File.tokens(Whole))
    if (T.Kind == tok::raw_identifier && File.slice(T.Range) == Name)
      return true;
  StringSet<> Referred;
  addReferredNames(Statement, Referred);
  if (Referred.contains(Name))
    return true;
  auto Declares = [&](const Stmt *S) {
    const auto *Declaration = dyn_cast_or_null<DeclStmt>(S);
    return Declaration && any_of(Declaration->decls(), [&](const Decl *D) {
             const auto *V = dyn_cast<NamedDecl>(D);
             return V && V->getIdentifier() && V->getName() == Name;
           });
  };
  auto DeclaresAny = [&](const Stmt &S) {
    return any_of(S.children(), Declares) || any_of(S.children(), [&](const Stmt *Child) {
             // Bindings, conditions and what else a header declares.
             return Child && !isa<Expr>(Child) && !isa<CompoundStmt, ForStmt, CXXForRangeStmt>(S) && Declares(Child);
           });
  };
  return DeclaresAny(*Where.Compound) || any_of(Where.Enclosing, [&](const Stmt *S) { return DeclaresAny(*S); }) ||
         any_of(Where.Function->parameters(), [&](const ParmVarDecl *P) { return P->getName() == Name; });
}

/// Whether it touches all elements of one container, each by itself.
bool AlgorithmWriter::isWholeRange() const {
  auto IsBegin = [](const Position &P) { return !P.FromEnd && !P.Added && !P.Constant; };
  return Call.End && Call.End->FromEnd && !Call.End->Added && !Call.End->Constant && !Call.SecondEnd &&
         IsBegin(Call.first()) && Call.Inputs.size() <= 1 &&
         (!Call.Output ||
          (IsBegin(*Call.Output) && isSameExpression(Context, *Call.Output->Object, *Call.first().Object)));
}

/// The variable of a loop over the same elements beside it.
const VarDecl *AlgorithmWriter::elementBeside() const {
  for (const Stmt *S : Where.Compound->body())
    if (const auto *For = dyn_cast<CXXForRangeStmt>(S);
        For && For->getRangeInit() && isSameExpression(Context, *For->getRangeInit(), *Call.first().Object))
      return For->getLoopVariable();
  return nullptr;
}

/// The counter, or the name of the element.
Problem AlgorithmWriter::form() {
  if (Call.Function.How == Applied::Kind::Lambda) {
    const Stmt &Body = *Call.Function.Lambda->getBody();
    std::optional<TextRange> Braces = File.range(Body.getSourceRange());
    if (!Braces || File.text()[Braces->Begin] != '{' || File.text()[Braces->End - 1] != '}')
      return "its lambda comes from a macro";
    Content = {Braces->Begin + 1, Braces->End - 1};
    StringRef Inside = File.slice(*Content);
    Content->Begin += Inside.size() - Inside.ltrim().size();
    Content->End -= Inside.size() - Inside.rtrim().size();
    if (Content->Begin > Content->End)
      Content->End = Content->Begin;
    Used = namesIn(File, Body, *Content);
    if (Used.DeclaresTypes || Used.OpensNamespace || Used.HasHiddenText)
      return "its lambda declares more than variables";
  }
  if (const VarDecl *Other = isWholeRange() ? elementBeside() : nullptr) {
    bool Writes = Call.Output || Call.What == Kind::ForEach;
    std::optional<TextRange> Declared = File.range({Other->getBeginLoc(), Other->getLocation()});
    ElementText = Writes ? "auto &" : "const auto &";
    // As it is called there.
    if (Declared && Other->getIdentifier() && Other->getType()->isLValueReferenceType() && !isTaken(Other->getName()) &&
        !(Writes && Other->getType()->getPointeeType().isConstQualified())) {
      Element = Other->getName().str();
      ElementText = File.slice(*Declared).drop_back(Element.size()).str();
      return std::nullopt;
    }
    bool HasName = Call.Function.Body && Call.Inputs.size() == 1 && Call.Function.Body->getNumParams() &&
                   Call.Function.Body->parameters().back()->getIdentifier();
    Element = HasName ? Call.Function.Body->parameters().back()->getName().str() : "x";
    if (!HasName && isTaken(Element))
      Element = Names.get(Element, Used);
    return std::nullopt;
  }
  return counter();
}

Problem AlgorithmWriter::counter() {
  for (const char *Name : {"i", "j", "k"})
    if (Counter.empty() && !isTaken(Name))
      Counter = Name;
  if (Counter.empty())
    Counter = Names.get("i", Used);
  return counterType();
}

bool AlgorithmWriter::isAt(const Position &P, const Position &Other) const {
  bool SameAdded = P.Added && Other.Added ? isSameExpression(Context, *P.Added, *Other.Added) : P.Added == Other.Added;
  return P.FromEnd == Other.FromEnd && SameAdded && P.Constant == Other.Constant &&
         (!P.FromEnd || isSameExpression(Context, *P.Object, *Other.Object));
}

/// A type that holds what is counted to, and sums in subscripts.
Problem AlgorithmWriter::counterType() {
  const Position &First = Call.first();
  auto IsElsewhere = [&](const Position &P) { return !isAt(P, First); };
  bool NeedsWide = any_of(Call.Inputs, IsElsewhere) || (Call.Output && IsElsewhere(*Call.Output));
  QualType Number;
  for (const Expr *E : {Call.Count, First.Added, Call.End ? Call.End->Added : nullptr}) {
    if (!E)
      continue;
    QualType Type = E->getType().getCanonicalType().getUnqualifiedType();
    if (!Number.isNull() && Number != Type)
      return "its ends are numbers of different types";
    Number = Type;
  }
  if (!Number.isNull() && (!Number->isIntegerType() || Number->isEnumeralType() || Number->isBooleanType() ||
                           Context.getIntWidth(Number) < Context.getIntWidth(Context.IntTy)))
    return "its ends are numbers of a narrow type";
  bool ToSize = First.FromEnd || (Call.End && Call.End->FromEnd) || (Call.SecondEnd && Call.SecondEnd->FromEnd);
  CanQualType Size = Context.getSizeType()->getCanonicalTypeUnqualified();
  if (ToSize || (!Number.isNull() && Number == Size)) {
    if (!Number.isNull() && Number != Size)
      return "its ends are numbers of different types";
    CounterType = "std::size_t";
    return std::nullopt;
  }
  bool IsDifference = Number.isNull() && !isSameExpression(Context, *First.Object, *Call.End->Object);
  bool IsNarrow = Number.isNull() || Context.getIntWidth(Number) < 64;
  if (IsDifference || (NeedsWide && IsNarrow))
    CounterType = "std::ptrdiff_t";
  else
    CounterType = Number.isNull() ? "int" : Number.getAsString(Context.getPrintingPolicy());
  return std::nullopt;
}

/// Ranges that begin at different places need subscripts that can be written.
Problem AlgorithmWriter::ranges() {
  if (!Element.empty())
    return std::nullopt;
  const Position &First = Call.first();
  auto IsWritable = [&](const Position &P) {
    bool ArePlain = !P.FromEnd && !P.Added && !First.FromEnd && !First.Added;
    return isAt(P, First) || ArePlain ||
           (!P.FromEnd && !P.Constant && !First.FromEnd && !First.Added && !First.Constant);
  };
  return all_of(Call.Inputs, IsWritable) && (!Call.Output || IsWritable(*Call.Output))
             ? std::nullopt
             : Problem("its ranges begin at different places");
}

static std::string plus(std::string Text, int64_t Constant) {
  if (Constant)
    Text += (Constant < 0 ? " - " : " + ") + std::to_string(std::abs(Constant));
  return Text;
}

std::string AlgorithmWriter::sizeOf(const Position &P) {
  if (const ConstantArrayType *A = Context.getAsConstantArrayType(P.Object->getType()))
    return std::to_string(A->getSize().getZExtValue());
  return textOf(*P.Object) + ".size()";
}

std::string AlgorithmWriter::offsetOf(const Position &P) {
  if (!P.FromEnd && !P.Added)
    return std::to_string(P.Constant);
  Fails |= P.FromEnd && P.Added;
  return plus(P.FromEnd ? sizeOf(P) : textOf(*P.Added), P.Constant);
}

std::string AlgorithmWriter::elementOf(const Position &P) {
  if (!Element.empty())
    return Element;
  const Position &First = Call.first();
  std::string Index = Counter;
  if (!isAt(P, First))
    Index = P.Added ? textOf(*P.Added) + " + " + Counter : plus(Counter, P.Constant - First.Constant);
  return textOf(*P.Object) + "[" + Index + "]";
}

static std::string typeText(const ASTContext &Context, QualType Type) {
  return Type.getCanonicalType().getUnqualifiedType().getAsString(Context.getPrintingPolicy());
}

/// What std::accumulate adds up in, and its like.
Problem AlgorithmWriter::variable() {
  if (!Call.Value)
    return std::nullopt;
  std::string Initial = textOf(*Call.Value);
  if (Call.What == Kind::Fill) {
    const Expr &E = withoutImplicit(*Call.Value);
    const auto *Minus = dyn_cast<UnaryOperator>(&E);
    const Expr &Digits = Minus && Minus->getOpcode() == UO_Minus ? withoutImplicit(*Minus->getSubExpr()) : E;
    const auto *Ref = dyn_cast<DeclRefExpr>(&E);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    bool IsStable = isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, CXXBoolLiteralExpr>(Digits) ||
                    (V && keepsValueInCalls(*V, *Where.Function));
    if (IsStable) {
      Value = Initial;
      return std::nullopt;
    }
  }
  // "float s = std::accumulate(…);" declares it already.
  const auto *Declaration = dyn_cast<DeclStmt>(&Statement);
  const auto *V = Declaration ? cast<VarDecl>(Declaration->getSingleDecl()) : nullptr;
  if (Call.What == Kind::Accumulate && V && &withoutImplicit(*V->getInit()) == Call.Call &&
      V->getType().getCanonicalType() == Call.Call->getType().getCanonicalType().getUnqualifiedType()) {
    Value = V->getNameAsString();
    Front = File.slice({Whole.Begin, Own.Begin}).str() + Initial + File.slice({Own.End, Whole.End}).str();
    return std::nullopt;
  }
  Value = Names.get(Call.What == Kind::Accumulate ? "sum" : "value", Used);
  std::string Type = typeText(Context, withoutImplicit(*Call.Value).getType());
  Front = (Call.What == Kind::Fill ? "const " : "") + Type + " " + Value + " = " + Initial + ";";
  return std::nullopt;
}

/// Names in front of the lambda's statements must not be those of its own variables.
Problem AlgorithmWriter::names() const {
  std::vector<const Expr *> Outside;
  auto Add = [&](const Position &P) {
    Outside.push_back(P.Object);
    if (P.Added)
      Outside.push_back(P.Added);
  };
  for_each(Call.Inputs, Add);
  if (Call.Output)
    Add(*Call.Output);
  for (const Expr *E : Outside) {
    std::optional<TextRange> Range = File.writtenRange(E->getSourceRange());
    if (!Range)
      return "where its ranges begin comes from a macro";
    for (const RawToken &T : File.tokens(*Range)) {
      StringRef Name = File.slice(T.Range);
      bool IsCopied = Call.Function.Body && any_of(Call.Function.Body->parameters(), [&](const ParmVarDecl *P) {
                        return P->getName() == Name && !P->getType()->isReferenceType();
                      });
      if (T.Kind == tok::raw_identifier && (Used.DeclaredInside.contains(Name) || IsCopied))
        return "its lambda declares '" + Name.str() + "' anew";
    }
  }
  return std::nullopt;
}

Problem AlgorithmWriter::parameters() {
  bool HasSum = Call.What == Kind::Accumulate;
  const CXXMethodDecl &F = *Call.Function.Body;
  for (unsigned I = 0; I < F.getNumParams(); ++I) {
    const ParmVarDecl &P = *F.getParamDecl(I);
    bool IsSum = HasSum && I == 0;
    QualType Type = IsSum ? Call.Call->getType() : Call.Inputs[I - HasSum].Element;
    ParameterForm Form = formOf(Context, Call, P, Type);
    if (Form == ParameterForm::Copy && !Element.empty() && !IsSum)
      Element = Names.get("element", Used);
    std::string Given = IsSum ? Value : elementOf(Call.Inputs[I - HasSum]);
    if (Form == ParameterForm::Copy)
      Copies.push_back(typeText(Context, P.getType()) + " " + P.getNameAsString() + " = " + Given + ";");
    else if (Form == ParameterForm::Element && !renameVariable(File, P, Given, *F.getBody(), *Content, Patch))
      return "'" + P.getNameAsString() + "' is used in a macro, or declared anew in its lambda";
  }
  return std::nullopt;
}

/// The lambda's statements with elements for its parameters, and its `return` an assignment.
Problem AlgorithmWriter::lambda() {
  if (Problem Why = parameters())
    return Why;
  const auto &Body = *cast<CompoundStmt>(Call.Function.Body->getBody());
  const auto *Return = Body.body_empty() ? nullptr : dyn_cast<ReturnStmt>(Body.body_back());
  if (!Return)
    return std::nullopt;
  std::optional<TextRange> Word = File.token(Return->getReturnLoc());
  if (!Word || File.slice(*Word) != "return" || !File.range(Return->getRetValue()->getSourceRange()))
    return "what its lambda gives comes from a macro";
  bool HasBlank = isSpace(File.text()[Word->End]);
  std::string Target = Call.What == Kind::Accumulate ? Value : elementOf(*Call.Output);
  Patch.replace(*Word, Target + " =" + (HasBlank ? "" : " "));
  return std::nullopt;
}

std::string AlgorithmWriter::applied(ArrayRef<std::string> Arguments) {
  if (Call.Function.How == Applied::Kind::Function)
    return textOf(*Call.Function.Written) + "(" + join(Arguments, ", ") + ")";
  return Arguments.size() == 1 ? Call.Function.Operator + Arguments.front()
                               : Arguments[0] + " " + Call.Function.Operator + " " + Arguments[1];
}

/// What is done where there is no lambda.
void AlgorithmWriter::last() {
  std::vector<std::string> Arguments;
  if (Call.What == Kind::Accumulate)
    Arguments.push_back(Value);
  for (const Position &P : Call.Inputs)
    Arguments.push_back(elementOf(P));
  std::string To = Call.Output ? elementOf(*Call.Output) + " = " : "";
  switch (Call.What) {
  case Kind::Fill:
    Last = {To + Value + ";"};
    break;
  case Kind::Iota:
    Last = {To + Value + ";", "++" + Value + ";"};
    break;
  case Kind::Copy:
    Last = {To + Arguments[0] + ";"};
    break;
  case Kind::Accumulate:
    Last = {Call.Function.Written ? Value + " = " + applied(Arguments) + ";" : Value + " += " + Arguments[1] + ";"};
    break;
  default:
    Last = {To + applied(Arguments) + ";"};
  }
}

/// The lambda's statements, each with what stands behind it.
std::vector<std::string> AlgorithmWriter::pieces() const {
  std::vector<std::string> Out;
  if (!Content)
    return Out;
  std::string Indent = indentOf(File.text(), Whole.Begin).str();
  std::vector<unsigned> Begins{Content->Begin};
  for (const Stmt *S : drop_begin(cast<CompoundStmt>(Call.Function.Body->getBody())->body()))
    if (std::optional<unsigned> Begin = File.offset(S->getBeginLoc()))
      Begins.push_back(*Begin);
  for (size_t I = 0; I < Begins.size(); ++I) {
    unsigned End = I + 1 < Begins.size() ? Begins[I + 1] : Content->End;
    TextRange Piece{Begins[I], End};
    Piece.End = Piece.Begin + File.slice(Piece).rtrim().size();
    if (Piece.size())
      Out.push_back(reindentedText(Patch.patched(Piece), indentAt(File.text(), Piece.Begin), "", File.langOpts(), ""));
  }
  return Out;
}

std::string AlgorithmWriter::endOf() {
  if (Call.Count) {
    const auto *Binary = dyn_cast<BinaryOperator>(Call.Count);
    bool IsLoose = isa<AbstractConditionalOperator>(Call.Count) ||
                   (Binary && !Binary->isAdditiveOp() && !Binary->isMultiplicativeOp());
    return IsLoose ? "(" + textOf(*Call.Count) + ")" : textOf(*Call.Count);
  }
  const Position &First = Call.first();
  if (isSameExpression(Context, *First.Object, *Call.End->Object))
    return offsetOf(*Call.End);
  return textOf(*Call.End->Object) + " - " + textOf(*First.Object);
}

std::string AlgorithmWriter::header() {
  const Position &First = Call.first();
  if (!Element.empty()) {
    return "for (" + ElementText + Element + " : " + textOf(*First.Object) + ")";
  }
  std::string Test = Counter + " < " + endOf();
  if (Call.SecondEnd)
    Test += " && " + Counter + " < " + offsetOf(*Call.SecondEnd);
  return "for (" + CounterType + " " + Counter + " = " + offsetOf(First) + "; " + Test + "; ++" + Counter + ")";
}

/// The statement with the sum in place of the call.
std::string AlgorithmWriter::behind() const {
  if (Call.What != Kind::Accumulate || StringRef(Front).starts_with(File.slice({Whole.Begin, Own.Begin}).trim()))
    return "";
  return File.slice({Whole.Begin, Own.Begin}).str() + Value + File.slice({Own.End, Whole.End}).str();
}

std::string AlgorithmWriter::write() {
  std::string Indent = indentOf(File.text(), Whole.Begin).str();
  std::string NewLine = Style.LineEnd + Indent;
  std::vector<std::string> Lines = Copies;
  append_range(Lines, pieces());
  append_range(Lines, Last);
  std::string Text = commentsBeside(File, Call.What == Kind::Accumulate ? Own : Whole,
                                    Content ? ArrayRef(*Content) : ArrayRef<TextRange>(), NewLine) +
                     (Front.empty() ? "" : Front + NewLine) + header();
  bool IsOne = Lines.size() == 1 && !StringRef(Lines[0]).contains('\n') && !StringRef(Lines[0]).contains("//");
  std::string Inner = Style.BraceOnOwnLine && !IsOne && !Style.BodyIndent.empty() ? Style.BodyIndent : Style.Unit;
  if (!IsOne)
    Text += Style.BraceOnOwnLine ? NewLine + Style.BraceIndent + "{" : " {";
  for (const std::string &Line : Lines) {
    SmallVector<StringRef> Parts;
    StringRef(Line).split(Parts, '\n');
    for (StringRef Part : Parts)
      Text += Part.rtrim("\r").empty() ? Style.LineEnd : NewLine + Inner + Part.rtrim("\r").str();
  }
  if (!IsOne)
    Text += NewLine + (Style.BraceOnOwnLine ? Style.BraceIndent : "") + "}";
  if (std::string Behind = behind(); !Behind.empty())
    Text += NewLine + Behind;
  return Text;
}

std::variant<Expansion, std::string> AlgorithmWriter::run() {
  const auto *E = dyn_cast<Expr>(&Statement);
  if (Call.What == Kind::Accumulate && E && &withoutImplicit(*E) == Call.Call)
    return "nobody uses what it gives";
  Problem Why = place();
  for (Problem (AlgorithmWriter::*Step)() :
       {&AlgorithmWriter::form, &AlgorithmWriter::ranges, &AlgorithmWriter::variable})
    if (!Why)
      Why = (this->*Step)();
  if (!Why)
    Why = names();
  if (!Why && Content)
    Why = lambda();
  if (Why)
    return *Why;
  if (!Content)
    last();
  Out.Edit = {File.path(), Whole.Begin, Whole.size(), write()};
  if (Fails)
    return "its arguments come from macros";
  Out.Call.Callee = Call.Name;
  Out.Call.Name = Out.Call.Statement;
  Out.Call.Algorithm = std::make_shared<const AlgorithmImage>(imageOf(Context, Call, Statement));
  Out.Call.NumStatements = 1 + !Front.empty() + !behind().empty();
  return std::move(Out);
}

std::variant<Expansion, std::string> expandAlgorithm(const AlgorithmCall &Call, const Stmt &Statement,
                                                     const Region &Where, const FileText &File, CallerNames &Names) {
  return AlgorithmWriter(Call, Statement, Where, File, Names).run();
}

} // namespace loopfuse
