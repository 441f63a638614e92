/** The extension of VS Code: waits for a file that is Heat's, and starts the server with the first one. */
import * as vscode from 'vscode'
import type * as ClientModule from './client.ts'
import { isForHotshift, languages } from './content.ts'

/** The settings that the server is given at its start. */
const restarting = ['cloudFormation', 'updateHints']

let client: ClientModule.Client | undefined
const waiting: vscode.Disposable[] = []

export function activate(context: vscode.ExtensionContext): void {
  context.subscriptions.push({ dispose: stopWaiting })
  const look = (document: vscode.TextDocument) => {
    if (isOurs(document)) void start(context)
  }
  waiting.push(
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidChangeTextDocument(({ document }) => look(document)),
  )
  const command = (name: string, run: (started: ClientModule.Client) => Promise<void>) =>
    vscode.commands.registerCommand(name, async () => run(await start(context)))
  context.subscriptions.push(
    command('hotshift.upgradeFile', (one) => one.upgrade()),
    command('hotshift.migrateFile', (one) => one.run('hotshift.migrate')),
    command('hotshift.extractDefaultsOfFile', (one) => one.run('hotshift.extractDefaults')),
    command('hotshift.fixAll', (one) => one.fixAll()),
    command('hotshift.applyPreview', (one) => one.applyPreview()),
    command('hotshift.discardPreview', (one) => one.discardPreview()),
    command('hotshift.restart', (one) => one.restart()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => client?.restart()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (!restarting.some((name) => event.affectsConfiguration(`hotshift.${name}`))) return
      if (client !== undefined) void client.restart()
      else vscode.workspace.textDocuments.forEach(look)
    }),
  )
  vscode.workspace.textDocuments.forEach(look)
}

export async function deactivate(): Promise<void> {
  await client?.stop()
}

function isOurs(document: vscode.TextDocument): boolean {
  if (!languages.includes(document.languageId)) return false
  const asksForCloudFormation = vscode.workspace.getConfiguration('hotshift').get('cloudFormation') === true
  return isForHotshift(document.getText(), asksForCloudFormation)
}

/** What speaks the protocol is loaded with the first file that asks for it. */
async function start(context: vscode.ExtensionContext): Promise<ClientModule.Client> {
  if (client === undefined) {
    stopWaiting()
    const { Client }: typeof ClientModule = require('./client.cjs')
    client = new Client(context)
  }
  await client.start()
  return client
}

function stopWaiting(): void {
  for (const one of waiting.splice(0)) one.dispose()
}
