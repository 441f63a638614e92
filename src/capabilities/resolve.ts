/** Chooses among the candidates of a registry by what the environments require, and lowers the result to what Heat takes. */
import { inPlaceOf, withEntries, withoutEntry, withValue } from '../document/build.ts'
import type { Entry, Mapping, Node } from '../document/node.ts'
import { entryOf, mapOf, nameOf } from '../document/read.ts'
import {
  type Candidate,
  type Capabilities,
  capabilitiesOf,
  type RegistryChoice,
  registryChoices,
  requirementsOf,
  type Sources,
  type SourceTree,
} from './model.ts'

export type CapabilityProblemCode =
  | 'capability-none-fits'
  | 'capability-several-fit'
  | 'capability-missing-candidate'
  | 'capability-contradicted'
  | 'capability-unknown-key'

export interface CapabilityProblem {
  readonly code: CapabilityProblemCode
  readonly path: string
  readonly at: Node | Entry
  readonly message: string
}

/** What was chosen for one entry of a registry. */
export interface Choice {
  readonly of: RegistryChoice
  readonly chosen: Candidate
}

export interface Resolution {
  readonly choices: readonly Choice[]
  readonly problems: readonly CapabilityProblem[]
}

/** @param more requirements that count after those of the environments, as from the command line */
export function resolveCapabilities(sources: Sources, more: Capabilities = new Map()): Resolution {
  const required = requirementsOf(sources.environments, more)
  const problems: CapabilityProblem[] = []
  const choices: Choice[] = []
  for (const environment of sources.environments) {
    for (const one of registryChoices(environment)) {
      const missing = one.isList
        ? one.candidates.filter(({ path }) => path !== undefined && !sources.templates.has(path))
        : []
      for (const { node, name } of missing)
        problems.push({
          code: 'capability-missing-candidate',
          path: one.environment,
          at: node,
          message: `${one.type}: there is no template "${name}"`,
        })
      if (missing.length > 0) continue
      const offers = one.candidates.map((candidate) => offerOf(candidate, sources))
      const answer = one.isList ? chooseFrom(one, offers, required) : contradiction(one, offers, required)
      if (answer === undefined) continue
      if ('code' in answer) problems.push(answer)
      else choices.push(answer)
    }
  }
  return { choices, problems: [...problems, ...unknownKeys(sources, required)] }
}

interface Offer {
  readonly candidate: Candidate
  readonly offered: Capabilities
}

function offerOf(candidate: Candidate, { templates }: Sources): Offer {
  const template = candidate.path === undefined ? undefined : templates.get(candidate.path)
  return { candidate, offered: template === undefined ? new Map() : capabilitiesOf(template) }
}

/**
 * A candidate fits when it offers a required value for every required key that some candidate of the entry declares; a
 * key that none declares is about other types.
 */
function chooseFrom(
  of: RegistryChoice,
  offers: readonly Offer[],
  required: Capabilities,
): Choice | CapabilityProblem {
  const deciding = [...required].filter(([key]) => offers.some(({ offered }) => offered.has(key)))
  const unmet = ({ offered }: Offer) =>
    deciding.find(([key, wanted]) => !(offered.get(key) ?? []).some((value) => wanted.includes(value)))
  const fitting = offers.filter((offer) => unmet(offer) === undefined)
  const [only, ...more] = fitting
  if (only !== undefined && more.length === 0) return { of, chosen: only.candidate }
  const at = of.entry
  if (only === undefined) {
    const why = offers.map((offer) => {
      const [key, wanted] = unmet(offer) as [string, readonly string[]]
      return `"${offer.candidate.name}" offers ${key}: ${listed(offer.offered.get(key))}, required is ${listed(wanted)}`
    })
    const message = `${of.type}: none of the candidates fits: ${why.join('; ')}`
    return { code: 'capability-none-fits', path: of.environment, at, message }
  }
  const open = new Set(
    fitting.flatMap(({ offered }) => [...offered.keys()]).filter((key) => !required.has(key)),
  )
  const differing = [...open].filter(
    (key) => new Set(fitting.map(({ offered }) => listed(offered.get(key)))).size > 1,
  )
  const why = fitting.map(({ candidate, offered }) => {
    const said = differing.map((key) => `${key}: ${listed(offered.get(key))}`)
    return `"${candidate.name}"${said.length === 0 ? '' : ` (${said.join(', ')})`}`
  })
  const help = differing.length === 0 ? 'they offer the same' : `require one of ${differing.join(', ')}`
  const message = `${of.type}: several candidates fit: ${why.join(', ')}; ${help}`
  return { code: 'capability-several-fit', path: of.environment, at, message }
}

/** A plain mapping stays; it is worth a word when its template says that it is something else than what is required. */
function contradiction(
  of: RegistryChoice,
  offers: readonly Offer[],
  required: Capabilities,
): CapabilityProblem | undefined {
  for (const { candidate, offered } of offers) {
    for (const [key, wanted] of required) {
      const values = offered.get(key)
      if (values === undefined || values.some((value) => wanted.includes(value))) continue
      const message = `${of.type}: "${candidate.name}" offers ${key}: ${listed(values)}, required is ${listed(wanted)}`
      return { code: 'capability-contradicted', path: of.environment, at: of.entry, message }
    }
  }
  return undefined
}

function listed(values: readonly string[] | undefined): string {
  return values === undefined ? 'nothing' : values.join(' or ')
}

/** Required keys that no template of the run declares. */
function unknownKeys({ templates, environments }: Sources, required: Capabilities): CapabilityProblem[] {
  const declared = new Set([...templates.values()].flatMap((one) => [...capabilitiesOf(one).keys()]))
  return environments.flatMap(({ path, root }) =>
    (mapOf(entryOf(root, 'requires')?.value)?.entries ?? []).flatMap((entry): CapabilityProblem[] => {
      const name = nameOf(entry)
      if (name === undefined || !required.has(name) || declared.has(name)) return []
      const message = `no template of this run declares the capability "${name}"`
      return [{ code: 'capability-unknown-key', path, at: entry, message }]
    }),
  )
}

/** An environment with each list of candidates replaced by the one that was chosen. */
export function withChoices({ path, root }: SourceTree, choices: readonly Choice[]): Mapping {
  const chosen = new Map(
    choices.filter(({ of }) => of.environment === path).map(({ of, chosen }) => [of.entry, chosen.node]),
  )
  if (chosen.size === 0) return root
  const inRegistry = (node: Node): Node => {
    const map = mapOf(node)
    if (map === undefined) return node
    return withEntries(
      map,
      map.entries.map((entry) => {
        const node = chosen.get(entry)
        return node === undefined
          ? withValue(entry, inRegistry(entry.value))
          : withValue(entry, inPlaceOf(node, entry.value))
      }),
    )
  }
  return withEntries(
    root,
    root.entries.map((entry) =>
      nameOf(entry) === 'resource_registry' ? withValue(entry, inRegistry(entry.value)) : entry,
    ),
  )
}

/** A template or environment without the sections that Heat does not take; their comments go with them. */
export function withoutAnnotations(root: Mapping): Mapping {
  return ['capabilities', 'requires'].reduce((current, name) => {
    const entry = entryOf(current, name)
    return entry === undefined ? current : withoutEntry(current, entry)
  }, root)
}
