// The extension: starts the language server, and gives its answers a place in the window.
//
// Part of loopfuse, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import * as vscode from 'vscode';
import {LanguageClient, State} from 'vscode-languageclient/node';
import {Findings, ScanEntry} from './findings';
import {Preview} from './preview';
import {Count} from './count';

const Languages = ['c', 'cpp', 'cuda-cpp'];

let client: LanguageClient | undefined;

/** Asks the server for what can be fused in the project and shows it. */
async function scan(findings: Findings, count: Count): Promise<void> {
  if (client?.state !== State.Running) {
    void vscode.window.showErrorMessage('loopfuse: the server does not run');
    return;
  }
  await vscode.commands.executeCommand('loopfuse.findings.focus');
  const running = client;
  try {
    const entries = await count.whileScanning(() => running.sendRequest<ScanEntry[]>('workspace/executeCommand', {
      command: 'loopfuse.scanProject',
      arguments: [],
    }));
    findings.show(entries.map(entry => ({...entry, uri: running.protocol2CodeConverter.asUri(entry.uri).toString()})));
    if (entries.length === 0)
      void vscode.window.showInformationMessage('loopfuse: no loops of this project can be fused');
  } catch (error) {
    void vscode.window.showErrorMessage(`loopfuse: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function makeClient(preview: Preview): LanguageClient {
  const settings = vscode.workspace.getConfiguration('loopfuse');
  return new LanguageClient('loopfuse', 'loopfuse', {command: settings.get<string>('path') || 'loopfuse', args: ['lsp']}, {
    documentSelector: Languages.flatMap(language => [{scheme: 'file', language}, {scheme: 'untitled', language}]),
    middleware: {
      // A lens says "fuse": shown first where that is wanted.
      executeCommand: async (command, args, next) => {
        const wanted = vscode.workspace.getConfiguration('loopfuse').get<boolean>('previewBeforeApplying');
        if (command !== 'loopfuse.fuse' || !wanted || typeof args[0] !== 'string' || typeof args[2] !== 'number')
          return next(command, args);
        const uri = vscode.Uri.parse(args[0], true);
        const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 1000);
        const lens = lenses.find(l => l.command?.command === 'loopfuse.fuse' && l.command.arguments?.[2] === args[2]);
        return lens ? preview.showAt(uri, lens.range.start) : next(command, args);
      },
      // Beside each fusion, a look at it.
      provideCodeActions: async (document, range, context, token, next) => {
        const actions = (await next(document, range, context, token)) ?? [];
        const looks = actions.flatMap(action => {
          if (!(action instanceof vscode.CodeAction) || !action.edit || !action.title.startsWith('Fuse '))
            return [];
          const look = new vscode.CodeAction(`Preview: ${action.title}`, action.kind);
          look.diagnostics = action.diagnostics;
          look.command = {title: look.title, command: 'loopfuse.previewEdit', arguments: [document.uri, document.version, action.edit]};
          return [look];
        });
        return [...actions, ...looks];
      },
    },
  });
}

async function start(preview: Preview): Promise<void> {
  client = makeClient(preview);
  try {
    await client.start();
  } catch {
    const path = vscode.workspace.getConfiguration('loopfuse').get<string>('path');
    const open = 'Open the setting';
    if (await vscode.window.showErrorMessage(`loopfuse: cannot start '${path} lsp'; is the program installed?`, open) === open)
      await vscode.commands.executeCommand('workbench.action.openSettings', 'loopfuse.path');
  }
}

async function stop(): Promise<void> {
  const old = client;
  client = undefined;
  if (old?.state === State.Running)
    await old.stop();
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const findings = new Findings();
  const preview = new Preview();
  const count = new Count();
  const register = vscode.commands.registerCommand;
  context.subscriptions.push(
      findings, preview, count,
      register('loopfuse.scan', () => scan(findings, count)),
      register('loopfuse.preview', async (entry: ScanEntry) => {
        const uri = vscode.Uri.parse(entry.uri, true);
        await vscode.workspace.openTextDocument(uri); // The server speaks of open files only.
        await preview.showAt(uri, new vscode.Position(entry.range.start.line, 0));
      }),
      register('loopfuse.previewEdit',
               (uri: vscode.Uri, version: number, edit: vscode.WorkspaceEdit) => preview.show(uri, version, edit)),
      register('loopfuse.apply', () => preview.apply()),
      register('loopfuse.restart', async () => {
        await stop();
        await start(preview);
      }),
      vscode.workspace.onDidChangeConfiguration(async change => {
        if (change.affectsConfiguration('loopfuse.path'))
          await vscode.commands.executeCommand('loopfuse.restart');
      }));
  await start(preview);
}

export const deactivate = stop;
