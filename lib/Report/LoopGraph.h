//===- LoopGraph.h - neighbouring loops as a graph --------------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REPORT_LOOPGRAPH_H
#define LOOPFUSE_REPORT_LOOPGRAPH_H

#include "Report/Finding.h"
#include "llvm/ADT/ArrayRef.h"

namespace loopfuse {

/// The loops of some findings that hang together, as far as the findings speak of them.
struct LoopGraph {
  struct Node {
    SourceSpan Loop;
    std::optional<unsigned> Group; ///< Nodes with the same number can be fused.
  };
  struct Edge {
    unsigned From, To; ///< From stands first in the text.
    std::string Label; ///< Within a group what the later loop reads or waits for, else why the two stay apart.
    std::string Detail;
    bool KeepsApart = false;
  };
  std::vector<Node> Nodes; ///< In the order of the text.
  std::vector<Edge> Edges;
  std::vector<size_t> Findings; ///< Positions of the findings it was made of, ascending.
};

/// One graph for each set of findings that share loops; findings with fewer than two loops have none.
std::vector<LoopGraph> loopGraphs(llvm::ArrayRef<const Finding *> Findings);

/// The graph as an <svg> element in a box: a column of nodes, the groups as boxes, the edges as arcs on their right.
std::string drawGraph(const LoopGraph &G, llvm::function_ref<std::string(const SourceSpan &)> TextOf);

/// Text for HTML: the five special characters as entities, control characters and what is no UTF-8 replaced.
std::string htmlText(llvm::StringRef Text);

} // namespace loopfuse

#endif
