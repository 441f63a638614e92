/** What Heat would refuse in a result, so that a migration never ends in a template that looks done and is not. */

import { callOf } from '../../heat/calls.ts'
import type { Cloud } from '../../heat/cloud.ts'
import type { Concern } from '../../heat/code-facts.ts'
import { isCfnName, versionKeyOf } from '../../heat/dialects.ts'
import { functionNames } from '../../heat/functions/table.ts'
import { recognise } from '../../heat/kind.ts'
import { withLongForms } from '../../heat/short-tags.ts'
import { isCfn } from '../../heat/template.ts'
import { type HotVersion, versionOf } from '../../heat/versions.ts'
import { forEachNode, forEachTagged } from '../../heat/walk.ts'
import { withoutLoops } from '../../meaning/language-extensions.ts'
import { checkTemplate } from '../../rules/check-template.ts'
import type { TemplateProblem } from '../../rules/rules.ts'
import type { Beside } from '../../rules/scope.ts'
import { cfnVocabulary, hotWords } from '../../rules/vocabulary.ts'
import type { SourceFile } from '../../stack/source-file.ts'
import { childEnd, type Entry, type Mapping, rangeOf } from '../../text/document/node.ts'
import { hasLocalTag, nameOf } from '../../text/document/read.ts'
import { countFirst } from '../../text/document/sorted.ts'
import { behaves, catalogue, catalogueEntry, codesThat, type FindingCode } from './catalogue.ts'
import { allowed, type Finding, findingOf } from './finding.ts'

/** That Heat refuses a result. */
export interface Undeployable {
  /** What it refuses, in counts: `5 properties, 1 other error`. */
  readonly why: string
  /** Whether the original was one that Heat, or AWS, takes: the run does not end as if all were done. */
  readonly isNew: boolean
  /** The code with which it would be taken: all that is refused is removed where this is accepted. */
  readonly accepting?: FindingCode
}

/** What `check` says of a result. */
export interface ResultCheck {
  readonly findings: readonly Finding[]
  readonly undeployable?: Undeployable
}

/** What is around a template that a chain made. */
export interface ResultSurroundings {
  /** The version that results declare. */
  readonly target: HotVersion
  readonly beside: (path: string) => Beside
  readonly besideBefore: (path: string) => Beside
  /** The cloud that results are for: they do without what it does not have. */
  readonly cloud: Cloud | undefined
}

/**
 * What a template became, as `check` sees it with the files beside it. Of what was CloudFormation, errors that the template
 * did not have are the rewrite's, and block it. Others are warnings: of what cannot be seen in the original, and what Heat
 * refuses of CloudFormation, too, since it refuses the result as well.
 * @param made with the tree that the chain made, whose nodes know where they stood
 */
export function checkResult(
  { before, verdict }: Partial<Original>,
  made: SourceFile,
  surroundings: () => ResultSurroundings,
): ResultCheck {
  const { kind, versionText = '' } = recognise(made.root, made.syntax)
  const isStillCfn = isCfn(kind) && before !== undefined && isCfn(before.kind)
  if (isStillCfn) return halfTranslated({ before, verdict }, made, versionKeyOf(kind), surroundings())
  // Environments and blueprints are not results that Heat creates a stack from.
  if (kind !== 'hot') return { findings: [] }
  const { target, beside, besideBefore, cloud } = surroundings()
  const version = versionOf(versionText) ?? target
  const isOfCfn = before !== undefined && isCfn(before.kind)
  const isOfAws = isOfCfn && before.reading === 'aws'
  const text = isOfAws ? before.document.text : ''
  const problems = checkTemplate(made.root, hotWords(version, cloud), { beside: beside(made.path), text })
  const misread = isOfAws ? problems.flatMap(misreadOfAws) : []
  const errors = errorsIn(problems)
  if (errors.length === 0) return { findings: misread }
  const parts = new Parts((before ?? made).root)
  const isKnown = before === undefined ? () => false : problemsOf({ before, verdict }, besideBefore, cloud)
  let hasRefused = false
  const findings = errors.flatMap(({ code, at, message, source }) => {
    const range = rangeOf(at)
    const known = isKnown(code, parts.of(range?.start))
    hasRefused ||= known === true
    // Errors that a HOT template had before are reported by check, not by its rewrite.
    if (known === true && !isOfCfn) return []
    // What Heat makes of an original that was written for AWS is no excuse.
    const isSame = known === true && !isOfAws
    const said = isSame ? `${message}; Heat rejects the original too` : `in the result, ${message}`
    const finding = findingOf(code, said, range, { source })
    return known === false && isOfCfn ? finding : allowed(finding)
  })
  return {
    findings: [...findings, ...misread],
    undeployable: { why: countsOf(errors), isNew: isOfAws || !hasRefused },
  }
}

/** Nobody but Heat says what it makes of `0644` in a template that was written for AWS: the number is written as it stands. */
function misreadOfAws({ code, at, message }: TemplateProblem): readonly Finding[] {
  return behaves(code, 'said of results') ? [findingOf(code, `in the result, ${message}`, rangeOf(at))] : []
}

/** A template as it was read. */
interface Original {
  readonly before: SourceFile
  /** What Heat says of it, where that was asked. */
  readonly verdict: readonly TemplateProblem[] | undefined
}

/**
 * What single steps left of CloudFormation: words of HOT mean nothing under its version key, or are data there, and Heat
 * refuses them as sections, keys and types. Short tags are read as the functions that they stand for.
 */
