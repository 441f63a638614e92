/** What an update of a live stack does, as far as two templates tell. */

/**
 * What becomes of a resource. `refuse`: Heat does not make the update, because something changes that may not.
 * `replace`: another one is made, and this one deleted.
 */
export type Action = 'refuse' | 'replace' | 'create' | 'delete' | 'update'

/** From the worst to the least; what holds only where nothing worse does is said after that. */
export const actions: readonly Action[] = ['refuse', 'replace', 'delete', 'create', 'update']

/**
 * What an update in place interrupts: `restart`: a server is resized and starts anew; `rebuild`: its root disk is made anew;
 * `detach`: a port, a volume or an address leaves it for some time; `data-loss`: what is on it is overwritten.
 */
export type Interruption = 'restart' | 'rebuild' | 'detach' | 'data-loss'

/** From the worst to the least. */
export const interruptions: readonly Interruption[] = ['data-loss', 'rebuild', 'restart', 'detach']

/** What `--fail-on` asks for. */
export type AskedEffect = Action | 'interrupt'

export const askedEffects: readonly AskedEffect[] = [...actions, 'interrupt']

/** One thing that happens, or may. */
export interface Effect {
  readonly action: Action
  /** `sure`: with all values. `if`: where `when` says so. `may`: the templates do not tell. */
  readonly certainty: 'sure' | 'if' | 'may'
  /** Under which values, in words; always there with `if`. */
  readonly when?: string
}

/** Begins what `when` says where the values are too many to be named. */
export const dependingOn = 'depending on '

/** `if zone is not given`: under which values, behind what happens. */
export function whenText(when: string): string {
  return when.startsWith(dependingOn) ? when : `if ${when}`
}

const afterwards = 'known after the update'

/** What a new value reads that only the cloud decides, in words. @param names of resources and attributes, `a and b.c` */
export function knownAfterText(names: string): string {
  return `${names} ${areSeveral(names) ? 'are' : 'is'} ${afterwards}`
}

function areSeveral(names: string): boolean {
  return names.includes(' and ')
}

/** What a value that changes only by what it reads is, in words. */
export function readText({ by, knownAfter }: ReadValue, certainty: Effect['certainty']): string {
  const known = knownAfter === undefined ? '' : `, ${afterwards}`
  if (certainty !== 'may')
    return `reads ${by}, which ${areSeveral(by) ? 'are other ones' : 'is another one'}${known}`
  // What the cloud says afterwards may be the same.
  if (knownAfter !== undefined) return `reads ${by}${known}`
  return `reads ${by}, which may be ${areSeveral(by) ? 'other ones' : 'another one'}`
}

/** What a value reads that is another one, and whether it is known after the update. */
interface ReadValue {
  readonly by: string
  readonly knownAfter?: string
}

/** A value of a resource that changes, or may. */
export interface ValueChange {
  /** Below the resource, for example `properties.networks[0].port`. */
  readonly path: string
  /** In one line; absent where there is none. Values of hidden parameters are not in it. */
  readonly before?: string
  readonly after?: string
  readonly certainty: Effect['certainty']
  readonly when?: string
  /** What this change alone would do. */
  readonly action: 'refuse' | 'replace' | 'update'
  /** Why Heat refuses it, where its class says so. */
  readonly why?: string
  /** The resource or attribute that is another one, where only what reads it changes: `net`, `server.first_address`. */
  readonly by?: string
  /** The resources and attributes in the new value that only the cloud decides, while the update runs: `server.first_address`. */
  readonly knownAfter?: string
  /** Of strings with several lines, those that differ, with `-`, `+` or a space in front. */
  readonly lines?: readonly string[]
  /** What the change interrupts though it is made in place. */
  readonly interrupts?: Interruption
}

export interface ResourceImpact {
  /** With the names of the resources that call nested templates in front of it: `shop/server`. */
  readonly name: string
  readonly type: string
  /** Where it has another type now. */
  readonly typeBefore?: string
  readonly effects: readonly Effect[]
  readonly changes: readonly ValueChange[]
  /** `Retain` or `Snapshot`, where what goes away leaves something behind. */
  readonly survives?: string
  /** The name that it has in the other template, where it is the same resource under another name. */
  readonly renamed?: string
  /** Where that other name stands in another stack: this one leaves its stack for a nested one, or the other way round. */
  readonly moved?: 'into a nested stack' | 'out of a nested stack' | 'to another nested stack'
  /** What one can do before the update so that nothing is lost, where Heat has a way. */
  readonly remedy?: string
  /** Every update replaces it, changed or not. */
  readonly always?: true
  /** What is unknown, and why. */
  readonly unknown?: string
  /** What else is to be said, for example in which releases of Heat something else happens. */
  readonly note?: string
  /** What is lost with it where it is deleted or replaced: `its data`. */
  readonly lost?: string
  /** What keeps Heat from replacing it, or is lost because the new one is created before the old one is deleted. */
  readonly collision?: string
  /** How many resources it stands for, where these are members of a group; else one. */
  readonly count?: number
  /** What changes only because this one does: it reads it, or reads what reads it. */
  readonly follow?: readonly Consequence[]
  /** The id in the cloud, where the live stack was given. */
  readonly id?: string
}

