//===- SourceLines.h - the lines that findings point at ---------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REPORT_SOURCELINES_H
#define LOOPFUSE_REPORT_SOURCELINES_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace loopfuse {

/// The texts that findings refer to, cut into lines on demand.
class SourceLines {
public:
  /// The text of a file as it was analysed; std::nullopt if there is none any more.
  using Provider = std::function<std::optional<std::string>(llvm::StringRef File)>;
  explicit SourceLines(Provider TextOf) : TextOf(std::move(TextOf)) {}

  /// Line \p Number (from 1) without its line end; "" if there is no such line.
  llvm::StringRef line(llvm::StringRef File, unsigned Number);

  /// The whole text of a file; "" if there is none.
  llvm::StringRef text(llvm::StringRef File);

  /// The line and the column (from 1, in bytes) of a byte, which may be the one behind the last.
  std::pair<unsigned, unsigned> position(llvm::StringRef File, size_t Offset);

private:
  struct Cut {
    std::string Text;
    std::vector<std::pair<size_t, size_t>> Lines; ///< Offset and length.
  };
  const Cut &cut(llvm::StringRef File);

  Provider TextOf;
  llvm::StringMap<Cut> Files;
};

/// \p File relative to \p WorkingDirectory if it lies in there, else as it is.
std::string displayPath(llvm::StringRef File, llvm::StringRef WorkingDirectory);

/// \p Count with its noun: "1 loop", "3 loops".
std::string plural(size_t Count, llvm::StringRef Noun);

} // namespace loopfuse

#endif
