/** The language server: what is asked, answered by `src/editor/`; findings, as `hotshift check` gives them. */
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type {
  Connection,
  InitializeParams,
  TextDocumentEdit,
  WorkspaceEdit,
} from 'vscode-languageserver/node'
import { messageOf } from '../engine/finding.ts'
import { actionsFor, documentEdit, editsBetween } from './actions.ts'
import {
  completionFor,
  definitionFor,
  foldingFor,
  hoverFor,
  mentionFor,
  outlineFor,
  referencesFor,
  renamable,
} from './answers.ts'
import { type Checked, checkedDocument, diagnosticOf } from './diagnostics.ts'
import type { Host, Project } from './host.ts'
import { followDocuments, OpenDocument } from './open-documents.ts'
import type * as Protocol from './protocol.ts'

/** Findings wait for so long after a change at most. */
const LONGEST_WAIT = 300

/** Where a document lies: in which folder, and under which path there. */
interface Place {
  readonly folder: string
  readonly path: string
  /** Absolute; undefined for what was never saved. */
  readonly file: string | undefined
}

/** Serves until the editor ends it. */
export class Server {
  readonly #connection: Connection
  readonly #protocol: typeof Protocol
  readonly #host: Host
  readonly #documents: ReadonlyMap<string, OpenDocument>
  readonly #checked = new Map<string, Checked>()
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #projects = new Map<string, Promise<Project>>()
  #folders: readonly string[] = []
  #isPulled = false
  #asksForCloudFormation = false
  #lastDuration = 0

