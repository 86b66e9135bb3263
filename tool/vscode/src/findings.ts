// What a scan of the project found, as a tree of one level, best first.
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import * as vscode from 'vscode';

/** An entry of the answer to loopfuse.scanProject. */
export interface ScanEntry {
  uri: string;
  range: {start: {line: number; character: number}; end: {line: number; character: number}};
  message: string;
  code: string;
  function: string;
  bytesSaved: number;
}

/** "32.0 MB", as the command line has it. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let unit = 0;
  for (; bytes >= 1000 && unit + 1 < units.length; ++unit)
    bytes /= 1000;
  return `${unit ? bytes.toFixed(1) : bytes.toFixed(0)} ${units[unit]}`;
}

export class Findings implements vscode.TreeDataProvider<ScanEntry>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event; // The view looks for it when it is made.
  private readonly view = vscode.window.createTreeView('loopfuse.findings', {treeDataProvider: this});
  private entries: ScanEntry[] = [];

  show(entries: ScanEntry[]): void {
    this.entries = entries; // The server ranks them.
    const total = entries.reduce((sum, entry) => sum + entry.bytesSaved, 0);
    this.view.message = entries.length ? `${entries.length} fusions${total ? `, ${formatBytes(total)} of memory traffic` : ''}` : undefined;
    this.changed.fire();
  }

  getChildren(entry?: ScanEntry): ScanEntry[] {
    return entry ? [] : this.entries;
  }

  getTreeItem(entry: ScanEntry): vscode.TreeItem {
    const uri = vscode.Uri.parse(entry.uri, true);
    const start = new vscode.Position(entry.range.start.line, entry.range.start.character);
    const place = `${vscode.workspace.asRelativePath(uri)}:${start.line + 1}`;
    const item = new vscode.TreeItem(entry.bytesSaved > 0 ? formatBytes(entry.bytesSaved) : 'unknown size');
    item.description = `${place} in ${entry.function}`;
    item.tooltip = new vscode.MarkdownString().appendText(`${entry.message} [${entry.code}]`);
    item.contextValue = 'loopfuse.finding';
    item.iconPath = new vscode.ThemeIcon('git-merge');
    item.command = {
      title: 'Go there',
      command: 'vscode.open',
      arguments: [uri, {selection: new vscode.Range(start, start)} satisfies vscode.TextDocumentShowOptions],
    };
    return item;
  }

  dispose(): void {
    this.view.dispose();
    this.changed.dispose();
  }
}
