/** Makes the repairs of a package: exactly what the rules find, as far as that breaks nothing. */

import type { DeclarationChange } from '../../meaning/side.ts'
import { type Attempt, attempt, shadowedChange } from '../../stack/refactor/edit.ts'
import { fileName } from '../../stack/source-file.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { Attached } from '../../text/document/attached.ts'
import { groupedBy } from '../../text/document/multimap.ts'
import type { Entry, Node } from '../../text/document/node.ts'
import { defined } from '../../text/document/records.ts'
import type { RepairCost } from './losses.ts'
import type { RequirementId } from './requirement.ts'
import {
  costOf,
  type Fate,
  type Ledger,
  type Proposal,
  type Remedy,
  type Repair,
  type RepairNotes,
  type Together,
  type Violation,
} from './rule.ts'
import {
  isCutOff,
  pathsConnectedWithChanges,
  violationsOf,
  type Worsening,
  type WorseningExtent,
  worseningsOf,
} from './violations.ts'

/** Which violations may be repaired. */
export interface RepairScope {
  /** Whether repairs may lose something. */
  readonly isLossy: boolean
  /** Whether repairs may leave values to ONAP that it supplies; they may where they may lose something, too. */
  readonly isSupplied?: boolean
  /** Where they may lose something: for which requirements; for all when left out. */
  readonly isLossyFor?: ((requirement: RequirementId) => boolean) | undefined
  /** Whether the user wants a requirement repaired (`--only`, `--except`). */
  readonly isWanted: (requirement: RequirementId) => boolean
  /** Whether the release has it that the package is for; all have where nothing is said. What it does not have is no violation. */
  readonly isAsked?: ((requirement: RequirementId) => boolean) | undefined
  /** Whether the user wants it left alone (`--except`), also where another one is repaired by the same change. */
  readonly isExcepted?: (requirement: RequirementId) => boolean
  /** Whether a waiver names it in a file: what somebody has agreed not to ask for is left as it is. */
  readonly isWaived?: (requirement: RequirementId, path: string) => boolean
  /** Where only some violations are to be repaired: which, with those that come up by that; and which default moves. */
  readonly chosen?: Chosen
}

/** Some violations of a package. */
interface Chosen {
  readonly has: (violation: Pick<Violation, 'id'>) => boolean
  readonly default: Extract<Remedy, { readonly kind: 'default' }> | undefined
}

/** The scope in which a violation alone is repaired, at no more than its repair costs; undefined where none is known. */
export function scopeFor(
  violation: Violation,
  all: readonly Violation[],
): { readonly scope: RepairScope; readonly cost: RepairCost; readonly title: string } | undefined {
  const { id, requirement, remedy } = violation
  if (remedy.kind === 'by-hand') return undefined
  const [proposal] = remedy.kind === 'repairs' ? remedy.proposals : []
  const cost = costOf(proposal)
  const known = new Set(all.map((one) => one.id))
  const moved = remedy.kind === 'default' ? remedy : undefined
  return {
    cost,
    title: proposal?.by.title ?? 'Move the default to the environment file',
    scope: {
      isLossy: cost.repair === 'lossy',
      isSupplied: cost.repair === 'supplied',
      isWanted: (one) => one === requirement || (moved !== undefined && one === 'R-90526'),
      chosen: { has: (one) => one.id === id || !known.has(one.id), default: moved },
    },
  }
}

/** Repairs are tried one by one, and looked at in every state of the package: more than these would take for ever. */
export const mostRepairs = 3000

/** So often one repair of each violation is tried anew. */
const mostRounds = 5

/** All requirements, whatever it takes. */
export const everything: RepairScope = { isLossy: true, isWanted: () => true }

/** Whether a requirement is repaired as far as the scope goes: the user wants it, and the release has it. */
export function isInScope(
  { isWanted, isAsked }: Pick<RepairScope, 'isWanted' | 'isAsked'>,
  requirement: RequirementId,
): boolean {
  return isWanted(requirement) && isAsked?.(requirement) !== false
}

/** Whether what is made for a requirement may lose something. */
export function mayLose({ isLossy, isLossyFor }: RepairScope, requirement: RequirementId): boolean {
  return isLossy && isLossyFor?.(requirement) !== false
}

/** Whether a proposed repair is made for a requirement, by what it costs. */
export function isMadeFor(requirement: RequirementId, proposal: Proposal, scope: RepairScope): boolean {
  const { repair } = costOf(proposal)
  return (
    repair === 'safe' || mayLose(scope, requirement) || (repair === 'supplied' && scope.isSupplied === true)
  )
}

/** Whether defaults move: that repairs two requirements, and several that want values in environments. */
export function movesDefaults({ isWanted, isExcepted, chosen }: RepairScope): boolean {
  if (chosen !== undefined && chosen.default === undefined) return false
  return isWanted('R-90526') || (isWanted('R-26124') && isExcepted?.('R-90526') !== true)
}

