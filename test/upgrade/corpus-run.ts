/** Upgrades of the real templates that lie beside a checkout, from their own version to each newer one. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDocument } from '../../src/document/document.ts'
import { createEngine } from '../../src/engine/engine.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { type HotVersion, hotVersions, versionOf } from '../../src/heat/versions.ts'
import { transforms } from '../../transforms/registry.ts'
import { filesBelow, sharedCorpus } from '../engine/corpus-files.ts'

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

/** Every HOT template of the folders `hot` and `onap`, to every version from its own on. */
export function upgrades(): readonly Upgrade[] {
  const paths = ['hot', 'onap'].flatMap((folder) =>
    filesBelow(join(sharedCorpus, folder)).map((path) => join(folder, path)),
  )
  return hotVersions.flatMap((to) => {
    const engine = engineTo(to)
    return paths.flatMap((path) => {
      const bytes = readFileSync(join(sharedCorpus, path))
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

/** Templates per target version and bucket. */
export function table(all: readonly Upgrade[]): string {
  const buckets = [...new Set(all.map(({ outcome }) => bucketOf(outcome)))].sort()
  const width = Math.max(...buckets.map(({ length }) => length))
  const count = (bucket: Bucket, to: HotVersion) =>
    all.filter((one) => one.to === to && bucketOf(one.outcome) === bucket).length
  const line = (head: string, cells: readonly (string | number)[]) =>
    `${head.padEnd(width)}${cells.map((cell) => String(cell).padStart(12)).join('')}`
  return [
    line('templates, by target version', hotVersions),
    ...buckets.map((bucket) =>
      line(
        bucket,
        hotVersions.map((to) => count(bucket, to) || '.'),
      ),
    ),
    line(
      'in all',
      hotVersions.map((to) => all.filter((one) => one.to === to).length),
    ),
  ].join('\n')
}
