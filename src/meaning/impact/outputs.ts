/** What outputs give after an update. */
import { defined } from '../../text/document/records.ts'
import type { Term } from '../terms/term.ts'
import { declarationImpacts } from './declared-names.ts'
import type { ValueDifferences } from './differences.ts'
import type { DifferingPart } from './extents.ts'
import type { LoweredLevel } from './lowered-level.ts'
import { type DeclarationImpact, knownAfterText, readText, whenText } from './model.ts'
import { shownTerm } from './secrets.ts'
import type { TemplateImpact } from './template-impact.ts'

/** The outputs of the outer templates that are added, removed, or may give another value; secrets are not shown. */
export function outputsOf({ level }: TemplateImpact, values: ValueDifferences): readonly DeclarationImpact[] {
  const { before, after } = level.programs
  return declarationImpacts(before.outputs, after.outputs, (one, other, name) => {
    const [was, is] = [level.output('before', one), level.output('after', other)]
    return values.between(was, is, level.terms.true).map((part) => partNote(level, name, part))
  })
}

function partNote(
  { words, terms }: LoweredLevel,
  name: string,
  { path, before, after, by, knownAfter, extent }: DifferingPart,
): string {
  const when = words.when(extent.may)
  const condition = when === undefined ? '' : ` ${whenText(when)}`
  if (by !== undefined) {
    const certainty = extent.sure === extent.may ? 'if' : 'may'
    return `${readText(defined({ by, knownAfter }), certainty)}${condition}`
  }
  const at = path === '' ? '' : `${path.replace(/^\./, '')}: `
  const known = knownAfter === undefined ? '' : `, where ${knownAfterText(knownAfter)}`
  const isNone = (term: Term) => term === terms.omitted || term === terms.null
  const [one, other] = [before, after].map((term) => shownTerm(terms, term, name + path)) as [Term, Term]
  const [was, is] = words.parted(one, other)
  const values = [isNone(before) ? '(none)' : was, isNone(after) ? '(none)' : is]
  return `${at}${values.join(' -> ')}${known}${condition}`
}
