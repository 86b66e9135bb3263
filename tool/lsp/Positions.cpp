//===- Positions.cpp - places as editors count them -----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Positions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include <algorithm>

using namespace llvm;

namespace loopfuse::lsp {

Positions::Positions(std::string Given) : Text(std::move(Given)), Begins({0}) {
  for (size_t I = 0; I < Text.size(); ++I)
    if (Text[I] == '\n' || (Text[I] == '\r' && (I + 1 == Text.size() || Text[I + 1] != '\n')))
      Begins.push_back(I + 1);
}

/// The bytes of the character that \p Text begins with, and its UTF-16 code units. A byte that is no UTF-8 counts as
/// one, as in the character that an editor shows for it.
static std::pair<size_t, size_t> firstCharacter(StringRef Text) {
  size_t Bytes = getNumBytesForUTF8(static_cast<UTF8>(Text.front()));
  const auto *Begin = reinterpret_cast<const UTF8 *>(Text.data());
  if (Bytes > Text.size() || !isLegalUTF8Sequence(Begin, Begin + Bytes))
    return {1, 1};
  return {Bytes, Bytes == 4 ? 2 : 1};
}

json::Object Positions::position(size_t Offset) const {
  Offset = std::min(Offset, Text.size());
  size_t Line = std::upper_bound(Begins.begin(), Begins.end(), Offset) - Begins.begin() - 1;
  size_t Units = 0;
  for (StringRef Rest = StringRef(Text).slice(Begins[Line], Offset); !Rest.empty();) {
    auto [Bytes, Width] = firstCharacter(Rest);
    Rest = Rest.drop_front(Bytes);
    Units += Width;
  }
  return json::Object{{"line", int64_t(Line)}, {"character", int64_t(Units)}};
}

json::Object Positions::range(size_t Begin, size_t End) const {
  return json::Object{{"start", position(Begin)}, {"end", position(End)}};
}

size_t Positions::offset(size_t Line, size_t Character) const {
  if (Line >= Begins.size())
    return Text.size();
  size_t End = Line + 1 < Begins.size() ? Begins[Line + 1] : Text.size();
  StringRef Rest = StringRef(Text).slice(Begins[Line], End).rtrim("\r\n");
  size_t At = Begins[Line];
  for (size_t Units = 0; !Rest.empty() && Units < Character;) {
    auto [Bytes, Width] = firstCharacter(Rest);
    Rest = Rest.drop_front(Bytes);
    At += Bytes;
    Units += Width;
  }
  return At;
}

size_t Positions::lineBegin(size_t Offset) const {
  return *std::prev(std::upper_bound(Begins.begin(), Begins.end(), std::min(Offset, Text.size())));
}

std::string pathOf(StringRef Uri) {
  if (!Uri.consume_front("file://"))
    return "";
  Uri = Uri.drop_until([](char C) { return C == '/'; }); // The machine's name.
  std::string Path;
  while (!Uri.empty()) {
    unsigned Byte = 0;
    if (Uri.front() == '%' && Uri.size() >= 3 && !Uri.slice(1, 3).getAsInteger(16, Byte)) {
      Path += static_cast<char>(Byte);
      Uri = Uri.drop_front(3);
    } else {
      Path += Uri.front();
      Uri = Uri.drop_front();
    }
  }
  return Path;
}

std::string uriOf(StringRef Path) {
  std::string Uri = "file://";
  for (char C : Path)
    if (isAlnum(C) || StringRef("/-._~").contains(C))
      Uri += C;
    else
      Uri += "%" + toHex(StringRef(&C, 1));
  return Uri;
}

} // namespace loopfuse::lsp
