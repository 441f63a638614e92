/** References to files that get a new name, in the other files of a run. */

import { isOwnFile } from '../../stack/load.ts'
import { withNewFileNames } from '../../stack/refactor/rename-files.ts'
import { fileName } from '../../stack/source-file.ts'
import { sameData } from '../../text/document/data.ts'
import { readDocument } from '../../text/document/document.ts'
import type { Node } from '../../text/document/node.ts'
import { printDocument } from '../../text/print/print.ts'
import { failedBy } from '../defect.ts'
import { blocked, blocks, changed, left } from '../file-outcome.ts'
import { type Finding, findingOf } from '../findings/finding.ts'
import { type ChangedOutcome, type FileOutcome, withoutResult } from '../outcome.ts'
import { proveRenamed } from '../proof/proof.ts'
import { type Mention, mentionsIn, withNewNames } from './mentions.ts'

type ReadText = (path: string) => string | undefined

/** What is made of files that are no templates and name one that gets a new name. */
export interface MentionOptions {
  readonly how: 'listed' | 'rewritten'
  /** Whether there is a file of the run at a path. */
  readonly isFile: (path: string) => boolean
}

/** What all files of a run follow. */
interface Following {
  readonly renames: Renames
  readonly readText: ReadText
  readonly mentions: MentionOptions | undefined
}

/**
 * Makes `type`, `TemplateURL`, `get_file` and `resource_registry` name the new files. A rename that
 * a file cannot follow, because it is blocked or unreadable, is taken back: the renamed file is
 * blocked instead.
 * @param mentions without it only files that are to change anyway say the new names in their words
 */
export function followRenames(
  outcomes: readonly FileOutcome[],
  readText: ReadText,
  mentions?: MentionOptions,
): readonly FileOutcome[] {
  let current = outcomes
  for (;;) {
    const renames = new Renames(current)
    if (renames.isEmpty) return current
    const attempt = current.map((one) => guardedFollow(one, { renames, readText, mentions }))
    // A failed outcome remains failed, even if no rename is left that it would have to follow.
    current = attempt.map(({ outcome }, i) =>
      outcome.status === 'failed' ? outcome : (current[i] ?? outcome),
    )
    const stuck = new Map(
      attempt.flatMap((one) => one.stuck.map((path) => [path, one.outcome.path] as const)),
    )
    if (stuck.size === 0) return grouped(attempt)
    current = current.map((one) => takeBack(one, stuck.get(one.path)))
  }
}

