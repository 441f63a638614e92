/** What an update of a stack would do, at the lines of a template that differs from its last version. */
import type { Connection, InlayHint, Range } from 'vscode-languageserver/node'
import { endAlong } from '../../meaning/impact/locations.ts'
import type { StackImpact } from '../../meaning/impact/model.ts'
import { type PartLabel, partLabels } from '../../show/report/impact-labels.ts'
import { groupedBy } from '../../text/document/multimap.ts'
import type { Folders } from './folders.ts'
import { type UnreadEnvironment, type UpdateBase, updateBases } from './host.ts'
import type { OpenDocument } from './open-documents.ts'

/**
 * What the editor asks for by `updateHints`; undefined for no hints. In a folder that it does not trust git does not run, as
 * the repository may name programs for that: the saved file counts there.
 */
export function baseOf(options: unknown): UpdateBase | undefined {
  const { updateHints, trusted } = (options ?? {}) as {
    readonly updateHints?: unknown
    readonly trusted?: unknown
  }
  const base = updateBases.find((one) => one === updateHints)
  return base === 'committed' && trusted === false ? 'saved' : base
}

/** What the hints are computed from, and who is asked. */
interface HintSurroundings {
  readonly connection: Connection
  readonly documents: ReadonlyMap<string, OpenDocument>
  readonly folders: Folders
  readonly asksForCloudFormation: boolean
  /** With which version a document is compared. */
  readonly base: UpdateBase
  /** Whether the editor asks again when it is notified that hints have changed. */
  readonly isRefreshed: boolean
  /** A defect, or a git that does not answer, costs one answer. */
  readonly log: (error: unknown) => void
}

/** Answers while the server runs; made only where somebody asks for hints. */
export class UpdateHints {
  readonly #around: HintSurroundings
  /** What was found out since anything changed. */
  readonly #found = new Map<string, Promise<readonly InlayHint[]>>()

  constructor(around: HintSurroundings) {
    this.#around = around
    around.connection.languages.inlayHint.on(async ({ textDocument: { uri }, range }) =>
      (await this.#of(uri)).filter(({ position }) => isWithin(range, position.line)),
    )
  }

  /** A document has changed: others may call it. */
  changed(): void {
    this.#found.clear()
  }

  /** What is on the disk has changed, or in the repository. */
  again(): void {
    this.#found.clear()
    const { connection, isRefreshed } = this.#around
    if (isRefreshed) void connection.languages.inlayHint.refresh()
  }

  #of(uri: string): Promise<readonly InlayHint[]> {
    const known = this.#found.get(uri)
    if (known !== undefined) return known
    const found = this.#computed(uri).catch((error) => {
      this.#around.log(error)
      return []
    })
    this.#found.set(uri, found)
    return found
  }

  async #computed(uri: string): Promise<readonly InlayHint[]> {
    const { documents, folders, base, asksForCloudFormation } = this.#around
    const document = documents.get(uri)
    if (!document?.isServed(asksForCloudFormation) || document.reading.problem !== undefined) return []
    const { path, file, project, open } = await folders.placeOf(uri)
    if (file === undefined) return []
    const update = await project.updated({ path, text: document.source }, base, open)
    if (update === undefined) return []
    const { impact, unread } = update
    const hints = impact === undefined ? [] : hintsAt(document, impact)
    return unread.length === 0 ? hints : [unreadHint(document, unread, impact !== undefined), ...hints]
  }
}

function isWithin({ start, end }: Range, line: number): boolean {
  return start.line <= line && line <= end.line
}

/** The hints of a document that can be read; what belongs to one line is one hint, at its end. */
function hintsAt(document: OpenDocument, impact: StackImpact): readonly InlayHint[] {
  const { root } = document.reading
  if (root === undefined) return []
  const located = partLabels(impact).map((one) => {
    const { offset, rest } = endAlong(root, one.part, one.path)
    return { ...one, rest, line: document.text.positionAt(offset).line }
  })
  const lines = groupedBy(located, ({ line }) => line)
  return [...lines].map(([line, some]) => {
    const texts = some.map((one) => (some.length > 1 || one.rest !== '' ? withName(one) : one.label))
    return {
      position: endOf(line, document),
      label: [...new Set(texts)].join('; '),
      tooltip: { kind: 'markdown' as const, value: some.map(({ markdown }) => markdown).join('\n\n') },
      paddingLeft: true,
    }
  })
}

/** At the first line: environments of the configuration that do not count. */
function unreadHint(
  document: OpenDocument,
  unread: readonly UnreadEnvironment[],
  areHints: boolean,
): InlayHint {
  const paths = unread.map(({ path }) => path).join(', ')
  return {
    position: endOf(0, document),
    label: areHints ? `hints without ${paths}` : `no hints, because of ${paths}`,
    tooltip: {
      kind: 'markdown',
      value: unread
        .map(({ path, why }) => `\`${path}\`, an environment of the configuration: ${why}.`)
        .join('\n\n'),
    },
    paddingLeft: true,
  }
}

/** Says which part it is about, where the line does not. */
function withName({ label, path, rest }: PartLabel & { readonly rest: string }): string {
  const name = rest === '' ? path?.replace(/^.*\./, '') : rest
  return name === undefined ? label : `${name}: ${label}`
}

function endOf(line: number, { text }: OpenDocument): InlayHint['position'] {
  const next = text.offsetAt({ line: line + 1, character: 0 })
  const content = text.getText().slice(text.offsetAt({ line, character: 0 }), next)
  return { line, character: content.replace(/[\r\n]+$/, '').length }
}
