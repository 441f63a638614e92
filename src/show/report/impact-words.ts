/** What an update does, in the words that all reports have for it. */

import {
  type Action,
  type Consequence,
  type Effect,
  type Interruption,
  knownAfterText,
  type ResourceImpact,
  readText,
  type ValueChange,
  whenText,
} from '../../meaning/impact/model.ts'
import { defined } from '../../text/document/records.ts'
import { oneLine } from './style.ts'

const marks: Readonly<Record<Action, string>> = {
  refuse: '!',
  replace: '-/+',
  delete: '-',
  create: '+',
  update: '~',
}
/** Of what may happen, or happens with some values. */
const mayMarks: Readonly<Record<Action, string>> = {
  refuse: '?!',
  replace: '?/+',
  delete: '?-',
  create: '?+',
  update: '?~',
}
const done: Readonly<Record<Action, string>> = {
  refuse: 'rejected by Heat',
  replace: 'replaced',
  delete: 'deleted',
  create: 'created',
  update: 'updated in place',
}
export const unknownEffect = 'unknown'

export function effectWord({ action, certainty }: Effect): string {
  return certainty === 'sure' ? done[action] : `may be ${done[action]}`
}

function effectText({ action, certainty, when }: Effect): string {
  const condition = when === undefined ? '' : ` ${oneLine(whenText(when))}`
  return `${certainty === 'may' ? 'may be ' : ''}${done[action]}${condition}`
}

/** What happens to a resource, each in words. */
export function effectTexts({ effects }: ResourceImpact): readonly string[] {
  return effects.length === 0 ? [unknownEffect] : effects.map(effectText)
}

/** The mark of the worst that happens to a resource. */
export function markOf({ effects: [worst] }: ResourceImpact): string {
  return worst === undefined ? '?' : markOfEffect(worst)
}

export function markOfEffect({ action, certainty }: Pick<Effect, 'action' | 'certainty'>): string {
  return (certainty === 'sure' ? marks : mayMarks)[action]
}

/** With how many there are where the name does not say so: `group/* (3)`. */
export function shownName({ name, count = 1 }: ResourceImpact): string {
  return count > 1 && name.includes('*') ? `${name} (${count})` : name
}

/** Without what the types say already, or what is unknown; what may be refused as well is one change. */
export function changesOf({ changes, typeBefore, unknown }: ResourceImpact): readonly ShownChange[] {
  const key = ({ path, before, after, by }: ValueChange) => JSON.stringify([path, before, after, by])
  const refused = new Map(
    changes
      .filter(({ action, certainty }) => action === 'refuse' && certainty === 'may')
      .map((one) => [key(one), one]),
  )
  const otherwise = new Set(changes.filter(({ action }) => action !== 'refuse').map(key))
  return changes.flatMap((one): readonly ShownChange[] => {
    const { path, action, certainty } = one
    const refusal = refused.get(key(one))
    if (path === 'type' && typeBefore !== undefined) return []
    if (path === 'size' && certainty === 'may' && unknown !== undefined) return []
    if (refusal === one && otherwise.has(key(one))) return []
    return [action === 'refuse' || refusal === undefined ? one : { ...one, orRefused: refusedText(refusal) }]
  })
}

/** A change with what Heat may do instead of it. */
export interface ShownChange extends ValueChange {
  readonly orRefused?: string
}

function refusedText({ why }: ValueChange): string {
  return why === undefined ? 'may not change' : `rejected: ${why}`
}

/** What else is reported of a resource: what survives, another name, what cannot be known. */
export function notesOf(resource: ResourceImpact): readonly string[] {
  const { survives, renamed, remedy, always, unknown, note, id, lost, collision, follow } = resource
  return [
    ...(id === undefined ? [] : [`id ${id}`]),
    ...(survives === undefined ? [] : [survivalText(survives)]),
    ...(lost === undefined ? [] : [`also deleted: ${lost}`]),
    ...(renamed === undefined ? [] : [renamedText(resource, renamed)]),
    ...(remedy === undefined ? [] : [`to preserve it: ${remedy}`]),
    ...(collision === undefined ? [] : [collision]),
    ...(always === undefined ? [] : ['every update replaces it, changed or not']),
    ...(unknown === undefined ? [] : [unknown]),
    ...(note === undefined ? [] : [note]),
    ...(follow === undefined ? [] : [followText(follow)]),
  ]
}

function followText(follow: readonly Consequence[]): string {
  const counted = follow.map(
    ({ action, certainty, count }) => `${count} ${effectWord({ action, certainty })}`,
  )
  return `because of it: ${counted.join(', ')}`
}

function survivalText(survives: string): string {
  if (survives === 'Retain') return 'what it stands for is retained in the cloud (deletion_policy Retain)'
  if (survives === 'Snapshot') return 'a snapshot is retained (deletion_policy Snapshot)'
  return `whether it is retained in the cloud ${survives}`
}

function renamedText({ effects, moved }: ResourceImpact, renamed: string): string {
  const isGone = effects[0]?.action === 'delete'
  if (moved !== undefined)
    return isGone
      ? `moves ${moved}, as ${renamed}: Heat deletes this one and makes a new one`
      : `moves ${moved}, was ${renamed}: Heat makes a new one and deletes that one`
  return isGone
    ? `is defined under the name ${renamed} now: Heat makes a new one`
    : `was defined under the name ${renamed}: Heat deletes that one`
}

export const interruptionTexts: Readonly<Record<Interruption, string>> = {
  'data-loss': 'overwrites its data',
  rebuild: 'rebuilds it: its root disk is made anew',
  restart: 'restarts it',
  detach: 'detaches it for some time',
}

/** What a change of the whole inside of a resource is, by its path. */
export const insides: Readonly<Record<string, string>> = {
  members: 'the definition of its members changes',
  resources: 'resources inside change',
  size: 'members come or go',
  passed: 'what it passes to its members changes',
  stack: 'the stack that it is in is made anew',
}

/** A change in words: where, which values, and what is to be said of it. */
export function changeParts(change: ShownChange): {
  readonly path: string
  readonly before: string
  readonly after: string
  /** Where it is no change from one value to another. */
  readonly said?: string
  readonly effect: string
  readonly remarks: readonly string[]
} {
  const { path, before, after, when, action, by, certainty, knownAfter, interrupts, lines, orRefused } =
    change
  const isInside = before === undefined && after === undefined && by === undefined
  const isText = lines === undefined ? undefined : 'these lines'
  const said =
    by === undefined ? (isInside ? insides[path] : isText) : readText(defined({ by, knownAfter }), certainty)
  return {
    path,
    before: before ?? '(none)',
    after: after ?? '(none)',
    ...defined({ said }),
    effect:
      action === 'replace'
        ? 'replaces'
        : action === 'refuse'
          ? refusedText(change)
          : interrupts === undefined
            ? ''
            : interruptionTexts[interrupts],
    remarks: [
      ...(orRefused === undefined ? [] : [`or ${orRefused}`]),
      ...(by === undefined ? valueRemarks(certainty, knownAfter) : []),
      ...(when === undefined ? [] : [whenText(when)]),
    ],
  }
}

/** What a new value that is not only read from elsewhere needs: what the cloud decides is no doubt of the plan. */
function valueRemarks(certainty: Effect['certainty'], knownAfter: string | undefined): readonly string[] {
  if (knownAfter !== undefined) return [knownAfterText(knownAfter)]
  return certainty === 'may' ? ['perhaps'] : []
}