/** What is notified of a repair while it runs. */
export interface RepairListener {
  change(path: string, at: Node | Entry | undefined, message: string): void
  declare(change: DeclarationChange, path: string, parameter: string | undefined): void
  placeholder(path: string, at: Node | Entry | undefined, message: string): void
  /** It failed by a defect of ours. */
  fail(path: string, error: unknown): void
  /** It was tried and could not be done; a sentence says why. */
  left(violation: Violation, why: string): void
  /** Nothing was tried, for the package has more locations than can be tried at once. */
  refuse(pkg: Workspace): void
}

/**
 * The package without the violations that name a repair, as far as the scope allows and no requirement is violated
 * that was met before; what became of each goes into the ledger.
 */
export function repairedWith(
  repair: Repair,
  pkg: Workspace,
  scope: RepairScope,
  ledger: Ledger,
  listener: RepairListener,
): Workspace {
  /** What was dealt with, where each violation gets one repair. What is left may have another identity by now. */
  const done = new Set<string>()
  let open: readonly Note[] = []
  const failed = new Set<string>()
  const hasFailed = ({ id }: Pick<Violation, 'id' | 'defaultId'>) => {
    const fate = failed.has(id) ? undefined : ledger.of({ id })
    return fate === undefined ? failed.has(id) : fate.kind === 'left' && fate.by === repair.id
  }
  for (let [before, round] = [pkg, 1]; ; round += 1) {
    const found = proposedTo(repair, before, scope).filter(({ id }) => !done.has(id))
    // Whether a repair violates what was met is known only where all violations are.
    const isTooLarge = found.length > mostRepairs || (found.length > 0 && isCutOff(violationsOf(before)))
    if (isTooLarge) {
      listener.refuse(before)
      return before
    }
    const made = repairedAll(before, found, { repair, scope, hasFailed })
    const again = new Set(found.map(({ id }) => id))
    const left = made.notes.filter(({ leaves }) => leaves !== undefined)
    for (const { leaves } of left) if (leaves !== undefined) failed.add(leaves)
    const isSingle = repair.isRepeated === undefined
    const isOver = made.pkg === before || (isSingle && (left.length === 0 || round === mostRounds))
    // What another repair of this round has cleared the way for is not left: an alias that is no more, for example.
    for (const { say, leaves } of made.notes)
      if (isOver || !isSingle || leaves === undefined) say(ledger, listener)
    if (isOver) {
      // What no later round tried: it no longer names this repair, or has another identity.
      for (const { say, leaves = '' } of open) if (!again.has(leaves)) say(ledger, listener)
      return made.pkg
    }
    if (isSingle) {
      const leaving = new Set(left.map(({ leaves }) => leaves))
      for (const { id } of found) if (!leaving.has(id)) done.add(id)
      open = [...open.filter(({ leaves = '' }) => !again.has(leaves)), ...left]
    }
    before = made.pkg
  }
}

function proposedTo(repair: Repair, pkg: Workspace, scope: RepairScope): readonly Violation[] {
  const wanted = new Set(repair.requirements.filter((one) => isInScope(scope, one)))
  if (wanted.size === 0) return []
  const found = violationsOf(pkg, wanted).filter(
    ({ id, remedy, requirement, path }) =>
      remedy.kind === 'repairs' &&
      scope.chosen?.has({ id }) !== false &&
      remedy.proposals.some((one) => one.by === repair && isMadeFor(requirement, one, scope)) &&
      scope.isWaived?.(requirement, path) !== true,
  )
  return repair.inOrder === undefined ? found : found.toSorted(repair.inOrder)
}

interface Work {
  readonly repair: Repair
  readonly scope: RepairScope
  /** Whether a violation could not be repaired in an earlier state of the package. */
  readonly hasFailed?: (violation: Violation) => boolean
  /** The repair is made for the sake of another one: what the rules of the changed parts say is enough. */
  readonly isTrial?: true
}

/** What is to be said of a repair once it is known whether it is made. */
interface Note {
  readonly say: (ledger: Ledger, listener: RepairListener) => void
  /** The violation that is left, unless a later round repairs it. */
  readonly leaves?: string
}

interface Made {
  readonly pkg: Workspace
  readonly notes: readonly Note[]
}

/** Violations that one change ends. */
type Unit = readonly Violation[]

/**
 * All of them at once where that breaks nothing; else one half after the other, down to those that would violate a
 * requirement which was met. The cost is that of looking at the package a few times for each change that cannot be made.
 */
function repairedAll(pkg: Workspace, found: readonly Violation[], work: Work): Made {
  const { changeOf } = work.repair
  const units = changeOf === undefined ? found.map((one) => [one]) : [...groupedBy(found, changeOf).values()]
  return repairedUnits(pkg, units, work)
}

