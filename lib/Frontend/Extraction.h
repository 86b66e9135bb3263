//===- Extraction.h - the state while one region is extracted ---*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values, Places, LoopHeader, Accesses and LoopBody are functions on this
// state. Nothing in it outlives extractScop but Model and Ast.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_EXTRACTION_H
#define LOOPFUSE_FRONTEND_EXTRACTION_H

#include "Frontend/ExtractScop.h"
#include "Frontend/Interval.h"
#include "Frontend/SourceText.h"
#include "Frontend/Variables.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

namespace loopfuse {

struct LaunchShape;

/// One step from an object to a part of it.
struct PathStep {
  IndexExpr Index;
  bool IsField = false; ///< A field's number (a base class counts from -1 downwards), not a subscript.
};

/// A memory location: a part of an array of the Scop, or something private to an iteration.
struct Place {
  bool IsPrivate = false; ///< In a variable of the iteration or a temporary: nobody else can touch it.
  unsigned Array = 0;
  std::vector<PathStep> Path;
  bool IsExact = true; ///< False: some unknown part of what Path names (a union's member, another type's view of it).
  /// The last two subscripts are of one declared multi-dimensional array, so pointer arithmetic on the last may,
  /// against the rules but often in practice, walk over into the next row.
  bool InRow = false;
  clang::QualType Type; ///< Of the object.

  std::vector<IndexExpr> subscripts() const;
  bool lastIsElement() const { return !Path.empty() && !Path.back().IsField; }
  /// The subscripts before the first one that is not constant.
  std::vector<int64_t> constantPrefix() const;
};

/// What an array stands for; two spellings of one object have the same key.
struct ArrayKey {
  enum KindType {
    Object,  ///< Decl itself; null: *this.
    Name,    ///< No memory: the binding of the reference Decl.
    Pointee, ///< What the pointer or view Decl, or the one stored at Path in array Base, points to.
    Owned,   ///< The elements owned by the container Decl, or by those stored at Path in array Base.
    List     ///< The elements of the initializer list View.
  };
  static constexpr int64_t AnyIndex = INT64_MIN;
  KindType Kind = Object;
  const clang::ValueDecl *Decl = nullptr;
  unsigned Base = ~0u;
  std::vector<int64_t> Path;
  const void *View = nullptr; ///< Canonical type, for storage that is untyped (void *) before its use; a list.
  friend auto operator<=>(const ArrayKey &, const ArrayKey &) = default;
};

/// What a parameter stands for.
struct ParameterKey {
  enum KindType {
    Value,   ///< The integer at Path in Array.
    Size,    ///< The number of elements of the container at Path in Array.
    Distance ///< From the pointer in Array to the pointer in Other, in elements.
  };
  KindType Kind = Value;
  unsigned Array = 0;
  std::vector<IndexExpr> Path; ///< Without loop variables of the nest.
  unsigned Other = ~0u;
  std::string Method; ///< Size of a class of the user: which of its sizes.
  friend bool operator==(const ParameterKey &, const ParameterKey &) = default;
};

/// Facts about an access that serve only while the Scop is built.
struct AccessFacts {
  bool MayWriteHandle = false; ///< The written type may be, or be part of, such a thing (assumption A4).
};

/// What a parameter of a function that is read in place stands for.
struct BoundArgument {
  std::optional<Place> Target;            ///< The object that a reference or a copy is of, or what a pointer points to.
  IndexExpr Value = IndexExpr::unknown(); ///< Of an integer, or of the integer a reference refers to.
  Interval Range;
  const clang::Expr *Argument = nullptr; ///< Of a kernel's launch: what the host evaluates.
};

/// A call whose callee's body is being read in place: see InlineCall.h.
struct InlineFrame {
  llvm::DenseMap<const clang::VarDecl *, BoundArgument> Arguments;
  std::optional<Place> This;
  std::string Object; ///< How the object is written in front of a member: "g.", "p->", empty for the region's own.
  const clang::Expr *Site = nullptr; ///< The call in the region's own text; null of a kernel, which has a text itself.
};

/// What the regions of one function have in common.
struct FunctionFacts {
  std::optional<FunctionVariables> Variables;
  /// Local pointers that are initialised and then only loaded and moved along.
  std::optional<llvm::DenseSet<const clang::VarDecl *>> MovedPointers;
  std::shared_ptr<MacroPragmas> Macros = std::make_shared<MacroPragmas>(); ///< Of the unit.
};

struct Extraction {
  Extraction(const Region &R, const ExtractOptions &Options, FunctionFacts &Facts);

