/** Chooses among the candidates of a registry by what the environments require, and lowers the result to what Heat takes. */

import { entriesRead } from '../../heat/merge-keys.ts'
import type { RegistryMapping, RegistryTarget } from '../../stack/registry.ts'
import { inPlaceOf, withEachEntry, withEntries, withValue } from '../../text/document/build.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { entryOf, nameOf } from '../../text/document/read.ts'
import {
  type Capabilities,
  capabilitiesOf,
  mappingsOf,
  requirementsOf,
  type Sources,
  type SourceTree,
} from './model.ts'

type CapabilityProblemCode =
  | 'capability-none-fits'
  | 'capability-several-fit'
  | 'capability-missing-candidate'
  | 'capability-contradicted'
  | 'capability-unknown-key'

export interface CapabilityProblem {
  readonly code: CapabilityProblemCode
  readonly path: string
  /** Undefined for what the command line says. */
  readonly at: Node | Entry | undefined
  readonly message: string
}

/** What was chosen for one list of a registry. */
interface Choice {
  readonly of: RegistryMapping
  readonly chosen: RegistryTarget
}

interface Resolution {
  readonly choices: readonly Choice[]
  /** Lists that a later mapping overrides and from which nothing can be chosen: nobody reads them. */
  readonly overridden: readonly RegistryMapping[]
  readonly problems: readonly CapabilityProblem[]
}

/** @param more requirements that count after those of the environments, as from the command line */
export function resolveCapabilities(sources: Sources, more: Capabilities = new Map()): Resolution {
  const required = requirementsOf(sources.environments, more)
  const resolver = new Resolver(sources, required)
  const problems: CapabilityProblem[] = []
  const choices: Choice[] = []
  const overridden: RegistryMapping[] = []
  for (const one of resolver.mappings) {
    const answer = resolver.answerFor(one)
    if (answer === undefined) continue
    if ('chosen' in answer) choices.push(answer)
    else if (resolver.counts(one)) problems.push(...answer.problems)
    else if (one.isList) overridden.push(one)
  }
  return { choices, overridden, problems: [...problems, ...unknownKeys(sources, more)] }
}

/** A target with what stands behind it offers. */
interface Offer {
  readonly candidate: RegistryTarget
  readonly offered: Capabilities
}

type Answer = Choice | { readonly problems: readonly CapabilityProblem[] }

/** So many names of a registry may stand for one another in a row; Python has no more than this on its stack. */
const mostNames = 500

class Resolver {
  readonly mappings: readonly RegistryMapping[]
  readonly #sources: Sources
  readonly #required: Capabilities
  /** What counts for a name: of several mappings the last. */
  readonly #counting: ReadonlyMap<string, RegistryMapping>
  readonly #answers = new Map<RegistryMapping, Answer | undefined>()
  /** The names on the way from one to the next; a circle leads nowhere, nor does a way of more than `mostNames`. */
  readonly #open = new Set<string>()

  constructor(sources: Sources, required: Capabilities) {
    this.#sources = sources
    this.#required = required
    this.mappings = mappingsOf(sources)
    this.#counting = new Map(this.mappings.map((one) => [keyOf(one), one]))
  }

  /** Whether no later mapping of the same name overrides this one. */
  counts(one: RegistryMapping): boolean {
    return this.#counting.get(keyOf(one)) === one
  }

