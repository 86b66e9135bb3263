//===- Names.h - which names a piece of text needs and declares -*- C++ -*--===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_NAMES_H
#define LOOPFUSE_REWRITE_NAMES_H

#include "Rewrite/FileText.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

namespace loopfuse {

/// The names of a loop body or statement. Where the AST does not show what a name means (types, discarded branches of
/// an instantiation, members), the text decides, so a name may be listed that is not needed, never the reverse.
struct NameUse {
  llvm::StringSet<> InText; ///< All identifiers of the text but those behind `.`, `->` and `::`.
  llvm::DenseSet<const clang::ValueDecl *> Outside; ///< Declarations outside of it that it names without a qualifier.
  llvm::StringSet<> DeclaredAtTop;                  ///< Names it declares in its outermost scope.
  llvm::StringSet<> DeclaredInside;                 ///< Names it declares anywhere.
  bool DeclaresTypes = false;                       ///< DeclaredAtTop holds a type, alias or template.
  bool OpensNamespace = false;                      ///< A using-directive or using-declaration in its outermost scope.
  bool UsesMacro = false;
  bool HasHiddenText = false; ///< Text that the AST does not show: a discarded `if constexpr` branch.
  bool NeedsScope = false;    ///< An object of its outermost scope has a destructor.

  bool mentions(llvm::StringRef Name) const;
  /// Whether it may refer to something outside of it by \p Name; references to \p Own, which hide all others of their
  /// names, do not count.
  bool needs(llvm::StringRef Name, llvm::ArrayRef<const clang::ValueDecl *> Own) const;
};

/// Of \p S, whose text is \p Within.
NameUse namesIn(const FileText &File, const clang::Stmt &S, TextRange Within);

/// A name that \p Earlier declares in its outermost scope and that \p Later, standing behind it in the same scope,
/// would take for its own; "" if there is none.
std::string capturedName(const NameUse &Earlier, const NameUse &Later);

} // namespace loopfuse

#endif
