/** Upgrades of all templates of a collection, from their own version to each newer one. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEngine } from '../../src/engine/engine.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { type HotVersion, hotVersions, versionOf } from '../../src/heat/versions.ts'
import { readDocument } from '../../src/text/document/document.ts'
import { transforms } from '../../transforms/registry.ts'
import { filesBelow } from '../engine/corpus-files.ts'

export interface Upgrade {
  readonly to: HotVersion
  readonly outcome: FileOutcome
  readonly again: FileOutcome | undefined
}

/** What the table counts: the version line alone, more lines, or the code that comes first. */
export type Bucket = 'one line' | 'rewritten' | `blocked: ${string}` | `skipped` | 'unchanged' | 'failed'

export function engineTo(to: HotVersion) {
  return createEngine({ chain: 'upgrade', to, accept: [], partial: false, registry: transforms })
}

/** Every HOT template of some folders of a collection, to every version from its own on. */
export function upgrades(corpus: string, folders: readonly string[]): readonly Upgrade[] {
  const paths = folders.flatMap((folder) =>
    filesBelow(join(corpus, folder)).map((path) => join(folder, path)),
  )
  return hotVersions.flatMap((to) => {
    const engine = engineTo(to)
    return paths.flatMap((path) => {
      const bytes = readFileSync(join(corpus, path))
      const outcome = engine.run({ path, bytes })
      if (!isConcerned(outcome, to)) return []
      const { after } = outcome
      const again = after === undefined ? undefined : engine.run({ path, bytes: Buffer.from(after) })
      return [{ to, outcome, again }]
    })
  })
}

/** HOT files, also those that cannot be read; not those that declare a newer version. */
function isConcerned({ kind, before = '', reason = '' }: FileOutcome, to: HotVersion): boolean {
  const declared = versionOf(/^["']?heat_template_version["']?: *["']?([\w-]+)/m.exec(before)?.[1] ?? '')
  if (declared !== undefined && declared > to) return false
  return kind === 'hot' || kind === 'hot-fragment' || (declared !== undefined && /Jinja/.test(reason))
}

export function bucketOf({ status, before = '', after, findings }: FileOutcome): Bucket {
  if (status === 'blocked') {
    const codes = new Set(findings.filter(({ severity }) => severity === 'error').map(({ code }) => code))
    return `blocked: ${[...codes].sort().join(', ')}`
  }
  return status === 'changed' ? (changesOneLine(before, after ?? '') ? 'one line' : 'rewritten') : status
}

export function changesOneLine(before: string, after: string): boolean {
  const [old, next] = [before.split('\n'), after.split('\n')]
  return old.length === next.length && old.filter((line, at) => line !== next[at]).length === 1
}

/** Comments of the old text that the new one lacks. */
export function lostComments({ before = '', after }: FileOutcome): readonly string[] {
  if (after === undefined) return []
  const left = commentsOf(after)
  return commentsOf(before).filter((comment) => {
    const at = left.indexOf(comment)
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}

function commentsOf(text: string): string[] {
  const reading = readDocument(text)
  return 'problem' in reading ? [] : reading.document.comments.map((comment) => comment.text.trim())
}

/** Templates per target version and bucket, as a table in Markdown with its columns aligned. */
export function table(all: readonly Upgrade[]): string {
  const targets = hotVersions.slice(1)
  const buckets = [...new Set(all.map(({ outcome }) => bucketOf(outcome)))].sort()
  const count = (to: HotVersion, bucket?: Bucket) =>
    all.filter((one) => one.to === to && (bucket === undefined || bucketOf(one.outcome) === bucket)).length
  const rows = [
    ['templates', ...targets],
    ...buckets.map((bucket) => [bucket, ...targets.map((to) => String(count(to, bucket) || '-'))]),
    ['in all', ...targets.map((to) => String(count(to)))],
  ]
  const width = Math.max(...rows.map(([head = '']) => head.length))
  const line = ([head = '', ...cells]: readonly string[]) =>
    `| ${head.padEnd(width)} | ${cells.map((cell) => cell.padStart(10)).join(' | ')} |`
  const rule = `|${'-'.repeat(width + 2)}|${targets.map(() => `${'-'.repeat(11)}:|`).join('')}`
  const [header = [], ...body] = rows
  return [line(header), rule, ...body.map(line)].join('\n')
}