  constructor(connection: Connection, protocol: typeof Protocol, host: Host) {
    this.#connection = connection
    this.#protocol = protocol
    this.#host = host
    this.#documents = followDocuments(connection, protocol, {
      changed: (document) => this.#changed(document),
      closed: (uri) => this.#closed(uri),
    })
    connection.onInitialize((params) => this.#initialized(params))
    this.#answer()
    connection.onDidSaveTextDocument(() => this.#again())
    connection.onDidChangeWatchedFiles(() => this.#again())
    connection.onDidChangeConfiguration(() => this.#again())
  }

  #initialized({ capabilities, workspaceFolders, rootUri, initializationOptions }: InitializeParams) {
    const { TextDocumentSyncKind, CodeActionKind } = this.#protocol
    this.#isPulled = capabilities.textDocument?.diagnostic !== undefined
    this.#asksForCloudFormation = initializationOptions?.cloudFormation === true
    const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri === null ? [] : [rootUri])
    this.#folders = uris.flatMap((uri) => fileOf(uri) ?? [])
    return {
      serverInfo: { name: 'hotshift', version: this.#host.version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental as 2, save: true },
        ...(this.#isPulled
          ? {
              diagnosticProvider: {
                identifier: 'hotshift',
                interFileDependencies: true,
                workspaceDiagnostics: false,
              },
            }
          : {}),
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, 'source.fixAll.hotshift'] },
        documentSymbolProvider: true,
        foldingRangeProvider: true,
        hoverProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        documentHighlightProvider: true,
        renameProvider: { prepareProvider: true },
        completionProvider: { triggerCharacters: [':', ' ', '[', '{', ','] },
      },
    }
  }

  #answer(): void {
    const connection = this.#connection
    const protocol = this.#protocol
    const about = <Answer>(
      uri: string,
      answer: (document: OpenDocument) => Answer,
      otherwise: Answer,
    ): Answer => {
      const document = this.#documents.get(uri)
      return document === undefined ? otherwise : answer(document)
    }
    connection.onDocumentSymbol(({ textDocument: { uri } }) =>
      about(uri, (one) => outlineFor(one, protocol), []),
    )
    connection.onFoldingRanges(({ textDocument: { uri } }) => about(uri, foldingFor, []))
    connection.onDefinition(({ textDocument: { uri }, position }) =>
      about(uri, (one) => definitionFor(one, position, (name) => this.#uriBeside(uri, name)), []),
    )
    connection.onReferences(({ textDocument: { uri }, position, context }) =>
      about(uri, (one) => referencesFor(one, position, context.includeDeclaration), []),
    )
    connection.onDocumentHighlight(({ textDocument: { uri }, position }) =>
      about(
        uri,
        (one) => (mentionFor(one, position)?.all ?? []).map(({ range }) => ({ range: one.rangeOf(range) })),
        [],
      ),
    )
    connection.onHover(async ({ textDocument: { uri }, position }) => {
      const document = this.#documents.get(uri)
      if (document === undefined) return null
      const { path, folder, file } = this.#placeOf(uri)
      const project = await this.#projectOf(folder)
      const valuesOf = (name: string) =>
        file === undefined ? [] : project.valuesOf(path, name, this.#openIn(folder))
      return hoverFor(document, position, valuesOf)
    })
    connection.onCompletion(async ({ textDocument: { uri }, position }) => {
      const document = this.#documents.get(uri)
      if (document === undefined) return []
      const { path, folder, file } = this.#placeOf(uri)
      const project = await this.#projectOf(folder)
      return completionFor(
        document,
        position,
        () => (file === undefined ? [] : project.filesBeside(path)),
        protocol,
      )
    })
    connection.onPrepareRename(({ textDocument: { uri }, position }) =>
      about(
        uri,
        (one) => {
          const mention = renamable(one, position)
          return mention === undefined || mention.kind === 'file' ? null : one.rangeOf(mention.range)
        },
        null,
      ),
    )
    connection.onRenameRequest(({ textDocument: { uri }, position, newName }) =>
      this.#renamed(uri, position, newName),
    )
    connection.onCodeAction(async (params) => {
      const { uri } = params.textDocument
      const document = this.#documents.get(uri)
      if (document === undefined) return []
      const { findings } = await this.#checkedAt(document)
      const { path, folder } = this.#placeOf(uri)
      const project = await this.#projectOf(folder)
      return actionsFor({ document, project, path, open: this.#openIn(folder), findings }, params, protocol)
    })
    if ('languages' in connection)
      connection.languages.diagnostics.on(async ({ textDocument: { uri } }) => {
        const document = this.#documents.get(uri)
        const items = document === undefined ? [] : await this.#diagnosticsOf(document)
        return { kind: protocol.DocumentDiagnosticReportKind.Full, items }
      })
  }

  async #renamed(
    uri: string,
    position: { line: number; character: number },
    to: string,
  ): Promise<WorkspaceEdit> {
    const document = this.#documents.get(uri)
    const mention = document === undefined ? undefined : renamable(document, position)
    if (document === undefined || mention === undefined)
      throw this.#refusal('nothing here can have another name')
    const { kind, name: from } = mention
    if (!/^[\w.-]+$/.test(to)) throw this.#refusal(`"${to}" is no name`)
    if (kind === 'condition' || kind === 'mapping') {
      const all = mentionFor(document, position)?.all ?? []
      const edits = all.map(({ range }) => ({ ...range, text: to }))
      return { documentChanges: [documentEdit(document, edits)] }
    }
    if (kind === 'file') throw this.#refusal('files are renamed in the file system')
    const { path, folder } = this.#placeOf(uri)
    const project = await this.#projectOf(folder)
    const outcomes = await project.renamed(path, { kind, from, to }, this.#openIn(folder))
    const refused = outcomes.flatMap(({ findings }) => findings).find(({ code }) => code === 'not-renamed')
    if (refused !== undefined) throw this.#refusal(refused.message)
    return { documentChanges: outcomes.flatMap((one) => this.#changeOf(folder, one) ?? []) }
  }

  /** The edits of a file, open or not. */
  #changeOf(
    folder: string,
    outcome: { readonly path: string; readonly before?: string; readonly after?: string },
  ): TextDocumentEdit | undefined {
    const { path, before = '', after } = outcome
    if (after === undefined) return undefined
    const uri = pathToFileURL(resolve(folder, path)).href
    const open = this.#documentAt(resolve(folder, path))
    const edits = editsBetween(before, after)
    if (open !== undefined) return documentEdit(open, edits)
    const text = this.#protocol.TextDocument.create(uri, 'yaml', 0, before)
    const { edits: changes } = documentEdit(new OpenDocument(text), edits)
    return { textDocument: { uri, version: null }, edits: changes }
  }

  /** A defect costs one answer, not the server. */
  #log(error: unknown): void {
    this.#connection.console.error(`hotshift: ${messageOf(error)}`)
  }

  #refusal(message: string): Error {
    return new this.#protocol.ResponseError(this.#protocol.LSPErrorCodes.RequestFailed, message)
  }

  #changed(document: OpenDocument): void {
    if (this.#isPulled) return
    const { uri } = document
    clearTimeout(this.#timers.get(uri))
    const wait = this.#checked.has(uri) ? Math.min(LONGEST_WAIT, 2 * this.#lastDuration) : 0
    this.#timers.set(
      uri,
      setTimeout(() => this.#push(uri).catch((error) => this.#log(error)), wait),
    )
  }

  #closed(uri: string): void {
    clearTimeout(this.#timers.get(uri))
    this.#timers.delete(uri)
    this.#checked.delete(uri)
    if (!this.#isPulled) void this.#connection.sendDiagnostics({ uri, diagnostics: [] })
  }

  /** What is beside a document has changed: configuration, environments, nested templates. */
  #again(): void {
    this.#projects.clear()
    for (const [uri, checked] of this.#checked) this.#checked.set(uri, { ...checked, version: -1 })
    if (this.#isPulled) void this.#connection.languages.diagnostics.refresh()
    else for (const document of this.#documents.values()) this.#changed(document)
  }

  async #push(uri: string): Promise<void> {
    const document = this.#documents.get(uri)
    if (document === undefined) return
    const diagnostics = await this.#diagnosticsOf(document)
    if (this.#documents.get(uri) !== document) return
    void this.#connection.sendDiagnostics({ uri, version: document.version, diagnostics })
  }

  async #diagnosticsOf(document: OpenDocument) {
    const { findings } = await this.#checkedAt(document)
    return findings.map((one) => diagnosticOf(one, document, this.#protocol, this.#host))
  }

  async #checkedAt(document: OpenDocument): Promise<Checked> {
    const { uri, version } = document
    const known = this.#checked.get(uri)
    if (known?.version === version) return known
    const begin = performance.now()
    try {
      const { path, folder } = this.#placeOf(uri)
      const project = await this.#projectOf(folder)
      const place = { project, path, open: this.#openIn(folder) }
      const checked = await checkedDocument(document, place, known, this.#asksForCloudFormation)
      if (this.#documents.get(uri) === document) this.#checked.set(uri, checked)
      return checked
    } finally {
      this.#lastDuration = performance.now() - begin
    }
  }

  /** The folder of a document is the innermost that is open, else the one that it lies in. */
  #placeOf(uri: string): Place {
    const file = fileOf(uri)
    if (file === undefined) {
      const folder = this.#folders[0] ?? process.cwd()
      return { folder, path: `${uri.replace(/^[^:]*:/, '').replace(/[^\w.-]/g, '-')}.yaml`, file }
    }
    const folders = this.#folders
      .filter((one) => isInside(file, one))
      .sort((one, other) => other.length - one.length)
    const folder = folders[0] ?? dirname(file)
    return { folder, path: relative(folder, file).split(sep).join('/'), file }
  }

  async #projectOf(folder: string): Promise<Project> {
    const known = this.#projects.get(folder)
    if (known !== undefined) return known
    const made = this.#host.project(folder, (message) =>
      this.#connection.window.showErrorMessage(`hotshift: ${messageOf(message)}`),
    )
    this.#projects.set(folder, made)
    return made
  }

  #openIn(folder: string) {
    return (path: string) => this.#documentAt(resolve(folder, path))?.source
  }

  #documentAt(file: string): OpenDocument | undefined {
    return (
      this.#documents.get(pathToFileURL(file).href) ??
      [...this.#documents.values()].find(({ uri }) => fileOf(uri) === file)
    )
  }

  #uriBeside(uri: string, name: string): string | undefined {
    const file = fileOf(uri)
    return file === undefined || /^\w+:\/\//.test(name)
      ? undefined
      : pathToFileURL(resolve(dirname(file), name)).href
  }
}

function fileOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined
  } catch {
    // An address of another machine.
    return undefined
  }
}

function isInside(file: string, folder: string): boolean {
  const way = relative(folder, file)
  return !isAbsolute(way) && way.split(sep, 1)[0] !== '..'
}
