/** The stack that a group makes of its members (`ResourceGroup`, `ResourceChain`, `AutoScalingResourceGroup` of Heat). */
import { resourceTypeFacts } from '../../heat/resource-types.ts'
import type { Key } from '../../heat/values/value.ts'
import type { ResourcePlan } from '../parts.ts'
import type { Program } from '../program.ts'
import { type Both, type NestedTemplate, onBoth } from '../side.ts'
import type { TypedProperties } from '../terms/call-shapes.ts'
import { type AttributeLookup, attributePath, TemplateLowering } from '../terms/lowering.ts'
import { type Kinds, kinds, type Term } from '../terms/term.ts'
import type { Definition, UpdateResult } from './decisions.ts'
import type { Extent } from './extents.ts'
import type { GroupMembers, MemberSets } from './group-members.ts'
import { GroupSizes, type MembershipChange } from './group-sizes.ts'
import type { Surrounding, Whole } from './level.ts'
import { memberDefinition, namedMembers } from './member-definitions.ts'
import { memberValue } from './outside-values.ts'
import { anyMember, memberSetMark } from './words.ts'

type Side = keyof Both<unknown>

type Lookup = Omit<AttributeLookup, 'type'>

/** What attributes of a group of deployments are called in each (`_member_attribute_name`). */
const deploymentAttributes: Readonly<Record<string, string>> = {
  deploy_stdouts: 'deploy_stdout',
  deploy_stderrs: 'deploy_stderr',
  deploy_status_codes: 'deploy_status_code',
}

/** So many members are items of their own in a list of them. */
const mostListed = 32

export class GroupStack implements Surrounding {
  readonly scope: string
  readonly depth: number
  readonly templates: Both<NestedTemplate>
  readonly terms: Whole['terms']
  readonly whole: Whole
  readonly #name: string
  readonly #around: Surrounding
  readonly #groups: Both<Definition | undefined>
  readonly #plans = onBoth(() => new Map<string, ResourcePlan>())
  readonly #lowerings = new Map<Side, TemplateLowering>()
  #membership: readonly MembershipChange[] | undefined

  constructor(around: Surrounding, name: string, groups: Both<Definition | undefined>) {
    this.scope = `${around.scope}${name}/`
    this.depth = around.depth
    this.templates = around.templates
    this.terms = around.terms
    this.whole = around.whole
    this.#name = name
    this.#around = around
    this.#groups = groups
  }

  presence(side: Side, _member: string): Term {
    return this.#around.presence(side, this.#name)
  }

  /** Whether its members are written out, on each side that has it. */
  get isReadable(): boolean {
    return (['before', 'after'] as const).every(
      (side) => this.#groups[side] === undefined || this.definitionOf(side, anyMember) !== undefined,
    )
  }

  /** @param name of a member; `*` for any of them, which are alike but for their number */
  definitionOf(side: Side, name: string): Definition | undefined {
    const group = this.#groups[side]
    if (group === undefined) return undefined
    const index = name === anyMember ? undefined : this.terms.constant(name)
    const named = namedMembers(this.terms, group, index)?.named ?? new Map<string, TypedProperties>()
    const [first] = name === anyMember ? named.values() : []
    const call = named.get(name) ?? named.get(anyMember) ?? first
    return call === undefined ? undefined : memberDefinition(this, side, call)
  }

