//===- LoopVariables.cpp - the variables of a moved body ------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/LoopVariables.h"
#include "Frontend/Places.h"
#include "Poly/CopiedElements.h"
#include "Rewrite/ShiftedUse.h"
#include "Rewrite/TypeNames.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

bool FreshNames::isUsed(StringRef Name) const {
  const IdentifierTable &Identifiers = Context.Idents;
  auto It = Identifiers.find(Name);
  return Given.contains(Name) || Variables.isNameUsed(Name) ||
         (It != Identifiers.end() && It->second->hadMacroDefinition());
}

std::string FreshNames::get(StringRef Wanted) {
  std::string Name = Wanted.str();
  for (unsigned Number = 2; isUsed(Name); ++Number)
    Name = Wanted.str() + (isDigit(Wanted.back()) ? "_" : "") + utostr(Number);
  Given.insert(Name);
  return Name;
}

namespace {
/// One merged level: the loop that stays and the one whose body moves.
struct Level {
  const VarDecl *Kept = nullptr;
  const VarDecl *Own = nullptr;
  const Loop *KeptLoop = nullptr;
  const Loop *OwnLoop = nullptr;
  const Stmt *OwnStmt = nullptr;
  int64_t Shift = 0; ///< The kept variable is the own one plus this.
};

class Mapping {
public:
  Mapping(const VariableContext &C, const BodyText &Kept, const BodyText &Moved, unsigned Position,
          const NameUse &Names, TextPatch &Patch)
      : C(C), Kept(Kept), Moved(Moved), Position(Position), Names(Names), Patch(Patch) {}

  std::optional<Refusal> run();
  MovedVariables Result;

private:
  std::vector<Level> levels() const;
  std::optional<Refusal> mapLevel(const Level &L);
  std::optional<Refusal> checkOutside(const Level &L);
  std::optional<Refusal> checkElement(const Level &L, bool &CanRename) const;
  bool shiftFits(const Level &L) const;
  bool substitute(const Level &L, ArrayRef<Mention> Uses);
  Refusal captured(const Level &L, StringRef Name, ArrayRef<Mention> Uses) const;
  std::optional<Refusal> declare(const Level &L, ArrayRef<Mention> Uses);
  void rebind(ArrayRef<Mention> Uses);
  std::optional<Refusal> mapPattern(const Level &L);
  bool declarePattern(const Level &L, const DecompositionDecl &Own);
  bool substituteParts(const DecompositionDecl &Kept, const DecompositionDecl &Own, bool CanRename);
  std::string shifted(const Level &L) const;
  std::string writtenType(const Level &L) const;
  bool isKeptName(StringRef Name) const;
  Refusal refusal(RefusalId Id, const Level &L, std::string Argument) const {
    return refuse(Id, L.OwnLoop->Header, {std::move(Argument)});
  }

  const VariableContext &C;
  const BodyText &Kept;
  const BodyText &Moved;
  unsigned Position;
  const NameUse &Names;
  TextPatch &Patch;
};
} // namespace

std::vector<StringRef> namesOf(const VarDecl &V) {
  std::vector<StringRef> Names;
  if (const auto *Pattern = dyn_cast<DecompositionDecl>(&V))
    for (const BindingDecl *B : Pattern->bindings())
      Names.push_back(B->getName());
  else if (V.getIdentifier())
    Names.push_back(V.getName());
  return Names;
}

std::vector<Level> Mapping::levels() const {
  const Scop &S = C.Region.Model;
  const Placement &Place = C.Group.Members[Position];
  std::vector<unsigned> KeptLoops = S.perfectLoops(S.Members[Kept.Member], C.Group.Depth);
  std::vector<unsigned> OwnLoops = S.perfectLoops(S.Members[Moved.Member], C.Group.Depth);
  int64_t First = 0;
  std::vector<Level> Out;
  for (unsigned D = 0; D < C.Group.Depth; ++D) {
    if (D < C.Group.Members.front().Shift.size())
      First = C.Group.Members.front().Shift[D];
    int64_t Shift = (D < Place.Shift.size() ? Place.Shift[D] : 0) - First;
    const VarDecl *KeptVariable = C.Region.Ast.LoopVariables[KeptLoops[D]];
    // A reverse iterator's sums go the other way than its place.
    if (KeptVariable && isReverseIterator(KeptVariable->getType()))
      Shift = -Shift;
    Out.push_back({KeptVariable, C.Region.Ast.LoopVariables[OwnLoops[D]], &S.Loops[KeptLoops[D]], &S.Loops[OwnLoops[D]],
                   C.Region.Ast.Loops[OwnLoops[D]], Shift});
    First = 0;
  }
  return Out;
}

