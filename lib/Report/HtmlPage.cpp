//===- HtmlPage.cpp - a run as a page to look at --------------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/HtmlPage.h"
#include "Report/HtmlStyle.h"
#include "Report/LoopGraph.h"
#include "Report/MessageText.h"
#include "Report/RulePages.h"
#include "Report/ScanTable.h"
#include "Report/UnifiedDiff.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace loopfuse {

namespace {

/// Writes one page. What comes from the sources goes through htmlText everywhere.
class HtmlPage {
public:
  HtmlPage(raw_ostream &OS, const RunReport &Run, ReportContext &Context) : OS(OS), Run(Run), Context(Context) {
    for (const ReportedFinding &R : Run.Findings)
      if (!R.IsSuppressed)
        Shown.push_back(&R);
  }

  void write() {
    OS << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<title>loopfuse</title>\n<style>"
       << HtmlStyle << "</style>\n</head>\n<body>\n<h1>Loops that can be fused</h1>\n";
    size_t Fusable = count_if(Shown, [](const ReportedFinding *R) { return !R->Result.Refused; });
    OS << "<p>" << plural(Fusable, "fusion") << " possible, " << Shown.size() - Fusable << " refused, "
       << plural(Run.Files, "file") << " analysed with loopfuse " << htmlText(Run.Version) << ".</p>\n";
    for (const UnreadSource &U : Run.Unread)
      OS << "<p class=\"error\">" << place(U.Place) << ": " << htmlText(U.Text) << "</p>\n";
    if (!Shown.empty())
      ranking();
    drawGraphs();
    for (size_t I = 0; I < Shown.size(); ++I)
      finding(I);
    OS << "<script>" << HtmlScript << "</script>\n</body>\n</html>\n";
  }

private:
  std::string place(const SourceSpan &S) const {
    std::string Out = htmlText(displayPath(S.File, Context.WorkingDirectory));
    return S.Line ? Out + ":" + utostr(S.Line) : Out;
  }

  /// The columns of the table; the savings come first, best on top.
  void ranking() {
    std::vector<size_t> Order;
    for (size_t I = 0; I < Shown.size(); ++I)
      Order.push_back(I);
    auto Saving = [&](size_t I) { return Shown[I]->Result.Refused ? -1 : Shown[I]->Result.BytesSaved; };
    sort(Order, [&](size_t A, size_t B) { return std::pair(-Saving(A), A) < std::pair(-Saving(B), B); });
    OS << "<div class=\"scroll\"><table>\n<thead><tr>";
    for (StringRef Name : {"saves", "traffic", "loops", "rule", "place", "function"})
      OS << "<th" << (Name == "saves" ? " aria-sort=\"descending\"" : "")
         << (Name == "traffic" || Name == "function" ? " class=\"wide\"" : "") << "><button type=\"button\">" << Name
         << "</button></th>";
    OS << "</tr></thead>\n<tbody>\n";
    for (size_t I : Order) {
      const Finding &F = Shown[I]->Result;
      double Less = F.Refused ? 0 : 100 - 100 / F.Ratio;
      OS << formatv("<tr><td class=\"n\" data-key=\"{0:f0}\">{1}</td><td class=\"n wide\" data-key=\"{2:f3}\">{3}</td>",
                    Saving(I), F.Refused ? "" : formatBytes(F.BytesSaved), Less,
                    F.Refused ? std::string() : formatv("-{0:f0}%", Less).str());
      OS << "<td class=\"n\">" << F.Loops.size() << "</td><td class=\"" << (F.Refused ? "refused" : "fusable") << "\">"
         << htmlText(Shown[I]->rule()) << "</td><td><a href=\"#f" << I << "\">" << place(F.Place)
         << "</a></td><td class=\"wide\">" << htmlText(F.Function) << "</td></tr>\n";
    }
    OS << "</tbody>\n</table></div>\n";
  }

  void drawGraphs() {
    std::vector<const Finding *> Findings;
    for (const ReportedFinding *R : Shown)
      Findings.push_back(&R->Result);
    Pictures.resize(Shown.size());
    for (const LoopGraph &G : loopGraphs(Findings)) {
      std::string Picture = drawGraph(
          G, [&](const SourceSpan &S) { return Context.Lines.text(S.File).substr(S.Offset, S.Length).str(); });
      for (size_t I : G.Findings)
        Pictures[I] = Picture;
    }
  }

