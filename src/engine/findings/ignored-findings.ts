/**
 * `# hotshift-ignore <code>[, …]: reason` in a file: findings that its author has looked at. The comment is about the
 * entry or item that begins on the line below it, or about its own line when it stands behind something;
 * `hotshift-ignore-file` is about the whole file. Of findings that a check makes.
 */

import { nearNames } from '../../heat/near-names.ts'
import { isOwnCode } from '../../rules/own-rule.ts'
import type { Document } from '../../text/document/document.ts'
import { type Comment, childEnd, childStart, type Entry, type Node } from '../../text/document/node.ts'
import { countFirst } from '../../text/document/sorted.ts'
import { lineStartOf } from '../../text/yaml/position.ts'
import type { IgnoredFinding } from '../outcome.ts'
import { currentCode, findingCodes, isFindingCode } from './catalogue.ts'
import { type Finding, findingOf } from './finding.ts'

/** One such comment. */
interface Directive {
  readonly codes: readonly string[]
  readonly reason: string
  readonly comment: Comment
  /** The source range it applies to; undefined for the whole file. */
  readonly scope: { readonly start: number; readonly end: number } | undefined
}

interface Sifted {
  readonly findings: readonly Finding[]
  readonly ignored: readonly (Finding & Pick<IgnoredFinding, 'ignoredBy'>)[]
}

const marker = 'hotshift-ignore'
const form = /^\s*hotshift-ignore(-file)?\s+([\w/-]+(?:\s*,\s*[\w/-]+)*)\s*:\s*(\S.*?)\s*$/

/**
 * Sets aside the findings that comments of the file name, and says which of these comments name none, or are not in form.
 * @param by whose findings these are: of the codes of others nothing is said, since another run looks for them
 */
export function sifted(findings: readonly Finding[], document: Document, by: Finder = 'heat'): Sifted {
  if (!document.text.includes(marker)) return { findings, ignored: [] }
  const { directives, malformed } = directivesOf(document)
  const byCode = new Map<string, number[]>()
  for (const [index, { codes }] of directives.entries())
    for (const code of codes) byCode.set(code, [...(byCode.get(code) ?? []), index])
  const used = new Set<string>()
  const ignored: (Finding & Pick<IgnoredFinding, 'ignoredBy'>)[] = []
  const left = findings.filter((finding) => {
    const about = (byCode.get(finding.code) ?? []).filter((index) => isAbout(directives[index], finding))
    const reason = directives[about[0] ?? -1]?.reason
    if (reason === undefined) return true
    for (const index of about) used.add(`${index} ${finding.code}`)
    ignored.push({ ...finding, ignoredBy: { kind: 'comment', reason } })
    return false
  })
  const unused = directives.flatMap(({ codes, comment }, index) =>
    codes
      .filter((code) => finderOf(code) === by && !used.has(`${index} ${code}`))
      .map((code) => unusedOf(code, rangeOf(comment))),
  )
  return { findings: [...left, ...malformed, ...unused], ignored }
}

/** Who looks for what a comment names: check itself, or a profile of it. */
type Finder = 'heat' | 'onap' | 'sdc'

function finderOf(code: string): Finder {
  if (/^R-\d/.test(code)) return 'onap'
  return code.startsWith('sdc-') ? 'sdc' : 'heat'
}

/** A code that exists may be of another command; others are mistakes. */
function unusedOf(code: string, range: Finding['range']): Finding {
  if (isFindingCode(code) || isOwnCode(code) || /^R-\d{1,6}$/.test(code))
    return findingOf('unused-ignore', `this comment ignores nothing: there is no ${code} here`, range)
  const [near] = nearNames(code, findingCodes, 1)
  const hint = near === undefined ? '' : `; did you mean ${near}?`
  return findingOf('unknown-ignore', `no finding has the code ${code}${hint}`, range)
}

function isAbout(directive: Directive | undefined, { range }: Finding): boolean {
  const scope = directive?.scope
  if (scope === undefined) return true
  return range !== undefined && range.start >= scope.start && range.start < scope.end
}

function directivesOf(document: Document): {
  directives: readonly Directive[]
  malformed: readonly Finding[]
} {
  const directives: Directive[] = []
  const malformed: Finding[] = []
  const found = document.comments.filter(({ text }) => text.trimStart().startsWith(marker))
  const below = found.length === 0 ? [] : startsOf(document.root)
  for (const comment of found) {
    const [, ofFile, codes = '', reason = ''] = form.exec(comment.text) ?? []
    if (codes === '') {
      const message = `"${comment.text.trim()}" is not of the form "${marker} <code>: reason"`
      malformed.push(findingOf('malformed-ignore', message, rangeOf(comment)))
      continue
    }
    const scope = ofFile === undefined ? scopeOf(comment, document.text, below) : undefined
    directives.push({ codes: codes.split(/\s*,\s*/).map(currentCode), reason, comment, scope })
  }
  return { directives, malformed }
}

const rangeOf = ({ start, end }: Comment) => ({ start, end })

/** What a comment is about: its line, or what begins next below it. */
function scopeOf(
  comment: Comment,
  text: string,
  below: readonly { readonly start: number; readonly end: number }[],
): NonNullable<Directive['scope']> {
  if (!comment.ownLine) return { start: lineStartOf(text, comment.start), end: comment.start }
  const next = below[countFirst(below, ({ start }) => start < comment.end)]
  return next ?? { start: comment.end, end: comment.end }
}

/** The ranges of entries and items in source order; of several with the same start only the outermost. */
function startsOf(root: Node | undefined): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = []
  const add = (child: Entry | Node): void => {
    const start = childStart(child)
    if ((found.at(-1)?.start ?? -1) < start) found.push({ start, end: childEnd(child) })
    visit('key' in child ? child.value : child)
  }
  const visit = (node: Node): void => {
    if (node.kind === 'map') for (const entry of node.entries) add(entry)
    if (node.kind === 'seq') for (const item of node.items) add(item)
  }
  if (root !== undefined) visit(root)
  return found
}