bool Mapping::isKeptName(StringRef Name) const {
  return llvm::any_of(levels(), [&](const Level &L) { return is_contained(namesOf(*L.Kept), Name); });
}

static bool sameType(const VarDecl &A, const VarDecl &B) {
  return A.getType().getCanonicalType().getUnqualifiedType() == B.getType().getCanonicalType().getUnqualifiedType();
}

// Whether a pointer or iterator of the one type may be the initialiser of one of the other, and gives the same element.
static bool converts(const ASTContext &Context, QualType From, QualType To) {
  QualType Given = pointeeOf(From), Wanted = pointeeOf(To);
  if (isReverseIterator(From) || isReverseIterator(To))
    return Context.hasSameUnqualifiedType(From, To);
  auto Family = [](QualType T) {
    const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
    return Class && Class->getIdentifier() ? Class->getName() : "";
  };
  return !Given.isNull() && !Wanted.isNull() && Family(From) == Family(To) &&
         Given.getCanonicalType().getUnqualifiedType() == Wanted.getCanonicalType().getUnqualifiedType() &&
         Wanted.isAtLeastAsQualifiedAs(Given, Context);
}

static bool sameHeader(const Loop &A, const Loop &B) { return A.First == B.First && A.Step == B.Step; }

// What the loop that vanishes would have left in a variable that lives on.
std::optional<Refusal> Mapping::checkOutside(const Level &L) {
  if (!L.OwnLoop->DeclaredOutside)
    return std::nullopt;
  if (L.Own == L.Kept && L.Shift == 0 && sameHeader(*L.KeptLoop, *L.OwnLoop))
    return std::nullopt;
  bool IsPlain = !C.Group.Common && !C.Group.ByStrips && !C.Group.ByRows && !C.Group.isGuarded();
  if (L.OwnLoop->LiveBehind && L.KeptLoop->DeclaredOutside && !L.OwnLoop->Parent && L.Shift == 0 && IsPlain) {
    Result.Behind.push_back((L.Own->getName() + " = " + L.Kept->getName() + ";").str());
    return std::nullopt;
  }
  if (isLiveBehindLoop(*C.Region.Ast.Function, *L.Own, *L.OwnStmt))
    return refusal(RefusalId::LoopVariableLive, L, L.OwnLoop->Variable);
  return std::nullopt;
}

static bool bindsTemporary(const VarDecl &V) {
  const Expr *Init = V.getInit();
  if (const auto *Cleanups = dyn_cast_or_null<ExprWithCleanups>(Init))
    Init = Cleanups->getSubExpr();
  return isa_and_nonnull<MaterializeTemporaryExpr>(Init);
}

// A range-for's variable: a reference is the element itself, anything else a copy made when the iteration begins.
std::optional<Refusal> Mapping::checkElement(const Level &L, bool &CanRename) const {
  auto Refuse = [&] {
    return refusal(RefusalId::UnsupportedStatement, L, "a range-for whose variable is not the same element");
  };
  if (L.Shift || L.KeptLoop->Base != L.OwnLoop->Base || !L.KeptLoop->Base)
    return Refuse();
  QualType KeptType = L.Kept->getType(), OwnType = L.Own->getType();
  QualType KeptElement = KeptType.getNonReferenceType(), OwnElement = OwnType.getNonReferenceType();
  bool Same = KeptElement.getCanonicalType().getUnqualifiedType() == OwnElement.getCanonicalType().getUnqualifiedType();
  if (KeptType->isReferenceType() && !bindsTemporary(*L.Kept)) {
    if (OwnType->isReferenceType() && !bindsTemporary(*L.Own) &&
        (!Same || (KeptElement.isConstQualified() && !OwnElement.isConstQualified())))
      return Refuse();
    CanRename = KeptType.getCanonicalType() == OwnType.getCanonicalType();
    return std::nullopt;
  }
  // A copy is another object than the element. The own loop's copy has the same value if nobody writes the element in
  // between, and the kept one still has it if nobody changes the variable.
  auto OnlyReads = [&](const VarDecl &V, const Stmt &Body) {
    return llvm::all_of(mentionsOf(C.File, V, Body), [](const Mention &U) { return U.isPlainRead(); });
  };
  bool IsReference = OwnType->isReferenceType() && !bindsTemporary(*L.Own), OwnIsRead = OnlyReads(*L.Own, *Moved.Body);
  if (KeptType->isReferenceType() || (OwnType->isReferenceType() && !IsReference) || !Same ||
      !KeptType->isScalarType() || !OnlyReads(*L.Kept, *Kept.Body))
    return Refuse();
  // A reference shows what its own body writes as well.
  if ((IsReference && !OwnIsRead) || mayOutdateCopy(C.Region.Model, C.Group, Position + IsReference, *L.KeptLoop->Base))
    return Refuse();
  CanRename = OwnIsRead;
  return std::nullopt;
}

