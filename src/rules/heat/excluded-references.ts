/** References to resources that their condition leaves out; heat/engine/hot/functions.py: GetResource, GetAtt. */

import { type Call, callOf } from '../../heat/calls.ts'
import { anyCall, callsWithin, marks } from '../../heat/calls-within.ts'
import type { RuleCode } from '../../heat/code-facts.ts'
import { branchesOnCondition, functionRow } from '../../heat/functions/table.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { section } from '../../heat/sections.ts'
import type { Mapping, Node } from '../../text/document/node.ts'
import { listOf, mapOf, nameOf, resolved, stringOf } from '../../text/document/read.ts'
import { declaredIn, partOf, type Related } from '../locations.ts'
import { rule } from '../rule.ts'
import type { CheckScope as RuleScope } from '../scope.ts'
import type { ResourceView } from '../template-view.ts'
import { isResolved } from '../vocabulary.ts'
import { always, type Formula, type Frequency, type Worlds } from '../worlds.ts'

/** The parts of a resource in which Heat looks for references before it makes anything (`required_resource_names`). */
const referring = ['properties', 'metadata'] as const

const codes = {
  'excluded-reference': {
    title: 'A reference to a resource that its condition leaves out',
    severity: 'error',
    help: 'Wrap the reference in an if with the same condition, or give the resource that refers to it that condition.',
    why: 'With the defaults of the parameters the condition of the resource is false, so that the stack has no such resource, and Heat rejects what refers to it.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
parameters:
  keep: {type: boolean, default: false}
conditions:
  kept: {get_param: keep}
resources:
  disk: {type: OS::Cinder::Volume, condition: kept, properties: {size: 1}}
outputs:
  disk: {value: {get_attr: [disk, size]}}
`,
      after: `heat_template_version: 2018-08-31
parameters:
  keep: {type: boolean, default: false}
conditions:
  kept: {get_param: keep}
resources:
  disk: {type: OS::Cinder::Volume, condition: kept, properties: {size: 1}}
outputs:
  disk: {condition: kept, value: {get_attr: [disk, size]}}
`,
    },
  },
  'possibly-excluded-reference': {
    title: 'A reference to a resource that its condition may leave out',
    severity: 'warning',
    behaves: ['accepted by Heat'],
    help: 'Wrap the reference in an if with the same condition, or give the resource that refers to it that condition.',
    why: 'When the condition of the resource is false, the stack has no such resource, and Heat rejects what refers to it.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
parameters:
  keep: {type: boolean, default: true}
conditions:
  kept: {get_param: keep}
resources:
  disk: {type: OS::Cinder::Volume, condition: kept, properties: {size: 1}}
outputs:
  disk: {value: {get_resource: disk}}
`,
      after: `heat_template_version: 2018-08-31
parameters:
  keep: {type: boolean, default: true}
conditions:
  kept: {get_param: keep}
resources:
  disk: {type: OS::Cinder::Volume, condition: kept, properties: {size: 1}}
outputs:
  disk: {value: {if: [kept, {get_resource: disk}, none]}}
`,
    },
  },
} as const satisfies Record<string, RuleCode>

type CheckScope = RuleScope<keyof typeof codes>

/** So many values are looked at: branches and aliases may lead to one again and again, each time under other conditions. */
const MOST_VISITS = 100_000

/** Reports references that Heat refuses when the resource is left out and what refers to it is not. */
export const excludedReferences = rule({
  codes,
  source: 'HOT specification, Conditions section',
  asks: 'template',
  find(view, report) {
    const { root, words, worlds, resources } = view
    const walk = new ReferenceWalk({ ...view, report }, resources, worlds)
    if (!walk.isNeeded) return
    for (const one of resources)
      for (const key of referring) {
        const value = one.part(key)
        if (value !== undefined) walk.visit(value, view.whenThere(one), `"${one.name}"`)
      }
    for (const one of section(root, 'outputs')?.entries ?? []) {
      const part = mapOf(one.value)
      const value = readValue(part, words.spell('value'))
      if (value !== undefined) walk.visit(value, worlds.ofPart(part), `the output "${nameOf(one) ?? ''}"`)
    }
  },
})

class ReferenceWalk {
  readonly #scope: CheckScope
  readonly #worlds: Worlds
  readonly #excludable: ReadonlyMap<string, Formula>
  #visits = 0
  readonly #known = new Map<Formula, Map<Formula, Frequency>>()
  readonly #seen = new Map<Node, Set<Formula>>()

