/** References to files that get a new name, in the other files of a run. */
import { inPlaceOf, text, withEntries, withItems, withValue } from '../document/build.ts'
import { sameData } from '../document/data.ts'
import { readDocument } from '../document/document.ts'
import type { Entry, Mapping, Node } from '../document/node.ts'
import { nameOf } from '../document/read.ts'
import { printDocument } from '../document/print/print.ts'
import type { FileOutcome } from './outcome.ts'
import { blocked } from './run-file.ts'

const followId = 'cfn/json-to-yaml'

type ReadText = (path: string) => string | undefined

/**
 * Makes `type`, `TemplateURL`, `get_file` and `resource_registry` name the new files. A rename that
 * a file cannot follow, because it is blocked or unreadable, is taken back: the renamed file is
 * blocked instead.
 */
export function followRenames(outcomes: readonly FileOutcome[], readText: ReadText): readonly FileOutcome[] {
  let current = outcomes
  for (;;) {
    const renames = new Map(current.flatMap((one) => (one.newPath !== undefined && one.status === 'changed' ? [[one.path, one.newPath]] : [])))
    if (renames.size === 0) return current
    const attempt = current.map((one) => follow(one, renames, readText))
    const stuck = new Map(attempt.flatMap((one) => one.stuck.map((path) => [path, one.outcome.path] as const)))
    if (stuck.size === 0) return attempt.map((one) => one.outcome)
    current = current.map((one) => takeBack(one, stuck.get(one.path)))
  }
}

interface Followed {
  readonly outcome: FileOutcome
  /** Renamed files that this one refers to and cannot follow. */
  readonly stuck: readonly string[]
}

function takeBack(outcome: FileOutcome, by: string | undefined): FileOutcome {
  if (by === undefined) return outcome
  const message = `"${by}" refers to this file and cannot be changed along with it`
  const finding = { code: 'reference-not-followed', severity: 'error' as const, message }
  return blocked(outcome.path, outcome.kind, outcome.before ?? '', [...outcome.findings, finding])
}

function follow(outcome: FileOutcome, renames: ReadonlyMap<string, string>, readText: ReadText): Followed {
  const unchanged = { outcome, stuck: [] }
  if (outcome.status === 'skipped' && outcome.kind === 'not-a-template') return unchanged
  const source = outcome.after ?? outcome.before ?? readText(outcome.path)
  if (source === undefined) return unchanged
  const mentioned = [...renames.keys()].filter((path) => path !== outcome.path && source.includes(baseName(path)))
  if (mentioned.length === 0) return unchanged
  const reading = readDocument(source)
  if ('problem' in reading || reading.document.root === undefined) return { outcome, stuck: mentioned }
  const { document } = reading
  const found = new Set<string>()
  const root = renameIn(document.root as Node, directory(outcome.path), renames, found)
  if (found.size === 0) return unchanged
  const isFixed = outcome.status !== 'changed' && outcome.status !== 'unchanged'
  if (isFixed || document.syntax === 'json') return { outcome, stuck: [...found] }
  const after = printDocument(document, root, document.syntax)
  const reread = readDocument(after)
  if ('problem' in reread || reread.document.root === undefined || !sameData(reread.document.root, root)) {
    return { outcome, stuck: [...found] }
  }
  const others = outcome.transforms.filter((one) => one.id !== followId)
  const before = outcome.transforms.find((one) => one.id === followId)?.changes ?? 0
  const transforms = [{ id: followId, changes: before + found.size }, ...others]
  return { outcome: { ...outcome, status: 'changed', before: outcome.before ?? source, after, transforms }, stuck: [] }
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function directory(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/** `a/b/../c` → `a/c`; leading `..` stay. */
function normalized(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '.' || (part === '' && parts.length > 0)) continue
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..' && parts.at(-1) !== '') parts.pop()
    else parts.push(part)
  }
  return parts.join('/')
}

const referring: ReadonlySet<string> = new Set(['type', 'Type', 'TemplateURL', 'template_url', 'get_file'])

function renameIn(node: Node, from: string, renames: ReadonlyMap<string, string>, found: Set<string>, inRegistry = false): Node {
  if (node.kind === 'seq') return withItems(node, node.items.map((item) => renameIn(item, from, renames, found, inRegistry)))
  if (node.kind !== 'map') return node
  return withEntries(node as Mapping, node.entries.map((one) => renameEntry(one, from, renames, found, inRegistry)))
}

function renameEntry(one: Entry, from: string, renames: ReadonlyMap<string, string>, found: Set<string>, inRegistry: boolean): Entry {
  const key = nameOf(one) ?? ''
  const { value } = one
  if (value.kind === 'scalar' && typeof value.value === 'string' && (inRegistry || referring.has(key))) {
    const reference = value.value
    const target = normalized(from + reference)
    const renamed = renames.get(target)
    if (renamed === undefined) return one
    found.add(target)
    const next = reference.slice(0, reference.length - baseName(target).length) + baseName(renamed)
    return withValue(one, inPlaceOf(text(next, { for: value, style: value.style }), value))
  }
  return withValue(one, renameIn(value, from, renames, found, inRegistry || key === 'resource_registry'))
}