// Whether "kept - shift" has the own variable's value, though it is reckoned in the kept one's type.
bool Mapping::shiftFits(const Level &L) const {
  if (L.Shift == 0)
    return true;
  if (L.Shift > INT32_MAX || L.Shift < -INT32_MAX)
    return false;
  if (sameType(*L.Kept, *L.Own))
    return true;
  if (L.OwnLoop->Kind != LoopVariableKind::Integer)
    return false;
  const ASTContext &Context = C.File.context();
  uint64_t KeptBits = Context.getTypeSize(L.Kept->getType()), OwnBits = Context.getTypeSize(L.Own->getType());
  bool KeptSigned = L.Kept->getType()->isSignedIntegerOrEnumerationType();
  bool OwnSigned = L.Own->getType()->isSignedIntegerOrEnumerationType();
  return OwnBits < KeptBits || (OwnBits == KeptBits && (OwnSigned || !KeptSigned));
}

std::string Mapping::shifted(const Level &L) const { return sumText(L.Kept->getName(), -L.Shift); }

// Writes the kept variable in place of each use; false if the text does not allow it.
bool Mapping::substitute(const Level &L, ArrayRef<Mention> Uses) {
  if (!areReplaceable(C.File, *L.Own, Uses, Moved.Content))
    return false;
  if (L.Own->getName() != L.Kept->getName() && Names.DeclaredInside.contains(L.Kept->getName()))
    return false;
  const ASTContext &Context = C.File.context();
  bool Promotes = L.OwnLoop->Kind == LoopVariableKind::Integer && Context.isPromotableIntegerType(L.Own->getType());
  if (L.Shift && (Promotes || !llvm::all_of(Uses, [](const Mention &U) { return U.isPlainRead(); })))
    return false;
  for (const Mention &U : Uses)
    for (TextPatch::Replacement &R : shiftedUse(C.File, U, L.Kept->getName(), L.Shift))
      Patch.replace(R.Range, std::move(R.New));
  return true;
}

void Mapping::rebind(ArrayRef<Mention> Uses) {
  for (const Mention &U : Uses)
    if (U.Place)
      Result.Rebound.push_back(*U.Place);
}

// The own variable's type as its declaration spells it, "" if that cannot be repeated elsewhere.
std::string Mapping::writtenType(const Level &L) const {
  QualType Type = L.Own->getType();
  std::optional<unsigned> Name = C.File.offset(L.Own->getLocation());
  std::optional<TextRange> Specifier = C.File.typeSpecifier(*L.Own);
  bool IsAuto = Type->getContainedDeducedType() != nullptr;
  if (L.OwnLoop->Kind != LoopVariableKind::Integer) {
    // With its declarator: "const double *", "auto &".
    bool IsLocal = Specifier && Name && L.OwnLoop->Header.Offset <= Specifier->Begin && *Name < L.OwnLoop->Header.end();
    if (!IsLocal || (L.OwnLoop->Kind == LoopVariableKind::Pointer && IsAuto && !sameType(*L.Kept, *L.Own)))
      return "";
    return C.File.slice({Specifier->Begin, *Name}).rtrim().str();
  }
  if (IsAuto && C.Region.Ast.IsInstantiation)
    return ""; // Another instance may deduce another type.
  if (IsAuto || L.Own->getStorageClass() != SC_None || !Specifier) {
    const auto *Builtin = Type->getAs<BuiltinType>();
    return Builtin ? Builtin->getName(C.File.context().getPrintingPolicy()).str() : "";
  }
  return C.File.slice(*Specifier).str();
}

