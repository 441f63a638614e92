/** What a chain must not have done to a tree, whatever its transforms meant to do; and which findings say it. */

import { callOf } from '../../heat/calls.ts'
import { isMerge, mergedNodes } from '../../heat/merge-keys.ts'
import { hotName } from '../../heat/sections.ts'
import type { Template } from '../../heat/template.ts'
import type { Document } from '../../text/document/document.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { rangeOf } from '../../text/document/node.ts'
import { nameOf } from '../../text/document/read.ts'
import { andMore, mostShadowed } from '../../text/document/shadowed.ts'
import { countFirst } from '../../text/document/sorted.ts'
import { linesOf, spotOf } from '../file-outcome.ts'
import { behaves, catalogueEntry } from '../findings/catalogue.ts'
import { type Finding, findingOf, sameAt, startOf } from '../findings/finding.ts'
import { fixesOf } from '../findings/finding-fixes.ts'

type Guarded = Pick<Template, 'document' | 'root' | 'syntax'>

/** The findings of all guards below about a tree that was read or made. */
export function guardFindings(file: Guarded): readonly Finding[] {
  const { document, root } = file
  // Nothing was done to the tree that was read.
  if (root === document.root) return checkShadowed(file)
  return [...checkShadowed(file), ...checkAliases(document, root), ...checkMergedCalls(document, root)]
}

/** Findings for duplicate keys, and errors where a change concerns an entry that another one shadows. */
function checkShadowed(file: Guarded): Finding[] {
  const { document, root } = file
  const shadowed = document.shadowed()
  if (shadowed.length === 0) return []
  const present = new Set<Entry>()
  const origins = new Set<Entry>()
  if (root !== document.root)
    visit(root, (entry) => {
      present.add(entry)
      if (entry.origin !== undefined) origins.add(entry.origin)
    })
  const survivors = survivorsIn(document)
  return shadowed.flatMap((entry, index) => {
    const isEdited = root !== document.root && !present.has(entry)
    const survivor = survivors.get(entry)
    // An entry without effect may be removed if the one that counts remains.
    if (
      isEdited &&
      !origins.has(entry) &&
      survivor !== undefined &&
      (present.has(survivor) || origins.has(survivor))
    )
      return []
    if (index >= mostShadowed && !isEdited) return []
    const name = nameOf(entry) ?? 'this key'
    const range = rangeOf(entry)
    const warning = findingOf(
      'duplicate-key',
      `duplicate key "${name}"; Heat uses the last one${andMore(index, shadowed.length)}`,
      range,
      isEdited
        ? {}
        : { fixes: fixesOf(entry, { do: 'remove', entry }, file), ...counting(survivor, document) },
    )
    if (!isEdited) return [warning]
    const message = `the change would edit this "${name}", which has no effect: the key occurs again further down`
    return [warning, findingOf('shadowed-edit', message, range)]
  })
}

/** Where the entry of the same name stands that counts. */
function counting(survivor: Entry | undefined, document: Document): Pick<Finding, 'related'> {
  const range = survivor && rangeOf(survivor)
  if (range === undefined) return {}
  return { related: [{ message: 'this is the one that counts', range, ...spotOf(range, linesOf(document)) }] }
}

/** By an entry that a later one shadows, the one of its name that counts. */
function survivorsIn({ root }: Document): ReadonlyMap<Entry, Entry> {
  const survivors = new Map<Entry, Entry>()
  if (root !== undefined)
    visitMaps(root, ({ entries }) => {
      const last = new Map(entries.map((one) => [nameOf(one), one]))
      for (const one of entries) {
        const counting = last.get(nameOf(one))
        if (counting !== undefined && counting !== one) survivors.set(one, counting)
      }
    })
  return survivors
}

function visit(node: Node, see: (entry: Entry) => void): void {
  if (node.kind === 'seq') for (const item of node.items) visit(item, see)
  if (node.kind !== 'map') return
  for (const entry of node.entries) {
    see(entry)
    visit(entry.value, see)
  }
}

/**
 * Errors for functions that were rewritten although a merge key takes their entry into a larger mapping, where it is
 * data: the entry is a function only where it is the only one.
 */
function checkMergedCalls(document: Document, root: Mapping): Finding[] {
  if (!document.hasAnchors || document.root === undefined) return []
  const before = new Map<string, Placed>()
  collect(document.root, [], before, [])
  const findings: Finding[] = []
  visitMaps(root, (map) => {
    const merges = map.entries.filter(isMerge)
    if (merges.length === 0 || map.entries.length === 1) return
    for (const node of mergedNodes(map)) {
      const old = node.kind === 'alias' ? callOf(before.get(node.name)?.node) : undefined
      if (node.kind !== 'alias' || old === undefined || callOf(node.target)?.name === old.name) continue
      const message = `*${node.name}: the function that it stands for would change, and is data in this mapping`
      findings.push(findingOf('anchor-edit', message, rangeOf(node)))
    }
  })
  return findings
}

function visitMaps(node: Node, see: (map: Mapping) => void): void {
  if (node.kind === 'map') {
    see(node)
    for (const one of node.entries) visitMaps(one.value, see)
  } else if (node.kind === 'seq') for (const item of node.items) visitMaps(item, see)
}

interface Placed {
  readonly node: Node
  readonly context: string
  /** Of an alias: whether its anchor stands before it. */
  readonly isDefined?: boolean
}

