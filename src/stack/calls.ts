/** Which template uses which, in a set of files; and all such callers of a package, found once. */
import { groupedBy, push } from '../text/document/multimap.ts'
import { type TypeReference, typeReferences } from './references.ts'
import {
  copiesHere,
  copyPath,
  leadsElsewhere,
  type RegistryEntry,
  registryEntries,
  templatePath,
  templatesNamedIn,
} from './registry.ts'
import { isEnvironment, type SourceFile, type UnreadableFile } from './source-file.ts'

/** One use of a nested template by a resource, its caller. */
export interface NestedCall extends TypeReference {
  /** Path of the template of the caller. */
  readonly caller: string
  /** Path of the nested template; it need not be part of the package. */
  readonly callee: string
  /** The registry entries by which the name leads there; empty when the name is the file. */
  readonly aliases: readonly RegistryEntry[]
  /**
   * Whether the name means this template wherever it is used: `depends` when environments lead it to
   * different templates, or it is a type of Heat's own, a wildcard, or one resource's.
   */
  readonly certainty: 'certain' | 'depends'
}

/** Names of types, as the registries of a package resolve them. */
export class Registry {
  readonly #plain = new Map<string, RegistryEntry[]>()
  readonly #wild: RegistryEntry[] = []
  readonly #single = new Map<string, RegistryEntry[]>()
  /** One object for each entry and form, so that it is known again. */
  readonly #inOtherForm = new Map<RegistryEntry, Partial<Record<RegistryEntry['form'], RegistryEntry>>>()

  constructor(environments: readonly SourceFile[]) {
    for (const { path, root } of environments) {
      for (const one of registryEntries(path, root)) {
        if (one.form === 'wildcard') this.#wild.push(one)
        else push(one.form === 'plain' ? this.#plain : this.#single, one.name, one)
      }
    }
  }

  /** Every template that some name resolves to; a URL may name a copy of a file here. */
  templates(): ReadonlySet<string> {
    const all = [...this.#plain.values(), ...this.#single.values(), this.#wild].flat()
    return new Set(
      all.flatMap(({ path, environment, target }) => path ?? copyPath(environment, target) ?? []),
    )
  }

  /**
   * Whether some environment gives a name another meaning, be that a template or a type.
   * @param resource for which it has it; for any without
   */
  replaces(name: string, resource?: string): boolean {
    return this.#entriesOf(name, resource).length > 0
  }

  /**
   * The templates that a name resolves to, directly or by way of other names; a cycle ends where it closes. Each name
   * is followed once for each form, so that neither long chains nor many wildcards cost more than there are entries.
   */
  lookUp(name: string, resource: string): RegistryEntry[] {
    const found: RegistryEntry[] = []
    const seen = new Set<RegistryEntry>()
    // What leads on by a wildcard, or for one resource, leads there for these only.
    const under = (form: RegistryEntry['form'], target: string): readonly FollowedEntry[] =>
      this.#entriesOf(target, resource).map((one) => ({
        one: form === 'plain' ? one : this.#inForm(one, form),
        name: target,
      }))
    const open = under('plain', name).toReversed()
    for (let step = open.pop(); step !== undefined; step = open.pop()) {
      const { one } = step
      if (seen.has(one)) continue
      seen.add(one)
      if (one.path !== undefined) found.push(one)
      else open.push(...under(one.form, targetOf(step)).toReversed())
    }
    return found
  }

  #inForm(one: RegistryEntry, form: RegistryEntry['form']): RegistryEntry {
    if (one.form === form) return one
    const known = this.#inOtherForm.get(one) ?? {}
    this.#inOtherForm.set(one, known)
    known[form] ??= { ...one, form }
    return known[form]
  }

  /** The entries for a name. */
  #entriesOf(name: string, resource: string | undefined): readonly RegistryEntry[] {
    const single = (this.#single.get(name) ?? []).filter(
      (one) => resource === undefined || one.resource === resource || isPattern(one.resource),
    )
    const wild = this.#wild.filter((one) => name.startsWith(one.name.slice(0, -1)))
    return [...(this.#plain.get(name) ?? []), ...single, ...wild]
  }
}

