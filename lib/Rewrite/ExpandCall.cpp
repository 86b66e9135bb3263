//===- ExpandCall.cpp - a function's statements in place of a call --------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/ExpandCall.h"
#include "Frontend/AnyStmt.h"
#include "Frontend/CudaLaunch.h"
#include "Frontend/LoopDirective.h"
#include "Frontend/SourceText.h"
#include "Frontend/Variables.h"
#include "Rewrite/AskInside.h"
#include "Rewrite/CallArguments.h"
#include "Rewrite/CallPlace.h"
#include "Rewrite/CallerNames.h"
#include "Rewrite/ExpandAlgorithm.h"
#include "Rewrite/Indent.h"
#include "Rewrite/MemberText.h"
#include "Rewrite/Mentions.h"
#include "Rewrite/OpenBlock.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

namespace {

/// Writes one call.
class CallExpander {
public:
  CallExpander(const CallSite &Site, const FileText &Caller, const FunctionDecl &In, const FileText &Callee,
               const FunctionVariables &CalleeVariables, CallerNames &Names)
      : Site(Site), Caller(Caller), In(In), Callee(Callee), Variables(CalleeVariables), Names(Names),
        Body(*cast<CompoundStmt>(Site.Callee->getBody())), Patch(Callee.text()) {}

  std::variant<Expansion, Refusal> run();

private:
  std::optional<std::string> place();
  std::optional<std::string> content();
  std::optional<std::string> directives() const;
  std::optional<std::string> parameter(unsigned I);
  std::optional<std::string> locals();
  std::optional<std::string> result();
  bool walksOver(const ParmVarDecl &P) const;
  const VarDecl *standIn(const ParmVarDecl &P, const Expr &Argument) const;
  std::optional<std::string> copyOf(const ParmVarDecl &P, StringRef Name, StringRef Argument) const;
  bool rename(const VarDecl &V, StringRef Name);
  std::string write() const;
  std::string comment() const;
  unsigned firstLoop() const;

  const CallSite &Site;
  const FileText &Caller;
  const FunctionDecl &In;
  const FileText &Callee;
  const FunctionVariables &Variables;
  CallerNames &Names;
  const CompoundStmt &Body;
  TextPatch Patch; ///< Over the callee's file.
  NameUse Used;    ///< By the callee's body.
  TextRange Statement, Content;
  std::vector<std::string> Copies;
  std::string Result; ///< The statement that gives the value away, with the `return` statement's expression.
  Expansion Out;
};

} // namespace

/// The statement must have its lines for itself.
std::optional<std::string> CallExpander::place() {
  Out.Call.Child = Site.Child;
  std::variant<SourceSpan, std::string> Place = placeOfCall(Caller, *Site.Statement);
  if (auto *Why = std::get_if<std::string>(&Place))
    return *Why;
  Out.Call.Statement = std::get<SourceSpan>(Place);
  Statement = {Out.Call.Statement.Offset, Out.Call.Statement.end()};
  return std::nullopt;
}

/// What stands between the callee's braces.
std::optional<std::string> CallExpander::content() {
  std::optional<TextRange> Braces = Callee.range(Body.getSourceRange());
  if (!Braces || Body.body_empty())
    return "its body comes from a macro";
  Content = {Braces->Begin + 1, Braces->End - 1};
  if (Callee.text()[Content.End] != '}' || Callee.text()[Content.Begin - 1] != '{')
    return "its braces are digraphs";
  StringRef Inside = Callee.slice(Content);
  Content.Begin += Inside.size() - Inside.ltrim().size();
  Content.End -= Inside.size() - Inside.rtrim().size();
  Used = namesIn(Callee, Body, Content);
  if (Used.DeclaresTypes || Used.OpensNamespace)
    return "it declares a type";
  Out.Call.Callee = Site.Callee->getNameAsString();
  Out.Call.Body = Callee.span(*Braces);
  Out.Call.Name = placeOf(Callee.context(), Site.Callee->getLocation());
  Out.Call.Definition = definitionName(*Site.Callee);
  Out.Call.Instantiation = explicitInstantiation(*Site.Callee);
  return directives();
}

