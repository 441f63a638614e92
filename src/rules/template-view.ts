/** A template as rules look at it: its parts by name, through aliases and merge keys, made once. */

import { callOf } from '../heat/calls.ts'
import type { Behaviour } from '../heat/code-facts.ts'
import { memberDefinitionOf } from '../heat/group-types.ts'
import { isMerge, readValue } from '../heat/merge-keys.ts'
import { type Declarations, declarations, section } from '../heat/sections.ts'
import type { Template } from '../heat/template.ts'
import { type CallSite, callSites, mapSection } from '../heat/walk.ts'
import { groupedBy } from '../text/document/multimap.ts'
import type { Entry, Mapping, Node } from '../text/document/node.ts'
import { mapOf, nameOf, stringOf } from '../text/document/read.ts'
import { type LeaveOut, withKnownValues } from './known-values.ts'
import { type CheckProblem, type CheckScope, knownValue } from './scope.ts'
import { isResolved } from './vocabulary.ts'
import { type Formula, Worlds } from './worlds.ts'

export interface ResourceView {
  readonly name: string
  readonly entry: Entry
  readonly definition: Mapping
  /** Undefined where it is missing, or not a string. */
  readonly type: string | undefined
  /** The type as it is written, whatever that is. */
  readonly typeNode: Node | undefined
  /** Where the type is written; the entry where it is not. */
  readonly typeAt: Node | Entry
  /** Undefined where there are none, or a function gives them. */
  readonly properties: Mapping | undefined
  /** What is written for them, whatever that is. */
  readonly propertiesNode: Node | undefined
  /** Whether a function gives them, so that nothing is known of them. */
  readonly isComputed: boolean
  /** Its `external_id`: Heat reads no properties of a resource that exists already. CloudFormation has no such part. */
  readonly external: Node | undefined
  readonly isExternal: boolean
  /** The value of a property; undefined where it is not given, or nothing is known of the properties. */
  readonly property: (name: string) => Node | undefined
  /** Another of its parts, by its name in HOT. */
  readonly part: (key: string) => Node | undefined
}

/** What a view of a template is made of. */
export interface ViewBasis extends Omit<CheckScope, 'report' | 'declared' | 'whole'> {
  /** The root, where it is the whole template. */
  readonly whole?: Mapping
  /** Of the root, where they are not given. */
  readonly declared?: Declarations
  /** As it is written, with merge keys and the names of its parts as they stand; the root, where nothing else was read. */
  readonly written?: Mapping
  /** Without merge keys. */
  readonly flat?: Mapping
  /**
   * The tree that it was made from by replacing functions by what they give. What both have in common is not looked at
   * again.
   */
  readonly before?: Mapping
  /** Made of the values that are known of parameters, where it is not given. */
  readonly worlds?: Worlds
  readonly behaves?: (code: string, as: Behaviour) => boolean
  /** Takes values that are too large to be looked at. */
  readonly leaveOut?: LeaveOut
  /** The file that it is, as it was read; undefined for a tree that was made. */
  readonly file?: Template
  /** The resources that have changed since, and those that are to be looked at with them; without it, all. */
  readonly among?: ReadonlySet<string> | undefined
  /** What was found so far. */
  readonly found?: () => readonly CheckProblem<string>[]
}

export class TemplateView implements Omit<CheckScope, 'report'> {
  readonly root: Mapping
  readonly whole: Mapping
  readonly words: CheckScope['words']
  readonly beside: CheckScope['beside']
  readonly tests: CheckScope['tests']
  readonly source: CheckScope['source']
  readonly declared: Declarations
  readonly #basis: ViewBasis
  #resources: readonly ResourceView[] | undefined
  #members: readonly ResourceView[] | undefined
  #byType: ReadonlyMap<string, readonly ResourceView[]> | undefined
  #worlds: Worlds | undefined
  #known: TemplateView | undefined
  #changed: TemplateView | undefined

  constructor(basis: ViewBasis) {
    this.root = basis.root
    this.whole = basis.whole ?? basis.root
    this.words = basis.words
    this.beside = basis.beside
    this.tests = basis.tests
    this.source = basis.source
    this.declared = basis.declared ?? declarations(basis.root)
    this.#basis = basis
  }

