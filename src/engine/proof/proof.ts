/** Shows that a rewritten template means what the one that was read means. */

import { dialectOf } from '../../heat/dialect.ts'
import { type Recognition, recognise } from '../../heat/kind.ts'
import { chooseReading } from '../../heat/reading.ts'
import { hotName } from '../../heat/sections.ts'
import type { Reading } from '../../heat/template.ts'
import { compareTemplates, type Verdict } from '../../meaning/compare.ts'
import type { CompareOptions, DeclaredChanges, Facts, Side } from '../../meaning/side.ts'
import { sameData } from '../../text/document/data.ts'
import type { Document } from '../../text/document/document.ts'
import { type Mapping, type Node, type Range, textRange } from '../../text/document/node.ts'
import { nameOf, resolved } from '../../text/document/read.ts'
import { defined } from '../../text/document/records.ts'
import type { FindingCode } from '../findings/catalogue.ts'
import { type Finding, findingOf } from '../findings/finding.ts'
import type { ProofVerdict } from '../outcome.ts'
import { masked } from './masking.ts'

/** The template that was read. */
export interface Original {
  readonly document: Document
  readonly root: Mapping
  readonly recognition: Recognition
  readonly reading: Reading
  /** Whether the rewrite may use the names into which Heat itself translates older ones. */
  readonly names?: CompareOptions['names']
  /** Whether the rewrite may have native types in place of those of AWS; it then corresponds, and is never equal. */
  readonly types?: CompareOptions['types']
  /** What native resources inside of stacks and groups answer instead of those of AWS. */
  readonly inside?: CompareOptions['inside']
  readonly newInside?: CompareOptions['newInside']
}

interface Proof {
  readonly verdict: ProofVerdict
  /** Where the two differ, or what could not be shown: errors; or which accepted changes it relies on. */
  readonly findings: readonly Finding[]
  /** The assumptions of the verdict, as sentences; absent for none. */
  readonly assumptions?: readonly string[]
}

/**
 * Compares the template that was read with its rewrite, for all values.
 * @param accepted codes of changes that the user accepted; they do not count as differences
 * @param repaired codes of changes that need no leave, because Heat refuses the template that was read
 * @param declared what may differ in declarations
 * @returns `none` where one of the two is in no dialect that can be resolved
 */
export function prove(
  original: Original,
  rewritten: Document,
  accepted: ReadonlySet<string>,
  repaired: readonly string[] = [],
  declared: DeclaredChanges = new Map(),
): Proof {
  const { root } = rewritten
  if (root?.kind !== 'map') return { verdict: 'none', findings: [] }
  if (sameData(original.root, root)) return { verdict: 'equal', findings: [] }
  const before = dialectOf(original.recognition, original.reading)
  // Where a chain stopped on its way, it is CloudFormation still, and read as before.
  const after = dialectOf(recognise(root, rewritten.syntax), original.reading)
  if (before === undefined || after === undefined) return { verdict: 'none', findings: [] }
  const one: Side = { root: original.root, dialect: before, text: original.document.text }
  const other: Side = { root, dialect: after, text: rewritten.text }
  const { names = 'as written', types = 'as written', inside, newInside } = original
  const natively = { types, ...defined({ inside, newInside }) }
  const comparison = (codes: readonly string[]) => {
    const options: CompareOptions = { facts: factsOf([...codes, ...repaired]), names, ...natively, declared }
    return (first: Side, second: Side) => compareTemplates(first, second, options)
  }
  const compare = comparison([...accepted])
  const verdict = compare(one, other)
  const { problems, assumptions } = saidOf(verdict, one, other, compare)
  const located = ({ code, message, path }: (typeof problems)[number]) =>
    findingOf(code, message, rangeOfPath(original.root, path))
  const findings = problems.map(located)
  if (verdict.verdict === 'equal' && types === 'natively') {
    const facts = factsOf([...accepted, ...repaired])
    const plainly = compareTemplates(one, other, { facts, names, declared })
    return { verdict: plainly.verdict === 'equal' ? 'equal' : 'corresponds', findings, ...assumptions }
  }
  if (verdict.verdict !== 'equal' || accepted.size === 0)
    return { verdict: verdict.verdict, findings, ...assumptions }
  const comparedWith = (codes: readonly string[]) => comparison(codes)(one, other)
  return { verdict: 'equal', findings: [...findings, ...reliedOn(accepted, comparedWith)], ...assumptions }
}

/** What the proof may take as given of a change that was accepted. */
const assumedBy: Readonly<Record<string, keyof Facts | undefined>> = {
  'newer-function': 'laterCalls',
  'group-attribute-path': 'groupPathsNameMembers',
  'foreign-function': 'foreignCalls',
  'select-json-text': 'stringsAreJson',
  'select-text': 'selectsNoJson',
  'no-value-null': 'noValueIsNull',
  'availability-zones': 'zonesAreParameter',
  'stack-id': 'stackIdForArn',
} satisfies Partial<Record<FindingCode, keyof Facts>>

function factsOf(codes: Iterable<string>): Facts {
  const assumed = [...codes].flatMap((code) => assumedBy[code] ?? [])
  return Object.fromEntries(assumed.map((fact) => [fact, true]))
}

/**
 * Shows that nothing but the names of files differs.
 * @param renamed references as they stood to what they become
 * @returns `none` for files that are no templates
 */