/// A directive of OpenMP that is not in force goes with its loop; others may mean something else in another place.
std::optional<std::string> CallExpander::directives() const {
  SourceSpan Left = Callee.span(Content);
  while (std::optional<Refusal> Found = directiveBetween(Callee.context(), Left)) {
    StringRef Text = textOf(Callee.context(), Found->Place);
    if (!Text.contains("pragma") || !Text.contains("omp"))
      return "the directive '" + Text.str() + "' stands in it";
    unsigned End = Left.end();
    Left.Offset = Found->Place.end();
    Left.Length = End - Left.Offset;
  }
  return std::nullopt;
}

bool CallExpander::walksOver(const ParmVarDecl &P) const {
  return anyStmt(Body, [&](const Stmt &S) {
    const auto *For = dyn_cast<CXXForRangeStmt>(&S);
    const auto *Ref = For ? dyn_cast<DeclRefExpr>(For->getRangeInit()->IgnoreParenImpCasts()) : nullptr;
    return Ref && Ref->getDecl() == &P;
  });
}

/// The caller's variable whose name may be written for the parameter, or null: while the callee runs it is the same
/// object or value as the argument.
const VarDecl *CallExpander::standIn(const ParmVarDecl &P, const Expr &Argument) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(Argument.IgnoreParenImpCasts());
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!V || Argument.getBeginLoc().isMacroID() || !V->getIdentifier() || Ref->hasQualifier() ||
      Ref->refersToEnclosingVariableOrCapture() || V->getType().isVolatileQualified() || V->isStaticLocal() ||
      Used.DeclaredInside.contains(V->getName()))
    return nullptr;
  const ASTContext &Context = Caller.context();
  QualType Own = P.getType(), Other = V->getType().getNonReferenceType();
  if (Own->isLValueReferenceType()) {
    // An object that is not const any more may give other iterators.
    bool Fits = Own->getPointeeType().isConstQualified() == Other.isConstQualified() || !walksOver(P);
    return Fits && Context.hasSameUnqualifiedType(Own->getPointeeType(), Other) ? V : nullptr;
  }
  bool IsObject = Other->isArrayType(); // Nothing changes what its name means.
  if (IsObject)
    Other = Context.getArrayDecayedType(Other);
  if (Own->isPointerType() && Other->isPointerType()) {
    Own = Own->getPointeeType();
    Other = Other->getPointeeType();
  }
  if (!Context.hasSameUnqualifiedType(Own, Other) || Variables.isModified(P) || !isOnlyNamed(P, Body))
    return nullptr;
  return IsObject || (V->hasLocalStorage() && !V->getType()->isReferenceType() && In.getBody() &&
                      isOnlyNamed(*V, *In.getBody()))
             ? V
             : nullptr;
}

/// "const float s = 2 * t;", the parameter's own declaration with another name; without `restrict`, which would hold
/// for longer than the call lasts.
std::optional<std::string> CallExpander::copyOf(const ParmVarDecl &P, StringRef Name, StringRef Argument) const {
  std::optional<TextRange> Own = Callee.token(P.getLocation());
  std::optional<TextRange> Type = Callee.typeSpecifier(P);
  if (!Own || !Type || Type->Begin > Own->Begin || Callee.slice(*Own) != P.getName())
    return std::nullopt;
  std::string Text;
  unsigned End = Type->Begin;
  for (const RawToken &T : Callee.tokens({Type->Begin, Own->Begin})) {
    StringRef Word = Callee.slice(T.Range);
    if (T.isComment())
      continue; // It stays with the function.
    if (Word != "restrict" && Word != "__restrict" && Word != "__restrict__")
      Text += (Text.empty() || T.Range.Begin == End ? "" : " ") + Word.str();
    End = T.Range.End;
  }
  QualType Written = P.getOriginalType();
  if (Written->isArrayType()) {
    if (Written->getAsArrayTypeUnsafe()->getElementType()->isArrayType())
      return std::nullopt;
    Text += " *";
  } else if (Written->isFunctionType() || Written->isFunctionPointerType() || Written->isMemberPointerType() ||
             (Written->isPointerType() && Written->getPointeeType()->isArrayType()) ||
             (Written->isReferenceType() && Written.getNonReferenceType()->isArrayType())) {
    return std::nullopt; // The declarator goes on behind the name.
  }
  bool IsScalar = Written->isArithmeticType() || Written->isEnumeralType();
  if (IsScalar && !Written.isConstQualified() && !Variables.isModified(P))
    Text = "const " + Text;
  if (!StringRef(Text).ends_with("*") && !StringRef(Text).ends_with("&"))
    Text += " ";
  return Text + Name.str() + " = " + Argument.str() + ";";
}

