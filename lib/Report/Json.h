//===- Json.h - values to JSON and back by one list of fields ---*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REPORT_JSON_H
#define LOOPFUSE_REPORT_JSON_H

#include "llvm/Support/JSON.h"
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace loopfuse {

class JsonWriter;
class JsonReader;

/// A path in a file that may be read in another checkout: relative to its root if it lies in there.
struct JsonPaths {
  std::string Root;
  std::string written(llvm::StringRef File) const;
  std::string read(llvm::StringRef File) const;
};

/// Bytes as a JSON string, or as {"base64": "..."} where they are not UTF-8: nothing is lost.
llvm::json::Value textToJson(llvm::StringRef Text);
std::optional<std::string> textFromJson(const llvm::json::Value &V);

/// Puts fields into an object. A struct T takes part by a function `template <typename IO> void fields(IO &, T &)`,
/// which JsonReader uses as well, so that neither can forget a field.
class JsonWriter {
public:
  static constexpr bool Reads = false;
  explicit JsonWriter(const JsonPaths &Paths) : Paths(Paths) {}

  template <typename T> void field(llvm::StringRef Name, T &Value) { Object[Name] = value(Value); }
  /// Left out if it is not set.
  template <typename T> void field(llvm::StringRef Name, std::optional<T> &Value) {
    if (Value)
      Object[Name] = value(*Value);
  }
  void path(llvm::StringRef Name, std::string &File) { Object[Name] = textToJson(Paths.written(File)); }

  llvm::json::Object take() { return std::move(Object); }

private:
  llvm::json::Value value(std::string &S) { return textToJson(S); }
  llvm::json::Value value(bool B) { return B; }
  llvm::json::Value value(unsigned N) { return N; }
  llvm::json::Value value(uint64_t N) { return std::to_string(N); } // JSON numbers are doubles to many readers.
  llvm::json::Value value(double D) { return std::isfinite(D) ? llvm::json::Value(D) : llvm::json::Value(nullptr); }
  template <typename T> llvm::json::Value value(std::vector<T> &List) {
    llvm::json::Array Out;
    for (T &Item : List)
      Out.push_back(value(Item));
    return Out;
  }
  template <typename T> llvm::json::Value value(T &Struct) {
    JsonWriter Inner(Paths);
    fields(Inner, Struct);
    return Inner.take();
  }

  const JsonPaths &Paths;
  llvm::json::Object Object;
};

/// Takes fields out of an object. What is missing or of another type makes it fail.
class JsonReader {
public:
  static constexpr bool Reads = true;
  JsonReader(const JsonPaths &Paths, const llvm::json::Object &Object) : Paths(Paths), Object(Object) {}

  template <typename T> void field(llvm::StringRef Name, T &Value) {
    const llvm::json::Value *V = Object.get(Name);
    Good = V && value(*V, Value) && Good;
  }
  template <typename T> void field(llvm::StringRef Name, std::optional<T> &Value) {
    if (const llvm::json::Value *V = Object.get(Name))
      Good = value(*V, Value.emplace()) && Good;
  }
  void path(llvm::StringRef Name, std::string &File) {
    field(Name, File);
    File = Paths.read(File);
  }

  void fail() { Good = false; }
  bool good() const { return Good; }

private:
  template <typename T> bool value(const llvm::json::Value &V, T &Out) {
    if constexpr (std::is_same_v<T, std::string>) {
      std::optional<std::string> Text = textFromJson(V);
      Out = Text.value_or("");
      return Text.has_value();
    } else if constexpr (std::is_same_v<T, bool>) {
      Out = V.getAsBoolean().value_or(false);
      return V.getAsBoolean().has_value();
    } else if constexpr (std::is_same_v<T, unsigned>) {
      std::optional<int64_t> N = V.getAsInteger();
      Out = N.value_or(0);
      return N && *N >= 0 && *N <= std::numeric_limits<unsigned>::max();
    } else if constexpr (std::is_same_v<T, uint64_t>) {
      return V.getAsString() && !V.getAsString()->getAsInteger(10, Out);
    } else if constexpr (std::is_same_v<T, double>) {
      Out = V.getAsNumber().value_or(std::numeric_limits<double>::infinity());
      return V.getAsNumber() || V.getAsNull();
    } else {
      const llvm::json::Object *Inner = V.getAsObject();
      if (!Inner)
        return false;
      JsonReader Reader(Paths, *Inner);
      fields(Reader, Out);
      return Reader.good();
    }
  }
  template <typename T> bool value(const llvm::json::Value &V, std::vector<T> &List) {
    const llvm::json::Array *Items = V.getAsArray();
    if (!Items)
      return false;
    for (const llvm::json::Value &Item : *Items)
      if (!value(Item, List.emplace_back()))
        return false;
    return true;
  }

  const JsonPaths &Paths;
  const llvm::json::Object &Object;
  bool Good = true;
};

} // namespace loopfuse

#endif
