/** What `diff` says of updates, held against what a Heat does that really makes them (updating.py). */
import { spawnSync } from 'node:child_process'
import { impactOf } from '../../../src/engine/proof/impact.ts'
import {
  type Action,
  type Effect,
  type ResourceImpact,
  type StackImpact,
  verdictOf,
} from '../../../src/meaning/impact/model.ts'
import { groupedBy } from '../../../src/text/document/multimap.ts'
import { python } from '../installed.ts'
import { sourceOf, type Update, type Version } from './stacks.ts'

/** An answer of updating.py. */
export interface Happened {
  readonly state?: string
  readonly reason?: string
  readonly created?: readonly string[]
  readonly log?: readonly (readonly [action: string, path: string, parts?: readonly string[]])[]
  readonly outputs?: Readonly<Record<string, readonly [unknown, unknown]>>
  readonly refused?: string
  readonly error?: string
}

/** What happens to a resource, from the least to the worst. */
type Outcome = 'none' | 'updated' | 'created' | 'deleted' | 'replaced'

/**
 * `right`: said for certain; `open`: said as what may be, and it was; `over`: worse was said to be possible, and was not; `wrong`:
 * something else was said for certain; `untold`: replaced or deleted, and nobody said that it might be.
 */
export type Verdict = 'right' | 'open' | 'over' | 'wrong' | 'untold'

export interface Judgement {
  readonly verdict: Verdict
  readonly what: string
}

const environmentOf = ({ parameters, registry = {} }: Version) => ({
  parameters,
  resource_registry: registry,
})

const sideOf = (version: Version, folder: string) => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const read = (path: string) => {
    const file = version.files[path.slice(path.lastIndexOf('/') + 1)]
    return file === undefined ? undefined : bytes(sourceOf(file))
  }
  const path = `${folder}/t.yaml`
  const environment = { path: `${folder}/t.env.yaml`, bytes: bytes(JSON.stringify(environmentOf(version))) }
  return { path, bytes: read(path) as Uint8Array, environment, read }
}

export function planned({ before, after, existing }: Update): StackImpact {
  const options = {
    gate: 'checked',
    ...(existing ? { existing: { cleared: new Set<string>() } } : {}),
  } as const
  const answer = impactOf(sideOf(before, 'a'), sideOf(after, 'b'), options)
  if ('problem' in answer) throw new Error(JSON.stringify(answer.problem))
  return answer.impact
}

