/** When documents are checked, and how the editor gets what was found. */
import { resolve } from 'node:path'
import type { Connection, Diagnostic } from 'vscode-languageserver/node'
import { fileAt } from './addresses.ts'
import { type Checked, checkedDocument, diagnosticOf, OUTDATED } from './diagnostics.ts'
import type { Folders } from './folders.ts'
import type { Host, OpenText } from './host.ts'
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
  /** The files that a document was checked with, as absolute paths: others of them may be open, too. */
  readonly #asked = new Map<string, ReadonlySet<string>>()
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
    this.#othersChange(uri)
    this.#checkSoon(uri)
  }

  #checkSoon(uri: string): void {
    if (this.#options.isPulled) return
    const wait = this.#checked.has(uri) ? Math.min(LONGEST_WAIT, 2 * this.#lastDuration) : 0
    this.#later(uri, wait, () => void this.#push(uri).catch((error) => this.#around.log(error)))
  }

  #later(name: string, wait: number, act: () => void): void {
    clearTimeout(this.#timers.get(name))
    this.#timers.set(name, setTimeout(act, wait))
  }

  /** The documents that were checked with another one are so again, once nobody has typed in that one for a while. */
  #othersChange(uri: string): void {
    if (this.#checkedWith(uri).length > 0)
      this.#later(`beside ${uri}`, LONGEST_WAIT, () => this.#checkOthers(uri))
  }

  #checkedWith(uri: string): readonly string[] {
    const file = fileAt(uri)
    if (file === undefined) return []
    return [...this.#asked].flatMap(([other, asked]) => (other !== uri && asked.has(file) ? [other] : []))
  }

  #checkOthers(uri: string): void {
    const { documents } = this.#around
    // What is half typed says nothing of the others.
    if (documents.get(uri)?.reading.problem !== undefined) return
    const others = this.#checkedWith(uri)
    for (const other of others) {
      this.#outdate(other)
      if (documents.has(other)) this.#checkSoon(other)
    }
    if (this.#options.isPulled && others.length > 0) this.#refresh()
  }

  #outdate(uri: string): void {
    const checked = this.#checked.get(uri)
    if (checked !== undefined) this.#checked.set(uri, { ...checked, version: OUTDATED })
  }

  /** Has the editor ask again. */
  #refresh(): void {
    const { connection, log } = this.#around
    connection.languages.diagnostics.refresh().catch(log)
  }

  closed(uri: string): void {
    clearTimeout(this.#timers.get(uri))
    this.#timers.delete(uri)
    this.#checked.delete(uri)
    this.#asked.delete(uri)
    this.#othersChange(uri)
    if (!this.#options.isPulled) void this.#around.connection.sendDiagnostics({ uri, diagnostics: [] })
  }

  /** What is beside a document has changed: configuration, environments, nested templates. */
  again(): void {
    const { documents } = this.#around
    for (const uri of this.#checked.keys()) this.#outdate(uri)
    if (this.#options.isPulled) this.#refresh()
    else for (const uri of documents.keys()) this.#checkSoon(uri)
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
      const asked = new Set<string>()
      const open: OpenText = (name) => {
        asked.add(resolve(place.folder, name))
        return place.open(name)
      }
      const { asksForCloudFormation } = this.#options
      const checked = await checkedDocument(document, { ...place, open }, known, asksForCloudFormation)
      if (documents.get(uri) !== document) return checked
      this.#checked.set(uri, checked)
      this.#asked.set(uri, asked)
      return checked
    } finally {
      this.#lastDuration = performance.now() - begin
    }
  }
}
