/** When documents are checked, and how the editor gets what was found. */
import type { Connection, Diagnostic } from 'vscode-languageserver/node'
import { type Checked, checkedDocument, diagnosticOf } from './diagnostics.ts'
import type { Folders } from './folders.ts'
import type { Host } from './host.ts'
import type { OpenDocument } from './open-documents.ts'
import type * as Protocol from './protocol.ts'

/** Findings wait for so long after a change at most. */
const LONGEST_WAIT = 300

interface CheckOptions {
  /** Whether the editor asks for findings; otherwise they are sent to it. */
  readonly isPulled: boolean
  readonly asksForCloudFormation: boolean
}

/** What checks stand on. */
interface CheckSurroundings {
  readonly connection: Connection
  readonly protocol: typeof Protocol
  readonly host: Host
  readonly documents: ReadonlyMap<string, OpenDocument>
  readonly folders: Folders
  /** A defect costs one answer, not the server. */
  readonly log: (error: unknown) => void
}

export class Checks {
  readonly #around: CheckSurroundings
  readonly #checked = new Map<string, Checked>()
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  #options: CheckOptions = { isPulled: false, asksForCloudFormation: false }
  #lastDuration = 0

  constructor(around: CheckSurroundings) {
    this.#around = around
  }

  begin(options: CheckOptions): void {
    this.#options = options
  }

  get asksForCloudFormation(): boolean {
    return this.#options.asksForCloudFormation
  }

  changed({ uri }: OpenDocument): void {
    if (this.#options.isPulled) return
    clearTimeout(this.#timers.get(uri))
    const wait = this.#checked.has(uri) ? Math.min(LONGEST_WAIT, 2 * this.#lastDuration) : 0
    const push = () => this.#push(uri).catch((error) => this.#around.log(error))
    this.#timers.set(uri, setTimeout(push, wait))
  }

  closed(uri: string): void {
    clearTimeout(this.#timers.get(uri))
    this.#timers.delete(uri)
    this.#checked.delete(uri)
    if (!this.#options.isPulled) void this.#around.connection.sendDiagnostics({ uri, diagnostics: [] })
  }

  /** What is beside a document has changed: configuration, environments, nested templates. */
  again(): void {
    const { connection, documents } = this.#around
    for (const [uri, checked] of this.#checked) this.#checked.set(uri, { ...checked, version: -1 })
    if (this.#options.isPulled) void connection.languages.diagnostics.refresh()
    else for (const document of documents.values()) this.changed(document)
  }

  async #push(uri: string): Promise<void> {
    const { connection, documents } = this.#around
    const document = documents.get(uri)
    if (document === undefined) return
    const diagnostics = await this.diagnosticsOf(document)
    if (documents.get(uri) !== document) return
    void connection.sendDiagnostics({ uri, version: document.version, diagnostics })
  }

  async diagnosticsOf(document: OpenDocument): Promise<Diagnostic[]> {
    const { protocol, host } = this.#around
    const { findings, folder } = await this.checkedAt(document)
    return findings.map((one) => diagnosticOf(one, { document, folder }, protocol, host))
  }

  /** What was found in a document at its version. */
  async checkedAt(document: OpenDocument): Promise<Checked> {
    const { documents, folders } = this.#around
    const { uri, version } = document
    const known = this.#checked.get(uri)
    if (known?.version === version) return known
    const begin = performance.now()
    try {
      const place = await folders.placeOf(uri)
      const checked = await checkedDocument(document, place, known, this.#options.asksForCloudFormation)
      if (documents.get(uri) === document) this.#checked.set(uri, checked)
      return checked
    } finally {
      this.#lastDuration = performance.now() - begin
    }
  }
}
