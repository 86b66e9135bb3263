//===- Scop.h - one region as plain data ------------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A region is a maximal run of siblings in one compound statement, including
// the statements between the loops. The front end turns it into a Scop; all
// that proves and plans reads nothing else. No Clang, no isl: plain values.
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_MODEL_SCOP_H
#define LOOPFUSE_MODEL_SCOP_H

#include "Model/AliasGuard.h"
#include "Model/Term.h"
#include "Support/Refusal.h"
#include "Support/SourceSpan.h"
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace loopfuse {

/// What the base of an array is: all that AliasClasses decides by.
enum class BaseKind {
  LocalObject,  ///< A variable of automatic storage of this function, or a part of one.
  StaticObject, ///< A global, a static local, a thread_local.
  Allocation,   ///< Storage from new or malloc, held by a local pointer that is never re-assigned.
  Owned,        ///< The elements that a container object owns (vector, unique_ptr<T[]>, valarray, string).
  Reference,    ///< The whole object that a reference (or `this`) refers to.
  Pointer       ///< Whatever a pointer (parameter, member, global, loaded value), span or view points to.
};

/// A memory object that the region touches. Its elements are named by integer tuples: subscripts, and for a member of
/// a class the field's number as a constant subscript ("p[i].x" is [i, 0]; a base class counts from -1 downwards).
/// Scalars have no subscripts. Every access with fewer subscripts than the longest one touches all elements below its
/// prefix. A pointer or container variable and what it leads to are two arrays, often of one name. A name declared by a
/// member that stands for no memory of its own (a reference) is an array as well, written by its declaration and read
/// by all that uses it.
struct Array {
  std::string Name;        ///< As the user writes it: "a", "this->pos", "p->x".
  std::string ElementType; ///< As it can be written in the user's source: "double"; empty if it cannot.
  unsigned ElementBytes = 0;
  BaseKind Base = BaseKind::Pointer;
  SourceSpan Declared;
  std::vector<IndexExpr> Extents; ///< Known sizes of the dimensions, outermost first; Unknown where not known.

  bool Escapes = true;      ///< Its address may be known outside the accesses of the region.
  bool IsParameter = false; ///< Base is the value of a parameter that is never re-assigned: it predates all locals.
  bool IsRestrict = false;  ///< Base is a __restrict pointer, so accesses through other bases do not overlap it.
  bool IsConstantObject = false; ///< Declared const with static or automatic storage: nobody writes it.
  bool IsTrivial = true;         ///< Elements are scalars or trivially copyable: loads and stores have no other effect.
  /// Canonical type of the referent (Reference), of the container (Owned), or of the variable that keeps its value and
  /// holds the address (Pointer); else empty.
  std::string ObjectType;
  /// Owned: the array that holds the container object, and the fields on the path to it in there. Subscripts on that
  /// path are leading subscripts of this array: rows[i][j] is [i, j] for a vector of vectors.
  std::optional<unsigned> Owner;
  std::vector<int64_t> OwnerPath;

  /// A local or allocation whose values nobody reads after the region or before its first write in it, and that may
  /// vanish if the region needs it no longer.
  bool DeadAfter = false;

  /// An expression for the address of element [0], the same in the whole region, whose type points to the elements; ""
  /// where there is none. Filled if ExtractOptions::ForGuards asks for it.
  std::string Pointer;
};

/// An integer that has one value from the entry of member FirstMember to the end of member LastMember.
struct Parameter {
  std::string Name; ///< "n", "v.size()"; where it has another value later on, "n (2nd value)".
  unsigned Bits = 64;
  bool Signed = true;
  std::optional<int64_t> Minimum; ///< Tighter than the type, where known.
  std::optional<int64_t> Maximum;
  /// The memory its value is read from: a write that may touch it ends its life. Pointers and containers' headers that
  /// no write of the region can touch (assumption A4) are left out.
  struct Source {
    unsigned Array;
    std::vector<int64_t> Path;
  };
  std::vector<Source> Sources;
  unsigned FirstMember = 0;
  unsigned LastMember = ~0u;
  /// How its value is written wherever it lives; "" if it cannot be. Filled as Array::Pointer is.
  std::string Text;
};

/// How the iterations of a loop are ordered among each other.
enum class DimOrder { Sequential, Parallel };

enum class BoundRelation { Less, LessEqual, Greater, GreaterEqual, NotEqual };

/// What the variable of a loop is; members of a group have the same.
enum class LoopVariableKind {
  Integer, ///< Its value is the iterator's value.
  Pointer, ///< A pointer or random-access iterator; the iterator's value is its distance from its base, in elements.
  Element, ///< The element of a range-for; the iterator's value is the element's index.
  Thread   ///< No variable: the number of a thread of a kernel launch in one direction of the grid.
};

/// One loop. Its variable takes the values First, First + Step, … while (value Relation Bound) holds. Expressions may
/// use parameters and the iterators of enclosing loops of the same nest. First and Bound of an inner loop may be
/// Unknown; it is then no part of the perfect depth, and its statements' guards are not exact.
struct Loop {
  unsigned Member = 0;
  std::optional<unsigned> Parent; ///< Enclosing loop of the same nest.
  std::string Variable;           ///< "i"
  std::string VariableType;       ///< Canonical: "int"
  LoopVariableKind Kind = LoopVariableKind::Integer;
  std::optional<unsigned> Base; ///< Pointer and Element: the array walked over.
  bool DeclaredOutside = false; ///< The variable lives on after the loop.
  /// DeclaredOutside: the variable's array, and whether somebody may read what the loop leaves in it. The latter is
  /// told of the perfect loops; deeper ones are the member's refusal.
  std::optional<unsigned> Counter;
  bool LiveBehind = false;
  IndexExpr First;
  IndexExpr Bound;
  BoundRelation Relation = BoundRelation::Less;
  IndexExpr Step; ///< A constant other than 0, or an invariant of known sign (then StepSign says which).
  /// First or Bound is Unknown: the statement in front of the loop that evaluates them.
  std::optional<unsigned> Evaluation;
  int StepSign = 1;
  DimOrder Order = DimOrder::Sequential;
  std::string Directive; ///< Text of the loop directive in front (OmpDirective.h), "" if there is none.
  SourceSpan Span;       ///< The whole loop statement.
  SourceSpan Header;     ///< "for (…)"

  /// Whether Bound itself may be a value of the variable.
  bool isInclusive() const { return Relation == BoundRelation::LessEqual || Relation == BoundRelation::GreaterEqual; }
  /// From Bound to the nearest value at which the loop ends: 1 for `<=`, -1 for `>=`, else 0.
  int64_t boundToEnd() const { return !isInclusive() ? 0 : Relation == BoundRelation::LessEqual ? 1 : -1; }
};

enum class AccessKind { Read, Write };

/// One access of a statement to an array.
struct Access {
  AccessKind Kind = AccessKind::Read;
  unsigned Array = 0;
  /// May be shorter than the array's dimensions: then all elements below. An Unknown subscript stands for any value.
  std::vector<IndexExpr> Subscripts;
  bool Must = true;         ///< It happens in every instance of the statement, to exactly that element.
  bool ReadsHandle = false; ///< Reads a pointer or the header of a container, be it on the way to an element.
  std::string Text;         ///< As the user wrote it: "b[i + 1]".
  SourceSpan Place;
};

/// A statement of a loop body (or a plain member of the region), the unit that has instances.
struct Statement {
  unsigned Member = 0;
  std::vector<unsigned> Loops;    ///< Enclosing loops of the nest, outermost first.
  std::vector<unsigned> Position; ///< Textual position in the nest, in each loop body, …: Loops.size() + 1 numbers.
  std::vector<Constraint> Guard;  ///< Affine conditions around it; all must hold.
  bool GuardIsExact = true;       ///< False: it may be skipped for reasons not modelled, so its writes are may-writes.
  /// Stands for what the nest's condition and loop headers read, and for their writes to variables declared outside
  /// (may-writes for inner loops). Evaluated before, between and after all iterations.
  bool IsHeader = false;
  std::vector<Access> Accesses; ///< In order of evaluation where the language fixes it; reads before the write.
  std::vector<Term> Terms;      ///< What it computes; of headers the condition of the nest; empty for opaque ones.
  bool CallsFunction = false;   ///< Calls a function that is not a plain operation (see MathCalls).
  std::vector<std::string> MathCalls; ///< <cmath> functions called: "exp".
  SourceSpan Span;
};

enum class MemberKind {
  Nest,  ///< A loop nest that is modelled.
  Plain, ///< A statement or declaration whose effects are modelled.
  Opaque ///< Touches its arrays as a whole, and everything whose address escapes.
};

/// How many threads a kernel launch starts, and in which queue.
struct LaunchConfiguration {
  std::string Kernel;           ///< Its name, for messages.
  std::vector<IndexExpr> Grid;  ///< Blocks in x, y, z.
  std::vector<IndexExpr> Block; ///< Threads of a block in x, y, z.
  std::string Stream;           ///< As written; "" for the default stream.
};

/// One child of the region's compound statement.
struct Member {
  MemberKind Kind = MemberKind::Plain;
  bool IsLoop = false; ///< Its statement is a loop or a kernel launch, modelled (Nest) or not (Opaque).
  /// Of a kernel launch: a nest of parallel loops over all its threads, one a direction of the grid.
  std::optional<LaunchConfiguration> Launch;
  SourceSpan Span;  ///< With its semicolon.
  std::string Text; ///< Opaque: its tokens, without comments. Only the re-check reads them.
  std::vector<unsigned> Statements;
  std::vector<unsigned> Loops;   ///< Nest: all its loops, the outermost first.
  unsigned PerfectDepth = 0;     ///< Nest: number of loops from the outermost on that hold nothing but the next one,
                                 ///< counting the last of them: the levels at which bodies may be merged.
  unsigned CollapsedLoops = 1;   ///< Nest: how many of its loops its directive makes one of: they stay together.
  std::vector<Refusal> Refusals; ///< Why it is opaque, or may not take part in a fusion though it is modelled.
  /// Nest: it is the only statement of an `if` without `else`, and what the condition says where that is affine.
  bool IsConditional = false;
  std::optional<std::vector<Constraint>> Condition;
  SourceSpan Continue;               ///< Nest: the first `continue` in it; invalid if there is none.
  bool TouchesUnknown = false;       ///< Reads and writes everything that escapes; never changes places with its like.
  std::vector<std::string> Declares; ///< Names it declares in the region's scope.
  bool IsAliasGuard = false;         ///< A statement that chooses between a fused nest and the original loops.
};

/// A region. All indices (member, loop, statement, array, parameter) are positions in these vectors.
struct Scop {
  std::string Function; ///< Qualified name, for messages.
  SourceSpan Span;
  std::vector<Parameter> Parameters;
  std::vector<Constraint> Context; ///< What is known of the parameters at the region's entry.
  std::vector<Array> Arrays;
  std::vector<Loop> Loops;
  std::vector<Statement> Statements;
  std::vector<Member> Members;
  std::vector<LocalVariable> LocalVariables; ///< Those that terms name.
  /// Of the guard statements of which one branch stands for the whole (ExtractOptions::Branches), in order; an empty
  /// one could not be read.
  std::vector<GuardCondition> Conditions;

  /// The chain of the \p Depth outermost perfectly nested loops of \p M.
  std::vector<unsigned> perfectLoops(const Member &M, unsigned Depth) const;
  /// The arrays that \p M walks over: those it reads or writes with a subscript that a loop changes.
  std::set<unsigned> walkedArrays(const Member &M, AccessKind Kind) const;
};

/// Whether two headers (of Scops with one numbering) evaluate the same condition: their nests run both or none, if
/// nothing that the condition reads is written in between.
bool sameCondition(const Statement &X, const Statement &Y);

std::string toString(const Scop &S, const IndexExpr &E);
std::string toString(const Scop &S, const Access &A); ///< "b[i + 1]"
/// A readable dump for --print=scop and the tests.
std::string print(const Scop &S);

} // namespace loopfuse

#endif
