//===- Format.cpp - the project's own formatting of changed lines ---------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Rewrite/Format.h"
#include "Support/Blanks.h"
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

// The lines of the new text that hold something new; where text only went away nothing is to be laid out.
static std::vector<tooling::Range> newLines(ArrayRef<TextPatch::Replacement> Replacements) {
  std::vector<tooling::Range> Out;
  int64_t Moved = 0;
  for (const TextPatch::Replacement &R : Replacements) {
    StringRef New = R.New;
    size_t Front = New.size() - New.ltrim().size();
    if (!New.trim().empty())
      Out.emplace_back(R.Range.Begin + Moved + Front, New.trim().size());
    Moved += int64_t(New.size()) - R.Range.size();
  }
  return Out;
}

static Expected<tooling::Replacements> formattedOrError(const FileText &File, const format::FormatStyle &Style,
                                                        ArrayRef<TextPatch::Replacement> Replacements) {
  tooling::Replacements Plain;
  for (const TextPatch::Replacement &R : Replacements)
    if (Error E = Plain.add({File.path(), R.Range.Begin, R.Range.size(), R.New}))
      return std::move(E);
  Expected<std::string> Before = tooling::applyAllReplacements(File.text(), Plain);
  if (!Before)
    return Before.takeError();
  tooling::Replacements Layout = format::reformat(Style, *Before, newLines(Replacements), File.path());
  Expected<std::string> After = tooling::applyAllReplacements(*Before, Layout);
  if (!After)
    return After.takeError();
  if (withoutBlanks(*Before) != withoutBlanks(*After))
    return Plain;
  return Plain.merge(Layout);
}

std::vector<TextPatch::Replacement> formatted(const FileText &File, std::vector<TextPatch::Replacement> Replacements) {
  std::optional<format::FormatStyle> Style = projectStyle(File);
  if (!Style)
    return Replacements;
  Expected<tooling::Replacements> New = formattedOrError(File, *Style, Replacements);
  if (!New) {
    consumeError(New.takeError());
    return Replacements;
  }
  std::vector<TextPatch::Replacement> Out;
  for (const tooling::Replacement &R : *New)
    Out.push_back({{R.getOffset(), R.getOffset() + R.getLength()}, R.getReplacementText().str()});
  return Out;
}

} // namespace loopfuse
