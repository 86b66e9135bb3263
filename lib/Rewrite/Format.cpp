//===- Format.cpp - the project's own formatting of changed lines ---------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/Format.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Format/Format.h"
#include "clang/Tooling/Core/Replacement.h"

using namespace clang;
using namespace llvm;

namespace loopfuse {

static std::optional<format::FormatStyle> projectStyle(const FileText &File) {
  vfs::FileSystem &Files = File.context().getSourceManager().getFileManager().getVirtualFileSystem();
  Expected<format::FormatStyle> Style =
      format::getStyle("file", File.path(), "none", File.text(), &Files, /*AllowUnknownOptions=*/true,
                       [](const SMDiagnostic &, void *) {});
  if (!Style) {
    consumeError(Style.takeError());
    return std::nullopt;
  }
  if (Style->DisableFormat)
    return std::nullopt;
  Style->ReflowComments = format::FormatStyle::RCS_Never;
  return *Style;
}

static std::string withoutBlanks(StringRef Text) {
  std::string Out;
  for (char C : Text)
    if (!isSpace(C))
      Out += C;
  return Out;
}

std::vector<TextPatch::Replacement> formatted(const FileText &File, std::vector<TextPatch::Replacement> Replacements) {
  std::optional<format::FormatStyle> Style = projectStyle(File);
  if (!Style)
    return Replacements;
  tooling::Replacements Plain;
  for (const TextPatch::Replacement &R : Replacements)
    if (Error E = Plain.add({File.path(), R.Range.Begin, R.Range.size(), R.New})) {
      consumeError(std::move(E));
      return Replacements;
    }
  Expected<tooling::Replacements> New = format::formatReplacements(File.text(), Plain, *Style);
  Expected<std::string> Before = tooling::applyAllReplacements(File.text(), Plain);
  if (!New || !Before) {
    consumeError(New.takeError());
    consumeError(Before.takeError());
    return Replacements;
  }
  Expected<std::string> After = tooling::applyAllReplacements(File.text(), *New);
  if (!After) {
    consumeError(After.takeError());
    return Replacements;
  }
  if (withoutBlanks(*Before) != withoutBlanks(*After))
    return Replacements;
  std::vector<TextPatch::Replacement> Out;
  for (const tooling::Replacement &R : *New)
    Out.push_back({{R.getOffset(), R.getOffset() + R.getLength()}, R.getReplacementText().str()});
  return Out;
}

} // namespace loopfuse