const words = /[^\s"'/\\,{}[\]()#]+/g
/** Until here it pays to look for each name before a source is taken apart into words. */
const mostSought = 8
/** What stands between words; a file name may hold it as well. */
const between = /[\s"'\\,{}[\]()#]/

/** Files that get a new name, by their path and by the last part of it. */
class Renames {
  private readonly newPaths = new Map<string, string>()
  /** The transform that gave the name, by path. */
  private readonly givers = new Map<string, string>()
  readonly byBaseName = new Map<string, string[]>()

  constructor(outcomes: readonly FileOutcome[]) {
    for (const { path, newPath, status, transforms } of outcomes) {
      if (newPath === undefined || status !== 'changed') continue
      const giver = transforms.find(({ gives }) => gives === 'name')?.id
      if (giver !== undefined) this.givers.set(path, giver)
      this.newPaths.set(path, newPath)
      const name = fileName(path)
      this.byBaseName.set(name, [...(this.byBaseName.get(name) ?? []), path])
    }
  }

  get isEmpty(): boolean {
    return this.newPaths.size === 0
  }

  newPath(path: string): string | undefined {
    return this.newPaths.get(path)
  }

  /** The transform that gave one of some files its name. */
  giverOf(paths: Iterable<string>): string | undefined {
    for (const path of paths) {
      const giver = this.givers.get(path)
      if (giver !== undefined) return giver
    }
    return undefined
  }

  /** Renamed files whose name occurs in a source; one pass finds all names that are a single word. */
  mentionedIn(source: string): readonly string[] {
    const found = new Set<string>()
    const isFew = this.byBaseName.size <= mostSought
    if (isFew && [...this.byBaseName.keys()].every((name) => !source.includes(name))) return []
    for (const [word] of source.matchAll(words)) {
      for (const path of this.byBaseName.get(word) ?? []) found.add(path)
    }
    for (const [name, paths] of this.byBaseName) {
      if (name.search(between) !== -1 && source.includes(name)) for (const path of paths) found.add(path)
    }
    return [...found]
  }
}

/**
 * Marks a file and those whose new names it follows as one change, with all that belonged together
 * before: all are written or none.
 */
function grouped(attempt: readonly Followed[]): readonly FileOutcome[] {
  const leaders = new Map<string, string>()
  const leaderOf = (path: string): string => {
    const leader = leaders.get(path)
    return leader === undefined || leader === path ? path : leaderOf(leader)
  }
  const firstOf = new Map<string, string>()
  for (const { outcome } of attempt) {
    if (outcome.group === undefined) continue
    const first = firstOf.get(outcome.group)
    if (first === undefined) firstOf.set(outcome.group, outcome.path)
    leaders.set(outcome.path, first ?? outcome.path)
  }
  for (const { outcome, followed } of attempt) {
    for (const path of followed) leaders.set(leaderOf(path), leaderOf(outcome.path))
    if (followed.length > 0 && !leaders.has(outcome.path)) leaders.set(outcome.path, outcome.path)
  }
  return attempt.map(({ outcome }) =>
    leaders.has(outcome.path) && outcome.status === 'changed'
      ? { ...outcome, group: leaderOf(outcome.path) }
      : outcome,
  )
}

interface Followed {
  readonly outcome: FileOutcome
  /** Renamed files that this one now names anew. */
  readonly followed: readonly string[]
  /** Renamed files that this one refers to and cannot follow. */
  readonly stuck: readonly string[]
}

function takeBack(outcome: FileOutcome, by: string | undefined): FileOutcome {
  if (by === undefined) return outcome
  const message = `"${by}" refers to this file and cannot be changed along with it`
  const finding = findingOf('reference-not-followed', message)
  const { findings } = withoutResult(outcome)
  return blocked(outcome.path, outcome.kind, outcome.before ?? '', [...findings, finding])
}

/** A defect of ours in one file is that file's failure; the renames that it knew of are then not made. */
function guardedFollow(outcome: FileOutcome, following: Following): Followed {
  const { renames, readText } = following
  try {
    return follow(outcome, following)
  } catch (error) {
    const source = outcome.after ?? outcome.before ?? readText(outcome.path) ?? ''
    return {
      outcome: failedBy(outcome, error, 'cannot follow new names'),
      followed: [],
      stuck: renames.mentionedIn(source),
    }
  }
}

function follow(outcome: FileOutcome, following: Following): Followed {
  const { renames, readText } = following
  const unconcerned = { outcome, followed: [], stuck: [] }
  if (outcome.kind === 'not-a-template') return followInWords(outcome, following)
  const source = outcome.after ?? outcome.before ?? readText(outcome.path)
  const mentioned = source === undefined ? [] : renames.mentionedIn(source)
  if (source === undefined || mentioned.length === 0) return unconcerned
  const reading = readDocument(source)
  if ('problem' in reading) return { ...unconcerned, stuck: mentioned }
  const { document } = reading
  const found = withNewFileNames(document.root as Node, outcome.path, (path) => renames.newPath(path))
  const { root } = found
  if (found.paths.size === 0) return unconcerned
  const after = printDocument(document, root, document.syntax)
  const reread = readDocument(after)
  const { reason: _reason, ...kept } = outcome
  const mayChange = outcome.status === 'changed' || outcome.status === 'unchanged' || isLeftToPeople(outcome)
  const isRead =
    'document' in reread && reread.document.root !== undefined && sameData(reread.document.root, root)
  const verdict = isRead ? proveRenamed(document, reread.document, found.references) : 'differs'
  if (verdict === 'differs' || !mayChange) return { ...unconcerned, stuck: [...found.paths] }
  const giver = renames.giverOf(found.paths)
  const before = outcome.before ?? source
  // What a chain has changed keeps the verdict of its proof: nothing else was changed since.
  const proof = outcome.status === 'changed' ? outcome.proof : verdict
  return {
    outcome: {
      ...kept,
      status: 'changed',
      before,
      after,
      proof,
      ...(giver === undefined ? {} : withFollowing(outcome, giver, found.paths.size, after)),
    },
    followed: [...found.paths],
    stuck: [],
  }
}

/** A file that is no template follows only where somebody asks for it, or it is to change already; else it says what it names. */
function followInWords(outcome: FileOutcome, { renames, readText, mentions }: Following): Followed {
  const unconcerned = { outcome, followed: [], stuck: [] }
  const isRewritten = outcome.transforms.some(({ gives }) => gives === 'name')
  const how = isRewritten ? 'rewritten' : mentions?.how
  if (how === undefined || (!isRewritten && outcome.status !== 'skipped')) return unconcerned
  const { path, kind } = outcome
  const source = outcome.after ?? outcome.before ?? readText(path)
  if (source === undefined || source.includes('\0')) return unconcerned
  const isFile = (other: string) => renames.newPath(other) === undefined && mentions?.isFile(other) === true
  const all = mentionsIn(source, path, renames.byBaseName, isFile)
  if (all.length === 0 || isOwnFile({ path, bytes: new TextEncoder().encode(source) })) return unconcerned
  const own = how === 'listed' ? [] : all.filter(({ isElsewhere }) => !isElsewhere)
  const others = all.filter((one) => !own.includes(one))
  const newNameOf = (other: string) => fileName(renames.newPath(other) ?? other)
  const findings = others.map((one) => mentionFinding(one, newNameOf(one.path)))
  const followed = [...new Set(own.map((one) => one.path))]
  const giver = renames.giverOf(followed)
  if (giver === undefined || own.length === 0)
    return findings.length === 0
      ? unconcerned
      : { ...unconcerned, outcome: left(path, kind, 'skipped', { before: source, findings }, outcome.reason) }
  const after = withNewNames(source, own, newNameOf)
  const before = outcome.before ?? source
  const made = changed(path, kind, { after }, { before, findings })
  return { outcome: { ...made, ...withFollowing(outcome, giver, own.length, after) }, followed, stuck: [] }
}

function mentionFinding({ start, end, path, isElsewhere }: Mention, newName: string): Finding {
  const what = isElsewhere ? `a copy of "${path}"` : `"${path}"`
  return findingOf('mentions-old-name', `mentions ${what}, which is renamed to "${newName}"`, { start, end })
}

/** Whether a file is blocked by nothing but requirements that it does not meet, which keep no change from being made. */
function isLeftToPeople({ status, findings }: FileOutcome): boolean {
  const errors = findings.filter(blocks)
  return (
    status === 'blocked' && errors.length > 0 && errors.every(({ requirement }) => requirement !== undefined)
  )
}

/** Attributes the update of references to the transform that renamed; it is a step of its own where steps are recorded. */
function withFollowing(
  { transforms, status, steps }: FileOutcome,
  giver: string,
  count: number,
  after: string,
): Pick<ChangedOutcome, 'transforms' | 'steps'> {
  const others = transforms.filter((one) => one.id !== giver)
  const before = transforms.find((one) => one.id === giver)?.changes ?? 0
  const isKept = status !== 'changed' || steps !== undefined
  return {
    transforms: [{ id: giver, changes: before + count, gives: 'name' }, ...others],
    ...(isKept ? { steps: [...(steps ?? []), { transform: giver, follows: true, after }] } : {}),
  }
}
