/** Asks all rules about a template. */

import { callsWithin, marks } from '../heat/calls-within.ts'
import { behavesAs } from '../heat/code-facts.ts'
import { flattenedTree, isMerge } from '../heat/merge-keys.ts'
import { sentName } from '../heat/sent-names.ts'
import type { Template } from '../heat/template.ts'
import { mapSections } from '../heat/walk.ts'
import { mapEntries, withKey } from '../text/document/build.ts'
import { type Entry, type Mapping, offsetOf } from '../text/document/node.ts'
import { nameOf } from '../text/document/read.ts'
import { defined } from '../text/document/records.ts'
import { asRead } from '../text/document/shadowed.ts'
import { withCauses, withoutConsequences } from './consequences.ts'
import { problemsWithValues, reportingOnce, type ValueProblem } from './heat/with-values.ts'
import { type OwnCodes, ownCodes } from './own-rule.ts'
import type { AnyRule, RuleStage } from './rule.ts'
import { checkBehaves, heatRules, type TemplateCode, type TemplateProblem, templateCodes } from './rules.ts'
import { askRules, rulesOf } from './run-rules.ts'
import { type Beside, nothingBeside, type Report } from './scope.ts'
import { TemplateView, type ViewBasis } from './template-view.ts'
import type { Vocabulary } from './vocabulary.ts'

const stages: readonly RuleStage[] = ['structure', 'meaning', 'values', 'reading', 'last']

/** What is about how the source looks matters only to who wrote it. */
const ofSource: ReadonlySet<RuleStage> = new Set(['reading', 'last'])

/** What is known of a template beside its tree. */
interface Checked {
  readonly beside?: Beside
  /** The file that it is, with its source; without it nothing is said of how that looks. */
  readonly file?: Template
  /** Its source text, where it is not that of the file. */
  readonly text?: string
  readonly rules?: readonly AnyRule[]
  /** The resources that have changed since nothing was wrong with the others; without it, all. */
  readonly among?: ReadonlySet<string> | undefined
}

/**
 * What Heat would refuse in a template, or not read, by the words of one dialect. Shows what the template alone
 * shows: no parameter values, no cloud; and one problem of a kind for each location.
 */
export function checkTemplate(
  root: Mapping,
  words: Vocabulary,
  { beside = nothingBeside, file, text = file?.document.text ?? '', rules = heatRules, among }: Checked = {},
): readonly TemplateProblem[] {
  const problems: TemplateProblem[] = []
  const own = ownCodes(rules)
  const report = reporter(problems, own)
  const leaveOut = reportingOnce(({ code, at, message, source }) => report(code, at, message, { source }))
  const view = viewOf(root, {
    words,
    beside,
    text,
    leaveOut,
    own,
    among,
    found: () => problems,
    ...defined({ file }),
  })
  for (const stage of stages) {
    if (text === '' && ofSource.has(stage)) break
    if (stage === 'last' && problems.some(({ code }) => isRefused(code, view))) break
    askRules(rulesOf(rules, 'template', stage), view, report)
    if (stage === 'structure' && problems.some(({ code }) => view.behaves(code, 'hides values'))) break
  }
  return withCauses(words.version === undefined ? withoutConsequences(problems, view.root) : problems)
}

/** Whether Heat refuses something of a template, and not only how its file is written or its version. */
function isRefused(code: string, view: TemplateView): boolean {
  const passes = ['accepted by Heat', 'of the source', 'of the version'] as const
  return !passes.some((as) => view.behaves(code, as))
}

/** What Heat refuses of a template only with the values that it gets beside it. */
export function valueProblems(root: Mapping, words: Vocabulary, beside: Beside): readonly ValueProblem[] {
  return problemsWithValues(viewOf(root, { words, beside, text: '', own: {}, found: () => [] }))
}

/** Collects problems, one of a kind for each location. */
function reporter(problems: TemplateProblem[], own: OwnCodes): Report<string> {
  const seen = new Set<string>()
  const refused = new Set<number | undefined>()
  return (code, at, message, { source = '', repair, help, related, item = '' } = {}) => {
    const key = `${code} ${offsetOf(at)} ${item}`
    if (seen.has(key)) return
    seen.add(key)
    // What Heat refuses needs no word on how it is read.
    if (code === 'misread-value' && refused.has(offsetOf(at))) return
    if (checkBehaves(code as TemplateCode, 'hides misreadings')) refused.add(offsetOf(at))
    const problem = { code: code as TemplateCode, at, message, source, repair, related }
    const details = defined({ item: item === '' ? undefined : item, own: own[code], help })
    problems.push({ ...problem, ...details })
  }
}

/** A template without merge keys, and with the names of its parts as they are sent. */
function viewOf(
  root: Mapping,
  {
    text,
    own,
    ...others
  }: Pick<ViewBasis, 'words' | 'beside' | 'found' | 'leaveOut' | 'file' | 'among'> & {
    readonly text: string
    readonly own: OwnCodes
  },
): TemplateView {
  const written = asRead(root)
  const mayMerge = (callsWithin(written) & (marks.merge | marks.alias)) !== 0
  const flat = mayMerge ? flattenedTree(written) : written
  return new TemplateView({
    ...others,
    root: withSentNames(flat),
    written,
    flat,
    tests: new Set(),
    source: (node) => (node.start === undefined ? undefined : text.slice(node.start, node.end)),
    behaves: (code, as) => behavesAs(own[code] ?? templateCodes[code as TemplateCode], as),
  })
}

/** The template with the names of its parts as they are sent; the same object where all of them are strings. */
function withSentNames(root: Mapping): Mapping {
  return mapSections(root, (_, section) => (section.entries.every(isNamed) ? section : renamed(section)))
}

function renamed(section: Mapping): Mapping {
  return mapEntries(section, (one) => {
    const name = isNamed(one) ? undefined : sentName(one)
    return name === undefined ? one : withKey(one, name)
  })
}

function isNamed(one: Entry): boolean {
  return nameOf(one) !== undefined || isMerge(one)
}