/** An entry, and the name for which it is followed. */
interface FollowedEntry {
  readonly one: RegistryEntry
  readonly name: string
}

/**
 * The target of an entry for a name: a wildcard that leads to another one preserves the characters that its asterisk
 * matches.
 */
function targetOf({ one, name }: FollowedEntry): string {
  const isWild = one.name.endsWith('*') && one.target.endsWith('*')
  return isWild ? one.target.slice(0, -1) + name.slice(one.name.length - 1) : one.target
}

function isPattern(resource: string | undefined): boolean {
  return resource?.includes('*') === true
}

interface KnownCalls {
  /** By the list of references. */
  readonly ofTemplate: WeakMap<object, readonly NestedCall[]>
  readonly ofReference: WeakMap<TypeReference, readonly NestedCall[]>
}

const known = new WeakMap<Registry, KnownCalls>()

/** The nested templates of one template, by their callers; `registry` knows the environments of its package. */
function callsFrom(file: SourceFile, registry: Registry): readonly NestedCall[] {
  const { ofTemplate, ofReference } = known.get(registry) ?? nothingKnown(registry)
  const references = typeReferences(file.root)
  const before = ofTemplate.get(references)
  if (before !== undefined && (before[0] === undefined || before[0].caller === file.path)) return before
  const found = references.flatMap((reference) => {
    const calls = ofReference.get(reference)
    if (calls !== undefined && (calls[0] === undefined || calls[0].caller === file.path)) return calls
    const made = callsOfReference(reference, file.path, registry)
    ofReference.set(reference, made)
    return made
  })
  ofTemplate.set(references, found)
  return found
}

function nothingKnown(registry: Registry): KnownCalls {
  const made: KnownCalls = { ofTemplate: new WeakMap(), ofReference: new WeakMap() }
  known.set(registry, made)
  return made
}

function callsOfReference(reference: TypeReference, caller: string, registry: Registry): NestedCall[] {
  const direct = templatePath(caller, reference.name)
  // A registry may give even the name of a file another meaning.
  const isOther = reference.how !== 'stack' && registry.replaces(reference.name, reference.resource)
  if (direct !== undefined && !isOther)
    return [{ caller, callee: direct, aliases: [], certainty: 'certain', ...reference }]
  if (reference.how === 'stack') return []
  const others = byAlias(reference, caller, registry)
  if (direct === undefined || others.some(({ callee }) => callee === direct)) return others
  // Where another environment is used the name is the file all the same.
  return [...others, { caller, callee: direct, aliases: [], certainty: 'depends', ...reference }]
}

function byAlias(reference: TypeReference, caller: string, registry: Registry): NestedCall[] {
  const found = registry.lookUp(reference.name, reference.resource)
  const callees = [...new Set(found.flatMap(({ path }) => path ?? []))]
  const isCertain =
    callees.length === 1 &&
    !/^(?:OS|AWS)::/.test(reference.name) &&
    found.every(({ form }) => form === 'plain')
  return callees.map((callee) => ({
    caller,
    callee,
    aliases: found.filter(({ path }) => path === callee),
    certainty: isCertain ? 'certain' : 'depends',
    ...reference,
  }))
}

// The callers and the nested templates of a package, to be looked up from both ends.

type SourceFiles = ReadonlyMap<string, SourceFile>

/** Which resources use which templates, and which templates are named in any other way. */
export class CallIndex {
  readonly byCallee: ReadonlyMap<string, readonly NestedCall[]>
  readonly byCaller: ReadonlyMap<string, readonly NestedCall[]>
  readonly #registry: Registry
  /** What registries and files that cannot be read name. */
  readonly #fixed: ReadonlySet<string>
  /** What templates name by a URL or an absolute path, by the template. */
  readonly #elsewhere: ReadonlyMap<string, readonly string[]>
  #calls: readonly NestedCall[] | undefined
  #named: ReadonlySet<string> | undefined

