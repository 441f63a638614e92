/** A package as the VNF that it describes. */

import type { ParameterRead } from '../../../heat/reads.ts'
import { isCfn } from '../../../heat/template.ts'
import type { NestedCall } from '../../../stack/calls.ts'
import { baseName, isEnvironment, isYamlName, type SourceFile } from '../../../stack/source-file.ts'
import type { Workspace } from '../../../stack/workspace.ts'
import { memoized } from '../../../text/document/attached.ts'
import type { Entry, Node } from '../../../text/document/node.ts'
import { mapOf } from '../../../text/document/read.ts'
import { type EnvironmentEntry, readEnvironment, type VnfEnvironment } from './environment.ts'
import { sourceParameters } from './parameter-reads.ts'
import { type Slot, type SlotName, slotsOf } from './slots.ts'
import { entriesOf, type Resource, readTemplate, type TemplateRole, type VnfTemplate } from './template.ts'

/** A property that takes its value from a parameter. */
export interface Feed {
  readonly slot: Slot
  /** How the template of the property reads its own parameter. */
  readonly read: ParameterRead
}

/** What a caller gives to one parameter of a nested file. */
interface Passed {
  readonly call: NestedCall
  readonly entry: Entry
  readonly name: string
  readonly value: Node
}

/** What is looked up in a package as a whole. */
interface VnfIndex {
  readonly byPath: ReadonlyMap<string, VnfTemplate>
  readonly environmentByPath: ReadonlyMap<string, VnfEnvironment>
  readonly moduleByEnvironment: ReadonlyMap<string, VnfTemplate>
  readonly feeds: Map<string, ReadonlyMap<string, readonly Feed[]>>
}

export class Vnf {
  readonly pkg: Workspace
  /** The view of the package as a whole: this one, unless it is that of a part. */
  readonly whole: Vnf
  /** HOT templates, in the order of their paths; of a part only its own, as all lists are. */
  readonly templates: readonly VnfTemplate[]
  readonly modules: readonly VnfTemplate[]
  readonly environments: readonly VnfEnvironment[]
  /** CloudFormation templates. */
  readonly cfnTemplates: readonly SourceFile[]
  readonly #index: VnfIndex

  /** @param part some files of a package, seen in the whole */
  constructor(pkg: Workspace, part?: { readonly of: Vnf; readonly paths: readonly string[] }) {
    this.pkg = pkg
    this.whole = part?.of ?? this
    const files =
      part === undefined ? [...pkg.files.values()] : part.paths.flatMap((path) => pkg.files.get(path) ?? [])
    const templates = files.filter((file) => isTemplate(file))
    this.templates = templates
      .filter(({ recognition }) => !isCfn(recognition.kind))
      .flatMap((file) => part?.of.template(file.path) ?? viewOf(file, roleOf(pkg, file)))
    this.modules = this.templates.filter(({ role }) => role !== 'nested')
    this.cfnTemplates = templates.filter(({ recognition }) => isCfn(recognition.kind))
    this.environments = files.filter((file) => !isTemplate(file)).map(environmentView)
    this.#index = part === undefined ? this.#indexed() : part.of.#index
  }