  constructor(scope: CheckScope, resources: readonly ResourceView[], worlds: Worlds) {
    this.#scope = scope
    this.#worlds = worlds
    this.#excludable = new Map(
      resources.flatMap(({ name, definition }) => {
        const formula = worlds.ofPart(definition)
        return formula === always ? [] : [[name, formula] as const]
      }),
    )
  }

  /** Whether any resource may be left out. */
  get isNeeded(): boolean {
    return this.#excludable.size > 0
  }

  /** @param when the value is computed */
  visit(node: Node, when: Formula, owner: string): void {
    const target = resolved(node)
    if ((callsWithin(target) & (anyCall | marks.alias)) === 0 || this.#hasSeen(target, when)) return
    if (this.#visits++ > MOST_VISITS) return
    const call = callOf(target)
    if (call !== undefined && isResolved(call, this.#scope.words)) {
      if (branchesOnCondition(call.name)) {
        this.#branches(listOf(call.argument)?.items ?? [], when, owner)
        return
      }
      const refersTo = functionRow(call.name)?.refersTo ?? ''
      if (/resource|attribute/.test(refersTo)) this.#reference(call, node, when, owner)
    }
    if (target.kind === 'seq') for (const item of target.items) this.visit(item, when, owner)
    if (target.kind === 'map') for (const { value } of target.entries) this.visit(value, when, owner)
  }

  #branches([test, yes, no]: readonly Node[], when: Formula, owner: string): void {
    if (test === undefined) return
    const holds = this.#worlds.ofTest(test)
    const both: readonly (readonly [Node | undefined, Formula])[] = [
      [yes, { is: 'all', of: [when, holds] }],
      [no, { is: 'all', of: [when, { is: 'not', of: holds }] }],
    ]
    // Under conditions that are too large to be tried nothing is said.
    for (const [branch, then] of both)
      if (branch !== undefined && this.#worlds.bounded(then) !== undefined) this.visit(branch, then, owner)
  }

  /** How often one thing is there without another. */
  #frequencyOf(when: Formula, there: Formula): Frequency {
    const known = this.#known.get(when) ?? new Map<Formula, Frequency>()
    this.#known.set(when, known)
    const frequency =
      known.get(there) ?? this.#worlds.frequencyOf({ is: 'all', of: [when, { is: 'not', of: there }] })
    known.set(there, frequency)
    return frequency
  }

  #hasSeen(node: Node, when: Formula): boolean {
    const seen = this.#seen.get(node) ?? new Set()
    if (seen.has(when)) return true
    this.#seen.set(node, seen.add(when))
    return false
  }

  /** The resource, and the condition that it has. */
  #whyLeftOut(name: string, condition: string | undefined): readonly Related[] {
    const { root } = this.#scope
    return [...declaredIn(root, 'resources', name), ...declaredIn(root, 'conditions', condition)]
  }

  #reference(call: Call, at: Node, when: Formula, owner: string): void {
    const name = stringOf(nameIn(call))
    // Heat looks at attributes in outputs, and computes references there when somebody asks for the output.
    const isLate = owner.startsWith('the output') && functionRow(call.name)?.refersTo !== 'attribute'
    const there = this.#excludable.get(name ?? '')
    if (name === undefined || there === undefined) return
    const { report, words, declared } = this.#scope
    const frequency = this.#frequencyOf(when, there)
    if (frequency === 'never') return
    const condition = stringOf(readValue(mapOf(declared.resources.get(name)), words.spell('condition')))
    const which = condition === undefined ? 'its condition' : `the condition "${condition}"`
    const [code, fate] =
      frequency === 'by default' && !isLate
        ? (['excluded-reference', `which is not created because ${which} is false`] as const)
        : (['possibly-excluded-reference', `which is not created when ${which} is false`] as const)
    const message = `${owner} refers to "${name}", ${fate}`
    const related = this.#whyLeftOut(name, condition)
    report(code, partOf(at, nameIn(call)), message, { source: words.rule('conditions'), related })
  }
}

function nameIn(call: Call): Node {
  return listOf(call.argument)?.items[0] ?? call.argument
}

/** Whether two parts of a template can be there together. */
export function mayMeet(worlds: Worlds, one: Mapping | undefined, two: Mapping | undefined): boolean {
  return worlds.frequencyOf({ is: 'all', of: [worlds.ofPart(one), worlds.ofPart(two)] }) !== 'never'
}