  private constructor(parts: {
    readonly registry: Registry
    readonly fixed: ReadonlySet<string>
    readonly byCaller: ReadonlyMap<string, readonly NestedCall[]>
    readonly byCallee: ReadonlyMap<string, readonly NestedCall[]>
    readonly elsewhere: ReadonlyMap<string, readonly string[]>
  }) {
    this.#registry = parts.registry
    this.#fixed = parts.fixed
    this.byCaller = parts.byCaller
    this.byCallee = parts.byCallee
    this.#elsewhere = parts.elsewhere
  }

  static of(
    files: SourceFiles,
    unreadable: ReadonlyMap<string, UnreadableFile>,
    registry: Registry,
  ): CallIndex {
    const templates = [...files.values()].filter((file) => !isEnvironment(file))
    const byCaller = new Map(templates.map((file) => [file.path, callsFrom(file, registry)]))
    const named = [...unreadable.values()].flatMap((file) => [...templatesNamedIn(file)])
    return new CallIndex({
      registry,
      fixed: new Set([...registry.templates(), ...named]),
      byCaller,
      byCallee: groupedBy([...byCaller.values()].flat(), ({ callee }) => callee),
      elsewhere: new Map(templates.map((file) => [file.path, templatesElsewhere(file, files)])),
    })
  }

  /** The same after some templates have changed: the references of the others are not collected again. */
  with(changed: readonly SourceFile[], files: SourceFiles): CallIndex {
    const [byCaller, byCallee, elsewhere] = [this.byCaller, this.byCallee, this.#elsewhere].map(
      (map) => new Map<string, readonly unknown[]>(map),
    ) as [
      Map<string, readonly NestedCall[]>,
      Map<string, readonly NestedCall[]>,
      Map<string, readonly string[]>,
    ]
    for (const file of changed) {
      const made = callsFrom(file, this.#registry)
      const byOther = groupedBy(made, ({ callee }) => callee)
      const old = byCaller.get(file.path) ?? []
      for (const callee of new Set([...old, ...made].map((one) => one.callee))) {
        const all = replacedCalls(byCallee.get(callee) ?? [], file.path, byOther.get(callee) ?? [])
        if (all.length === 0) byCallee.delete(callee)
        else byCallee.set(callee, all)
      }
      byCaller.set(file.path, made)
      elsewhere.set(file.path, templatesElsewhere(file, files))
    }
    return new CallIndex({ registry: this.#registry, fixed: this.#fixed, byCaller, byCallee, elsewhere })
  }

  /** Every caller, in the order of paths and sources. */
  get calls(): readonly NestedCall[] {
    this.#calls ??= [...this.byCaller.values()].flat()
    return this.#calls
  }

  /** Templates that a registry, a URL or a file that cannot be read names. */
  get named(): ReadonlySet<string> {
    this.#named ??= new Set([...this.#fixed, ...[...this.#elsewhere.values()].flat()])
    return this.#named
  }
}

/** The callers of one template, in the order of their paths, with those in one file replaced. */
function replacedCalls(
  calls: readonly NestedCall[],
  caller: string,
  made: readonly NestedCall[],
): readonly NestedCall[] {
  const others = calls.filter((one) => one.caller !== caller)
  const after = others.findIndex((one) => one.caller > caller)
  return after === -1 ? [...others, ...made] : [...others.slice(0, after), ...made, ...others.slice(after)]
}

function templatesElsewhere(
  { path, root }: SourceFile,
  files: ReadonlyMap<string, SourceFile>,
): readonly string[] {
  const names = typeReferences(root).map(({ name }) => name)
  return names.flatMap((name) => (leadsElsewhere(name) ? copiesHere(path, name, files) : []))
}
