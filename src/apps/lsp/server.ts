/** The language server: what is asked, answered by `src/apps/editor/`; findings, as `hotshift check` gives them. */
import type { Connection, InitializeParams, InitializeResult } from 'vscode-languageserver/node'
import { messageOf } from '../../engine/findings/finding.ts'
import type { FileOutcome } from '../../engine/outcome.ts'
import { alone, type Surroundings } from '../editor/surroundings.ts'
import { actionsFor } from './actions.ts'
import { foldingFor, hoverFor, outlineFor, selectionsFor } from './answers.ts'
import { Checks } from './checks.ts'
import { commandKinds } from './command-actions.ts'
import { allCommands, runCommand } from './commands.ts'
import {
  completionFor,
  described,
  type ItemSupport,
  itemSupportOf,
  ownerOf,
  plainItems,
} from './completions.ts'
import { Folders } from './folders.ts'
import type { Host } from './host.ts'
import { definitionFor, highlightsFor, linksFor, referencesFor } from './names.ts'
import { followDocuments, type OpenDocument } from './open-documents.ts'
import type * as Protocol from './protocol.ts'
import { refusal, renamable, renamed } from './renames.ts'
import { turnsOf } from './turns.ts'
import { baseOf, UpdateHints } from './update-hints.ts'
import { workspaceEdit } from './workspace-edit.ts'

/** Serves until the editor ends it. */
export class Server {
  readonly #connection: Connection
  readonly #protocol: typeof Protocol
  readonly #host: Host
  readonly #documents: ReadonlyMap<string, OpenDocument>
  readonly #folders: Folders
  readonly #checks: Checks
  /** Where somebody asks for them. */
  #updateHints: UpdateHints | undefined
  #items: ItemSupport = plainItems