bool CallExpander::rename(const VarDecl &V, StringRef Name) {
  return renameVariable(Callee, V, Name, Body, Content, Patch);
}

std::optional<std::string> CallExpander::parameter(unsigned I) {
  const ParmVarDecl &P = *Site.Callee->getParamDecl(I);
  const Expr *Argument = I < Site.Call->getNumArgs() ? Site.Call->getArg(I) : nullptr;
  std::string Name = P.getNameAsString();
  if (!Argument || isa<CXXDefaultArgExpr>(Argument))
    return "the call leaves '" + Name + "' to its default";
  bool IsNamed = Name.size() && !mentionsOf(Callee, P, Body).empty();
  if (!IsNamed) {
    Out.Call.Parameters.push_back({});
    return Argument->HasSideEffects(Caller.context())
               ? std::optional<std::string>("it does not use the argument '" + spellingOf(Caller.context(), *Argument) +
                                            "', which has an effect")
               : std::nullopt;
  }
  std::string NotPlain = "'" + Name + "' is used in a macro, or declared anew in it";
  if (const VarDecl *V = standIn(P, *Argument); V && rename(P, V->getName())) {
    Out.Call.Parameters.push_back({ParameterText::Kind::Variable, V->getNameAsString(), ""});
    return std::nullopt;
  }
  if (isa<IntegerLiteral, FloatingLiteral>(Argument) && !Argument->getBeginLoc().isMacroID() &&
      Caller.context().hasSameUnqualifiedType(Argument->getType(), P.getType()) && !Variables.isModified(P) &&
      isOnlyNamed(P, Body)) {
    std::string Literal = spellingOf(Caller.context(), *Argument);
    if (rename(P, Literal)) {
      Out.Call.Parameters.push_back({ParameterText::Kind::Literal, "", Literal});
      return std::nullopt;
    }
  }
  const CXXRecordDecl *Class = P.getType()->getAsCXXRecordDecl();
  if (Class && !(Class->hasTrivialCopyConstructor() && Class->hasTrivialDestructor()))
    return "'" + Name + "' is a copy of an object";
  if (needsTemporaries(Caller.context(), P, *Argument))
    return "the argument of '" + Name + "' needs an object that ends with the call";
  std::optional<TextRange> Written = Caller.writtenRange(Argument->getSourceRange());
  if (!Written || P.getType()->isRValueReferenceType())
    return "'" + Name + "' cannot be given its argument in front";
  std::string New = Names.get(Name, Used);
  std::optional<std::string> Copy = copyOf(P, New, Caller.slice(*Written));
  if (!Copy)
    return "the type of '" + Name + "' cannot be written in front";
  Copies.push_back(*Copy);
  std::string Value = spellingOf(Caller.context(), *Argument);
  if (P.getType()->isArithmeticType()) // In the caller's words.
    Out.Renamed.emplace_back(New, StringRef(Value).contains(' ') ? "(" + Value + ")" : Value);
  else
    Out.Renamed.emplace_back(New, Name);
  Out.Call.Parameters.push_back({ParameterText::Kind::Copy, New, spellingOf(Caller.context(), *Argument)});
  return rename(P, New) ? std::nullopt : std::optional(NotPlain);
}

