//===- Explain.cpp - form, legality and profit of one place -----------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/Explain.h"
#include "Report/RulePages.h"

using namespace llvm;

namespace loopfuse {

bool coversLine(const Finding &F, StringRef File, unsigned Line) {
  return F.Region.File == File && F.Region.Line <= Line && Line <= std::max(F.Region.EndLine, F.Region.Line);
}

static void printAnswer(raw_ostream &OS, StringRef Question, StringRef Answer) {
  OS << "  ";
  OS.changeColor(raw_ostream::SAVEDCOLOR, true) << Question;
  OS.resetColor();
  OS.indent(10 - Question.size()) << (Answer.empty() ? StringRef("-") : Answer) << '\n';
}

void printExplanation(raw_ostream &OS, const Finding &F, ReportContext &Context) {
  printDiagnostic(OS, F, Context);
  printAnswer(OS, "form:", F.Form);
  printAnswer(OS, "legality:", F.Legality);
  printAnswer(OS, "profit:", F.Profit);
  std::string Rule = F.Refused ? refusalName(F.Refused->Id).str() : F.check();
  if (std::optional<RulePage> Page = rulePage(Rule))
    printAnswer(OS, "more:", "loopfuse explain " + Rule + " (" + Page->Address + ")");
}

} // namespace loopfuse
