//===- Render.cpp - a run in the form that is asked for -------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/Render.h"
#include "Report/FixesYaml.h"
#include "Report/HtmlPage.h"
#include "Report/JsonLines.h"
#include "Report/ReviewFormats.h"
#include "Report/Sarif.h"

using namespace llvm;

namespace loopfuse {

bool carriesEdits(OutputFormat Format) {
  return is_contained(
      {OutputFormat::Json, OutputFormat::Sarif, OutputFormat::Fixes, OutputFormat::RdJson, OutputFormat::Html}, Format);
}

void render(raw_ostream &OS, OutputFormat Format, const RunReport &Run, ReportContext &Context) {
  switch (Format) {
  case OutputFormat::Text:
  case OutputFormat::Patch:
    break;
  case OutputFormat::Json:
    return printJsonLines(OS, Run, Context);
  case OutputFormat::Sarif:
    return printSarif(OS, Run, Context);
  case OutputFormat::Fixes:
    return printFixesYaml(OS, Run, Context);
  case OutputFormat::GitLab:
    return printGitLab(OS, Run, Context);
  case OutputFormat::RdJson:
    return printRdJson(OS, Run, Context);
  case OutputFormat::GitHub:
    return printGitHub(OS, Run, Context);
  case OutputFormat::Html:
    return printHtml(OS, Run, Context);
  }
  llvm_unreachable("not a format of findings");
}

} // namespace loopfuse