export function proveRenamed(
  before: Document,
  after: Document,
  renamed: ReadonlyMap<string, string>,
): ProofVerdict {
  const [one, other] = [before, after].map((document): Side | undefined => {
    const { root, syntax, text } = document
    if (root?.kind !== 'map') return undefined
    const recognition = recognise(root, syntax)
    const dialect = dialectOf(recognition, chooseReading(root, recognition).reading)
    return dialect === undefined ? undefined : { root, dialect, text }
  })
  if (one === undefined || other === undefined) return 'none'
  const files = [...renamed].flatMap(([old, name]) => [
    [old, { digest: name }] as const,
    [name, { digest: name }] as const,
  ])
  return compareTemplates(one, other, { renamed, files: new Map(files) }).verdict
}

/** The accepted changes without any one of which the two would not be equal. */
function reliedOn(
  accepted: ReadonlySet<string>,
  comparedWith: (codes: readonly string[]) => Verdict,
): Finding[] {
  if (comparedWith([]).verdict === 'equal') return []
  const needed = [...accepted].filter(
    (code) => comparedWith([...accepted].filter((one) => one !== code)).verdict !== 'equal',
  )
  // Of two that do the same neither is needed alone.
  const codes = needed.length === 0 ? [...accepted] : needed
  const message = `equal but for what was accepted: ${codes.sort().join(', ')}`
  return [findingOf('meaning-accepted', message)]
}

// Findings that a verdict yields at locations of the original, for single templates and modules alike.

interface ProofProblem {
  readonly code: FindingCode
  /** The name of the nested template that it is about. */
  readonly template: string | undefined
  readonly path: string
  readonly message: string
}

/** The number of locations in a report; the first few show what is wrong. */
const shown = 10

/** What a report says of a verdict. */
interface Said {
  /** Where the two differ, or what could not be shown; of equal ones, what Heat refuses before and takes afterwards. */
  readonly problems: readonly ProofProblem[]
  readonly assumptions: Pick<Proof, 'assumptions'>
}

/**
 * What may be said of a verdict: no hidden value and no content of a file shows.
 * @param compare as the verdict was made
 */
export function saidOf<One extends Side>(
  verdict: Verdict,
  before: One,
  after: One,
  compare: (before: One, after: One) => Verdict,
): Said {
  const assumes = verdict.verdict !== 'differs' && verdict.assumptions.length > 0
  if (problemsOf(verdict).length === 0 && !assumes) return { problems: [], assumptions: {} }
  const open = masked(verdict, before, after, compare)
  return {
    problems: problemsOf(verdict).length === 0 ? [] : problemsOf(open),
    assumptions: assumes ? { assumptions: open.assumptions.map(({ text }) => text) } : {},
  }
}

function problemsOf(verdict: Verdict): readonly ProofProblem[] {
  switch (verdict.verdict) {
    case 'equal':
      return verdict.tolerated
        .filter(({ kind }) => kind === 'error-to-value' || kind === 'some-errors-to-values')
        .slice(0, shown)
        .map(({ kind, path, template, before }) => ({
          code: 'refused-before',
          template,
          path,
          message: `${path}: ${kind === 'error-to-value' ? '' : 'for some values '}Heat rejects the original but accepts the result (${clipped(before)})`,
        }))
    case 'unproved':
      return verdict.reasons.slice(0, shown).map(({ path, template, why, because }) => ({
        code: because === 'over-budget' ? 'proof-over-budget' : 'meaning-unproved',
        template,
        path,
        message: `${path === '' ? 'the template' : path}: ${why}`,
      }))
    case 'differs':
      return verdict.differences.slice(0, shown).map(({ path, template, before, after, world }) => ({
        code: 'meaning-differs',
        template,
        path,
        message: `${path}: ${clipped(before)} would become ${clipped(after)} (${world})`,
      }))
  }
}

function clipped(text: string): string {
  return text.length > 120 ? `${text.slice(0, 117)}...` : text
}

/**
 * Where a path such as `resources.server.properties.networks[0].port` leads in a template of any
 * dialect: the range of the deepest part that is there. Names may hold dots, so the longest that fits counts.
 */
export function rangeOfPath(root: Mapping, path: string): Range | undefined {
  let node: Node = root
  let found: Range | undefined
  let rest = path
  for (let depth = 0; rest !== ''; depth += 1) {
    const step = stepInto(resolved(node), rest, depth === 0 || depth === 2)
    if (step === undefined) return found
    found = step.range ?? found
    node = step.value
    rest = step.rest
  }
  return found
}

interface Step {
  readonly value: Node
  readonly range: Range | undefined
  readonly rest: string
}

/** @param isKeyword whether the name is one of the dialect's own words, which HOT spells otherwise */
function stepInto(node: Node, rest: string, isKeyword: boolean): Step | undefined {
  if (node.kind === 'seq') {
    const index = /^\[(\d+)\]\.?/.exec(rest)
    const item = index === null ? undefined : node.items[Number(index[1])]
    return index === null || item === undefined
      ? undefined
      : { value: item, range: textRange(item), rest: rest.slice(index[0].length) }
  }
  if (node.kind !== 'map') return undefined
  let best: Step | undefined
  for (const entry of node.entries) {
    const own = nameOf(entry) ?? ''
    const name = isKeyword ? hotName(own) : own
    const fits = name !== '' && rest.startsWith(name) && /^(?:$|\.|\[)/.test(rest.slice(name.length))
    if (!fits) continue
    const left = rest.slice(name.length).replace(/^\./, '')
    if (best === undefined || left.length <= best.rest.length)
      best = { value: entry.value, range: textRange(entry.key), rest: left }
  }
  return best
}
