/** Where parts are declared and named, in a document and in the files that belong together with it. */
import type { DocumentHighlight, DocumentLink, Location, Position } from 'vscode-languageserver/node'
import { directoryOf, type SourceFile } from '../../stack/source-file.ts'
import type { Range } from '../../text/document/node.ts'
import { join } from '../../text/document/paths.ts'
import { declaredElsewhere, type Elsewhere } from '../editor/elsewhere.ts'
import { type Mention, mentionAt, mentionsIn, samePart } from '../editor/mentions.ts'
import { fileNames, isUrl, type Part, usesElsewhere } from '../editor/uses.ts'
import { addressBeside } from './addresses.ts'
import { treeOffset } from './answers.ts'
import type { Folders, Place } from './folders.ts'
import { OpenDocument } from './open-documents.ts'
import type * as Protocol from './protocol.ts'
import type { Turns } from './turns.ts'

/** What answers about several files stand on. */
interface NameSurroundings {
  readonly folders: Folders
  readonly protocol: Pick<typeof Protocol, 'TextDocument'>
}

/** The name at a position, with all names of the same part in the document. */
export function mentionFor(
  document: OpenDocument,
  position: Position,
): { readonly mention: Mention; readonly all: readonly Mention[] } | undefined {
  const { root } = document.reading
  if (root === undefined) return undefined
  const all = mentionsIn(root)
  const mention = mentionAt(all, treeOffset(document, position))
  return mention === undefined ? undefined : { mention, all: samePart(all, mention) }
}

/** All names of the part in the document; where it is declared is written to, in the words of the protocol. */
export function highlightsFor(document: OpenDocument, position: Position): DocumentHighlight[] {
  const { all = [] } = mentionFor(document, position) ?? {}
  return all.map(({ is, range }) => ({ range: document.rangeOf(range), kind: is === 'declaration' ? 3 : 2 }))
}

/** What stands at a position and is declared in other files; several where an environment is for several templates. */
export function elsewhereAt(
  document: OpenDocument,
  position: Position,
  { project, path, file, open }: Place,
): readonly Elsewhere[] {
  const { root } = document.reading
  if (root === undefined || file === undefined) return []
  return declaredElsewhere(root, treeOffset(document, position), project.around(path, open))
}

/** Where what is named at a position is declared. */
export async function definitionFor(
  document: OpenDocument,
  position: Position,
  { folders, protocol }: NameSurroundings,
): Promise<Location[]> {
  const place = await folders.placeOf(document.uri)
  const elsewhere = elsewhereAt(document, position, place)
  if (elsewhere.length > 0) {
    const locate = locating(place, { folders, protocol })
    return elsewhere.map(({ template, range = { start: 0, end: 0 } }) => locate(template, range))
  }
  const found = mentionFor(document, position)
  if (found === undefined) return []
  if (found.mention.kind !== 'file')
    return found.all.flatMap(({ is, range }) =>
      is === 'declaration' ? [{ uri: document.uri, range: document.rangeOf(range) }] : [],
    )
  const uri = addressBeside(document.uri, found.mention.name)
  const top = { line: 0, character: 0 }
  return uri === undefined ? [] : [{ uri, range: { start: top, end: top } }]
}

/** What a position is about, with the template that has it; several where an environment is for several templates. */
export function partsFor(document: OpenDocument, position: Position, place: Place): readonly Part[] {
  const elsewhere = elsewhereAt(document, position, place)
  if (elsewhere.length > 0)
    return elsewhere.map(({ template: { path }, part }) => ({
      path,
      ...(part ?? { kind: 'file', name: path }),
    }))
  const mention = mentionFor(document, position)?.mention
  if (mention === undefined) return []
  const { kind, name } = mention
  if (kind !== 'file') return [{ path: place.path, kind, name }]
  return isUrl(name) ? [] : [{ path: join(directoryOf(place.path), name) ?? name, kind, name }]
}

export async function referencesFor(
  document: OpenDocument,
  { position, withDeclaration }: { readonly position: Position; readonly withDeclaration: boolean },
  around: NameSurroundings & { /** Says what an answer lacks. */ readonly warn: (message: string) => void },
  turns: Turns,
): Promise<Location[]> {
  const place = await around.folders.placeOf(document.uri)
  const locate = locating(place, around)
  const found: Location[] = []
  for (const part of partsFor(document, position, place)) {
    const isCounted = ({ is }: Mention) => withDeclaration || is === 'reference'
    const own = ofDocument(document, part, place).filter(isCounted)
    found.push(...own.map(({ range }) => ({ uri: document.uri, range: document.rangeOf(range) })))
    if (place.file === undefined || !partsElsewhere.has(part.kind)) continue
    const { pkg, unread } = await place.project.related(part.path, part, place.open, turns)
    if (unread !== undefined) around.warn(`references in files that were not read are missing: ${unread}`)
    const declaring = part.path === place.path ? undefined : pkg.files.get(part.path)
    const there = declaring === undefined ? [] : samePart(mentionsIn(declaring.root), part)
    const others = [
      ...there.filter(isCounted).map(({ range }) => ({ file: declaring as SourceFile, range })),
      ...usesElsewhere(pkg, part),
    ]
    found.push(
      ...others.map(({ file: { path, document: read }, range }) => locate({ path, text: read.text }, range)),
    )
  }
  return distinct(found)
}

/** Those that other files can name. */
const partsElsewhere: ReadonlySet<Part['kind']> = new Set(['parameter', 'output', 'file'])

/** The names of a part in the document that has it, as it is being typed. */
function ofDocument(document: OpenDocument, part: Part, { path }: Place): readonly Mention[] {
  const { root } = document.reading
  return root === undefined || part.path !== path ? [] : samePart(mentionsIn(root), part)
}

function distinct(locations: readonly Location[]): Location[] {
  return [...new Map(locations.map((one) => [JSON.stringify(one), one])).values()]
}

type Locate = (file: { readonly path: string; readonly text: string }, range: Range) => Location

/** Locations in files of a folder; the lines of a file are counted once. */
function locating(
  { folder }: Pick<Place, 'folder'>,
  { folders, protocol: { TextDocument: texts } }: NameSurroundings,
): Locate {
  const known = new Map<string, OpenDocument>()
  return ({ path, text }, range) => {
    const document =
      known.get(path) ?? new OpenDocument(texts.create(folders.uriIn(folder, path), 'yaml', 0, text))
    known.set(path, document)
    return { uri: document.uri, range: document.plainRange(range) }
  }
}

/** The names of files in a document, each with where it leads. */
export function linksFor(document: OpenDocument): DocumentLink[] {
  const { root } = document.reading
  if (root === undefined) return []
  return fileNames({ path: '', root }).flatMap(({ name, range }) => {
    const target = isUrl(name) ? name : addressBeside(document.uri, name)
    return target === undefined ? [] : [{ range: document.rangeOf(range), target }]
  })
}