/**
 * Errors for aliases whose anchored node was changed although the alias occurs where that change is
 * not meant, or whose anchor was removed or follows them.
 */
function checkAliases(document: Document, root: Mapping): Finding[] {
  if (!document.hasAnchors) return []
  const anchors = new Map<string, Placed>()
  const aliases: Placed[] = []
  collect(root, [], anchors, aliases)
  const parsed = new Map<string, Placed>()
  if (document.root !== undefined) collect(document.root, [], parsed, [])
  return aliases.flatMap(({ node, context, isDefined }) => {
    if (node.kind !== 'alias') return []
    const anchor = anchors.get(node.name)
    const isMeant =
      anchor !== undefined && (anchor.node === parsed.get(node.name)?.node || anchor.context === context)
    if (isMeant && isDefined) return []
    const why = isMeant
      ? 'its anchor would stand behind it'
      : anchor === undefined
        ? 'its anchor would be removed'
        : 'its content would change'
    return [findingOf('anchor-edit', `*${node.name}: ${why}`, rangeOf(node))]
  })
}

function collect(node: Node, path: readonly string[], anchors: Map<string, Placed>, aliases: Placed[]): void {
  if (node.anchor !== undefined) anchors.set(node.anchor, { node, context: contextOf(path) })
  if (node.kind === 'alias')
    aliases.push({ node, context: contextOf(path), isDefined: anchors.has(node.name) })
  if (node.kind === 'seq') for (const item of node.items) collect(item, [...path, '-'], anchors, aliases)
  if (node.kind !== 'map') return
  for (const entry of node.entries) {
    const name = nameOf(entry) ?? '?'
    if (entry.key.anchor !== undefined) collect(entry.key, path, anchors, aliases)
    // A merged mapping means what its entries mean here.
    collect(entry.value, name === '<<' ? path : [...path, name], anchors, aliases)
  }
}

const resolvedParts: ReadonlySet<string> = new Set([
  'properties',
  'metadata',
  'update_policy',
  'deletion_policy',
  'value',
])

/** Two locations of one context are rewritten by the same rules. */
function contextOf(path: readonly string[]): string {
  const [section, , part] = path.map(hotName)
  if (section === undefined || path.length < 2) return `top/${section ?? ''}`
  if (section === 'conditions') return 'condition'
  if (path.length === 2) return section
  if ((section === 'resources' || section === 'outputs') && resolvedParts.has(part ?? '')) return 'value'
  return `${section}/${path.slice(2).map(hotName).join('/')}`
}

/**
 * One finding per cause. What a transform cannot rewrite, those behind it meet again at the same range: what the first of
 * them reports is the cause. What one transform, or `check`, reports in several codes or messages has several causes.
 * @param errors those that are held together by range; of all others only duplicates are removed
 */
export function distinct(
  findings: readonly Finding[],
  errors: ReadonlySet<Finding> = new Set(findings.filter(({ severity }) => severity === 'error')),
): readonly Finding[] {
  if (findings.length < 2) return findings
  const explained = explainedBy(errors)
  const seen = new Set<string>()
  const first = new Map<string, string | undefined>()
  return findings.filter((finding) => {
    const { range, code, transform } = finding
    const isOwn = errors.has(finding)
    const at = isOwn ? `${range?.start} ${range?.end}` : `${range?.start}`
    const key = sameAt(finding)
    if (key !== undefined) {
      const own = `${key}\0${at}`
      if (seen.has(own)) return false
      seen.add(own)
    }
    if (!isOwn || range === undefined) return true
    if (!first.has(at)) first.set(at, transform)
    else if (first.get(at) !== transform) return false
    return !(behaves(code, 'general') && explained(finding))
  })
}

/** Without those of which another finding at the same location says more. */
export function withoutReplaced(findings: readonly Finding[]): readonly Finding[] {
  const key = (code: string, { range }: Finding) => `${code} ${range?.start}`
  const replaced = new Set(findings.map((one) => key(catalogueEntry(one.code)?.replaces ?? '', one)))
  return findings.filter((one) => !replaced.has(key(one.code, one)))
}

/** Of the findings that begin at an offset or behind it: the one that ends first, and the first of another transform. */
interface FirstEnds {
  readonly start: number
  readonly first: Finding
  readonly other?: Finding
}

/** Whether one of the errors, of another transform, says inside of a finding's range why a function was left as it is. */
function explainedBy(errors: ReadonlySet<Finding>): (finding: Finding) => boolean {
  const endOf = ({ range }: Finding) => range?.end ?? 0
  const located = [...errors].filter(({ range }) => range !== undefined)
  // From the last to the first, so that each knows of all behind it.
  const known: FirstEnds[] = []
  for (const error of located.sort((a, b) => startOf(b) - startOf(a))) {
    const before = known.at(-1)
    const sorted = [error, before?.first, before?.other]
      .filter((one) => one !== undefined)
      .sort((a, b) => endOf(a) - endOf(b))
    const [first = error] = sorted
    const other = sorted.find(({ transform }) => transform !== first.transform)
    known.push({ start: startOf(error), first, ...(other === undefined ? {} : { other }) })
  }
  return ({ range, transform }) => {
    if (range === undefined) return false
    const found = known[countFirst(known, ({ start }) => start >= range.start) - 1]
    const one = found?.first.transform === transform ? found?.other : found?.first
    return one !== undefined && endOf(one) <= range.end
  }
}
