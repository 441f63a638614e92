/** HOT templates that another program fills in first: of these nothing can be read but the line of the version. */

import { looksTemplated } from '../heat/templated.ts'
import { compareVersions, isRelease, versionOf } from '../heat/versions.ts'
import type { Range } from '../text/document/node.ts'
import type { TagProblem } from '../text/jinja/tags.ts'
import { behindTags, provedOver, type RunSource } from './behind-tags.ts'
import type { Command } from './command.ts'
import { changed, left } from './file-outcome.ts'
import { findingOf } from './findings/finding.ts'
import type { FileOutcome } from './outcome.ts'

const line = /^heat_template_version[ \t]*:[ \t]*(["']?)([\w-]+)\1[ \t]*(?:#.*)?\r?$/gm
/** Where tags begin and end. */
const tags = [
  ['{%', '%}'],
  ['{{', '}}'],
  ['{#', '#}'],
  ['<%', '%>'],
] as const

/**
 * The outcome of a file that was skipped for its tags, with what can be said of its version; any other as it is.
 *
 * @param run takes the file through the stages without its tags
 */
export function templatedOutcome(outcome: FileOutcome, command: Command, run: RunSource): FileOutcome {
  const { path, status, before = '' } = outcome
  const { templated, target } = command
  if (command.isMigration) return templated === 'skipped' ? outcome : converted(outcome, command, run)
  if (templated === 'skipped' || target === 'auto' || target === 'oldest' || status !== 'skipped')
    return outcome
  if (!before.includes('heat_template_version') || looksTemplated(before, path) === undefined) return outcome
  const range = versionRange(before)
  const version = range && versionOf(before.slice(range.start, range.end))
  const named = (message: string, at = range) =>
    left(
      path,
      'hot',
      'skipped',
      { before, findings: [findingOf('templated-file', message, at)] },
      outcome.reason,
    )
  if (range === undefined || version === undefined)
    return named('the file has tags of a template language, and no line of its own that names its version')
  const declares = compareVersions(version, target) >= 0 ? `, and declares ${version} already` : ''
  if (templated === 'named')
    return named(
      `the file has tags of a template language${declares === '' ? `; it declares ${version}` : declares}`,
    )
  const followed = before.includes('<%') ? undefined : behindTags(path, before, command, run)
  if (followed !== undefined && 'status' in followed) return followed
  if (declares !== '') return named(`the file has tags of a template language${declares}`)
  const made = edited(path, before, range, { command, run }, followed)
  return (
    made ?? named(`not rewritten: ${followed?.why}`, followed && { start: followed.at, end: followed.at })
  )
}

/** The same of a template of CloudFormation, which is skipped or blocked for its tags. */
function converted(outcome: FileOutcome, command: Command, run: RunSource): FileOutcome {
  const { path, status, before = '', findings } = outcome
  const isClosed = status === 'skipped' || (status === 'blocked' && findings.length === 1)
  const isCfn = /AWSTemplateFormatVersion|HeatTemplateFormatVersion/.test(before)
  if (!isClosed || !isCfn || before.includes('<%') || looksTemplated(before, path) === undefined)
    return outcome
  const followed = behindTags(path, before, command, run)
  if ('status' in followed) return followed
  const range = { start: followed.at, end: followed.at }
  const why = findingOf('templated-file', `not rewritten: ${followed.why}`, range)
  return left(path, outcome.kind, status, { before, findings: [...findings, why] }, outcome.reason)
}

/**
 * Only the version changed. A file with tags of Jinja has to be equal over renderings all the same.
 *
 * @param unfollowed why nothing else can be rewritten
 * @returns undefined where nothing can be rendered
 */
function edited(
  path: string,
  before: string,
  range: Range,
  { command, run }: { readonly command: Command; readonly run: RunSource },
  unfollowed: TagProblem | undefined,
): FileOutcome | undefined {
  const { target, targetRelease, transforms } = command
  const isNamed = isRelease(before.slice(range.start, range.end))
  const written = (isNamed ? targetRelease : undefined) ?? target
  const after = before.slice(0, range.start) + written + before.slice(range.end)
  const verdict = unfollowed === undefined ? undefined : provedOver(before, after, path, command, run)
  if (verdict?.proof === 'none') return undefined
  const why = unfollowed === undefined ? 'what the tags produce is not known' : unfollowed.why
  const message = `only the version is changed, to ${written}: ${why}`
  return changed(
    path,
    'hot',
    { after },
    {
      before,
      findings: [
        findingOf('version-only', message, range),
        ...(verdict === undefined ? [] : [verdict.finding]),
      ],
      proof: verdict?.proof ?? 'none',
      ...(verdict === undefined ? {} : { renderings: verdict.renderings }),
      transforms: transforms.flatMap(({ id, declaresVersion }) =>
        declaresVersion ? [{ id, changes: 1 }] : [],
      ),
    },
  )
}

/** Where the version stands, without its quotes; undefined where it does not stand once, outside of tags. */
function versionRange(text: string): Range | undefined {
  const found = [...text.matchAll(line)]
  const [only] = found
  if (only === undefined || found.length > 1) return undefined
  const start = only.index + only[0].indexOf(only[2] ?? '', only[0].indexOf(':'))
  return isInTag(text, start) ? undefined : { start, end: start + (only[2] ?? '').length }
}

/** A tag that never ends takes all that follows. */
function isInTag(text: string, at: number): boolean {
  return tags.some(([open, close]) => {
    const start = text.lastIndexOf(open, at)
    if (start === -1) return false
    const end = text.indexOf(close, start + open.length)
    return end === -1 || end >= at
  })
}