/// The callee's own variables come into the caller's scope.
std::optional<std::string> CallExpander::locals() {
  for (const Stmt *S : Body.body())
    if (const auto *Declaration = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Declaration->decls()) {
        const auto *V = dyn_cast<VarDecl>(D);
        if (!V || !V->getIdentifier() || V->hasGlobalStorage())
          return "it declares more than variables of its own";
        std::string Name = Names.get(V->getName(), Used);
        Out.Renamed.emplace_back(Name, V->getName());
        if (!rename(*V, Name))
          return "'" + V->getNameAsString() + "' is used in a macro, or declared twice in it";
      }
  return std::nullopt;
}

/// "return s / n;" becomes "float m = s / n;".
std::optional<std::string> CallExpander::result() {
  const auto *Return = dyn_cast<ReturnStmt>(Body.body_back());
  if (!Return)
    return std::nullopt;
  std::optional<TextRange> Whole = Callee.range(Return->getSourceRange());
  std::optional<TextRange> Call = Caller.range(Site.Call->getSourceRange());
  if (!Whole || !Call || !Statement.contains(*Call))
    return "'return' or the call comes from a macro";
  if (Site.Result) {
    std::optional<TextRange> Value = Callee.range(Return->getRetValue()->getSourceRange());
    if (!Value)
      return "what it returns comes from a macro";
    Out.Call.Result = Site.Result->getNameAsString();
    Out.Call.Declares = Site.Declares;
    Result = Caller.slice({Statement.Begin, Call->Begin}).str() + Patch.patched(*Value) +
             Caller.slice({Call->End, Statement.End}).str();
  }
  RawToken Semicolon = Callee.tokenAfter(Whole->End);
  if (Semicolon.Kind != tok::semi || Callee.tokenAfter(Semicolon.Range.End).Range.Begin < Content.End)
    return "something stands behind its 'return'";
  Content.End = Whole->Begin;
  StringRef Rest = Callee.slice(Content);
  Content.End -= Rest.size() - Rest.rtrim().size();
  return std::nullopt;
}

/// The call, as a comment in front of the first loop: it goes where the loop goes.
std::string CallExpander::comment() const {
  std::string Call = spellingOf(Caller.context(), *Site.Call);
  // What stands in front of the semicolon goes along.
  if (std::optional<TextRange> Own = Caller.range(Site.Call->getSourceRange()); Own && Result.empty())
    Call += Caller.slice({Own->End, Statement.End}).rtrim(" \t;");
  SmallVector<StringRef> Words;
  SplitString(Call, Words);
  Call = join(Words, " ");
  return Caller.langOpts().LineComment ? "// " + Call : "/* " + Call + " */";
}

std::string CallExpander::write() const {
  std::string Indent = indentOf(Caller.text(), Statement.Begin).str();
  std::string LineEnd = lineEndOf(Caller.text(), Statement.Begin).str();
  std::string Text;
  for (const std::string &Copy : Copies)
    Text += Copy + LineEnd + Indent;
  unsigned Loop = firstLoop();
  // A directive in front of it may stand at the line's beginning.
  unsigned First =
      std::max(Content.Begin, placeOf(Callee.context(), loopUnder(*Body.body_front()).getBeginLoc()).Offset);
  auto Add = [&](TextRange Piece) {
    Text +=
        StringRef(reindentedText(Patch.patched(Piece), indentAt(Callee.text(), First), Indent, Caller.langOpts(), ""))
            .drop_front(Indent.size());
  };
  StringRef Declarations = Callee.slice({Content.Begin, Loop}).rtrim();
  if (!Declarations.empty()) {
    Add({Content.Begin, Content.Begin + unsigned(Declarations.size())});
    Text += LineEnd + Indent;
  }
  Text += comment() + LineEnd + Indent;
  Add({Loop, Content.End});
  if (!Result.empty())
    Text += LineEnd + Indent + Result;
  return Text;
}

/// Where the first loop begins, with the comments in front of it.
unsigned CallExpander::firstLoop() const {
  unsigned Begin = Content.Begin;
  for (const Stmt *S : Body.body()) {
    if (isa<ForStmt, CXXForRangeStmt>(loopUnder(*S)) || launchOf(*S))
      break;
    SourceSpan Whole = statementSpan(Callee.context(), *S);
    Begin = std::max(Begin, Whole.end());
  }
  if (Begin > Content.Begin && !endsLine(Callee.text(), Begin))
    Begin = withTrailingComments(Callee, {Content.Begin, Begin}).End;
  StringRef Gap = Callee.slice({Begin, Content.End});
  return Begin + Gap.size() - Gap.ltrim().size();
}