/** How many resources have an effect as the worst, or may have it. */
export interface Consequence {
  readonly action: Action
  readonly certainty: 'sure' | 'may'
  readonly count: number
}

/** A parameter, an output or a condition that is new, removed, or another. */
export interface DeclarationImpact {
  readonly name: string
  readonly change: 'added' | 'removed' | 'changed'
  /** What is to be said about it, for example `must be given`. */
  readonly notes: readonly string[]
}

/** Why Heat refuses the update as a whole, before it does anything to a resource. */
export interface Refusal {
  /** A sentence without a full stop. */
  readonly message: string
  readonly certainty: Effect['certainty']
  /** Under which values, in words; always there with `if`. */
  readonly when?: string
  /**
   * `template`: Heat refuses the template itself, whatever its parameters are, and nothing of that is known but this.
   * `both`: the template of the live stack has it as well, and a cloud with other plugins or a newer Heat may have accepted it.
   */
  readonly of?: 'template' | 'both'
  /** The parameter that it is about, and that no finding is about. */
  readonly parameter?: string
  /** A finding of `hotshift check` where that is the reason: its code, and where it stands. */
  readonly code?: string
  readonly path?: string
  readonly line?: number
  readonly column?: number
}

export interface StackImpact {
  readonly refusals: readonly Refusal[]
  /** Of all resources that anything happens to, or may: the worst first, each with what is inside of it. */
  readonly resources: readonly ResourceImpact[]
  /** To how many resources nothing happens; absent where nobody counted. */
  readonly unchanged?: number
  readonly parameters: readonly DeclarationImpact[]
  readonly outputs: readonly DeclarationImpact[]
  readonly conditions: readonly DeclarationImpact[]
  /** Why something could not be looked into, for example that the templates take too much work. */
  readonly open: readonly string[]
  /** What an update does besides, whatever changes in the templates. */
  readonly remarks?: readonly string[]
}

/** How many resources of stacks something happens to, or may, by what it is; one may be deleted or replaced, say. */
export type EffectCounts = Readonly<Record<Action, number>> & {
  /** Of those that are updated in place, the ones that the update interrupts. */
  readonly interrupt: number
  /** Stacks of which something is unknown. */
  readonly untold: number
}

export const noEffects: EffectCounts = {
  refuse: 0,
  replace: 0,
  delete: 0,
  create: 0,
  update: 0,
  interrupt: 0,
  untold: 0,
}

/** The worst that an update in place interrupts; undefined where nothing is, and where the resource is replaced in any case. */
export function interruptionIn({ effects, changes }: ResourceImpact): Interruption | undefined {
  if (!effects.some(({ action }) => action === 'update')) return undefined
  return interruptions.find((one) => changes.some(({ interrupts }) => interrupts === one))
}

/** The counts with those of one more stack. */
export function withEffects(counts: EffectCounts, { refusals, resources, open }: StackImpact): EffectCounts {
  const sum = { ...counts }
  sum.refuse += refusals.length
  for (const resource of resources) {
    const { effects, count = 1 } = resource
    for (const action of new Set(effects.map((one) => one.action))) sum[action] += count
    if (interruptionIn(resource) !== undefined) sum.interrupt += count
  }
  if (
    open.length > 0 ||
    resources.some(({ effects, unknown }) => effects.length === 0 || unknown !== undefined)
  )
    sum.untold += 1
  return sum
}

/** Whether worse may happen to a resource than what is said of it, and nobody knows. */
export function isOpen({ effects, unknown }: ResourceImpact): boolean {
  if (effects.length === 0) return true
  return unknown !== undefined && effects.every(({ action }) => action === 'create' || action === 'update')
}

/** Of an update that changes nothing. */
export const noImpact: StackImpact = {
  refusals: [],
  resources: [],
  parameters: [],
  outputs: [],
  conditions: [],
  open: [],
}

const leftToYou = 'depends on what the errors leave to you; hotshift diff tells it of the finished template'

/** Of what a migration leaves half done: Heat refuses it, or takes it for data, and no stack is updated to that. */
export const unfinishedImpact: StackImpact = { ...noImpact, open: [leftToYou] }

/** Whether it is that of something half done, also where it stood in a plan. */
export function isUnfinished({ open }: StackImpact): boolean {
  return open.includes(leftToYou)
}

/** In one word: nothing happens, something does, or it is unknown. */
export function verdictOf({
  refusals,
  resources,
  outputs,
  open,
}: StackImpact): 'nothing' | 'something' | 'untold' {
  if (refusals.some(({ certainty }) => certainty === 'sure')) return 'something'
  const effects = resources.flatMap((one) => one.effects)
  if (effects.some(({ certainty }) => certainty === 'sure') || outputs.length > 0) return 'something'
  const isOpen = [effects, open, resources, refusals].some((all) => all.length > 0)
  return isOpen ? 'untold' : 'nothing'
}