function repairedUnits(pkg: Workspace, units: readonly Unit[], work: Work): Made {
  const found = units.flat()
  const notes: Note[] = []
  const all = repairedTogether(pkg, found, work.repair, notes)
  const worse = broken(pkg, all, work)
  const why = worse ?? inVain(pkg, all, found, work)
  if (why === undefined) return { pkg: all, notes }
  if (units.length > 1) return repairedInHalves(pkg, units, work)
  const [only] = found
  if (only !== undefined && (found.length === 1 || worse !== undefined))
    return { pkg, notes: found.map((one) => leaving(one, work.repair, why)) }
  // Each has a reason of its own.
  const singles = found.map((one) => [one])
  return oneByOne(pkg, singles, work)
}

function oneByOne(pkg: Workspace, units: readonly Unit[], work: Work): Made {
  const notes: Note[] = []
  const made = units.reduce((current, unit) => {
    const one = repairedUnits(current, [unit], work)
    notes.push(...one.notes)
    return one.pkg
  }, pkg)
  return { pkg: made, notes }
}

/** What is known to be broken as a whole. */
function repairedInHalves(pkg: Workspace, units: readonly Unit[], work: Work): Made {
  const { hasFailed } = work
  // What failed before mostly fails again.
  if (hasFailed !== undefined && units.flat().every(hasFailed)) return oneByOne(pkg, units, work)
  const middle = Math.ceil(units.length / 2)
  const first = repairedUnits(pkg, units.slice(0, middle), work)
  const rest = units.slice(middle)
  // Where all of the first half is repaired, the second one breaks what both did.
  const isBroken = rest.length > 1 && first.notes.every(({ leaves }) => leaves === undefined)
  const second = isBroken ? repairedInHalves(first.pkg, rest, work) : repairedUnits(first.pkg, rest, work)
  return { pkg: second.pkg, notes: [...first.notes, ...second.notes] }
}

/**
 * Why a state is worse than the one before it: a requirement is violated now and was not, or nobody knows any longer. A
 * repair that may bring up violations of its own sees to them.
 */
function broken(before: Workspace, after: Workspace, work: Work): string | undefined {
  const hit = worsened(before, after, work)
  if (hit === undefined) return undefined
  if (hit.kind === 'unchecked') return `then ${hit.requirement} could not be checked`
  return `that would violate ${hit.by.requirement} (${hit.by.message})`
}

/** Why nothing is gained: a violation is still there, and would be repaired in another way by the next run. */
function inVain(
  before: Workspace,
  after: Workspace,
  found: readonly Violation[],
  work: Work,
): string | undefined {
  if (before === after) return undefined
  const asked = new Set(found.map(({ requirement }) => requirement))
  const stillIn = (state: Workspace) => {
    const open = new Set(violationsOf(state, asked).map(({ id }) => id))
    return found.find(({ id }) => open.has(id))
  }
  const still = stillIn(after)
  return still === undefined || work.repair.completedBy === undefined
    ? stillSaid(still)
    : stillSaid(stillIn(completedWith(work.repair.completedBy, before, after, work)))
}

function stillSaid(one: Violation | undefined): string | undefined {
  return one === undefined ? undefined : `${one.requirement} would still be violated: ${one.message}`
}

function worsened(before: Workspace, after: Workspace, work: Work): Worsening | undefined {
  const { repair, scope, isTrial } = work
  const own = new Set<string>(repair.isRepeated === 'with new ones' ? repair.requirements : [])
  const counts = (one: Worsening) =>
    one.kind === 'unchecked' ||
    (!own.has(one.by.requirement) && scope.isAsked?.(one.by.requirement) !== false)
  const hitIn = (state: Workspace, extent: WorseningExtent = isTrial ? 'part' : 'package') =>
    firstOf(worseningsOf(before, state, extent), counts)
  const hit = hitIn(after)
  if (hit === undefined || hit.kind === 'unchecked' || repair.completedBy === undefined) return hit
  const inTrial = completedWith(repair.completedBy, before, after, { ...work, isTrial: true })
  if (inTrial === after) return hit
  const hitInTrial = hitIn(inTrial, 'part')
  if (hitInTrial !== undefined || isTrial) return hitInTrial
  const completed = completedWith(repair.completedBy, before, after, work)
  return completed === after ? hit : hitIn(completed)
}

function firstOf<One>(all: Iterable<One>, counts: (one: One) => boolean): One | undefined {
  for (const one of all) if (counts(one)) return one
  return undefined
}

interface Completed extends Pick<Work, 'repair' | 'scope' | 'isTrial'> {
  readonly before: Workspace
  readonly pkg: Workspace
}

const knownCompleted = new Attached<Workspace, readonly Completed[]>()