function halfTranslated(
  { before, verdict }: Original,
  made: SourceFile,
  key: ReturnType<typeof versionKeyOf>,
  { beside, besideBefore, cloud }: ResultSurroundings,
): ResultCheck {
  const foreign = new Set<string>()
  forEachNode(made.root, (node) => {
    const call = callOf(node)
    if (call === undefined || call.entry.key.start !== undefined) return
    if (hotFunctions.has(call.name) && !isCfnName(call.name)) foreign.add(call.name)
  })
  const parts = new Parts(before.root)
  const isKnown = problemsOf({ before, verdict }, besideBefore, cloud, withLongForms)
  const words = cfnVocabulary(key, cloud)
  const errors = errorsIn(
    checkTemplate(withLongForms(made.root), words, { beside: beside(made.path) }),
  ).filter(({ code, at }) => isKnown(code, parts.of(rangeOf(at)?.start)) === false)
  const data = [...foreign].sort().map((name) => `${name} is not a function in ${key}`)
  const why = [...data, ...(errors.length === 0 ? [] : [countsOf(errors)])]
  return why.length === 0
    ? { findings: [] }
    : { findings: [], undeployable: { why: why.join(', '), isNew: true } }
}

const hotFunctions: ReadonlySet<string> = new Set(functionNames)

function errorsIn(problems: readonly TemplateProblem[]): readonly TemplateProblem[] {
  return problems.filter(({ code }) => catalogue[code].severity === 'error')
}

const nouns: readonly (readonly [one: Concern, many: string])[] = [
  ['property', 'properties'],
  ['value', 'values'],
  ['reference', 'references'],
  ['nested template', 'nested templates'],
]

/** What a template that did not exist before is refused for; undefined where Heat takes it. */
export function undeployableBy(findings: readonly Finding[]): Undeployable | undefined {
  const errors = findings.filter(({ severity }) => severity === 'error')
  return errors.length === 0 ? undefined : { why: countsOf(errors), isNew: true }
}

function countsOf(errors: readonly Pick<Finding, 'code'>[]): string {
  const counts = nouns.map(([one, many]) => {
    const count = errors.filter(({ code }) => catalogueEntry(code)?.concerns === one).length
    return { count, noun: count === 1 ? one : many }
  })
  const others = errors.length - counts.reduce((sum, { count }) => sum + count, 0)
  const all = [...counts, { count: others, noun: others === 1 ? 'other error' : 'other errors' }]
  return all.flatMap(({ count, noun }) => (count === 0 ? [] : [`${count} ${noun}`])).join(', ')
}

/** Whether a template has a problem of a kind in one of its parts; `unseen` where it could not be looked for. */
function problemsOf(
  { before: { path, document, root: written, kind, version }, verdict }: Original,
  beside: (path: string) => Beside,
  cloud: Cloud | undefined,
  read: (root: Mapping) => Mapping = (root) => root,
): (code: TemplateProblem['code'], part: string | undefined) => boolean | 'unseen' {
  const words =
    version !== undefined
      ? hotWords(version, cloud)
      : isCfn(kind)
        ? cfnVocabulary(versionKeyOf(kind), cloud)
        : undefined
  // What has no version that Heat knows is refused as a whole.
  if (words === undefined) return () => true
  const root = read(isCfn(kind) ? withoutLoops(written, document.text) : written)
  const parts = new Parts(written)
  // Without a cloud, and with no loops written out, it was asked the same before.
  const isAsked = verdict !== undefined && cloud === undefined && root === written
  const problems = isAsked ? verdict : checkTemplate(root, words, { beside: beside(path) })
  const known = new Set(problems.map(({ code, at }) => `${code} ${parts.of(rangeOf(at)?.start)}`))
  // What short tags stand for is not looked at, so that values are not judged.
  let hasTags = false
  forEachTagged(root, (node) => {
    hasTags ||= hasLocalTag(node)
  })
  return (code, part) => {
    if (known.has(`${code} ${part}`)) return true
    // Of properties that are wrong in themselves nobody says what they need: it is seen when what is wrong is removed.
    const isHidden = codesThat('hides combinations').some((one) => known.has(`${one} ${part}`))
    if (behaves(code, 'of combinations') && isHidden) return 'unseen'
    return hasTags && part?.startsWith('Parameters/') !== true ? 'unseen' : false
  }
}

interface NamedRange {
  readonly start: number
  readonly end: number
  readonly name: string
}

/** Tells in which part of a template, such as one resource, something stands. */
class Parts {
  /** In source order, without overlaps. */
  readonly #found: NamedRange[] = []

  constructor(root: Mapping) {
    for (const section of root.entries) {
      const name = nameOf(section) ?? '?'
      // What stands under an anchor elsewhere is part of what stands there.
      const map = section.value.kind === 'map' ? section.value : undefined
      for (const part of map?.entries ?? []) this.#add(part, `${name}/${nameOf(part)}`)
      if (map === undefined) this.#add(section, name)
    }
  }

  of(offset: number | undefined): string | undefined {
    if (offset === undefined) return undefined
    const next = this.#endingFrom(offset)
    return next !== undefined && next.start <= offset ? next.name : undefined
  }

  /** The first part that ends at an offset or behind it. */
  #endingFrom(offset: number): NamedRange | undefined {
    return this.#found[countFirst(this.#found, ({ end }) => end < offset)]
  }

  #add(entry: Entry, name: string): void {
    const { key } = entry
    if (key.start === undefined) return
    this.#found.push({ start: key.start, end: childEnd(entry), name })
  }
}