  #indexed(): VnfIndex {
    return {
      byPath: new Map(this.templates.map((one) => [one.path, one])),
      environmentByPath: new Map(this.environments.map((one) => [one.path, one])),
      moduleByEnvironment: new Map(this.modules.map((one) => [this.pkg.environmentPathOf(one.path), one])),
      feeds: new Map(),
    }
  }

  /** Some of its files, whose lists hold these alone; what is asked by a path or a name is answered by the whole. */
  part(paths: readonly string[]): Vnf {
    return new Vnf(this.pkg, { of: this.whole, paths })
  }

  /** Every use of a nested file by one of its templates. */
  get calls(): readonly NestedCall[] {
    return this.whole === this
      ? this.pkg.calls
      : this.templates.flatMap(({ path }) => this.pkg.callsFrom(path))
  }

  /** Whether a template is a module of a role, or a nested file that only such modules use. */
  isOnlyIn(wanted: TemplateRole, { path, role }: VnfTemplate): boolean {
    if (role !== 'nested') return role === wanted
    const modules = this.pkg.modulesReaching(path)
    return modules.length > 0 && modules.every((one) => this.template(one)?.role === wanted)
  }

  /** The properties of all templates that have one of some names, in their order. */
  *slotsNamed(...names: readonly SlotName[]): Iterable<Slot> {
    for (const template of this.templates)
      for (const slot of this.slots(template)) if (names.includes(slot.name)) yield slot
  }

  /** The resources of some types, members of groups included. */
  resourcesOf(...types: readonly string[]): readonly Resource[] {
    return this.templates.flatMap(({ resources }) => resources.filter(({ type }) => types.includes(type)))
  }

  template(path: string): VnfTemplate | undefined {
    return this.#index.byPath.get(path)
  }

  environmentOf({ path, role }: VnfTemplate): VnfEnvironment | undefined {
    return role === 'nested' ? undefined : this.#index.environmentByPath.get(this.pkg.environmentPathOf(path))
  }

  /** The module that an environment belongs to; undefined for an environment without one. */
  moduleOf(environment: VnfEnvironment): VnfTemplate | undefined {
    return this.#index.moduleByEnvironment.get(environment.path)
  }

  /** Whether no module has the base name of an environment, not even one that cannot be read. */
  isOrphan(environment: VnfEnvironment): boolean {
    if (this.moduleOf(environment) !== undefined) return false
    return ![...this.pkg.unreadable.keys()].some(
      (path) => this.pkg.environmentPathOf(path) === environment.path,
    )
  }

  /** What the properties of a template's own resources hold, as far as requirements speak of them. */
  slots(template: VnfTemplate): readonly Slot[] {
    return slotsIn(template)
  }

  /** The properties that each parameter of a template feeds, those of nested files included. */
  feeds(template: VnfTemplate): ReadonlyMap<string, readonly Feed[]> {
    return this.#feedsOf(template, new Set())
  }

  #feedsOf(template: VnfTemplate, above: ReadonlySet<string>): ReadonlyMap<string, readonly Feed[]> {
    const known = this.#index.feeds.get(template.path)
    if (known !== undefined || above.has(template.path)) return known ?? new Map()
    const sets = new Map<string, Set<Feed>>()
    const add = (name: string, feeds: readonly Feed[]): void => {
      const known = sets.get(name)
      if (known === undefined) sets.set(name, new Set(feeds))
      else for (const feed of feeds) known.add(feed)
    }
    for (const slot of this.slots(template)) {
      for (const read of sourceParameters(slot.value) ?? []) add(read.name, [{ slot, read }])
    }
    for (const call of this.pkg.callsFrom(template.path)) {
      const callee = this.template(call.callee)
      if (callee === undefined) continue
      const below = this.#feedsOf(callee, new Set([...above, template.path]))
      for (const { name, value } of passedBy(call)) {
        const feeds = below.get(name)
        if (feeds !== undefined) for (const read of sourceParameters(value) ?? []) add(read.name, feeds)
      }
    }
    const found = new Map([...sets].map(([name, feeds]) => [name, [...feeds]]))
    this.#index.feeds.set(template.path, found)
    return found
  }

  /** What callers give to a parameter of a nested file; calls that do not pass it are left out. */
  passedTo(nested: VnfTemplate, name: string): readonly Passed[] {
    return this.pkg.callsOf(nested.path).flatMap((call) => passedByName(call).get(name) ?? [])
  }

  /**
   * The values that environments give to a parameter, those of a nested file's callers by way of what they pass; with
   * the paths of the environments.
   */
  valuesOf(
    template: VnfTemplate,
    name: string,
    above: ReadonlySet<string> = new Set(),
  ): readonly (EnvironmentEntry & { readonly path: string })[] {
    if (template.role !== 'nested') {
      const environment = this.environmentOf(template)
      return (environment?.byName.get(name) ?? []).map((one) => ({ path: environment?.path ?? '', ...one }))
    }
    if (above.has(template.path)) return []
    return this.passedTo(template, name).flatMap(({ call, value }) => {
      const caller = this.template(call.caller)
      const reads = sourceParameters(value) ?? []
      const below = new Set([...above, template.path])
      return caller === undefined ? [] : reads.flatMap((read) => this.valuesOf(caller, read.name, below))
    })
  }
}

const slotsIn = memoized(({ resources }: VnfTemplate): readonly Slot[] => resources.flatMap(slotsOf))

const environmentView = memoized(readEnvironment)

/** The view of a file, which is that of the next state, too, while neither the file nor its role changes. */
function viewOf(file: SourceFile, role: TemplateRole): VnfTemplate {
  const byRole = viewsOf(file)
  let view = byRole.get(role)
  if (view === undefined) {
    view = readTemplate(file, role)
    byRole.set(role, view)
  }
  return view
}

const viewsOf = memoized((_file: SourceFile) => new Map<TemplateRole, VnfTemplate>())

/** The view of a package: that is never changed, and asked for one requirement after the other while it is repaired. */
export const vnfOf = memoized((pkg: Workspace) => new Vnf(pkg))

/** The properties of a caller that are written as a mapping. */
export const passedBy = memoized((call: NestedCall): readonly Passed[] =>
  entriesOf(mapOf(call.properties)).map(({ name, entry }) => ({ call, entry, name, value: entry.value })),
)

const passedByName = memoized((call: NestedCall) => new Map(passedBy(call).map((one) => [one.name, one])))

/** A template of which only the version is missing may look like an environment: its parameters have types. */
function isTemplate(file: SourceFile): boolean {
  if (!isEnvironment(file)) return true
  if (!isYamlName(file.path)) return false
  const declared = entriesOf(mapOf(valueAt(file, 'parameters')))
  return (
    declared.length > 0 &&
    declared.every(({ entry }) => entriesOf(mapOf(entry.value)).some(({ name }) => name === 'type'))
  )
}

function valueAt({ root }: SourceFile, name: string): Node | undefined {
  return entriesOf(root).find((one) => one.name === name)?.entry.value
}

/** By the file's name, as the requirements want it, the word "base" in any case. */
function roleOf(pkg: Workspace, { path, newPath }: SourceFile): TemplateRole {
  if (pkg.roleOf(path) === 'nested' || pkg.callsOf(path).length > 0) return 'nested'
  const name = baseName(newPath ?? path)
  if (name.endsWith('_volume')) return 'volume'
  if (/base/i.test(name)) return 'base'
  // A template that cannot be read may call this one: without an environment it is more likely nested.
  const mayBeCalled = [...pkg.unreadable.keys()].some((one) => !one.endsWith('.env'))
  return mayBeCalled && pkg.environmentBeside(path) === undefined ? 'nested' : 'incremental'
}
