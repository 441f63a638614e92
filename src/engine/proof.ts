/** Shows that a rewritten template means what the one that was read means. */

import { sameData } from '../document/data.ts'
import type { Document } from '../document/document.ts'
import type { Mapping } from '../document/node.ts'
import { dialectOf } from '../heat/dialect.ts'
import { type Recognition, recognise } from '../heat/kind.ts'
import { chooseReading } from '../heat/reading.ts'
import type { Reading } from '../heat/template.ts'
import {
  type CompareOptions,
  compareTemplates,
  type Facts,
  type Side,
  type Verdict,
} from '../semantics/compare.ts'
import type { DeclaredChanges } from '../semantics/side.ts'
import { catalogueEntry } from './catalogue.ts'
import { type Finding, findingOf } from './finding.ts'
import type { ProofVerdict } from './outcome.ts'
import { rangeOfPath } from './path-range.ts'
import { problemsBetween } from './proof-problems.ts'

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

export interface Proof {
  readonly verdict: ProofVerdict
  /** Where the two differ, or what could not be shown: errors; or which accepted changes it relies on. */
  readonly findings: readonly Finding[]
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
  const natively = {
    types,
    ...(inside === undefined ? {} : { inside }),
    ...(newInside === undefined ? {} : { newInside }),
  }
  const comparison = (codes: readonly string[]) => {
    const options: CompareOptions = { facts: factsOf([...codes, ...repaired]), names, ...natively, declared }
    return (first: Side, second: Side) => compareTemplates(first, second, options)
  }
  const compare = comparison([...accepted])
  const verdict = compare(one, other)
  const findings = problemsBetween(verdict, one, other, compare).map(({ code, message, path }) =>
    findingOf(code, message, rangeOfPath(original.root, path)),
  )
  if (verdict.verdict === 'equal' && types === 'natively') {
    const plainly = compareTemplates(one, other, {
      facts: factsOf([...accepted, ...repaired]),
      names,
      declared,
    })
    return { verdict: plainly.verdict === 'equal' ? 'equal' : 'corresponds', findings }
  }
  if (verdict.verdict !== 'equal' || accepted.size === 0) return { verdict: verdict.verdict, findings }
  const comparedWith = (codes: readonly string[]) => comparison(codes)(one, other)
  return { verdict: 'equal', findings: [...findings, ...reliedOn(accepted, comparedWith)] }
}

function factsOf(codes: Iterable<string>): Facts {
  const assumed = [...codes].flatMap((code) => catalogueEntry(code)?.assumes ?? [])
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
  const codes = [...accepted].filter(
    (code) => comparedWith([...accepted].filter((one) => one !== code)).verdict !== 'equal',
  )
  const message = `equal but for what was accepted: ${codes.sort().join(', ')}`
  return [findingOf('meaning-accepted', message)]
}
