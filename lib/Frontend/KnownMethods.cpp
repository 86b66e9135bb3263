//===- KnownMethods.cpp - effects of methods and operators of known classes ===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/KnownMethods.h"
#include "Frontend/Places.h"
#include "Frontend/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

using Kind = CallEffect::Kind;

static CallEffect effect(Kind K) { return {K, "", std::nullopt}; }

static bool isModifier(StringRef Method) {
  static const StringSet<> Names = {"push_back",
                                    "emplace_back",
                                    "pop_back",
                                    "push_front",
                                    "emplace_front",
                                    "pop_front",
                                    "insert",
                                    "emplace",
                                    "erase",
                                    "clear",
                                    "resize",
                                    "reserve",
                                    "assign",
                                    "swap",
                                    "operator=",
                                    "append",
                                    "push",
                                    "pop",
                                    "operator+=",
                                    "shrink_to_fit",
                                    "reset",
                                    "release",
                                    "merge",
                                    "splice",
                                    "sort",
                                    "unique",
                                    "remove",
                                    "remove_if",
                                    "insert_or_assign",
                                    "try_emplace",
                                    "extract",
                                    "replace",
                                    "append_range",
                                    "insert_range",
                                    "assign_range",
                                    "emplace_hint",
                                    "insert_after",
                                    "erase_after",
                                    "resize_and_overwrite"};
  return Names.contains(Method);
}

static bool isStandardContainer(StringRef Class) {
  static const StringSet<> Names = {"vector",
                                    "deque",
                                    "list",
                                    "forward_list",
                                    "map",
                                    "multimap",
                                    "set",
                                    "multiset",
                                    "unordered_map",
                                    "unordered_set",
                                    "unordered_multimap",
                                    "unordered_multiset",
                                    "basic_string",
                                    "valarray",
                                    "unique_ptr",
                                    "shared_ptr",
                                    "weak_ptr",
                                    "queue",
                                    "stack",
                                    "priority_queue",
                                    "optional",
                                    "flat_map",
                                    "flat_set"};
  return Class.consume_front("std::") && Names.contains(Class);
}

static std::optional<RefusalId> refusedClass(StringRef Class) {
  if (!Class.consume_front("std::"))
    return std::nullopt;
  static const StringSet<> Streams = {
      "basic_ostream",      "basic_istream",   "basic_iostream", "basic_ios",           "ios_base",
      "basic_ofstream",     "basic_ifstream",  "basic_fstream",  "basic_ostringstream", "basic_istringstream",
      "basic_stringstream", "basic_streambuf", "basic_filebuf",  "basic_osyncstream"};
  static const StringSet<> Synchronising = {"mutex",
                                            "recursive_mutex",
                                            "timed_mutex",
                                            "recursive_timed_mutex",
                                            "shared_mutex",
                                            "shared_timed_mutex",
                                            "lock_guard",
                                            "unique_lock",
                                            "scoped_lock",
                                            "shared_lock",
                                            "condition_variable",
                                            "condition_variable_any",
                                            "thread",
                                            "jthread",
                                            "barrier",
                                            "latch",
                                            "counting_semaphore",
                                            "future",
                                            "shared_future",
                                            "promise",
                                            "packaged_task",
                                            "once_flag",
                                            "stop_source",
                                            "stop_token"};
  if (Streams.contains(Class))
    return RefusalId::InputOutput;
  if (Synchronising.contains(Class))
    return RefusalId::Lock;
  if (Class == "atomic" || Class == "__atomic_base" || Class == "__atomic_float" || Class == "atomic_ref" ||
      Class == "atomic_flag" || Class == "__atomic_ref")
    return RefusalId::Atomic;
  return std::nullopt;
}

static std::string className(QualType T) {
  const CXXRecordDecl *Class = T.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Class && T->isPointerType())
    Class = T->getPointeeType()->getAsCXXRecordDecl();
  return Class ? qualifiedName(*Class) : "";
}

/// The object of a method call or operator, without conversions to base classes.
static const Expr *objectOf(const CallExpr &Call) {
  const Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    Object = Member->getImplicitObjectArgument();
  else if (isa<CXXOperatorCallExpr>(Call) && Call.getNumArgs())
    Object = Call.getArg(0);
  return Object ? Object->IgnoreParenImpCasts() : nullptr;
}

