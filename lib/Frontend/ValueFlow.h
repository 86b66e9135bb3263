//===- ValueFlow.h - where an expression's value goes -----------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_VALUEFLOW_H
#define LOOPFUSE_FRONTEND_VALUEFLOW_H

#include "Frontend/Containers.h"
#include "Frontend/Effects.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace clang {
class BinaryOperator;
class CUDAKernelCallExpr;
class CXXRecordDecl;
class CastExpr;
class DeclStmt;
class MemberExpr;
class QualType;
class UnaryOperator;
class VarDecl;
} // namespace clang

namespace loopfuse {

/// How the value of one mention of a variable is used up.
struct FlowEnd {
  bool Modifies = false;
  bool Escapes = false;
  bool Releases = false;
  bool Allocates = false; ///< cudaMalloc(&p, …): the variable is given new memory.
  /// A variable that from there on leads to its elements: a loop's that walks over them, the parameter of a kernel that
  /// is started with it.
  const clang::VarDecl *Cursor = nullptr;

  static FlowEnd anything() { return {true, true, false, false, nullptr}; }
};

/// Follows a mention of a variable up the expression it stands in.
class ValueFlow {
public:
  ValueFlow(clang::ASTContext &Context, const ContainerTable &Containers) : Context(Context), Containers(Containers) {}

  /// \p Path leads from the function's body to \p At, its last element. \p IsBinding: \p At names a structured binding
  /// of \p V.
  FlowEnd follow(const clang::VarDecl &V, const clang::Expr &At, bool IsBinding,
                 llvm::ArrayRef<const clang::Stmt *> Path);

  /// Whether a container with the value of this expression may have elements that somebody else knows already, because
  /// it takes them over: moved from another one, made by an unknown function, a unique_ptr of a pointer.
  bool takesElementsOver(const clang::Expr &Value);

private:
  /// What the expression reached so far is of the variable. Part and Address lead to the variable's own object, so a
  /// write there changes it; the Element forms lead to elements of an array or container or to what a pointer points
  /// to.
  enum class Form { Object, Part, Element, Address, ElementAddress };
  static bool isPointer(Form F) { return F == Form::Address || F == Form::ElementAddress; }
  static bool isOwn(Form F) { return F == Form::Object || F == Form::Part || F == Form::Address; }
  static bool isVariablesValue(Form F) { return F == Form::Object || F == Form::Address; }
  static Form pointee(Form F) { return F == Form::Address ? Form::Part : Form::Element; }

  using Step = std::optional<Form>; ///< None: used up.
  Step step(Form F, const clang::Expr &Child, const clang::Stmt *Parent);
  Step throughCast(Form F, const clang::CastExpr &Cast);
  Step throughUnary(Form F, const clang::UnaryOperator &Operator);
  Step throughBinary(Form F, const clang::Expr &Child, const clang::BinaryOperator &Operator);
  Step throughMember(Form F, const clang::MemberExpr &Member);
  /// How a call takes the expression.
  struct Passing {
    bool IsCallee = false;    ///< The function itself.
    bool IsObject = false;    ///< The object of a method.
    bool IsWritable = false;  ///< The parameter's type lets the callee write what is behind it.
    bool IsReference = false; ///< Bound to a reference parameter (or the object).
  };
  Passing passing(const clang::Expr &Child, const clang::CallExpr &Call) const;
  Step throughCall(Form F, const clang::Expr &Child, const clang::CallExpr &Call);
  Step throughLaunch(Form F, const clang::Expr &Child, const clang::CUDAKernelCallExpr &Call);
  Step throughUnknownCall(Form F, Passing How, const clang::CallExpr &Call, const CallEffect &Effect);
  Step throughModification(Form F, Passing How, const clang::CallExpr &Call);
  Step elementOf(Form F, const clang::Expr &Child, Passing How);
  Step resultOf(Form F, const clang::CallExpr &Call);
  Step throughConstruction(Form F, const clang::Expr &Child, const clang::CXXConstructExpr &Construct);
  Step intoVariable(Form F, const clang::Expr &Child, const clang::DeclStmt &Declaration);
  Step intoRange(Form F, const clang::Expr &Child, const clang::Stmt &Loop);
  Step given(Form F, bool Writable); ///< To somebody unknown.
  void modifyIfOwn(Form F) { End.Modifies |= isOwn(F); }

  bool copiesElements(const clang::CXXRecordDecl *Class) const;
  bool holdsPointer() const; ///< The variable's own value is a pointer or holds one.
  const clang::Stmt *above(unsigned Levels) const;
  const CallEffect &effectOf(const clang::CallExpr &Call);

  clang::ASTContext &Context;
  const ContainerTable &Containers;
  llvm::DenseMap<const clang::CallExpr *, CallEffect> Effects;
  // Of the mention that is being followed.
  const clang::VarDecl *V = nullptr;
  llvm::ArrayRef<const clang::Stmt *> Path; ///< Down to the expression reached.
  FlowEnd End;
};

/// Whether a value of this type may hold the address of something: pointers, references, classes with such fields.
/// Containers that own their elements do so only if the elements do.
bool mayHoldPointer(clang::QualType Type, const ContainerTable &Containers);

} // namespace loopfuse

#endif