// A name that cannot be replaced, and why.
Refusal Mapping::captured(const Level &L, StringRef Name, ArrayRef<Mention> Uses) const {
  bool InMacro = llvm::any_of(Uses, [](const Mention &U) { return !U.Place; });
  return refuse(
      RefusalId::NameCapture, L.OwnLoop->Header,
      {Name.str(), InMacro ? ", and what a macro takes is not renamed" : ", and not every use of it can be renamed"});
}

std::optional<Refusal> Mapping::declare(const Level &L, ArrayRef<Mention> Uses) {
  std::string Type = writtenType(L);
  if (Type.empty() || spelledAnywhere(C.File, *C.Region.Ast.Function, L.Own->getType(), Type) != Type)
    return refusal(RefusalId::UnsupportedStatement, L, "the type of the loop variable '" + L.OwnLoop->Variable + "'");
  std::string Name = L.Own->getName().str();
  if (isKeptName(Name) || Names.DeclaredAtTop.contains(Name)) {
    if (!areReplaceable(C.File, *L.Own, Uses, Moved.Content))
      return captured(L, Name, Uses);
    Name = C.Fresh.get(Name);
    for (const Mention &U : Uses)
      Patch.replace(*U.Place, Name);
  } else {
    rebind(Uses);
  }
  bool IsConstant = L.OwnLoop->Kind == LoopVariableKind::Integer && !StringRef(Type).contains("const") &&
                    llvm::all_of(Uses, [](const Mention &U) { return U.isPlainRead(); });
  StringRef Gap = StringRef(Type).ends_with("*") || StringRef(Type).ends_with("&") ? "" : " ";
  Result.Declarations.push_back((IsConstant ? "const " : "") + Type + Gap.str() + Name + " = " + shifted(L) + ";");
  Result.Names.push_back(Name);
  return std::nullopt;
}

// "auto &[k, w] = p;"
bool Mapping::declarePattern(const Level &L, const DecompositionDecl &Own) {
  std::string Type = writtenType(L);
  std::vector<StringRef> Parts = namesOf(Own);
  if (Type.empty() ||
      llvm::any_of(Parts, [&](StringRef N) { return isKeptName(N) || Names.DeclaredAtTop.contains(N); }))
    return false;
  Result.Declarations.push_back(Type + "[" + llvm::join(Parts, ", ") + "] = " + L.Kept->getName().str() + ";");
  for (StringRef Part : Parts)
    Result.Names.push_back(Part.str());
  return true;
}

// Part by part, the kept names for the own ones.
bool Mapping::substituteParts(const DecompositionDecl &Kept, const DecompositionDecl &Own, bool CanRename) {
  for (size_t I = 0; I < Own.bindings().size(); ++I) {
    const BindingDecl &From = *Own.bindings()[I], &To = *Kept.bindings()[I];
    std::vector<Mention> Uses = mentionsOf(C.File, From, *Moved.Body);
    bool OnlyReads = llvm::all_of(Uses, [](const Mention &U) { return U.isPlainRead(); });
    if (!Uses.empty() && !CanRename && !OnlyReads)
      return false;
    if (From.getName() == To.getName() || (Uses.empty() && !Names.InText.contains(From.getName())))
      continue;
    if (!areReplaceable(C.File, From, Uses, Moved.Content) || Names.DeclaredInside.contains(To.getName()))
      return false;
    for (const Mention &U : Uses)
      Patch.replace(*U.Place, To.getName().str());
  }
  return true;
}

