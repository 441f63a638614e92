/** What is inside of resources: the stacks of nested templates and of groups, and what those who read these get. */

import { Failure } from '../../heat/values/value.ts'
import { extended } from '../../text/document/records.ts'
import type { OutputPlan } from '../parts.ts'
import type { Program } from '../program.ts'
import { type Both, type NestedTemplate, onBoth } from '../side.ts'
import { arrivingTerm } from '../terms/arriving.ts'
import { type AttributeLookup, attributePath, type InnerValues } from '../terms/lowering.ts'
import { kinds, type Term } from '../terms/term.ts'
import { childAttribute, isChildStack, passedBy } from './child-templates.ts'
import type { Definition } from './decisions.ts'
import { GroupStack } from './group-stack.ts'
import type { NestedStack, Surrounding, Whole } from './level.ts'
import { isHidden, LoweredLevel } from './lowered-level.ts'
import { memberValue } from './outside-values.ts'

type Side = keyof Both<unknown>

type Lookup = Omit<AttributeLookup, 'type'>

/** The output that Heat gives for a reference to a nested stack (`TemplateResource.get_reference_id`). */
const stackIdOutput = 'OS::stack_id'

export class InnerStacks {
  readonly #whole: Whole
  readonly #levels = new Map<string, LoweredLevel>()
  readonly #groups = new Map<string, GroupStack>()
  /** The resources whose definitions are being lowered: what reads itself is refused elsewhere. */
  readonly #open = new Set<string>()
  /** How often something was asked of one of these: what was made meanwhile is without its values. */
  #unanswered = 0
  /** What outputs give, by side and name: every reader of a large stack asks for the same ones. */
  readonly #outputs = new WeakMap<LoweredLevel, Map<string, Term>>()

  constructor(whole: Whole) {
    this.#whole = whole
  }

  /** What the functions of a template get of its resources that are stacks. */
  valuesIn(around: Surrounding, side: Side): InnerValues {
    return {
      reference: (resource) => this.#reference(around, side, resource),
      attribute: (lookup) => this.#attribute(around, side, lookup),
    }
  }

  /** The stack of a nested template; on a side that does not have it, it has no resources. */
  levelOf({ around, name, definitions, templates }: NestedStack): LoweredLevel {
    const key = keyOf(around, name, definitions)
    const known = this.#levels.get(key)
    if (known !== undefined) return known
    const own = (templates.before ?? templates.after) as NestedTemplate
    const all = onBoth((side) => templates[side] ?? own)
    const programs = onBoth((side) => {
      const program = this.#whole.programOf(all[side])
      return templates[side] === undefined ? withoutParts(program) : program
    })
    const sole = (definitions.before ?? definitions.after) as Definition
    const present = onBoth((side) =>
      templates[side] === undefined ? this.#whole.terms.false : around.presence(side, name),
    )
    const level = new LoweredLevel(this.#whole, {
      scope: `${around.scope}${name}/`,
      depth: around.depth + 1,
      templates: all,
      programs,
      given: onBoth((side) => this.#arriving(side, definitions[side] ?? sole, programs, present[side])),
      present,
    })
    this.#levels.set(key, level)
    return level
  }

  /** The stack that a group makes; undefined where its members are not written out. */
  groupOf(
    around: Surrounding,
    name: string,
    definitions: Both<Definition | undefined>,
  ): GroupStack | undefined {
    const key = keyOf(around, name, definitions)
    const known = this.#groups.get(key)
    if (known !== undefined) return known
    const made = new GroupStack(around, name, definitions)
    if (!made.isReadable) return undefined
    this.#groups.set(key, made)
    return made
  }

