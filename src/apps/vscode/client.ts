/** The client of the language server, and the commands of the extension. */
import * as vscode from 'vscode'
import {
  type ExecuteCommandParams,
  ExecuteCommandRequest,
  LanguageClient,
  TransportKind,
} from 'vscode-languageclient/node'
import type { CommandArgument, CommandResult } from '../lsp/commands.ts'
import { languages } from './content.ts'
import { Preview } from './preview.ts'

interface KnownVersion {
  readonly version: string
  readonly release?: string
}

export class Client {
  readonly #client: LanguageClient
  readonly #preview: Preview
  #started: Promise<void> | undefined

  constructor({
    asAbsolutePath,
    subscriptions,
  }: Pick<vscode.ExtensionContext, 'asAbsolutePath' | 'subscriptions'>) {
    const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')
    const options = folder === undefined ? {} : { options: { cwd: folder.uri.fsPath } }
    const module = asAbsolutePath('server/bin/hotshift.cjs')
    const schemes = ['file', 'untitled']
    const documentSelector = schemes.flatMap((scheme) => [
      ...languages.map((language) => ({ scheme, language })),
      { scheme, pattern: '**/*.env' },
      { scheme, pattern: '**/*.template' },
    ])
    this.#client = new LanguageClient(
      'hotshift',
      'hotshift',
      { module, args: ['lsp'], transport: TransportKind.stdio, ...options },
      {
        documentSelector,
        initializationOptions: () => ({
          cloudFormation: vscode.workspace.getConfiguration('hotshift').get('cloudFormation') === true,
          updateHints: vscode.workspace.getConfiguration('hotshift').get('updateHints'),
          trusted: vscode.workspace.isTrusted,
        }),
        middleware: {
          // What the lightbulb offers is shown before it is made, too.
          executeCommand: (command, args, next) =>
            isArgument(args[0]) ? this.#previewed(command, args[0]) : next(command, args),
        },
      },
    )
    this.#preview = new Preview(this.#client)
    subscriptions.push(this.#preview)
  }

  start(): Promise<void> {
    this.#started ??= this.#client.start()
    return this.#started
  }

  async stop(): Promise<void> {
    await this.#client.stop()
  }

  /** With the settings and the trust that there are now. */
  async restart(): Promise<void> {
    await this.start()
    await this.#client.restart()
  }

  async upgrade(): Promise<void> {
    const versions: readonly KnownVersion[] = await this.#ask({ command: 'hotshift.versions', arguments: [] })
    const items = versions.map(({ version, release = '' }) => ({ label: version, description: release }))
    const chosen = await vscode.window.showQuickPick(items, { title: 'Upgrade to heat_template_version' })
    if (chosen !== undefined) await this.run('hotshift.upgrade', chosen.label)
  }

  /** Runs a command of the server on the file that is shown. */
  async run(command: string, to?: string): Promise<void> {
    const document = vscode.window.activeTextEditor?.document
    if (document === undefined) {
      void vscode.window.showInformationMessage('hotshift: open a template first')
      return
    }
    const uri = this.#client.code2ProtocolConverter.asUri(document.uri)
    await this.#previewed(command, { uri, version: document.version, ...(to === undefined ? {} : { to }) })
  }

  async fixAll(): Promise<void> {
    const kind = 'source.fixAll.hotshift'
    await vscode.commands.executeCommand('editor.action.codeAction', { kind, apply: 'first' })
  }

  applyPreview(): Promise<void> {
    return this.#preview.apply()
  }

  discardPreview(): Promise<void> {
    return this.#preview.discard()
  }

  async #previewed(command: string, argument: CommandArgument): Promise<void> {
    try {
      const result: CommandResult = await this.#ask({ command, arguments: [{ ...argument, preview: true }] })
      if (result.status === 'changed') await this.#preview.show(result)
      else void vscode.window.showInformationMessage(`hotshift ${result.message}`)
    } catch (error) {
      void vscode.window.showErrorMessage(
        `hotshift: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }

  #ask<Answer>(params: ExecuteCommandParams): Promise<Answer> {
    return this.#client.sendRequest(ExecuteCommandRequest.method, params)
  }
}

function isArgument(value: unknown): value is CommandArgument {
  return typeof value === 'object' && value !== null && 'uri' in value
}