std::variant<Expansion, Refusal> CallExpander::run() {
  std::optional<std::string> Why = place();
  if (!Why)
    Why = content();
  if (!Why)
    Why = needsOrder(Caller.context(), *Site.Call, In);
  for (unsigned I = 0; I < Site.Callee->getNumParams() && !Why; ++I)
    Why = parameter(I);
  if (!Why)
    Why = locals();
  if (!Why)
    Why = result();
  if (!Why && !Caller.langOpts().LineComment && StringRef(comment()).drop_back(2).contains("*/"))
    Why = "a comment stands in the call";
  if (Why)
    return refuse(RefusalId::CalleeForm, placeOf(Caller.context(), Site.Statement->getBeginLoc()),
                  {Site.Callee->getNameAsString(), *Why});
  Out.Edit = {Caller.path(), Statement.Begin, Statement.size(), write()};
  return std::move(Out);
}

/// What the ordinary way says of it.
static Refusal keptBlock(const ASTContext &Context, const CompoundStmt &Block) {
  return refuse(RefusalId::UnsupportedStatement, placeOf(Context, Block.getBeginLoc()),
                {"a loop inside another statement"});
}

static FileText fileOf(const ASTContext &Context, SourceLocation Loc) {
  FileID File = Context.getSourceManager().getFileID(Context.getSourceManager().getExpansionLoc(Loc));
  return FileText(Context, File, realPath(Context.getSourceManager(), File));
}

std::vector<std::variant<Expansion, Refusal>> expandCalls(const CallChain &Chain, const ContainerTable &Containers) {
  ASTContext &Context = *Chain.Where.Context;
  FileText Caller = fileOf(Context, Chain.Where.Compound->getBeginLoc());
  FunctionVariables CallerVariables(Context, *Chain.Where.Function, Containers);
  CallerNames Names(Caller, *Chain.Where.Function, CallerVariables);
  std::vector<std::variant<Expansion, Refusal>> Out;
  BlockOpener Blocks(Chain, Caller, Names);
  for (const CallSite &Site : Chain.Calls) {
    if (Site.Block) {
      std::optional<Expansion> Opened = Blocks.open(Site);
      Out.push_back(Opened ? std::variant<Expansion, Refusal>(std::move(*Opened)) : keptBlock(Context, *Site.Block));
      continue;
    }
    if (Site.Conditional) {
      std::optional<Expansion> Asked = askInside(Site, Caller);
      Out.push_back(Asked ? std::variant<Expansion, Refusal>(std::move(*Asked))
                          : refuse(RefusalId::ConditionsDiffer, placeOf(Context, Site.Statement->getBeginLoc())));
      continue;
    }
    if (!Names.isKnown()) {
      Out.push_back(refuse(RefusalId::CalleeForm, placeOf(Context, Site.Statement->getBeginLoc()),
                           {Site.name(), "the caller comes from a macro"}));
      continue;
    }
    if (Site.Algorithm) {
      std::variant<Expansion, std::string> Written =
          expandAlgorithm(*Site.Algorithm, *Site.Statement, Chain.Where, Caller, Names);
      if (auto *Why = std::get_if<std::string>(&Written)) {
        Out.push_back(refuse(RefusalId::AlgorithmForm, placeOf(Context, Site.Statement->getBeginLoc()),
                             {Site.Algorithm->Name, *Why}));
        continue;
      }
      Out.push_back(std::get<Expansion>(std::move(Written)));
      std::get<Expansion>(Out.back()).Call.Child = Site.Child;
      continue;
    }
    FileText Callee = fileOf(Context, Site.Callee->getBody()->getBeginLoc());
    FunctionVariables Variables(Context, *Site.Callee, Containers);
    Out.push_back(CallExpander(Site, Caller, *Chain.Where.Function, Callee, Variables, Names).run());
  }
  return Out;
}

} // namespace loopfuse
