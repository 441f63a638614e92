/** HOT templates that another program fills in first: of these nothing can be read but the line of the version. */

import { looksTemplated } from '../heat/templated.ts'
import { compareVersions, isRelease, versionOf } from '../heat/versions.ts'
import type { Range } from '../text/document/node.ts'
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

/** The outcome of a file that was skipped for its tags, with what can be said of its version; any other as it is. */
export function templatedOutcome(outcome: FileOutcome, command: Command): FileOutcome {
  const { path, status, before = '' } = outcome
  const { templated, target } = command
  if (templated === undefined || target === 'auto' || target === 'oldest' || status !== 'skipped')
    return outcome
  if (!before.includes('heat_template_version') || looksTemplated(before, path) === undefined) return outcome
  const range = versionRange(before)
  const version = range && versionOf(before.slice(range.start, range.end))
  const named = (message: string) =>
    left(
      path,
      'hot',
      'skipped',
      { before, findings: [findingOf('templated-file', message, range)] },
      outcome.reason,
    )
  if (range === undefined || version === undefined)
    return named('the file has tags of a template language, and no line of its own that names its version')
  if (compareVersions(version, target) >= 0)
    return named(`the file has tags of a template language, and declares ${version} already`)
  if (templated === 'named') return named(`the file has tags of a template language; it declares ${version}`)
  return edited(path, before, range, command)
}

function edited(
  path: string,
  before: string,
  range: Range,
  { target, targetRelease, transforms }: Command,
): FileOutcome {
  const isNamed = isRelease(before.slice(range.start, range.end))
  const written = (isNamed ? targetRelease : undefined) ?? target
  const message = `only the version is changed, to ${written}: what the tags make of the file is not known`
  return changed(
    path,
    'hot',
    { after: before.slice(0, range.start) + written + before.slice(range.end) },
    {
      before,
      findings: [findingOf('version-only', message, range)],
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
