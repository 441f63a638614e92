/**
 * What the rules find in one state of a package. A repair makes many states, each of which differs from the one before it in a
 * file or two: what is found in the files that belong together counts as long as these are the same.
 */

import { connectedFiles } from '../../stack/connected-files.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { memoized } from '../../text/document/attached.ts'
import { groupedBy } from '../../text/document/multimap.ts'
import { byPath, compareTexts } from '../../text/document/sorted.ts'
import { defaultId, Identities, startOf } from './identity.ts'
import type { RequirementId } from './requirement.ts'
import { type Remedy, type RuleFamily, requirementsIn, type Subject, type Violation } from './rule.ts'
import { ruleFamilies } from './rule-families.ts'
import { guideRules } from './rules/guide.ts'
import { namesOf } from './vnf/names.ts'
import { networkSummary } from './vnf/networks.ts'
import { sourceParameters } from './vnf/parameter-reads.ts'
import { slotsOf } from './vnf/slots.ts'
import type { VnfTemplate } from './vnf/template.ts'
import { type Vnf, vnfOf } from './vnf/vnf.ts'

/** Nobody reads so many, and a megabyte of source can have a hundred times as many: the search ends with these. */
export const mostViolations = 20_000

/** Ends a search. */
class TooMany extends Error {}

/** Families of rules that are asked one after the other in one go, and what each of them is about. */
interface Families {
  readonly members: readonly RuleFamily[]
  readonly requirements: readonly RequirementId[]
  readonly extent: RuleFamily['extent']
}

/**
 * All families: first those that ask the files of a part about one another, then those that ask the package, and in the end
 * what Heat says of each template, which takes longest.
 */
export const familiesTogether: readonly Families[] = [
  together(ruleFamilies.filter(({ extent }) => extent === 'part')),
  ...ruleFamilies
    .filter((one) => one.extent === 'package' && one !== guideRules)
    .map((one) => together([one])),
  together([guideRules]),
]

function together(members: readonly RuleFamily[]): Families {
  const requirements = [...new Set(members.flatMap(requirementsIn))]
  return { members, requirements, extent: members[0]?.extent ?? 'package' }
}

/** What some families find in some files. */
interface Findings {
  /** In the order of the source. */
  readonly violations: readonly Violation[]
  readonly ids: ReadonlySet<string>
  /** What families threw: a defect in one is no reason to go without the others. */
  readonly failures: ReadonlyMap<RuleFamily, unknown>
}

/** The first words of all names in a template that may say a vm-type. */
const beginningsIn = memoized((template: VnfTemplate): ReadonlySet<string> => {
  const reads = template.resources.flatMap(slotsOf).flatMap(({ value }) => sourceParameters(value) ?? [])
  const names = [
    ...template.parameters.keys(),
    ...template.resources.map(({ id }) => id),
    ...reads.map(({ name }) => name),
  ]
  return new Set(names.map(beginningOf))
})

function beginningOf(name: string): string {
  return (name.split('_', 1)[0] ?? '').toLowerCase()
}

/** One state, asked as far as somebody wants to know. */
class State {
  readonly #pkg: Workspace
  readonly #known = new Map<Families, readonly Findings[]>()
  #all: readonly Violation[] | undefined

  constructor(pkg: Workspace) {
    this.#pkg = pkg
  }

  /** File by file, in the order of the source. */
  get all(): readonly Violation[] {
    this.#all ??= familiesTogether
      .flatMap((families) => this.foundBy(families))
      .slice(0, mostViolations)
      .sort(byLocation)
    return this.#all
  }

  foundBy(families: Families): readonly Violation[] {
    return this.#partsOf(families).flatMap(({ violations }) => violations)
  }