std::optional<Refusal> Mapping::mapPattern(const Level &L) {
  auto Refuse = [&] { return refusal(RefusalId::UnsupportedStatement, L, "a structured binding as loop variable"); };
  const auto *Own = dyn_cast<DecompositionDecl>(L.Own), *Kept = dyn_cast<DecompositionDecl>(L.Kept);
  bool IsElement = L.KeptLoop->Kind == LoopVariableKind::Element && L.OwnLoop->Kind == LoopVariableKind::Element;
  if (!Own || !IsElement || !L.Own->getType()->isReferenceType() || !L.Kept->getType()->isReferenceType())
    return Refuse();
  bool CanRename = true;
  if (std::optional<Refusal> R = checkElement(L, CanRename))
    return R;
  bool Done = Kept ? Kept->bindings().size() == Own->bindings().size() && substituteParts(*Kept, *Own, CanRename)
                   : L.Kept->getIdentifier() && declarePattern(L, *Own);
  return Done ? std::nullopt : std::optional(Refuse());
}

std::optional<Refusal> Mapping::mapLevel(const Level &L) {
  if (isa<DecompositionDecl>(L.Own) || isa<DecompositionDecl>(L.Kept))
    return mapPattern(L);
  if (!L.Own->getIdentifier() || !L.Kept->getIdentifier())
    return refusal(RefusalId::UnsupportedStatement, L, "a loop variable without a name");
  if (L.KeptLoop->Kind != L.OwnLoop->Kind || !shiftFits(L))
    return refusal(RefusalId::UnsupportedStatement, L, "a shift by " + itostr(L.Shift) + " between these types");
  if (std::optional<Refusal> R = checkOutside(L))
    return R;
  bool CanRename = sameType(*L.Kept, *L.Own);
  if (L.OwnLoop->Kind == LoopVariableKind::Element) {
    if (std::optional<Refusal> R = checkElement(L, CanRename))
      return R;
  } else if (L.OwnLoop->Kind == LoopVariableKind::Pointer) {
    if (L.KeptLoop->Base != L.OwnLoop->Base)
      return refusal(RefusalId::UnsupportedStatement, L, "a pointer into another array");
    if (!converts(C.File.context(), L.Kept->getType(), L.Own->getType()))
      return refusal(RefusalId::UnsupportedStatement, L, "the type of the loop variable '" + L.OwnLoop->Variable + "'");
  }
  std::vector<Mention> Uses = mentionsOf(C.File, *L.Own, *Moved.Body);
  bool SameName = L.Own->getName() == L.Kept->getName();
  if (L.Own == L.Kept && L.Shift == 0)
    return std::nullopt;
  if (SameName && L.Shift == 0) {
    bool OnlyIndexes = L.OwnLoop->Kind == LoopVariableKind::Integer && !Names.HasHiddenText &&
                       llvm::all_of(Uses, [](const Mention &U) { return U.isBuiltinIndex(); });
    if (CanRename || OnlyIndexes) {
      rebind(Uses);
      return std::nullopt;
    }
  }
  if (Uses.empty() && !Names.InText.contains(L.Own->getName()))
    return std::nullopt;
  if (CanRename && substitute(L, Uses))
    return std::nullopt;
  return declare(L, Uses);
}

std::optional<Refusal> Mapping::run() {
  std::vector<Level> Levels = levels();
  std::vector<const ValueDecl *> Own;
  for (const Level &L : Levels) {
    if (!L.Kept || !L.Own)
      return refusal(RefusalId::LoopForm, L, L.OwnLoop->Variable);
    Own.push_back(L.Own);
    if (const auto *Pattern = dyn_cast<DecompositionDecl>(L.Own))
      llvm::append_range(Own, Pattern->bindings());
  }
  for (const Level &L : Levels)
    for (StringRef Name : namesOf(*L.Kept))
      if (Names.needs(Name, Own))
        return refuse(Names.Outside.contains(L.Kept) ? RefusalId::LoopVariableLive : RefusalId::NameCapture,
                      L.OwnLoop->Header, {Name.str(), ""});
  for (const Level &L : Levels)
    if (std::optional<Refusal> R = mapLevel(L))
      return R;
  return std::nullopt;
}

std::variant<MovedVariables, Refusal> mapLoopVariables(const VariableContext &Context, const BodyText &Kept,
                                                       const BodyText &Moved, unsigned Position,
                                                       const NameUse &MovedNames, TextPatch &Patch) {
  Mapping M(Context, Kept, Moved, Position, MovedNames, Patch);
  if (std::optional<Refusal> R = M.run())
    return *R;
  return std::move(M.Result);
}

} // namespace loopfuse
