//===- Indent.h - lines and their leading blanks ---------------*- C++ -*--===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REWRITE_INDENT_H
#define LOOPFUSE_REWRITE_INDENT_H

#include "Rewrite/FileText.h"

namespace loopfuse {

unsigned lineBegin(llvm::StringRef Text, unsigned Offset);
/// The offset of the line's end character ('\r' of "\r\n", '\n') or of the text's end.
unsigned lineEnd(llvm::StringRef Text, unsigned Offset);
/// The offset of the next line's first byte, or the text's end.
unsigned nextLine(llvm::StringRef Text, unsigned Offset);
/// The leading blanks of the line that \p Offset is on.
llvm::StringRef indentOf(llvm::StringRef Text, unsigned Offset);
/// Whether only blanks stand in front of it on its line.
bool startsLine(llvm::StringRef Text, unsigned Offset);
/// Whether only blanks follow on its line.
bool endsLine(llvm::StringRef Text, unsigned Offset);
/// "\r\n" or "\n", as the line of \p Offset ends.
llvm::StringRef lineEndOf(llvm::StringRef Text, unsigned Offset);

/// How a piece of text stands at its place: what its following lines are aligned to.
struct PieceIndent {
  std::string Line;    ///< Leading blanks of the line that the piece begins on.
  unsigned Column = 0; ///< Columns in front of the piece's first byte; tabs go to multiples of 8.
};
PieceIndent indentAt(llvm::StringRef Text, unsigned Offset);

/// The lines of \p Piece (which begins with a token, without blanks) moved from where they stood to the indentation
/// \p New, without their line ends but for a '\r'. Lines aligned to the piece's first byte stay aligned to it; others
/// keep their distance from the line it began on. What lies inside a string literal is not touched.
std::vector<std::string> reindented(const std::string &Piece, const PieceIndent &Old, llvm::StringRef New,
                                    const clang::LangOptions &LangOpts);
/// The same as one text. The last line ends with \p LineEnd, the others as they did.
std::string reindentedText(const std::string &Piece, const PieceIndent &Old, llvm::StringRef New,
                           const clang::LangOptions &LangOpts, llvm::StringRef LineEnd);

} // namespace loopfuse

#endif
