//===- PlainHeader.h - where start and bound of a loop stand ----*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_PLAINHEADER_H
#define LOOPFUSE_REWRITE_PLAINHEADER_H

#include "Frontend/ExtractScop.h"
#include "Rewrite/FileText.h"

namespace loopfuse {

/// "for (int i = Start; i Relation Bound; ++i)"
struct PlainHeader {
  const clang::VarDecl *Variable = nullptr;
  const clang::Expr *Start = nullptr;
  const clang::Expr *Bound = nullptr;
  TextRange StartRange, BoundRange, RelationRange;
};

/// Of loop number \p Loop of the region; std::nullopt if its header is written in another way.
std::optional<PlainHeader> readPlainHeader(const FileText &File, const RegionAst &Ast, unsigned Loop);

/// The place of an expression; of one that begins or ends with a macro, with the macro's name.
std::optional<TextRange> placeOf(const FileText &File, const clang::Expr &E);

/// Whether \p E keeps its meaning as the start or bound of a counter like \p Counter: of its type, or a constant.
bool isLikeCounter(const FileText &File, const clang::VarDecl &Counter, const clang::Expr &E);

/// \p Text, made of the text of \p E, in parentheses where it would fall apart beside a comparison.
std::string comparisonOperand(const clang::Expr &E, std::string Text);

} // namespace loopfuse

#endif
