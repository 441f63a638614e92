/** Tries what may be meant: a way counts when the violation has ended after it, and nothing else needs a person. */

import type { Workspace } from '../../stack/workspace.ts'
import type { RequirementId } from './requirement.ts'
import type { Violation } from './rule.ts'
import { type Step, stepText, type Way } from './step.ts'
import { withSteps } from './steps.ts'
import { violationsOf } from './violations.ts'
import { vnfOf } from './vnf/vnf.ts'
import { commonWays } from './ways.ts'

/** A way that was tried. */
export interface TriedWay extends Way {
  /** What it changes, and what it brings up that takes another decision. */
  readonly changes: string
  /** The violations that end with it. */
  readonly ends: ReadonlySet<string>
  /** Whether it takes further decisions, and no rule has proposed it. */
  readonly isOpen: boolean
}

/** Nobody chooses among more. */
const mostOffered = 4

/** Each look at a package takes its time: of a package with more to decide the rest is asked once these are answered. */
const mostTrials = 1500

/** The package as it was read, and what was tried on it. */
export class Trials {
  readonly #pkg: Workspace
  readonly #before: ReadonlyMap<string, Violation>
  #left = mostTrials

  constructor(pkg: Workspace) {
    this.#pkg = pkg
    this.#before = new Map(violationsOf(pkg).map((one) => [one.id, one]))
  }

  /** The ways that end at least the first of some violations, those that end most of them first. */
  waysFor(ids: readonly string[]): readonly TriedWay[] {
    const asked = ids.flatMap((id) => this.#before.get(id) ?? [])
    const [first] = asked
    if (first === undefined) return []
    const vnf = vnfOf(this.#pkg)
    const own = asked.flatMap(({ remedy }) => (remedy.kind === 'by-hand' ? (remedy.ways?.() ?? []) : []))
    const seen = new Set<string>()
    const tried: TriedWay[] = []
    for (const way of [...own, ...asked.flatMap((one) => commonWays(vnf, one))]) {
      const key = JSON.stringify(way.steps)
      if (seen.has(key) || tried.filter(({ isOpen }) => !isOpen).length >= mostOffered) continue
      seen.add(key)
      const made = this.#tried(way)
      if (made?.ends.has(first.id) !== true) continue
      tried.push(own.includes(way) ? { ...made, isOpen: false } : made)
    }
    const whole = tried.filter(({ isOpen }) => !isOpen)
    return (whole.length > 0 ? whole : tried).slice(0, mostOffered)
  }

  #tried(way: Way): TriedWay | undefined {
    if (this.#left <= 0) return undefined
    this.#left -= 1
    const made = withSteps(this.#pkg, way.steps)
    if ('blocker' in made || made.done === this.#pkg) return undefined
    const after = violationsOf(made.done)
    const now = new Set(after.map(sameAfter))
    const open = after.filter(({ id, remedy }) => remedy.kind === 'by-hand' && !this.#before.has(id))
    const requirements = [...new Set(open.map(({ requirement }) => requirement))]
    return {
      ...way,
      changes: changesOf(way.steps, requirements),
      ends: new Set([...this.#before.values()].flatMap((one) => (now.has(sameAfter(one)) ? [] : [one.id]))),
      isOpen: requirements.length > 0,
    }
  }
}

/** Identifies a violation by its message where its number may shift: that happens once an earlier one is repaired. */
function sameAfter({ id, message }: Violation): string {
  return / #\d+$/.test(id) || id.includes(' file @') ? `${id.replace(/ #\d+$/, '')} ${message}` : id
}

function changesOf(steps: readonly Step[], open: readonly RequirementId[]): string {
  const then = open.length === 0 ? '' : `; leaves ${open.join(', ')} to decide after that`
  return `${steps.map(stepText).join('; ')}${then}`
}
