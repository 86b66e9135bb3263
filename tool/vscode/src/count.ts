// The number of possible fusions in the status bar.
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import * as vscode from 'vscode';

export class Count implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('loopfuse.count', vscode.StatusBarAlignment.Left);
  private readonly listener = vscode.languages.onDidChangeDiagnostics(() => this.refresh());
  private scans = 0;

  constructor() {
    this.item.name = 'loopfuse';
    this.item.command = 'loopfuse.scan';
    this.refresh();
    this.item.show();
  }

  dispose(): void {
    this.item.dispose();
    this.listener.dispose();
  }

  /** Shows that something runs until it is done. */
  async whileScanning<T>(work: () => Promise<T>): Promise<T> {
    ++this.scans;
    this.refresh();
    try {
      return await work();
    } finally {
      --this.scans;
      this.refresh();
    }
  }

  private refresh(): void {
    const all = vscode.languages.getDiagnostics().flatMap(([, found]) => found);
    const fusions = all.filter(d => d.source === 'loopfuse' && d.severity === vscode.DiagnosticSeverity.Warning).length;
    this.item.text = this.scans ? '$(sync~spin) loopfuse' : `$(git-merge) ${fusions}`;
    this.item.tooltip = `loopfuse: ${fusions === 1 ? '1 fusion' : `${fusions} fusions`} possible in the open files; a click scans the project`;
    this.item.accessibilityInformation = {label: this.item.tooltip};
  }
}
