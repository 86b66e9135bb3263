//===- Json.cpp - values to JSON and back by one list of fields -----------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/Json.h"
#include "Report/SourceLines.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace loopfuse {

std::string JsonPaths::written(StringRef File) const { return displayPath(File, Root); }

std::string JsonPaths::read(StringRef File) const {
  if (File.empty() || sys::path::is_absolute(File))
    return File.str();
  return (StringRef(Root).rtrim('/') + "/" + File).str();
}

json::Value textToJson(StringRef Text) {
  if (json::isUTF8(Text))
    return Text.str();
  return json::Object{{"base64", encodeBase64(Text)}};
}

std::optional<std::string> textFromJson(const json::Value &V) {
  if (std::optional<StringRef> Text = V.getAsString())
    return Text->str();
  const json::Object *Object = V.getAsObject();
  std::optional<StringRef> Encoded = Object ? Object->getString("base64") : std::nullopt;
  std::vector<char> Bytes;
  if (!Encoded)
    return std::nullopt;
  if (Error E = decodeBase64(*Encoded, Bytes)) {
    consumeError(std::move(E));
    return std::nullopt;
  }
  return std::string(Bytes.begin(), Bytes.end());
}

} // namespace loopfuse
