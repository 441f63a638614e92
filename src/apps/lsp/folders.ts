/** Where documents lie, and the folders that are open in the editor, each with its configuration. */
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { messageOf } from '../../engine/findings/finding.ts'
import { addressIn, addressOf, fileAt } from './addresses.ts'
import type { Host, OpenText, Project } from './host.ts'
import type { OpenDocument } from './open-documents.ts'

/** Where a document lies: in which folder, and under which path there. */
export interface Place {
  readonly folder: string
  readonly path: string
  /** Absolute; undefined for what was never saved. */
  readonly file: string | undefined
  /** The sources that are open in the folder. */
  readonly open: OpenText
  readonly project: Project
}

export class Folders {
  readonly #host: Host
  readonly #documents: ReadonlyMap<string, OpenDocument>
  readonly #report: (error: unknown) => void
  readonly #projects = new Map<string, Promise<Project>>()
  readonly #reported = new Map<string, string>()
  #roots: readonly string[] = []
  #code: 'never' | undefined

  /** @param report called with the reason why a configuration cannot be used */
  constructor(host: Host, documents: ReadonlyMap<string, OpenDocument>, report: (error: unknown) => void) {
    this.#host = host
    this.#documents = documents
    this.#report = report
  }

  /**
   * @param uris the folders that are open in the editor
   * @param code `never` where the editor does not trust them
   */
  open(uris: readonly string[], code: 'never' | undefined): void {
    this.#roots = uris.flatMap((uri) => fileAt(uri) ?? [])
    this.#code = code
  }

  /** What lies in the folders may have changed. */
  forget(): void {
    this.#projects.clear()
  }

  /** The folder of a document is the innermost that is open, else the one that it lies in. */
  async placeOf(uri: string): Promise<Place> {
    const file = fileAt(uri)
    const folder = file === undefined ? (this.#roots[0] ?? process.cwd()) : this.#folderOf(file)
    const path =
      file === undefined
        ? `${uri.replace(/^[^:]*:/, '').replace(/[^\w.-]/g, '-')}.yaml`
        : relative(folder, file).split(sep).join('/')
    const open: OpenText = (name) => this.documentAt(resolve(folder, name))?.source
    return { folder, path, file, open, project: await this.#projectOf(folder) }
  }

  #folderOf(file: string): string {
    const around = this.#roots.filter((one) => isInside(file, one))
    return around.sort((one, other) => other.length - one.length)[0] ?? dirname(file)
  }

  #projectOf(folder: string): Promise<Project> {
    const known = this.#projects.get(folder)
    if (known !== undefined) return known
    const made = this.#host.project(folder, this.#code, (error) => {
      // Folders are looked at anew whenever a file is saved.
      if (this.#reported.get(folder) === messageOf(error)) return
      this.#reported.set(folder, messageOf(error))
      this.#report(error)
    })
    this.#projects.set(folder, made)
    return made
  }

  /** The address of a file by its path in a folder, as the editor has it where the file is open. */
  uriIn(folder: string, path: string): string {
    return this.documentAt(resolve(folder, path))?.uri ?? addressIn(folder, path)
  }

  /** @param file absolute */
  documentAt(file: string): OpenDocument | undefined {
    return (
      this.#documents.get(addressOf(file)) ??
      [...this.#documents.values()].find(({ uri }) => fileAt(uri) === file)
    )
  }
}

function isInside(file: string, folder: string): boolean {
  const way = relative(folder, file)
  return !isAbsolute(way) && way.split(sep, 1)[0] !== '..'
}
