/** What an update does, counted. */
import {
  actions,
  type Effect,
  interruptionIn,
  isOpen,
  type StackImpact,
  verdictOf,
} from '../../meaning/impact/model.ts'
import { quantity } from './counts.ts'
import { countOfReasons } from './impact-reasons.ts'
import { effectWord, unknownEffect } from './impact-words.ts'

/** `2 replaced, 1 may be replaced, 3 updated in place`: the worst first. */
export function headline(impact: StackImpact): string {
  const verdict = verdictOf(impact)
  if (verdict === 'nothing') return 'nothing happens to the stack'
  const { refusals } = impact
  if (refusals.some(({ certainty }) => certainty === 'sure')) {
    const reasons = countOfReasons(impact)
    const refused = `Heat rejects this update: ${quantity(reasons, 'reason')}`
    if (impact.resources.length === 0) return refused
    return `${refused}. Without ${reasons === 1 ? 'it' : 'them'}: ${countedText(impact, verdict)}`
  }
  if (refusals.length === 0) return countedText(impact, verdict)
  return `Heat may reject this update. If not: ${headline({ ...impact, refusals: [] })}`
}

function countedText(impact: StackImpact, verdict: ReturnType<typeof verdictOf>): string {
  const tally = new ImpactTally()
  tally.add(impact)
  const counted = tally.resources()
  const { unchanged = 0 } = impact
  const rest = unchanged === 0 ? [] : [`${unchanged} unchanged`]
  if (counted.length > 0)
    return `${quantity(countOf(impact) + unchanged, 'resource')}: ${[...counted, ...rest].join(', ')}`
  return verdict === 'untold' ? unknownEffect : 'no resource changes'
}

/** How many resources something happens to. */
function countOf({ resources }: StackImpact): number {
  return resources.reduce((sum, { count = 1 }) => sum + count, 0)
}

/** Counts effects on stacks. */
export class ImpactTally {
  readonly stacks = { nothing: 0, something: 0, untold: 0 }
  readonly #words = new Map<string, number>()

  add(impact: StackImpact): void {
    this.stacks[verdictOf(impact)] += 1
    for (const resource of impact.resources) {
      const { effects, count = 1 } = resource
      const [worst] = effects
      const isInterrupted = worst?.action === 'update' && interruptionIn(resource) !== undefined
      const word =
        worst === undefined || isOpen(resource)
          ? unknownEffect
          : isInterrupted
            ? interruptedWord(worst)
            : effectWord(worst)
      this.#words.set(word, (this.#words.get(word) ?? 0) + count)
    }
  }

  /** How many resources have which effect, by the worst that each has: `2 replaced`; the worst first. */
  resources(): readonly string[] {
    const words = actions.flatMap((action) => [
      ...(action === 'update' ? certainties.map((certainty) => interruptedWord({ certainty })) : []),
      ...certainties.map((certainty) => effectWord({ action, certainty })),
    ])
    return [...words, unknownEffect].flatMap((word) => {
      const count = this.#words.get(word)
      return count === undefined ? [] : [`${count} ${word}`]
    })
  }

  /** One sentence about all stacks, without its full stop; empty where there are none. */
  sentence(): string {
    const { nothing, something, untold: open } = this.stacks
    const all = nothing + something + open
    if (all === 0) return ''
    const subject = all === 1 ? 'effect on a live stack' : 'effect on live stacks'
    const counted = this.resources()
    if (nothing === all) return `${subject}: none`
    if (open === all && counted.length === 0) return `${subject}: ${unknownEffect}`
    const stacks = [
      ...(nothing > 0 ? [`${nothing} without effect`] : []),
      ...(something > 0 ? [`${something} with effects`] : []),
      ...(open > 0 ? [`${open} unknown`] : []),
    ]
    const parts = [
      ...(all > 1 ? [stacks.join(', ')] : []),
      ...(counted.length > 0 ? [`resources: ${counted.join(', ')}`] : []),
      ...(counted.length === 0 && open === 0 ? ['no resource changes'] : []),
    ]
    return `${subject}: ${parts.join('; ')}`
  }
}

const certainties = ['sure', 'may'] as const

function interruptedWord({ certainty }: Pick<Effect, 'certainty'>): string {
  return certainty === 'sure' ? 'interrupted' : 'may be interrupted'
}