  constructor(connection: Connection, protocol: typeof Protocol, host: Host) {
    this.#connection = connection
    this.#protocol = protocol
    this.#host = host
    this.#documents = followDocuments(connection, protocol, {
      changed: (document) => {
        this.#updateHints?.changed()
        this.#checks.changed(document)
      },
      closed: (uri) => this.#checks.closed(uri),
    })
    const documents = this.#documents
    this.#folders = new Folders(host, documents, (message) =>
      connection.window.showErrorMessage(`hotshift: ${messageOf(message)}`),
    )
    const log = (error: unknown) => this.#log(error)
    this.#checks = new Checks({ connection, protocol, host, documents, folders: this.#folders, log })
    connection.onInitialize((params) => this.#initialized(params))
    this.#answerAboutText()
    this.#answerAboutNames()
    this.#answerAboutFindings()
    const around = { connection, protocol, documents, folders: this.#folders }
    connection.onExecuteCommand((params) => runCommand(params, around))
    connection.onDidSaveTextDocument(() => this.#again())
    connection.onDidChangeWatchedFiles(() => this.#again())
    connection.onDidChangeConfiguration(() => this.#again())
  }

  #initialized(params: InitializeParams): InitializeResult {
    const { capabilities, workspaceFolders, rootUri, initializationOptions } = params
    this.#items = itemSupportOf(capabilities)
    const isPulled = capabilities.textDocument?.diagnostic !== undefined
    this.#checks.begin({ isPulled, asksForCloudFormation: initializationOptions?.cloudFormation === true })
    const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri === null ? [] : [rootUri])
    this.#folders.open(uris, initializationOptions?.trusted === false ? 'never' : undefined)
    const hints = this.#hintsFor(params)
    return {
      serverInfo: { name: 'hotshift', version: this.#host.version },
      capabilities: { ...capabilitiesOf(isPulled, this.#protocol), ...hints },
    }
  }

  #log(error: unknown): void {
    this.#connection.console.error(`hotshift: ${messageOf(error)}`)
  }

  #hintsFor({ capabilities, initializationOptions }: InitializeParams): InitializeResult['capabilities'] {
    const base = baseOf(initializationOptions)
    if (base === undefined) return {}
    this.#updateHints = new UpdateHints({
      connection: this.#connection,
      documents: this.#documents,
      folders: this.#folders,
      asksForCloudFormation: this.#checks.asksForCloudFormation,
      base,
      isRefreshed: capabilities.workspace?.inlayHint?.refreshSupport === true,
      log: (error) => this.#log(error),
    })
    return { inlayHintProvider: true }
  }

  /** What an answer about an open document is; `otherwise` for another one. */
  #about<Answer>(
    uri: string,
    answer: (document: OpenDocument) => Answer | Promise<Answer>,
    otherwise: Answer,
  ): Answer | Promise<Answer> {
    const document = this.#documents.get(uri)
    return document === undefined ? otherwise : answer(document)
  }

  async #around(uri: string): Promise<Surroundings> {
    const { path, file, project, open } = await this.#folders.placeOf(uri)
    return file === undefined ? alone : project.around(path, open)
  }

  #answerAboutText(): void {
    const [connection, protocol] = [this.#connection, this.#protocol]
    connection.onDocumentSymbol(({ textDocument: { uri } }) =>
      this.#about(uri, (one) => outlineFor(one, protocol), []),
    )
    connection.onFoldingRanges(({ textDocument: { uri } }) => this.#about(uri, foldingFor, []))
    connection.onHover(async ({ textDocument: { uri }, position }) => {
      const document = this.#documents.get(uri)
      if (!document?.isServed(this.#checks.asksForCloudFormation)) return null
      return hoverFor(document, position, await this.#around(uri))
    })
    connection.onCompletion(async ({ textDocument: { uri }, position }) => {
      const document = this.#documents.get(uri)
      if (!document?.isServed(this.#checks.asksForCloudFormation)) return []
      return completionFor(document, position, await this.#around(uri), protocol, this.#items)
    })
    connection.onCompletionResolve(async (item) => {
      const uri = ownerOf(item)
      return uri === undefined ? item : described(item, await this.#around(uri))
    })
    connection.onSelectionRanges(({ textDocument: { uri }, positions }) =>
      this.#about(uri, (one) => selectionsFor(one, positions), []),
    )
  }

  #answerAboutNames(): void {
    const [connection, protocol] = [this.#connection, this.#protocol]
    const warn = (message: string) => void connection.window.showWarningMessage(`hotshift: ${message}`)
    const around = { folders: this.#folders, protocol, warn }
    connection.onDefinition(({ textDocument: { uri }, position }) =>
      this.#about(uri, (one) => definitionFor(one, position, around), []),
    )
    connection.onReferences(
      ({ textDocument: { uri }, position, context: { includeDeclaration: withDeclaration } }, token) =>
        this.#about(
          uri,
          (one) => referencesFor(one, { position, withDeclaration }, around, turnsOf(token, protocol)),
          [],
        ),
    )
    connection.onDocumentHighlight(({ textDocument: { uri }, position }) =>
      this.#about(uri, (one) => highlightsFor(one, position), []),
    )
    connection.onDocumentLinks(({ textDocument: { uri } }) => this.#about(uri, linksFor, []))
    connection.onPrepareRename(({ textDocument: { uri }, position }) =>
      this.#about(
        uri,
        async (one) => {
          const found = renamable(one, position, await this.#folders.placeOf(uri), protocol)
          return found === undefined ? null : one.rangeOf(found.range)
        },
        null,
      ),
    )
    connection.onRenameRequest(({ textDocument: { uri }, position, newName }, token) => {
      const document = this.#documents.get(uri)
      if (document === undefined) throw refusal('nothing here can have another name', protocol)
      return renamed(document, { position, newName }, { ...around, turns: turnsOf(token, protocol) })
    })
  }

  #answerAboutFindings(): void {
    const [connection, protocol] = [this.#connection, this.#protocol]
    connection.onCodeAction(async (params) => {
      const { uri } = params.textDocument
      const document = this.#documents.get(uri)
      if (document === undefined) return []
      const { findings } = await this.#checks.checkedAt(document)
      const { folder, path, project, open } = await this.#folders.placeOf(uri)
      const { asksForCloudFormation } = this.#checks
      const editOf = (outcomes: readonly FileOutcome[]) =>
        workspaceEdit(outcomes, folder, this.#folders, protocol)
      const place = { document, project, path, open, findings, asksForCloudFormation, editOf }
      return actionsFor(place, params, protocol)
    })
    if ('languages' in connection)
      connection.languages.diagnostics.on(async ({ textDocument: { uri } }) => {
        const document = this.#documents.get(uri)
        const items = document === undefined ? [] : await this.#checks.diagnosticsOf(document)
        return { kind: protocol.DocumentDiagnosticReportKind.Full, items }
      })
  }

  /** What is beside the documents has changed. */
  #again(): void {
    this.#folders.forget()
    this.#checks.again()
    this.#updateHints?.again()
  }
}

function capabilitiesOf(
  isPulled: boolean,
  { TextDocumentSyncKind, CodeActionKind }: typeof Protocol,
): InitializeResult['capabilities'] {
  const diagnosticProvider = {
    identifier: 'hotshift',
    interFileDependencies: true,
    workspaceDiagnostics: false,
  }
  return {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental as 2, save: true },
    ...(isPulled ? { diagnosticProvider } : {}),
    codeActionProvider: {
      codeActionKinds: [CodeActionKind.QuickFix, 'source.fixAll.hotshift', ...Object.values(commandKinds)],
    },
    executeCommandProvider: { commands: [...allCommands] },
    documentSymbolProvider: true,
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    hoverProvider: true,
    definitionProvider: true,
    referencesProvider: true,
    documentHighlightProvider: true,
    documentLinkProvider: { resolveProvider: false },
    renameProvider: { prepareProvider: true },
    completionProvider: { triggerCharacters: [':', ' ', '[', '{', ',', '/'], resolveProvider: true },
  }
}