  /** What is chosen for a mapping, or what is wrong with it; undefined where there is nothing to say. */
  answerFor(of: RegistryMapping): Answer | undefined {
    if (!this.#answers.has(of)) this.#answers.set(of, this.#answer(of))
    return this.#answers.get(of)
  }

  #answer(of: RegistryMapping): Answer | undefined {
    const offers = of.targets.map((candidate) => ({ candidate, offered: this.#offeredBy(candidate) }))
    if (!of.isList) return contradiction(of, offers, this.#required)
    const { templates } = this.#sources
    const missing = of.targets.filter(({ path }) => path !== undefined && !templates.has(path))
    if (missing.length === 0) return chooseFrom(of, offers, this.#required)
    return {
      problems: missing.map(({ node, target }) => ({
        code: 'capability-missing-candidate',
        path: of.environment,
        at: node,
        message: `${of.name}: there is no template "${target}" in this run`,
      })),
    }
  }

  /** What a template offers; of a name, what the registry has behind it, once that is chosen. */
  #offeredBy({ path, target }: RegistryTarget): Capabilities {
    const template = path === undefined ? undefined : this.#sources.templates.get(path)
    if (template !== undefined) return capabilitiesOf(template)
    const behind = this.#counting.get(target)
    if (path !== undefined || behind === undefined || this.#open.has(target)) return new Map()
    if (this.#open.size >= mostNames) return new Map()
    this.#open.add(target)
    const answer = behind.isList ? this.answerFor(behind) : { chosen: behind.targets[0] }
    const chosen = answer !== undefined && 'chosen' in answer ? answer.chosen : undefined
    const offered = chosen === undefined ? new Map() : this.#offeredBy(chosen)
    this.#open.delete(target)
    return offered
  }
}

function keyOf({ name, resource }: RegistryMapping): string {
  return resource === undefined ? name : JSON.stringify([resource, name])
}

/**
 * A candidate fits when it offers a required value for every required key that some candidate of the entry declares; a
 * key that none declares is about other types.
 */
function chooseFrom(of: RegistryMapping, offers: readonly Offer[], required: Capabilities): Answer {
  const deciding = [...required].filter(([key]) => offers.some(({ offered }) => offered.has(key)))
  const unmet = ({ offered }: Offer) =>
    deciding.find(([key, wanted]) => !(offered.get(key) ?? []).some((value) => wanted.includes(value)))
  const fitting = offers.filter((offer) => unmet(offer) === undefined)
  const [only, ...more] = fitting
  if (only !== undefined && more.length === 0) return { of, chosen: only.candidate }
  const problem = (code: CapabilityProblemCode, message: string): Answer => ({
    problems: [{ code, path: of.environment, at: of.entry, message }],
  })
  if (only === undefined) {
    const why = offers.map((offer) => {
      const [key, wanted] = unmet(offer) as [string, readonly string[]]
      return `"${offer.candidate.target}" offers ${key}: ${listed(offer.offered.get(key))}, required is ${listed(wanted)}`
    })
    return problem('capability-none-fits', `${of.name}: none of the candidates fits: ${why.join('; ')}`)
  }
  return problem(
    'capability-several-fit',
    `${of.name}: several candidates fit: ${difference(fitting, required)}`,
  )
}

/** The candidates with the keys in which they differ, and which of these to require. */
function difference(fitting: readonly Offer[], required: Capabilities): string {
  const open = new Set(
    fitting.flatMap(({ offered }) => [...offered.keys()]).filter((key) => !required.has(key)),
  )
  const differing = [...open].filter(
    (key) => new Set(fitting.map(({ offered }) => listed(offered.get(key)))).size > 1,
  )
  const why = fitting.map(({ candidate, offered }) => {
    const said = differing.map((key) => `${key}: ${listed(offered.get(key))}`)
    return `"${candidate.target}"${said.length === 0 ? '' : ` (${said.join(', ')})`}`
  })
  const help = differing.length === 0 ? 'they offer the same' : `require one of ${differing.join(', ')}`
  return `${why.join(', ')}; ${help}`
}

/** A plain mapping is preserved; a template that offers something else than what is required is reported. */
function contradiction(
  of: RegistryMapping,
  offers: readonly Offer[],
  required: Capabilities,
): Answer | undefined {
  for (const { candidate, offered } of offers) {
    for (const [key, wanted] of required) {
      const values = offered.get(key)
      if (values === undefined || values.some((value) => wanted.includes(value))) continue
      const message = `${of.name}: "${candidate.target}" offers ${key}: ${listed(values)}, required is ${listed(wanted)}`
      return { problems: [{ code: 'capability-contradicted', path: of.environment, at: of.entry, message }] }
    }
  }
  return undefined
}

function listed(values: readonly string[] | undefined): string {
  return values === undefined ? 'nothing' : values.join(' or ')
}

/** Required keys that no template of the run declares. */
function unknownKeys({ templates, environments }: Sources, more: Capabilities): CapabilityProblem[] {
  const declared = new Set([...templates.values()].flatMap((one) => [...capabilitiesOf(one).keys()]))
  const problem = (key: string, path: string, at: Entry | undefined): CapabilityProblem[] => {
    const message = `no template declares the capability "${key}"`
    return declared.has(key) ? [] : [{ code: 'capability-unknown-key', path, at, message }]
  }
  const written = environments.flatMap(({ path, root }) =>
    entriesRead(entryOf(root, 'requires')?.value).flatMap((entry) =>
      problem(nameOf(entry) ?? '', path, entry),
    ),
  )
  const last = environments.at(-1)?.path
  return last === undefined
    ? written
    : [...written, ...[...more.keys()].flatMap((key) => problem(key, last, undefined))]
}

/** An environment with each list of candidates replaced by the one that was chosen, and without those that are overridden. */
export function withChoices(
  { path, root }: SourceTree,
  { choices, overridden }: Pick<Resolution, 'choices' | 'overridden'>,
): Mapping {
  const own = choices.filter(({ of }) => of.environment === path)
  const chosen = new Map(own.map(({ of, chosen }) => [of.entry, chosen.node]))
  const replaced = new Set(overridden.map(({ entry }) => entry))
  if (chosen.size === 0 && replaced.size === 0) return root
  const inRegistry = (map: Node): Node => {
    // What an alias names is replaced where it stands.
    if (map.kind !== 'map') return map
    const others = map.entries.filter((entry) => !replaced.has(entry))
    const values = others.map((entry) => {
      const node = chosen.get(entry)
      return withValue(entry, node === undefined ? inRegistry(entry.value) : inPlaceOf(node, entry.value))
    })
    return withEntries(map, values)
  }
  return withEachEntry(root, (entry) =>
    nameOf(entry) === 'resource_registry' ? withValue(entry, inRegistry(entry.value)) : entry,
  )
}