  clang::ASTContext &Context;
  const Region &Where;
  const ContainerTable &Containers;
  const llvm::StringSet<> &Scalars; ///< See ExtractOptions.
  FunctionFacts &Facts;             ///< Variables is set.
  const FunctionVariables &Variables;
  Scop Model;
  RegionAst Ast;

  std::map<ArrayKey, unsigned> ArrayNumbers;
  std::vector<ParameterKey> ParameterKeys;          ///< Beside Model.Parameters.
  std::vector<Interval> LoopRanges;                 ///< Beside Model.Loops: values of the variable inside the body.
  std::vector<std::vector<AccessFacts>> OfAccesses; ///< Beside Model.Statements and their accesses.
  llvm::DenseSet<const clang::VarDecl *> DeclaredByMembers;

  // The member at work.
  unsigned Member = 0;
  const clang::Stmt *MemberStmt = nullptr;
  llvm::DenseSet<const clang::VarDecl *> Private;            ///< Declared inside the member.
  llvm::DenseMap<const clang::VarDecl *, unsigned> Counters; ///< Integer loop variables in scope: their loops.
  llvm::DenseMap<const clang::VarDecl *, Place> Cursors;     ///< Pointer and element variables: what they designate.
  std::vector<ParameterKey> Varying;                         ///< Written by the member: no parameters in it.
  bool SawVarying = false;                                   ///< One of them was asked for.
  std::vector<unsigned> UsedParameters;
  llvm::DenseMap<const clang::VarDecl *, unsigned> LocalNumbers; ///< Positions in Model.LocalVariables.
  llvm::DenseMap<const clang::VarDecl *, unsigned> DeclaredIn;   ///< Innermost loops around private variables.

  const InlineFrame *Frame = nullptr;                  ///< Set while expressions of another function are read.
  const LaunchShape *Launch = nullptr;                 ///< Set while a kernel's body is read.
  llvm::DenseSet<const clang::FunctionDecl *> Kernels; ///< Those that the region's function launches.
  /// What the parameter \p V of the function that is read in place stands for; null of all other variables.
  const BoundArgument *boundTo(const clang::VarDecl &V) const;
  /// The call that stands for what is read, if that is in a function whose text is not the region's.
  const clang::Expr *callSite() const { return Frame ? Frame->Site : nullptr; }

  // Limits recursion: an initialiser may name its own variable, and machine-made expressions are deep.
  unsigned Depth = 0;
  static constexpr unsigned MaxDepth = 100;

  VectorSizes Sizes; ///< Of the region.

  bool isPrivate(const clang::VarDecl &V) const { return Private.contains(&V); }
  /// Whether others may write \p V itself: somebody has its address. That the value of a pointer or the elements of a
  /// container are known to others does not matter.
  bool isOpen(const clang::VarDecl &V) const;
  /// Whether \p V may change while the region runs: written in it, or open to writes from elsewhere.
  bool mayChange(const clang::VarDecl &V) const;
  /// The initialiser of a variable that keeps the value it is given there, else null.
  const clang::Expr *fixedInit(const clang::VarDecl &V) const;
  /// The initialiser of \p V, declared outside the member, if V keeps its value and evaluating the initialiser inside
  /// the region would still give it: nothing it reads changes inside the scope V lives in. Else null.
  const clang::Expr *lastingInit(const clang::VarDecl &V) const;
  /// The number of elements that the vector \p V, declared in front of the region, was made with, if it keeps them and
  /// evaluating it inside the region would still give it. Else null.
  const clang::Expr *lastingSize(const clang::VarDecl &V) const;
  /// The initialiser of a local pointer that is only moved along afterwards ("p += 4"): it keeps pointing into the same
  /// array. Else null.
  const clang::Expr *movedInit(const clang::VarDecl &V) const;
  /// A variable of an enclosing function that the region's function, a lambda, captures.
  bool isCaptured(const clang::VarDecl &V) const;

  /// Sizes to go back to when a member is extracted again.
  struct Mark {
    size_t Parameters, Arrays, Loops, Statements;
  };
  Mark mark() const;
  void rollBack(const Mark &M);
};

/// Counts the nesting of a resolution.
class DepthGuard {
public:
  explicit DepthGuard(Extraction &X) : X(X) { ++X.Depth; }
  ~DepthGuard() { --X.Depth; }
  bool tooDeep() const { return X.Depth > Extraction::MaxDepth; }

private:
  Extraction &X;
};

} // namespace loopfuse

#endif
