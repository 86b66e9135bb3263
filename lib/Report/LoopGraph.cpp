//===- LoopGraph.cpp - neighbouring loops as a graph ----------------------===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Report/LoopGraph.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <map>

using namespace llvm;

namespace loopfuse {

using LoopKey = std::tuple<std::string, unsigned, unsigned>;

static LoopKey keyOf(const SourceSpan &Loop) { return {Loop.File, Loop.Offset, Loop.Length}; }

/// What the finding says of the loop beside that it joins: ", 2 iterations behind".
static std::string delayOf(const Finding &F, const SourceSpan &Loop) {
  for (const FindingNote &N : F.Notes)
    if (N.Place == Loop && StringRef(N.Text).starts_with("this loop joins it"))
      return StringRef(N.Text).split(", ").second.str();
  return "";
}

static void addEdges(const Finding &F, const std::map<LoopKey, unsigned> &Numbers, LoopGraph &G) {
  for (size_t I = 1; I < F.Loops.size(); ++I) {
    LoopGraph::Edge E;
    E.From = Numbers.at(keyOf(F.Loops[I - 1]));
    E.To = Numbers.at(keyOf(F.Loops[I]));
    if (F.Refused) {
      E.KeepsApart = true;
      E.Label = refusalName(F.Refused->Id);
      E.Detail = F.Refused->Proof ? describe(*F.Refused->Proof) : F.Message;
    } else {
      std::string Delay = delayOf(F, F.Loops[I]);
      E.Label = F.Kind == FusionKind::Vertical ? "reads its values" : "reads the same";
      E.Label += Delay.empty() ? ", distance 0" : ", " + Delay;
      E.Detail = F.Message;
    }
    G.Edges.push_back(std::move(E));
  }
}

std::vector<LoopGraph> loopGraphs(ArrayRef<const Finding *> Findings) {
  std::map<LoopKey, unsigned> All;
  for (const Finding *F : Findings)
    for (const SourceSpan &Loop : F->Loops)
      All.try_emplace(keyOf(Loop), All.size());
  IntEqClasses Together(All.size());
  for (const Finding *F : Findings)
    for (size_t I = 1; I < F->Loops.size(); ++I)
      Together.join(All[keyOf(F->Loops[0])], All[keyOf(F->Loops[I])]);
  std::map<unsigned, LoopGraph> ByLeader;
  for (size_t I = 0; I < Findings.size(); ++I)
    if (Findings[I]->Loops.size() >= 2)
      ByLeader[Together.findLeader(All[keyOf(Findings[I]->Loops[0])])].Findings.push_back(I);

  std::vector<LoopGraph> Graphs;
  for (auto &[Leader, G] : ByLeader) {
    std::map<LoopKey, SourceSpan> Loops;
    for (size_t I : G.Findings)
      for (const SourceSpan &Loop : Findings[I]->Loops)
        Loops.try_emplace(keyOf(Loop), Loop);
    std::map<LoopKey, unsigned> Numbers;
    for (const auto &[Key, Loop] : Loops) {
      Numbers[Key] = G.Nodes.size();
      G.Nodes.push_back({Loop, std::nullopt});
    }
    unsigned Groups = 0;
    for (size_t I : G.Findings) {
      addEdges(*Findings[I], Numbers, G);
      if (Findings[I]->Refused)
        continue;
      for (const SourceSpan &Loop : Findings[I]->Loops)
        G.Nodes[Numbers[keyOf(Loop)]].Group = Groups;
      ++Groups;
    }
    Graphs.push_back(std::move(G));
  }
  sort(Graphs, [](const LoopGraph &A, const LoopGraph &B) { return A.Findings < B.Findings; });
  return Graphs;
}

std::string htmlText(StringRef Text) {
  std::string Valid = json::fixUTF8(Text), Out;
  for (char C : Valid)
    switch (C) {
    case '&':
      Out += "&amp;";
      break;
    case '<':
      Out += "&lt;";
      break;
    case '>':
      Out += "&gt;";
      break;
    case '"':
      Out += "&quot;";
      break;
    case '\'':
      Out += "&#39;";
      break;
    default:
      Out += static_cast<unsigned char>(C) < ' ' && C != '\n' && C != '\t' ? "\xEF\xBF\xBD" : std::string(1, C);
    }
  return Out;
}

namespace {
constexpr int NodeWidth = 284, NodeHeight = 30, RowHeight = 66, Left = 26, Top = 14;
} // namespace

static int rowOf(unsigned Node) { return Top + int(Node) * RowHeight; }

/// At most \p Limit characters of a text, on one line.
static std::string cutShort(StringRef Text, size_t Limit) {
  std::string Line;
  for (char C : Text)
    if (!isSpace(C))
      Line += C;
    else if (!Line.empty() && Line.back() != ' ')
      Line += ' ';
  return Line.size() <= Limit ? Line : json::fixUTF8(Line.substr(0, Limit)) + "…";
}

std::string drawGraph(const LoopGraph &G, function_ref<std::string(const SourceSpan &)> TextOf) {
  int Height = rowOf(G.Nodes.size()) - RowHeight + NodeHeight + Top;
  std::string Out = formatv("<div class=\"scroll\"><svg role=\"img\" viewBox=\"0 0 680 {0}\"><title>The loops and what "
                            "is between them</title>\n",
                            Height);
  std::map<unsigned, std::pair<unsigned, unsigned>> Groups; // First and last node.
  for (unsigned I = 0; I < G.Nodes.size(); ++I)
    if (std::optional<unsigned> Group = G.Nodes[I].Group)
      Groups.try_emplace(*Group, I, I).first->second.second = I;
  for (const auto &[Group, Nodes] : Groups)
    Out += formatv("<rect class=\"group\" x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" rx=\"8\"/>\n", Left - 12,
                   rowOf(Nodes.first) - 9, NodeWidth + 24, rowOf(Nodes.second) - rowOf(Nodes.first) + NodeHeight + 18);
  for (unsigned I = 0; I < G.Nodes.size(); ++I) {
    const SourceSpan &Loop = G.Nodes[I].Loop;
    Out += formatv("<g class=\"loop\"><title>{0}</title><rect x=\"{1}\" y=\"{2}\" width=\"{3}\" height=\"{4}\" "
                   "rx=\"4\"/><text x=\"{5}\" y=\"{6}\">{7}: {8}</text></g>\n",
                   htmlText(TextOf(Loop)), Left, rowOf(I), NodeWidth, NodeHeight, Left + 8, rowOf(I) + 20, Loop.Line,
                   htmlText(cutShort(TextOf(Loop), 26)));
  }
  int X = Left + NodeWidth;
  for (const LoopGraph::Edge &E : G.Edges) {
    // Edges of neighbours are short, others bow out as far as they reach.
    int From = rowOf(E.From) + NodeHeight / 2, To = rowOf(E.To) + NodeHeight / 2;
    int Bow = 34 + 10 * std::abs(int(E.To) - int(E.From));
    Out += formatv("<g class=\"{0}\"><title>{1}</title><path d=\"M {2} {3} C {4} {3}, {4} {5}, {2} {5}\"/>"
                   "<text x=\"{6}\" y=\"{7}\">{8}</text></g>\n",
                   E.KeepsApart ? "apart" : "joined", htmlText(E.Detail), X, From, X + Bow, To, X + Bow - 2,
                   (From + To) / 2 + 4, htmlText(E.Label));
  }
  return Out + "</svg></div>\n";
}

} // namespace loopfuse