/** What Heat does with each. @param script updating.py */
export function happened(updates: readonly Update[], script: string): readonly Happened[] {
  const given = (version: Version) => {
    const files = Object.fromEntries(
      Object.entries(version.files).map(([name, file]) => [name, sourceOf(file)]),
    )
    return { template: files['t.yaml'], files, environment: environmentOf(version) }
  }
  const input = updates
    .map(({ before, after, existing }) => [given(before), { ...given(after), arguments: { existing } }])
    .map((pair) => JSON.stringify(pair))
    .join('\n')
  const { stdout, stderr } = spawnSync(python, [script], {
    input: `${input}\n`,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (stdout === '') throw new Error(stderr)
  return answersIn(stdout)
}

/** One in each line. */
export function answersIn(printed: string): readonly Happened[] {
  return printed
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Happened)
}

/** What becomes of each resource that there was, or is: what is made and deleted again while batches are made is not there. */
function outcomes({ created = [], log = [] }: Happened): ReadonlyMap<string, Outcome> {
  const found = new Map<string, Outcome>(created.map((path) => [path, 'none']))
  const entries = groupedBy(log, ([, path]) => path)
  for (const [path, own] of entries) {
    const count = (wanted: string) => own.filter(([action]) => action === wanted).length
    const [creates, deletes] = [count('create'), count('delete')]
    const was = created.includes(path)
    // What was a nested stack has no entry of its own.
    const wasStack = created.some((one) => one.startsWith(`${path}.`))
    if (was && creates < deletes) found.set(path, 'deleted')
    else if (creates > 0 && (was || wasStack)) found.set(path, 'replaced')
    else if (creates > deletes) found.set(path, 'created')
    else if (was && own.some(([, , parts = []]) => parts.length > 0)) found.set(path, 'updated')
  }
  return found
}

/** Whether there was a resource, or a stack, of a path. */
const wasThere = (created: readonly string[], path: string) =>
  created.some((one) => one === path || one.startsWith(`${path}.`))

/** Whether an effect is about the resource of a path: `g/1..3/port`, `g/*`, `g/(2 new)`. */
function isAbout({ name }: ResourceImpact, path: string, created: readonly string[]): boolean {
  const [own, others] = [name.split('/'), path.split('.')]
  return (
    own.length === others.length &&
    own.every((part, index) =>
      part.startsWith('(')
        ? wasThere(created, others.slice(0, index + 1).join('.')) !== part.endsWith(' new)')
        : isMember(part, others[index] as string),
    )
  )
}

function isMember(part: string, name: string): boolean {
  if (part === name || part === '*') return true
  const [, first, last] = /^(\d+)\.\.(\d+)$/.exec(part) ?? []
  if (first !== undefined) return Number(first) <= Number(name) && Number(name) <= Number(last)
  return part.includes(',') && (part.endsWith('...') || part.split(',').includes(name))
}

const does = {
  refuse: 'none',
  replace: 'replaced',
  create: 'created',
  delete: 'deleted',
  update: 'updated',
} as const

/** Changes that Heat notes in the definition of a resource, and does nothing about. */
const definitionOnly = /^(?:deletion_policy|depends_on|resources|outputs|members|size)\b/

const unnamed = /\/[*(]/

const isFelt = ({ changes }: ResourceImpact) => changes.some(({ path }) => !definitionOnly.test(path))

/** What is said of a resource: for certain, and as possible. */
function saidOf(effects: readonly ResourceImpact[]): {
  readonly sure: readonly Outcome[]
  readonly may: readonly Outcome[]
} {
  const all = effects.flatMap((impact) =>
    impact.effects.map(({ action, certainty }) => ({
      certainty,
      outcome: action === 'update' && !isFelt(impact) ? ('none' as const) : does[action],
    })),
  )
  const of = (isSure: boolean) =>
    all.filter(({ certainty }) => (certainty === 'sure') === isSure).map(({ outcome }) => outcome)
  return { sure: of(true), may: of(false) }
}

/** @param members how many there are that the effects are about, where these name none of them */
function judged(effects: readonly ResourceImpact[], outcome: Outcome, members: number): Verdict {
  const { sure, may } = saidOf(effects)
  // The members of a group that is replaced have other names, and those that it leaves in the cloud are not touched.
  const isMade = sure.includes('replaced') && effects.every(({ name }) => unnamed.test(name))
  const isLeft = outcome === 'none' && effects.some(({ survives }) => survives !== undefined)
  if (isMade && (outcome === 'created' || outcome === 'deleted' || isLeft)) return 'right'
  // What happens to some of them, by their age, does not to the others.
  const counted = effects.reduce(
    (sum, { name, count = members }) => sum + (unnamed.test(name) ? count : members),
    0,
  )
  if (outcome === 'none' && counted < members) return 'right'
  if (may.length === 0) {
    if (sure.includes(outcome) || (sure.length === 0 && outcome === 'none')) return 'right'
  } else if (may.includes(outcome) || sure.includes(outcome)) return sure.includes(outcome) ? 'over' : 'open'
  const isWorse = outcome === 'replaced' || outcome === 'deleted'
  const isTold = [...sure, ...may].some((one) => one === 'replaced' || one === 'deleted')
  if (isWorse && !isTold && !effects.some(({ unknown }) => unknown !== undefined)) return 'untold'
  return may.length > 0 ? 'over' : 'wrong'
}

/** What is said for certain of so many members, and happens to others than so many. */
function miscounted(
  resources: readonly ResourceImpact[],
  outcomes: ReadonlyMap<string, Outcome>,
  created: readonly string[],
): readonly Judgement[] {
  return resources.flatMap((one): readonly Judgement[] => {
    const { name, effects, count } = one
    const isSome = (path: string) => isAbout(one, path, created)
    const [sole, ...others] = effects
    if (count === undefined || !unnamed.test(name) || others.length > 0) return []
    // A nested stack has no entry of its own.
    if (![...outcomes.keys()].some(isSome)) return []
    if (
      sole?.certainty !== 'sure' ||
      one.survives !== undefined ||
      (sole.action === 'update' && !isFelt(one))
    )
      return []
    const outcome = does[sole.action]
    // Of all members, those that are new, or are dropped, have lines of their own.
    const isOfOthers = (action: Action, path: string) =>
      unnamed.exec(name)?.[0] === '/*' &&
      resources.some(
        (other) =>
          other.name.includes('/(') &&
          other.effects.some((effect) => effect.action === action) &&
          isAbout(other, path, created),
      )
    const isWanted = (what: Outcome, path: string) =>
      what === outcome
        ? !(what === 'created' && isOfOthers('create', path))
        : outcome === 'replaced' && what === 'deleted' && !isOfOthers('delete', path)
    const isNew = outcome === 'created'
    const found = [...outcomes].filter(
      ([path, what]) => isWanted(what, path) && isSome(path) && wasThere(created, path) !== isNew,
    ).length
    const what = `${name}: said ${count} ${sole.action}, Heat: ${found} ${outcome}`
    return found === count ? [] : [{ verdict: 'wrong', what }]
  })
}

/** Without what happens only where a parameter is not given that is. */
function withGiven(
  resources: readonly ResourceImpact[],
  given: Version['parameters'],
): readonly ResourceImpact[] {
  const isPossible = ({ when = '' }: Effect) => {
    const [, name] = /^(\S+) is not given$/.exec(when) ?? []
    return name === undefined || !Object.hasOwn(given, name)
  }
  return resources.map((one) => ({ ...one, effects: one.effects.filter(isPossible) }))
}

/** Each resource of an update, and the update as a whole. @param given the parameters that the update gives */
export function judge(
  impact: StackImpact,
  answer: Happened,
  given: Version['parameters'] = {},
): readonly Judgement[] {
  const { refusals } = impact
  const resources = withGiven(impact.resources, given)
  const isRefused =
    refusals.length > 0 || resources.some(({ effects }) => effects.some(({ action }) => action === 'refuse'))
  if (answer.refused !== undefined || answer.state !== 'UPDATE_COMPLETE')
    return [
      { verdict: isRefused ? 'right' : 'untold', what: `Heat stops: ${answer.refused ?? answer.reason}` },
    ]
  if (refusals.some(({ certainty }) => certainty === 'sure'))
    return [
      {
        verdict: 'wrong',
        what: `Heat does not reject: ${refusals.map(({ message }) => message).join('; ')}`,
      },
    ]
  const all = outcomes(answer)
  const { created = [] } = answer
  const isQuiet = [...all.values()].every((one) => one === 'none')
  const changed = Object.entries(answer.outputs ?? {}).filter(
    ([, [was, is]]) => JSON.stringify(was) !== JSON.stringify(is),
  )
  const judgements = [...all].map(([path, outcome]): Judgement => {
    // New members have no names yet, and are none of those that there were.
    const isOld = created.includes(path)
    const about = resources.filter(
      (one) =>
        isAbout(one, path, created) && !(isOld && one.effects.every(({ action }) => action === 'create')),
    )
    const members = created.filter((one) => about.some((effect) => isAbout(effect, one, created))).length
    const said = about.flatMap(({ effects }) =>
      effects.map(({ action, certainty }) => `${certainty} ${action}`),
    )
    // Of which members come or go nobody knows, and that is said of their group.
    const isUnknown = resources.some(
      ({ name, unknown }) => unknown !== undefined && path.startsWith(`${name.replaceAll('/', '.')}.`),
    )
    return {
      verdict:
        about.length === 0 && outcome !== 'none' && isUnknown ? 'open' : judged(about, outcome, members),
      what: `${path}: said ${said.join(', ') || 'nothing'}, Heat: ${outcome}`,
    }
  })
  judgements.push(...miscounted(resources, all, created))
  const isSilent = verdictOf(impact) === 'nothing'
  if (isSilent && !(isQuiet && changed.length === 0))
    judgements.push({
      verdict: 'untold',
      what: `nothing happens, Heat: ${JSON.stringify([answer.log, changed])}`,
    })
  return judgements
}

/** What is wrong with what is said of updates; of those that Heat has a stack for. */
export function mistakes(
  updates: readonly Update[],
  answers: readonly Happened[],
): {
  readonly judged: number
  readonly found: readonly string[]
  readonly counts: ReadonlyMap<Verdict, number>
} {
  const counts = new Map<Verdict, number>()
  const found: string[] = []
  let judged = 0
  for (const [index, update] of updates.entries()) {
    const answer = answers[index]
    if (answer === undefined || answer.error !== undefined) continue
    judged += 1
    for (const { verdict, what } of judge(planned(update), answer)) {
      counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
      if (verdict === 'untold' || verdict === 'wrong') found.push(`${verdict}: ${update.name}: ${what}`)
    }
  }
  return { judged, found, counts }
}