/**
 * What a repair has made, as the later repair would make it, where that has something new to do or is about files that are
 * connected with those that changed.
 */
function completedWith(
  repair: Repair,
  before: Workspace,
  after: Workspace,
  { scope, isTrial }: Pick<Work, 'scope' | 'isTrial'>,
): Workspace {
  const known = knownCompleted.get(after) ?? []
  const same = known.find(
    (one) => one.repair === repair && one.before === before && one.scope === scope && one.isTrial === isTrial,
  )
  if (same !== undefined) return same.pkg
  const work = { repair, scope, ...defined({ isTrial }) }
  const changed = pathsConnectedWithChanges(before, after)
  const former = new Set(proposedTo(repair, before, scope).map(({ id }) => id))
  const found = proposedTo(repair, after, scope).filter(
    ({ path, id }) => changed.has(path) || !former.has(id),
  )
  const { pkg } = repairedAll(after, found, work)
  knownCompleted.set(after, [...known, { ...work, before, pkg }])
  return pkg
}

/** In as few passes over the package as it takes: those that cannot be repaired are found by halves. */
function repairedTogether(
  pkg: Workspace,
  found: readonly Violation[],
  repair: Repair,
  notes: Note[],
): Workspace {
  if (repair.repairTogether === undefined)
    return found.reduce((current, violation) => repairedOne(current, violation, repair, notes), pkg)
  const [only] = found
  if (only === undefined) return pkg
  if (found.length === 1) return repairedOne(pkg, only, repair, notes)
  const made = togetherOf(pkg, found, repair)
  if (made === undefined) {
    const middle = Math.ceil(found.length / 2)
    const first = repairedTogether(pkg, found.slice(0, middle), repair, notes)
    return repairedTogether(first, found.slice(middle), repair, notes)
  }
  for (const one of found) {
    notes.push({ say: (ledger) => ledger.note(one.id, repairedFate(one, repair)) })
    if (!made.along.has(one))
      notes.push({ say: (_, listener) => listener.change(one.path, one.at, repair.title) })
  }
  return made.pkg
}

/** Undefined when it takes another way, which then says why. */
function togetherOf(pkg: Workspace, found: readonly Violation[], repair: Repair): Together | undefined {
  try {
    const made = attempt(() => repair.repairTogether?.(pkg, found))
    if ('blocker' in made || made.done === undefined) return undefined
    return shadowedChange(pkg, made.done.pkg) === undefined ? made.done : undefined
  } catch {
    // The one that it was comes up again alone, and fails its file.
    return undefined
  }
}

function repairedOne(pkg: Workspace, violation: Violation, repair: Repair, notes: Note[]): Workspace {
  const { path, at, subject } = violation
  const own: Note[] = []
  const declare = (where: string, parameter: string | undefined) => {
    const change = repair.declares
    if (change !== undefined) own.push({ say: (_, listener) => listener.declare(change, where, parameter) })
  }
  const said: RepairNotes = {
    placeholder: (message) => own.push({ say: (_, listener) => listener.placeholder(path, at, message) }),
    declare,
  }
  declare(path, subject.kind === 'parameter' ? subject.name : undefined)
  let made: Attempt<Workspace>
  try {
    made = attempt(() => repair.repair(pkg, violation, said))
  } catch (error) {
    notes.push({ say: (_, listener) => listener.fail(path, error) })
    return pkg
  }
  if ('blocker' in made) {
    notes.push(leaving(violation, repair, `${inFile(made.blocker.path, path)}${made.blocker.why}`))
    return pkg
  }
  const done: Note = { say: (ledger) => ledger.note(violation.id, repairedFate(violation, repair)) }
  if (made.done === pkg) {
    // An earlier repair of this kind has seen to it.
    notes.push(done)
    return pkg
  }
  const twice = shadowedChange(pkg, made.done)
  if (twice !== undefined) {
    notes.push(leaving(violation, repair, `${inFile(twice.path, path)}"${twice.name}" is a duplicate key`))
    return pkg
  }
  notes.push(...own, done, { say: (_, listener) => listener.change(path, at, repair.title) })
  return made.done
}

function inFile(path: string, own: string): string {
  return path === own ? '' : `${fileName(path)}: `
}

function repairedFate({ remedy }: Violation, repair: Repair): Fate {
  const proposals = remedy.kind === 'repairs' ? remedy.proposals : []
  const own = proposals.find(({ by }) => by === repair) ?? { by: repair, does: repair.title }
  return { kind: 'repaired', does: own.does, cost: costOf(own) }
}

function leaving(violation: Violation, { id }: Repair, why: string): Note {
  const sentence = `It is not repaired: ${why}.`
  return {
    leaves: violation.id,
    say(ledger, listener) {
      ledger.note(violation.id, { kind: 'left', why: sentence, by: id })
      listener.left(violation, sentence)
    },
  }
}
