//===- HtmlStyle.h - how the page looks, and its script ---------*- C++ -*-===//
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LOOPFUSE_REPORT_HTMLSTYLE_H
#define LOOPFUSE_REPORT_HTMLSTYLE_H

namespace loopfuse {

inline constexpr const char HtmlStyle[] = R"css(
:root { color-scheme: light dark; --ink: #1d2329; --paper: #fff; --soft: #f3f5f7; --line: #d5dae0; --good: #13683b;
  --bad: #a3271b; --mark: #fff3c4; --add: #e2f5e7; --del: #fbe5e3; }
@media (prefers-color-scheme: dark) { :root { --ink: #dde3ea; --paper: #14181c; --soft: #1d2329; --line: #3a434d;
  --good: #6fd39b; --bad: #f08a7e; --mark: #4a3f10; --add: #16351f; --del: #41201c; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 70rem;
  margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; } h3 { font-size: 1rem; margin: 1rem 0 .3rem; }
.scroll, pre { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .35rem .6rem;
  border-bottom: 1px solid var(--line); } td.n { text-align: right; white-space: nowrap; }
th button { font: inherit; font-weight: 600; color: inherit; background: none; border: 0; padding: 0; cursor: pointer; }
th[aria-sort=ascending] button::after { content: " ▲"; } th[aria-sort=descending] button::after { content: " ▼"; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .6rem 0; padding: .4rem .8rem; }
summary { cursor: pointer; overflow-wrap: anywhere; }
.fusable { color: var(--good); } .refused, .error { color: var(--bad); }
pre { background: var(--soft); padding: .6rem; border-radius: 4px; font: 13px/1.45 ui-monospace, monospace; }
pre span { display: block; min-height: 1.45em; } pre .mark { background: var(--mark); } pre .add { background: var(--add); }
pre .del { background: var(--del); } pre .note { color: var(--good); white-space: pre-wrap; }
dt { font-weight: 600; } dd { margin: 0 0 .3rem 1rem; overflow-wrap: anywhere; }
svg { width: 100%; min-width: 30rem; max-width: 46rem; height: auto; font: 13px ui-monospace, monospace; } svg text { fill: var(--ink); }
svg rect { fill: var(--soft); stroke: var(--line); } svg .group { fill: none; stroke: var(--good); stroke-width: 2; }
svg path { fill: none; stroke-width: 2; } svg .joined path { stroke: var(--good); }
svg .apart path { stroke: var(--bad); stroke-dasharray: 5 4; } svg .apart text { fill: var(--bad); }
@media (max-width: 40rem) { .wide { display: none; } body { padding: .5rem; } }
)css";

inline constexpr const char HtmlScript[] = R"js(
for (const button of document.querySelectorAll("th button"))
  button.addEventListener("click", () => {
    const head = button.parentElement, body = head.closest("table").tBodies[0];
    const column = head.cellIndex, down = head.getAttribute("aria-sort") !== "descending";
    const key = row => row.cells[column].dataset.key ?? row.cells[column].textContent;
    const compare = (a, b) => isNaN(a) || isNaN(b) ? a.localeCompare(b) : a - b;
    const rows = [...body.rows].sort((a, b) => (down ? -1 : 1) * compare(key(a), key(b)));
    for (const other of head.parentElement.cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    body.append(...rows);
  });
const open = () => { const d = document.getElementById(location.hash.slice(1)); if (d && "open" in d) d.open = true; };
addEventListener("hashchange", open);
open();
)js";

} // namespace loopfuse

#endif
