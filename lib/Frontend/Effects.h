//===- Effects.h - what a statement or call may do besides ------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_EFFECTS_H
#define LOOPFUSE_FRONTEND_EFFECTS_H

#include "Frontend/Containers.h"
#include "Support/Refusal.h"
#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class CallExpr;
class CXXConstructExpr;
class Expr;
class Stmt;
} // namespace clang

namespace loopfuse {

/// What a call does, by a summary of the callee. "What an argument refers to" is, of a reference to a scalar, that
/// scalar; of a reference to another object, the object with all its subobjects; of a pointer, the whole array it
/// points into. Never what pointers stored in there lead to, nor the elements a container owns: functions that follow
/// those are Unknown. A result that is a reference or pointer refers to one of the arguments' objects.
struct CallEffect {
  enum class Kind {
    Pure,            ///< The value depends on the arguments' values only; nothing is written. <cmath>, constexpr, …
                     ///< Allocations count as pure, and begin(), data() of a container.
    ReadsArguments,  ///< Reads what its pointer and reference arguments (and the object) refer to; writes nothing.
    WritesArguments, ///< May also write what its non-const pointer and reference arguments (and a non-const object)
                     ///< refer to; touches nothing else. So does a release (free), and std::move, whose result is the
                     ///< argument.
    Element,         ///< Gives a reference to an element of a container (Containers.h), or of an iterator over one.
    Size,            ///< The number of elements of a container.
    Inline,          ///< Whatever the callee's body does, which is one expression over the arguments (InlineBody.h).
    Unknown          ///< Anything: see Refused.
  };
  Kind Effect = Kind::Unknown;
  std::string MathName; ///< "exp" for a <cmath> function that is a call in machine code too.
  std::optional<Refusal>
      Refused; ///< With Unknown: input-output, lock, atomic, throw, unknown-call, container-modified.
};

/// Classifies a call: standard functions by name, constexpr functions, functions whose visible body only computes from
/// its parameters (recursively, bounded), container methods by the table.
CallEffect classifyCall(clang::ASTContext &Context, const clang::CallExpr &Call, const ContainerTable &Containers);

/// Whether building the object has no effect besides it (trivial, or a container or constexpr constructor). It may read
/// what its arguments refer to, and a copy of a container reads the elements.
bool isHarmlessConstruction(const clang::CXXConstructExpr &Construct, const ContainerTable &Containers);

/// Everything in \p S (a loop's body or a statement between loops) that keeps it from being modelled for its control
/// flow or its effects: break and continue that leave \p S, return, goto, labels, case labels, throw and calls that may
/// throw, co_await and its kin, inline assembly, volatile and atomic accesses, locks, I/O, unknown calls, destructors
/// that do something. `continue` and `break` of loops and switches inside S are not reported. In source order, at most
/// one a kind.
std::vector<Refusal> effectRefusals(clang::ASTContext &Context, const clang::Stmt &S, const ContainerTable &Containers);

} // namespace loopfuse

#endif
