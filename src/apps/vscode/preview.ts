/** Shows what a command would change as differences, and makes the changes when that is wanted. */
import * as vscode from 'vscode'
import type { LanguageClient } from 'vscode-languageclient/node'
import type { ChangedFile, CommandResult } from '../lsp/commands.ts'

const SCHEME = 'hotshift-preview'
/** Known to the menus of the manifest. */
const CONTEXT = 'hotshift.hasPreview'
const APPLY = 'Apply'
const DISCARD = 'Discard'

export class Preview implements vscode.Disposable {
  readonly #client: LanguageClient
  readonly #provider: vscode.Disposable
  readonly #texts = new Map<string, string>()
  #shown: CommandResult | undefined
  #title: string | undefined

  constructor(client: LanguageClient) {
    this.#client = client
    this.#provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()) ?? '',
    })
  }

  dispose(): void {
    this.#provider.dispose()
  }

  /** Opens the differences; does not wait for what is decided. */
  async show(result: CommandResult): Promise<void> {
    await this.discard()
    this.#shown = result
    await vscode.commands.executeCommand('setContext', CONTEXT, true)
    const title = `hotshift ${result.message}`
    this.#title = title
    const pairs = (result.files ?? []).map((file) => this.#pairOf(file))
    const [first, ...others] = pairs
    if (first !== undefined && others.length === 0)
      await vscode.commands.executeCommand('vscode.diff', first.before, first.after, title)
    else
      await vscode.commands.executeCommand(
        'vscode.changes',
        title,
        pairs.map(({ shown, before, after }) => [shown, before, after]),
      )
    void this.#decided(result, title)
  }

  #pairOf({ uri, newUri = uri, isNew, before, after }: ChangedFile) {
    const shown = vscode.Uri.parse(newUri)
    return {
      shown,
      before: isNew ? this.#text(shown, 'before', before) : vscode.Uri.parse(uri),
      after: this.#text(shown, 'after', after),
    }
  }

  #text({ path }: vscode.Uri, side: string, text: string): vscode.Uri {
    // What was shown before is another document.
    const uri = vscode.Uri.from({ scheme: SCHEME, path, query: `${side} ${Date.now()}` })
    this.#texts.set(uri.toString(), text)
    return uri
  }

  async #decided(result: CommandResult, title: string): Promise<void> {
    const answer = await vscode.window.showInformationMessage(title, APPLY, DISCARD)
    // It may have been decided by the buttons above the difference, and another one may be there.
    if (this.#shown !== result) return
    if (answer === APPLY) await this.apply()
    if (answer === DISCARD) await this.discard()
  }

  async apply(): Promise<void> {
    const { edit, files = [] } = this.#shown ?? {}
    await this.discard()
    if (edit === undefined) return
    for (const { uri, isNew, before } of files) {
      if (isNew) continue
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri))
      if (lines(document.getText()) === lines(before)) continue
      void vscode.window.showErrorMessage(
        `hotshift: ${document.fileName} has changed since; run the command again`,
      )
      return
    }
    const changes = await this.#client.protocol2CodeConverter.asWorkspaceEdit(edit)
    if (!(await vscode.workspace.applyEdit(changes)))
      void vscode.window.showErrorMessage('hotshift: the changes could not be made')
  }

  async discard(): Promise<void> {
    this.#shown = undefined
    await vscode.commands.executeCommand('setContext', CONTEXT, false)
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(
        // What several differences in one tab are of, the API does not say; their number stands behind the title.
        (tab) => isDifference(tab) || (this.#title !== undefined && tab.label.startsWith(this.#title)),
      )
    await vscode.window.tabGroups.close(tabs)
    this.#texts.clear()
    this.#title = undefined
  }
}

function isDifference({ input }: vscode.Tab): boolean {
  return input instanceof vscode.TabInputTextDiff && input.modified.scheme === SCHEME
}

/** VS Code has a byte order mark apart from the source. */
function lines(text: string): string {
  return text.replace(/^\uFEFF/, '')
}