  get #changes(): readonly MembershipChange[] {
    this.#membership ??= new GroupSizes(this.#around).memberChanges(this.#name, this.#groups, this.terms.true)
    return this.#membership
  }

  /** What becomes of one member, where those that there are before and afterwards become `result`. */
  resultOf(name: string, result: UpdateResult): UpdateResult {
    const { values } = this.whole
    const replaced = this.#changes.reduce<Extent>((all, { sets, extent }) => {
      const change = sets === undefined ? 'may' : changeOf(name, sets)
      if (change === 'no' || name === anyMember) return all
      return values.either(all, change === 'sure' ? extent : values.perhaps(extent.may))
    }, result.replaced)
    return { ...result, replaced }
  }

  /** The names of its members; undefined where they depend on anything, or are random. */
  memberNames(side: Side): readonly string[] | undefined {
    return this.#members(side)?.names
  }

  /** Which members there are; undefined where that depends on anything. */
  #members(side: Side): GroupMembers | undefined {
    const [sole, ...others] = this.#changes
    const isSure = others.length === 0 && sole?.extent.sure === this.terms.true
    const sets = isSure ? sole?.sets : undefined
    if (sets === undefined) return undefined
    const parts = [sets.kept, side === 'before' ? sets.deleted : sets.created]
    const count = parts.reduce((sum, one) => sum + one.count, 0)
    const names = parts.flatMap((one) => one.names ?? [])
    if (names.length < count) return { count }
    const isNumbered = names.every((one) => /^\d+$/.test(one))
    return { count, names: isNumbered ? names.sort((a, b) => Number(a) - Number(b)) : names }
  }

  #lowering(side: Side): TemplateLowering {
    const known = this.#lowerings.get(side)
    if (known !== undefined) return known
    const caller = this.whole.programOf(this.templates[side])
    const program: Program = { ...caller, parameters: new Map(), resources: this.#plans[side] }
    const made = new TemplateLowering(this.terms, program, {
      scope: this.scope,
      values: this.whole.valuesOf(side),
      stacks: this.whole.valuesIn(this, side),
    })
    this.#lowerings.set(side, made)
    return made
  }

  /** An attribute of the group; undefined for what only the cloud knows. */
  attribute(side: Side, lookup: Lookup): Term | undefined {
    const { attribute, path, by } = lookup
    const [first, member, ...deeper] = attribute.split('.')
    if (first === 'resource' && member !== undefined) return this.#member(side, member, deeper, path, by)
    switch (resourceTypeFacts(this.#groups[side]?.type ?? '')?.attributePaths) {
      case 'ResourceGroup':
      case 'ResourceChain':
        return this.#ofEach(side, lookup)
      case 'AutoScalingResourceGroup':
        return this.#ofScaled(side, lookup)
      case 'SoftwareDeploymentGroup': {
        const inMember = this.terms.constant(deploymentAttributes[attribute] ?? attribute)
        return attribute === 'show' ? undefined : attributePath(this.terms, this.#map(side, [inMember]), path)
      }
      default:
        return undefined
    }
  }

  /** `ResourceGroup.get_attribute`, `ResourceChain.get_attribute`. */
  #ofEach(side: Side, { attribute, path, by }: Lookup): Term | undefined {
    const whole = (steps: readonly Term[]) => {
      switch (attribute) {
        case 'removed_rsrc_list':
        case 'show':
          return undefined
        case 'refs':
          return this.#list(side, [])
        case 'refs_map':
          return this.#map(side, [])
        case 'attributes':
          return steps.length === 0 ? undefined : this.#map(side, steps)
        default:
          return this.#list(side, [this.terms.constant(attribute), ...steps])
      }
    }
    if (attribute === 'refs' || by === 'selecting') {
      const all = whole([])
      return all === undefined ? undefined : attributePath(this.terms, all, path)
    }
    return whole(path)
  }

  /** `AutoScalingResourceGroup.get_attribute`; the cloud names the members. */
  #ofScaled(side: Side, { attribute, path, by }: Lookup): Term | undefined {
    if (by === 'selecting' && path.length > 0) return undefined
    switch (attribute) {
      case 'current_size': {
        const count = this.#members(side)?.count
        return count === undefined ? undefined : this.terms.constant(count)
      }
      case 'refs':
        return this.#list(side, [])
      case 'refs_map':
        return this.#map(side, [])
      case 'outputs':
        return path.length === 0 ? undefined : this.#map(side, path)
      case 'outputs_list':
        return path.length === 0 ? undefined : this.#list(side, path)
      default:
        return undefined
    }
  }

  /** What each member gives, in their order; without steps their references. */
  #list(side: Side, steps: readonly Term[]): Term {
    const { count, names } = this.#members(side) ?? {}
    if (count === undefined || count > mostListed) return this.#unlisted(side, steps, kinds.list)
    const each = names ?? Array.from({ length: count }, () => anyMember)
    return this.terms.list(each.map((name) => this.#member(side, name, [], steps, 'asking')))
  }

  #map(side: Side, steps: readonly Term[]): Term {
    const { count = 0, names } = this.#members(side) ?? {}
    if (names === undefined || count > mostListed) return this.#unlisted(side, steps, kinds.map)
    return this.terms.map(
      new Map<Key, Term>(names.map((name) => [name, this.#member(side, name, [], steps, 'asking')])),
    )
  }

  /** Of members that nobody has counted, or named. */
  #unlisted(side: Side, steps: readonly Term[], kind: Kinds): Term {
    const around = this.#around.scope
    const group = this.terms.input('attribute', this.#name, kinds.any, memberSetMark, around)
    return this.terms.apply('each member', [this.#member(side, anyMember, [], steps, 'asking'), group], kind)
  }

  #member(
    side: Side,
    name: string,
    inName: readonly string[],
    path: readonly Term[],
    by: Lookup['by'],
  ): Term {
    const definition = this.definitionOf(side, name) ?? this.definitionOf(side, anyMember)
    this.#plans[side].set(name, planOf(name, definition?.type ?? ''))
    return memberValue(this.#lowering(side), this.scope, name, inName, path, by)
  }
}

/** Whether a member comes or goes; of members that the cloud names, a number is one of their order, which may be another one's then. */
function changeOf(name: string, { created, deleted, kept }: MemberSets): 'sure' | 'may' | 'no' {
  if (kept.names?.includes(name) === true || created.count + deleted.count === 0) return 'no'
  const names = [...(created.names ?? []), ...(deleted.names ?? [])]
  return names.includes(name) ? 'sure' : 'may'
}

/** A member as a resource; what it is given is read from its definition. */
function planOf(name: string, type: string): ResourcePlan {
  return {
    name,
    type,
    whole: null,
    properties: null,
    metadata: null,
    updatePolicy: null,
    deletionPolicy: null,
    externalId: null,
    description: '',
    condition: undefined,
    explicit: [],
  }
}