  void finding(size_t I) {
    const ReportedFinding &R = *Shown[I];
    const Finding &F = R.Result;
    OS << "<details id=\"f" << I << "\"><summary><span class=\"" << (F.Refused ? "refused" : "fusable") << "\">"
       << place(F.Place) << "</span> " << htmlText(headline(F)) << " [" << htmlText(R.rule()) << "]</summary>\n<dl>";
    for (auto [Question, Answer] :
         {std::pair("Form", &F.Form), std::pair("Legality", &F.Legality), std::pair("Profit", &F.Profit)})
      OS << "<dt>" << Question << "</dt><dd>" << (Answer->empty() ? "-" : htmlText(*Answer)) << "</dd>";
    OS << "</dl>\n" << Pictures[I];
    source(F);
    if (R.OffersEdits)
      change(F);
    for (const FindingNote &N : F.Notes)
      if (!N.Place.isValid() || N.Place.File != F.Region.File)
        OS << "<p>" << (N.Place.isValid() ? place(N.Place) + ": " : "") << htmlText(N.Text) << "</p>\n";
    if (std::optional<RulePage> Page = rulePage(R.rule()))
      OS << "<details><summary>About " << htmlText(R.rule()) << "</summary><pre>" << htmlText(Page->Markdown)
         << "</pre></details>\n";
    OS << "</details>\n";
  }

  /// The lines of the region with the loops' headers marked and the notes below their lines.
  void source(const Finding &F) {
    const SourceSpan &Region = F.Region.isValid() ? F.Region : F.Place;
    unsigned First = Region.Line, Last = std::max(Region.EndLine, Region.Line);
    for (const FindingNote &N : F.Notes)
      if (N.Place.File == Region.File && N.Place.Line < First && First - N.Place.Line <= 5)
        First = N.Place.Line;
    OS << "<h3>Source</h3>\n<pre>";
    for (unsigned L = First; L <= Last; ++L) {
      bool Marked = any_of(F.Loops, [&](const SourceSpan &S) { return S.File == Region.File && S.Line == L; });
      OS << "<span" << (Marked ? " class=\"mark\"" : "") << ">"
         << htmlText(formatv("{0,5}  {1}", L, Context.Lines.line(Region.File, L)).str()) << "</span>";
      for (const FindingNote &N : F.Notes)
        if (N.Place.File == Region.File && N.Place.Line == L)
          OS << "<span class=\"note\">       ^ " << htmlText(N.Text) << "</span>";
    }
    OS << "</pre>\n";
  }

  void change(const Finding &F) {
    std::vector<std::string> Files;
    for (const TextEdit &E : F.Edits)
      if (!is_contained(Files, E.File))
        Files.push_back(E.File);
    OS << "<h3>Fused</h3>\n<pre>";
    for (const std::string &File : Files) {
      StringRef Old = Context.Lines.text(File);
      Expected<std::string> New = applyEdits(Old, File, F.Edits);
      if (!New) {
        consumeError(New.takeError());
        continue;
      }
      std::string Diff = unifiedDiff(displayPath(File, Context.WorkingDirectory), Old, *New);
      SmallVector<StringRef> Lines;
      StringRef(Diff).rtrim('\n').split(Lines, '\n');
      for (StringRef Line : Lines) {
        bool IsHead = Line.starts_with("---") || Line.starts_with("+++");
        const char *Class = IsHead ? "" : Line.starts_with("+") ? "add" : Line.starts_with("-") ? "del" : "";
        Line.consume_back("\r");
        OS << "<span class=\"" << Class << "\">" << htmlText(Line) << "</span>";
      }
    }
    OS << "</pre>\n";
  }

  raw_ostream &OS;
  const RunReport &Run;
  ReportContext &Context;
  std::vector<const ReportedFinding *> Shown;
  std::vector<std::string> Pictures;
};

} // namespace

void printHtml(raw_ostream &OS, const RunReport &Run, ReportContext &Context) { HtmlPage(OS, Run, Context).write(); }

} // namespace loopfuse