std::optional<CallEffect> iteratorCall(const CallExpr &Call, StringRef Name) {
  if (makesReverseIterator(Call))
    return effect(Kind::Pure);
  bool IsIterator = any_of(Call.arguments(), [](const Expr *A) { return isIteratorClass(A->getType()); });
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    IsIterator = isIteratorClass(Member->getObjectType());
  if (!IsIterator || (!isa<CXXOperatorCallExpr>(Call) && Name != "base"))
    return std::nullopt;
  if (Name == "operator*" || Name == "operator[]" || Name == "operator->")
    return effect(Kind::Element);
  bool Writes = Name == "operator++" || Name == "operator--" || Name == "operator+=" || Name == "operator-=" ||
                Name == "operator=";
  return effect(Writes ? Kind::WritesArguments : Kind::ReadsArguments);
}

static bool isIndexed(const CallExpr &Call, unsigned FirstIndex) {
  bool HasIndex = Call.getNumArgs() > FirstIndex;
  for (unsigned I = FirstIndex; I < Call.getNumArgs(); ++I)
    HasIndex &= Call.getArg(I)->getType()->isIntegralOrUnscopedEnumerationType();
  return HasIndex && (Call.isGLValue() || Call.getType()->isArithmeticType());
}

std::optional<CallEffect> containerMethod(const ASTContext &Context, const CallExpr &Call, const CXXMethodDecl &Method,
                                          const ContainerTable &Containers) {
  std::string Name = Method.getDeclName().getAsString();
  const Expr *Object = objectOf(Call);
  QualType Type = Object ? Object->getType().getNonReferenceType() : QualType();
  if (!Type.isNull() && Type->isPointerType())
    Type = Type->getPointeeType();
  const ContainerClass *Container = findContainer(Containers, Type);
  if (!Container)
    Container = findContainer(Containers, Method.getParent());
  unsigned FirstArgument = isa<CXXOperatorCallExpr>(Call) ? 1 : 0;
  bool HasArguments = Call.getNumArgs() > FirstArgument;
  bool IsStandard = isStandardContainer(qualifiedName(*Method.getParent()));
  std::string Shown = Object ? spellingOf(Context, *Object) : "";
  if (Container) {
    if (is_contained(Container->ElementAccess, Name) && isIndexed(Call, FirstArgument))
      return effect(Kind::Element);
    if (isEndElement(*Container, Name) && !HasArguments)
      return effect(Kind::Element);
    if (is_contained(Container->Size, Name) && !HasArguments)
      return effect(Kind::Size);
    if (is_contained(Container->Pure, Name) && !HasArguments)
      return effect(Kind::Pure);
    if (Container->Kind == ContainerClass::Storage::Owner && !IsStandard && !Method.isConst() && !Method.isStatic())
      return unknownCall(Context, Call, RefusalId::ContainerModified, {Name, Shown});
  }
  if (Name == "at" && StringRef(qualifiedName(Method)).starts_with("std::"))
    return unknownCall(Context, Call, RefusalId::Throw, {"'" + calleeName(Context, Call) + "'"});
  // The operator of a map adds what it does not find.
  bool Inserts = Name == "operator[]" && StringRef(qualifiedName(*Method.getParent())).ends_with("map");
  if (IsStandard && (isModifier(Name) || Inserts))
    return unknownCall(Context, Call, RefusalId::ContainerModified, {Name, Shown});
  return std::nullopt;
}

std::optional<CallEffect> containerFunction(const ASTContext &Context, StringRef Name, const CallExpr &Call,
                                            const ContainerTable &Containers) {
  if (Call.getNumArgs() == 0)
    return std::nullopt;
  const Expr &First = *Call.getArg(0)->IgnoreParenImpCasts();
  bool IsContainer = findContainer(Containers, First.getType());
  if (Name == "swap" && (IsContainer || isStandardContainer(className(First.getType()))))
    return unknownCall(Context, Call, RefusalId::ContainerModified, {Name.str(), spellingOf(Context, First)});
  static const StringSet<> Views = {"begin",   "end",   "cbegin", "cend", "rbegin", "rend",
                                    "crbegin", "crend", "data",   "size", "ssize",  "empty"};
  if (Views.contains(Name) && Call.getNumArgs() == 1 && (IsContainer || First.getType()->isArrayType()))
    return effect(Kind::Pure);
  return std::nullopt;
}

std::optional<RefusalId> refusedByClass(const CallExpr &Call, const FunctionDecl &Callee) {
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Callee))
    if (std::optional<RefusalId> Id = refusedClass(qualifiedName(*Method->getParent())))
      return Id;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    if (std::optional<RefusalId> Id = refusedClass(className(Member->getObjectType())))
      return Id;
  // A free operator whose operand or result is a stream.
  if (isa<CXXOperatorCallExpr>(Call)) {
    if (std::optional<RefusalId> Id = refusedClass(className(Call.getType())))
      return Id;
    if (Call.getNumArgs())
      return refusedClass(className(Call.getArg(0)->IgnoreParenImpCasts()->getType()));
  }
  return std::nullopt;
}

} // namespace loopfuse