  failuresOf(families: Families): ReadonlyMap<RuleFamily, unknown> {
    return new Map(this.#partsOf(families).flatMap(({ failures }) => [...failures]))
  }

  /**
   * The violations that another state does not have.
   * @param generalOf the requirements of which those are special cases that are no news beside them
   */
  newIn(
    families: Families,
    former: State,
    generalOf: ReadonlyMap<RequirementId, RequirementId>,
  ): readonly Violation[] {
    const own = this.#partsOf(families)
    const others = former.#partsOf(families)
    const same = new Set(others)
    const changed = own.filter((one) => !same.has(one))
    if (changed.length === 0) return []
    const kept = new Set(own)
    const gone = others.filter((one) => !kept.has(one))
    const isKnown = (id: string) => gone.some(({ ids }) => ids.has(id))
    const found = changed.flatMap(({ violations }) =>
      violations.filter(({ id, requirement }) => {
        const general = generalOf.get(requirement)
        return !isKnown(id) && (general === undefined || !isKnown(id.replace(requirement, general)))
      }),
    )
    return changed.length === 1 ? found : found.sort(byLocation)
  }

  #partsOf(families: Families): readonly Findings[] {
    let found = this.#known.get(families)
    if (found === undefined) {
      const vnf = vnfOf(this.#pkg)
      found = families.extent === 'package' ? [collected(vnf, families)] : findingsInParts(vnf, families)
      this.#known.set(families, found)
    }
    return found
  }
}

export const stateOf = memoized((pkg: Workspace) => new State(pkg))

export function byLocation(a: Violation, b: Violation): number {
  return byPath(a, b) || startOf(a.at) - startOf(b.at) || compareTexts(a.requirement, b.requirement)
}

/** What was found in some files, by one thing after the other that it depends on. */
interface KnownParts {
  readonly next: WeakMap<object, KnownParts>
  /** By what was asked about the rest of the package. */
  found?: Map<string, Findings>
}

const knownParts: KnownParts = { next: new WeakMap() }

function knownPartOf(inputs: Iterable<object>): KnownParts {
  let known = knownParts
  for (const input of inputs) {
    let next = known.next.get(input)
    if (next === undefined) {
      next = { next: new WeakMap() }
      known.next.set(input, next)
    }
    known = next
  }
  return known
}

function findingsInParts(vnf: Vnf, families: Families): readonly Findings[] {
  const { pkg } = vnf
  const summary = summaryOf(vnf)
  const vmTypes = vmTypesByBeginning(vnf)
  return connectedFiles(pkg, [...pkg.files.keys()]).map((paths) => {
    const files = paths.flatMap((path): readonly object[] => {
      const template = vnf.template(path)
      return template === undefined ? [pkg.fileAt(path)] : [template, pkg.callsFrom(path)]
    })
    const known = knownPartOf([families, pkg.unreadable, pkg.others, pkg.naming, ...files])
    const part = vnf.part(paths)
    const own = part.templates.flatMap((template) => [...beginningsIn(template)])
    const key = JSON.stringify([summary, [...new Set(own)].flatMap((one) => vmTypes.get(one) ?? [])])
    known.found ??= new Map()
    let findings = known.found.get(key)
    if (findings === undefined) {
      findings = collected(part, families)
      known.found.set(key, findings)
    }
    return findings
  })
}

/**
 * What rules that look at a part ask about the rest of the package, as a string that is the same while the answers are:
 * whether there are vm-types, the networks that other templates make, the outputs of modules, and which files there are.
 */
function summaryOf(vnf: Vnf): string {
  return JSON.stringify([
    namesOf(vnf).vmTypes.size > 0,
    networkSummary(vnf),
    vnf.templates.flatMap(({ path, role, outputs }) =>
      outputs.length === 0 ? [] : [[path, role, outputs.map(({ name }) => name)]],
    ),
    [...vnf.pkg.files.keys()],
  ])
}

/** The vm-types with their ranks, by their first words: names of other words cannot begin with them. */
function vmTypesByBeginning(vnf: Vnf): ReadonlyMap<string, readonly string[]> {
  return groupedBy(namesOf(vnf).vmTypes, beginningOf)
}

/** What some families find in the files of a view. */
function collected(vnf: Vnf, { members }: Families): Findings {
  const found = new Map<string, Violation>()
  const failures = new Map<RuleFamily, unknown>()
  const identities = new Identities(vnf)
  for (const family of members) {
    const own: string[] = []
    try {
      family.find(vnf, (reported) => {
        const one = { ...reported, item: reported.item ?? itemOf(reported.subject) }
        const { requirement, path, at, item = '' } = one
        const key = `${requirement}\n${path}\n${startOf(at)}\n${item}`
        if (found.has(key)) return
        if (found.size === mostViolations) throw new TooMany()
        found.set(key, { id: identities.of(one), ...one, ...endingWith(vnf, one.remedy) })
        own.push(key)
      })
    } catch (error) {
      if (error instanceof TooMany) break
      for (const key of own) found.delete(key)
      failures.set(family, error)
    }
  }
  const violations = [...found.values()].sort(byLocation)
  return { violations, ids: new Set(violations.map(({ id }) => id)), failures }
}

/** Which of several things a location is about: an alias brings one location to several resources. */
function itemOf(subject: Subject): string | undefined {
  switch (subject.kind) {
    case 'resource':
      return subject.id
    case 'property':
      return `${subject.resource} ${subject.name}`
    case 'call':
      return `${subject.call.resource} ${subject.parameter}`
    case 'words':
      return subject.words.join(' ')
    default:
      return undefined
  }
}

function endingWith(vnf: Vnf, remedy: Remedy): Pick<Violation, 'defaultId'> {
  if (remedy.kind !== 'default') return {}
  const { path, parameter } = remedy
  return { defaultId: defaultId(path, parameter, vnf.template(path)?.parameters.get(parameter)?.entry) }
}
