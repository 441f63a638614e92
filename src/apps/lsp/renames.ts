/** Other names for parts of a template, in all files that name them. */
import type { Position, WorkspaceEdit } from 'vscode-languageserver/node'
import { messageOf } from '../../engine/findings/finding.ts'
import { recognise } from '../../heat/kind.ts'
import { type Range, textRange } from '../../text/document/node.ts'
import type { Mention } from '../editor/mentions.ts'
import { findAt } from '../editor/paths.ts'
import type { Part } from '../editor/uses.ts'
import { documentEdit } from './edits.ts'
import type { Folders, Place } from './folders.ts'
import { elsewhereAt, mentionFor, partsFor } from './names.ts'
import type { OpenDocument } from './open-documents.ts'
import type * as Protocol from './protocol.ts'
import type { Turns } from './turns.ts'
import { workspaceEdit } from './workspace-edit.ts'

/** A part that can have another name, and where that is typed. */
interface Renamable {
  readonly part: Part
  readonly range: Range
}

/**
 * The part that a position is about, wherever it is declared; undefined for what has no name of ours.
 *
 * @throws the protocol's refusal with the reason, where an environment does not say which template is meant
 */
export function renamable(
  document: OpenDocument,
  position: Position,
  place: Place,
  protocol: typeof Protocol,
): Renamable | undefined {
  const { root, problem, text } = document.reading
  // While the source cannot be read, nobody knows all that names the part.
  if (root === undefined || problem !== undefined) return undefined
  const mention = mentionFor(document, position)
  const isOfEnvironment = recognise(root, 'yaml').kind === 'environment'
  if (isOfEnvironment) refuseUnclear(mention?.mention, elsewhereAt(document, position, place), protocol)
  const [part, another] = partsFor(document, position, place)
  if (part === undefined || another !== undefined || part.kind === 'file') return undefined
  const isOwn = part.path === place.path
  if (isOwn && mention?.all.some(({ is }) => is === 'declaration') !== true) return undefined
  const node = findAt(root, document.text.offsetAt(position)).node
  const around = isOwn ? mention?.mention.range : textRange(node)
  // Within quotes, and behind a prefix.
  const at = around === undefined ? -1 : text.slice(around.start, around.end).lastIndexOf(part.name)
  if (around === undefined || at === -1) return undefined
  const start = around.start + at
  return { part, range: { start, end: start + part.name.length } }
}

/** @throws the protocol's refusal, unless exactly one template declares what an environment gives a value */
function refuseUnclear(
  mention: Mention | undefined,
  declaring: ReturnType<typeof elsewhereAt>,
  protocol: typeof Protocol,
): void {
  if (declaring.length > 1) throw refusal('several templates declare it: rename it in one of them', protocol)
  if (declaring.length === 0 && mention?.kind === 'parameter')
    throw refusal(`no template beside the environment is known to declare "${mention.name}"`, protocol)
}

interface RenameSurroundings {
  readonly folders: Folders
  readonly protocol: typeof Protocol
  readonly turns: Turns
}

/** @throws the protocol's refusal with the reason, where there is nothing to rename or the name cannot be had */
export async function renamed(
  document: OpenDocument,
  { position, newName: to }: { readonly position: Position; readonly newName: string },
  { folders, protocol, turns }: RenameSurroundings,
): Promise<WorkspaceEdit> {
  const place = await folders.placeOf(document.uri)
  const found = renamable(document, position, place, protocol)
  if (found === undefined) throw refusal('nothing here can have another name', protocol)
  const { kind, name: from, path } = found.part
  if (!/^[\w.-]+$/.test(to)) throw refusal(`"${to}" is no name`, protocol)
  if (kind === 'condition' || kind === 'mapping') {
    const all = mentionFor(document, position)?.all ?? []
    const edits = all.map(({ range: { start, end } }) => {
      const at = start + document.source.slice(start, end).lastIndexOf(from)
      return { start: at, end: at + from.length, text: to }
    })
    return { documentChanges: [documentEdit(document, edits)] }
  }
  if (kind === 'file') throw refusal('files are renamed in the file system', protocol)
  const { folder, project, open } = place
  const outcomes = await attempted(() => project.renamed(path, { kind, from, to }, open, turns), protocol)
  const refused = outcomes.flatMap(({ findings }) => findings).find(({ code }) => code === 'not-renamed')
  if (refused !== undefined) throw refusal(refused.message, protocol)
  return workspaceEdit(outcomes, folder, folders, protocol)
}

/** @throws the protocol's refusal with what the command line would say */
async function attempted<Answer>(answer: () => Promise<Answer>, protocol: typeof Protocol): Promise<Answer> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof protocol.ResponseError) throw error
    throw refusal(messageOf(error), protocol)
  }
}

/** What a request that cannot be done is answered with. */
export function refusal(
  message: string,
  { ResponseError, LSPErrorCodes }: Pick<typeof Protocol, 'ResponseError' | 'LSPErrorCodes'>,
): Error {
  return new ResponseError(LSPErrorCodes.RequestFailed, message)
}
