//===- OpaqueMember.h - what is not modelled --------------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_FRONTEND_OPAQUEMEMBER_H
#define LOOPFUSE_FRONTEND_OPAQUEMEMBER_H

#include "Frontend/Accesses.h"
#include "Frontend/Extraction.h"

namespace loopfuse {

/// Makes \p M an opaque member with one statement that may read and write every object that \p S names, and what the
/// pointers and containers in it lead to. TouchesUnknown covers the rest.
void extractOpaque(Extraction &X, const clang::Stmt &S, Member &M);

/// Adds one statement that stands for all of \p S, and may do more than \p List and \p Terms say.
void addWholeStatement(Extraction &X, const clang::Stmt &S, Member &M, AccessList List, std::vector<Term> Terms);

/// Whether the refusal says that a `continue` leaves the statement.
bool isContinue(const Refusal &R);

/// Members that control may enter or leave in between, those that may throw inside a try block and those that
/// synchronise threads touch every array: nothing changes places with them.
void makeBarriers(Extraction &X);

} // namespace loopfuse

#endif