  #reference(around: Surrounding, side: Side, name: string): Term | undefined {
    if (isChildStack(this.#definitionsOf(around, name)?.[side]?.type ?? '')) return undefined
    const level = this.#stackIn(around, side, name)
    const output = level?.programs[side].outputs.get(stackIdOutput)
    return level === undefined || output === undefined ? undefined : level.outputOutside(side, output)
  }

  #attribute(around: Surrounding, side: Side, lookup: Lookup): Term | undefined {
    const level = this.#stackIn(around, side, lookup.resource)
    const definitions = this.#definitionsOf(around, lookup.resource)
    const type = definitions?.[side]?.type ?? ''
    if (level !== undefined)
      return isChildStack(type)
        ? childAttribute(level, side, type, lookup)
        : fromTemplate(level, side, lookup, (output) => this.#outputOf(level, side, lookup, output))
    return definitions?.[side] === undefined
      ? undefined
      : this.groupOf(around, lookup.resource, definitions)?.attribute(side, lookup)
  }

  #outputOf(level: LoweredLevel, side: Side, { attribute }: Lookup, output: OutputPlan): Term {
    const known = this.#outputs.get(level) ?? new Map<string, Term>()
    this.#outputs.set(level, known)
    const key = `${side} ${attribute}`
    const found = known.get(key)
    if (found !== undefined) return found
    const before = this.#unanswered
    const made = level.outputOutside(side, output)
    if (this.#unanswered === before) known.set(key, made)
    return made
  }

  #stackIn(around: Surrounding, side: Side, name: string): LoweredLevel | undefined {
    if (!this.#whole.mayGoDeeper(around)) return undefined
    const definitions = this.#definitionsOf(around, name)
    if (definitions === undefined) return undefined
    const templates = onBoth((one) => {
      const definition = definitions[one]
      return definition && this.#whole.templateOf(around, one, definition)
    })
    if (templates[side] === undefined) return undefined
    const present = onBoth((one) => (templates[one] === undefined ? undefined : definitions[one]))
    return this.levelOf({ around, name, definitions: present, templates })
  }

  /** @returns undefined for a resource that is being looked at */
  #definitionsOf(around: Surrounding, name: string): Both<Definition | undefined> | undefined {
    const key = around.scope + name
    if (this.#open.has(key)) {
      this.#unanswered += 1
      return undefined
    }
    this.#open.add(key)
    try {
      return onBoth((side) => around.definitionOf(side, name))
    } finally {
      this.#open.delete(key)
    }
  }

  #arriving(
    side: Side,
    definition: Definition,
    programs: Both<Program>,
    present: Term,
  ): ReadonlyMap<string, Term> {
    const { terms } = this.#whole
    const properties = passedBy(definition, terms)
    const given = new Map<string, Term>()
    for (const [name, schema] of programs[side].parameters) {
      if (schema instanceof Failure) continue
      const passed =
        properties.tag === 'map'
          ? properties.entries.get(name)
          : properties === terms.null
            ? undefined
            : terms.apply('passed', [properties, terms.constant(name)], kinds.any)
      const arriving = arrivingTerm(terms, schema, passed, this.#whole.defaults(side).get(name))
      if (arriving === terms.omitted) continue
      // Literals of the caller, defaults and what an environment gives, wherever they go inside.
      const shown = isHidden(programs, name) ? this.#hiding(arriving, name) : arriving
      this.#whole.refusals.addTerm(side, shown, present)
      given.set(name, shown)
    }
    return given
  }

  /** What arrives for a hidden parameter: Heat's messages name the value that it refuses. */
  #hiding(arriving: Term, parameter: string): Term {
    const { terms } = this.#whole
    const hide = (data: Term) => this.#whole.hiddenValue(data)
    return terms.each(arriving, (one) =>
      one.tag === 'refused'
        ? terms.refused(new Failure(one.failure.error, `the value of the hidden parameter ${parameter}`))
        : terms.withData(one, hide),
    )
  }
}

/** The same resource may stand for several members, each with a definition of its own. */
function keyOf(around: Surrounding, name: string, definitions: Both<Definition | undefined>): string {
  const { before, after } = onBoth((side) => {
    const definition = definitions[side]
    return definition === undefined ? '' : `${definition.type} ${definition.properties.id}`
  })
  return JSON.stringify([around.scope, name, before, after])
}

function withoutParts(program: Program): Program {
  return extended(program, { resources: new Map(), outputs: new Map(), conditions: new Map() })
}

/** `TemplateResource.get_attribute`: an output, or a resource inside. */
function fromTemplate(
  level: LoweredLevel,
  side: Side,
  lookup: Lookup,
  valueOf: (output: OutputPlan) => Term,
): Term | undefined {
  const { resource, attribute, path, by } = lookup
  const { terms } = level
  const [first, member, ...deeper] = attribute.split('.')
  if (first === 'resource' && member !== undefined) {
    if (!level.programs[side].resources.has(member))
      return terms.refused(
        new Failure('NotFound', `Member '${member}' not found in group resource '${resource}'.`),
      )
    return memberValue(level.lowerings[side], level.scope, member, deeper, path, by)
  }
  // What the cloud shows of the stack.
  if (attribute === 'show') return undefined
  const output = level.programs[side].outputs.get(attribute)
  if (output === undefined)
    return terms.refused(
      new Failure(
        'InvalidTemplateAttribute',
        `The Referenced Attribute (${resource} ${attribute}) is incorrect.`,
      ),
    )
  return attributePath(terms, valueOf(output), path)
}