  /** Those that are mappings, in the order of the source. */
  get resources(): readonly ResourceView[] {
    this.#resources ??= (section(this.root, 'resources')?.entries ?? []).flatMap((entry) => {
      const name = isMerge(entry) ? undefined : nameOf(entry)
      const definition = mapOf(entry.value)
      return name === undefined || definition === undefined
        ? []
        : [resourceView(name, entry, definition, this.words)]
    })
    return this.#resources
  }

  /** The resources of some types, in the order of the source for each. */
  ofTypes(types: readonly string[]): readonly ResourceView[] {
    this.#byType ??= groupedBy(this.resources, ({ type = '' }) => type)
    const byType = this.#byType
    return types.flatMap((type) => byType.get(type) ?? [])
  }

  /** What groups define as their members, under the names of the groups. */
  get members(): readonly ResourceView[] {
    this.#members ??= this.resources.flatMap((group) => membersIn(group, this.words))
    return this.#members
  }

  /** All functions. */
  get calls(): readonly CallSite[] {
    return callSites(this.root)
  }

  /** Which conditions hold together. */
  get worlds(): Worlds {
    this.#worlds ??=
      this.#basis.worlds ?? new Worlds(this.declared, this.words.spell, (name) => knownValue(name, this))
    return this.#worlds
  }

  /** When a resource is there. */
  whenThere({ definition }: ResourceView): Formula {
    return this.worlds.ofPart(definition)
  }

  /** The same template where functions of literals are replaced by what they give; the same view where there are none. */
  get known(): TemplateView {
    if (this.before !== undefined) return this
    this.#known ??= this.#withKnownValues()
    return this.#known
  }

  /** The same with those resources alone that have changed, and what is declared as a whole; the same view where all may have. */
  get changed(): TemplateView {
    const { among } = this.#basis
    if (among === undefined) return this
    this.#changed ??= this.#with(among)
    return this.#changed
  }

  #with(names: ReadonlySet<string>): TemplateView {
    const root = mapSection(this.root, 'resources', (one) => (names.has(nameOf(one) ?? '') ? one : undefined))
    const { declared, worlds, whole } = this
    return new TemplateView({ ...this.#basis, among: undefined, root, whole, declared, worlds })
  }

  /** What is declared where a tree made from the root stands instead. */
  declaredWith(root: Mapping): Declarations {
    const own = declarations(root)
    if (this.root === this.whole) return own
    const before = declarations(this.root).resources
    const others = [...this.declared.resources].filter(([name]) => !before.has(name))
    return { ...own, resources: new Map([...others, ...own.resources]) }
  }

  #withKnownValues(): TemplateView {
    const root = withKnownValues(this.root, this.words, this.leaveOut)
    if (root === this.root) return this
    return new TemplateView({
      ...this.#basis,
      declared: this.declaredWith(root),
      whole: this.whole,
      root,
      before: this.root,
      worlds: this.worlds,
    })
  }

  /** Takes values that are too large to be looked at. */
  get leaveOut(): LeaveOut {
    return this.#basis.leaveOut ?? (() => {})
  }

  /** The file that it is, as it was read; undefined for a tree that was made. */
  get file(): Template | undefined {
    return this.#basis.file
  }

  get before(): Mapping | undefined {
    return this.#basis.before
  }

  get written(): Mapping {
    return this.#basis.written ?? this.root
  }

  get flat(): Mapping {
    return this.#basis.flat ?? this.root
  }

  /** What was found so far. */
  get found(): readonly CheckProblem<string>[] {
    return this.#basis.found?.() ?? []
  }

  behaves(code: string, as: Behaviour): boolean {
    return this.#basis.behaves?.(code, as) === true
  }
}

/** The definition of the members of a group, and of what these have as members. */
function membersIn(
  { name, entry, type = '', property }: ResourceView,
  words: CheckScope['words'],
): readonly ResourceView[] {
  const definition = mapOf(property(memberDefinitionOf(type) ?? ''))
  if (definition === undefined) return []
  const member = resourceView(name, entry, definition, words)
  return [member, ...membersIn(member, words)]
}

function resourceView(
  name: string,
  entry: Entry,
  definition: Mapping,
  words: CheckScope['words'],
): ResourceView {
  const part = (key: string) => readValue(definition, words.spell(key))
  const typeNode = part('type')
  const propertiesNode = part('properties')
  const given = mapOf(propertiesNode)
  const isComputed = given !== undefined && isResolved(callOf(given), words)
  const properties = isComputed ? undefined : given
  const external = words.version === undefined ? undefined : readValue(definition, 'external_id')
  return {
    name,
    entry,
    definition,
    type: stringOf(typeNode),
    typeNode,
    typeAt: typeNode ?? entry,
    properties,
    propertiesNode,
    isComputed,
    external,
    isExternal: external !== undefined,
    property: (one) => readValue(properties, one),
    part,
  }
}
