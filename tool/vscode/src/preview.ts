// The difference that a fusion makes, before it is applied.
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import * as vscode from 'vscode';

const Scheme = 'loopfuse';

/** The fusion that the server offers at a place, best first; its edit has passed the re-check. */
async function actionAt(uri: vscode.Uri, at: vscode.Position): Promise<vscode.CodeAction | undefined> {
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider', uri, new vscode.Range(at, at), vscode.CodeActionKind.QuickFix.value);
  return actions.find(action => action.edit && action.title.startsWith('Fuse '));
}

/** \p text with edits that do not overlap, as VS Code gives them. */
function edited(document: vscode.TextDocument, edits: readonly vscode.TextEdit[]): string {
  let text = document.getText();
  const backwards = edits.map((edit, order) => ({edit, order, at: document.offsetAt(edit.range.start)}))
                        .sort((a, b) => b.at - a.at || b.order - a.order);
  for (const {edit, at} of backwards)
    text = text.slice(0, at) + edit.newText + text.slice(document.offsetAt(edit.range.end));
  return text;
}

interface Shown {
  edit: vscode.WorkspaceEdit;
  versions: Map<string, number>; // Of the documents that it was made for.
  texts: Map<string, string>; // As it leaves them, by path.
}

export class Preview implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event; // Looked for when the provider is registered.
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(Scheme, this);
  private shown: Shown | undefined;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.shown?.texts.get(uri.path) ?? '';
  }

  /** Shows the fusion of the loops at a place. */
  async showAt(uri: vscode.Uri, at: vscode.Position): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    const version = document.version;
    const action = await actionAt(uri, at);
    if (action?.edit)
      await this.show(uri, version, action.edit);
    else
      void vscode.window.showInformationMessage('loopfuse: there is nothing to fuse here now; other loops may have to be fused first');
  }

  /** Shows what an edit for a version of a document would make of it. */
  async show(uri: vscode.Uri, version: number, edit: vscode.WorkspaceEdit): Promise<void> {
    const next: Shown = {edit, versions: new Map(), texts: new Map()};
    for (const [file, edits] of edit.entries()) {
      const document = await vscode.workspace.openTextDocument(file);
      next.versions.set(file.toString(), document.version);
      next.texts.set(file.path, edited(document, edits));
    }
    if (next.versions.get(uri.toString()) !== version) {
      void vscode.window.showInformationMessage('loopfuse: the text has changed in between');
      return;
    }
    this.shown = next;
    for (const [file] of edit.entries()) {
      const after = file.with({scheme: Scheme});
      this.changed.fire(after);
      await vscode.commands.executeCommand('vscode.diff', file, after, `${vscode.workspace.asRelativePath(file)}: fused`);
    }
  }

  /** Applies what is shown, unless a text has changed since. */
  async apply(): Promise<void> {
    const shown = this.shown;
    if (!shown)
      return;
    const isCurrent = vscode.workspace.textDocuments.filter(d => shown.versions.get(d.uri.toString()) === d.version).length === shown.versions.size;
    if (!isCurrent) {
      void vscode.window.showWarningMessage('loopfuse: the text has changed since; look again');
      return;
    }
    this.shown = undefined;
    await this.close();
    await vscode.workspace.applyEdit(shown.edit);
    const [first] = shown.edit.entries();
    if (first)
      await vscode.window.showTextDocument(first[0]);
  }

  private async close(): Promise<void> {
    for (const group of vscode.window.tabGroups.all)
      for (const tab of group.tabs)
        if (tab.input instanceof vscode.TabInputTextDiff && tab.input.modified.scheme === Scheme)
          await vscode.window.tabGroups.close(tab);
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }
}
