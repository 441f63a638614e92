/** What in a HOT template only some versions can say. */
import type { Entry, Mapping, Node } from '../document/node.ts'
import { mapOf, nameOf, seqOf, textOf, valueOf } from '../document/read.ts'
import { mayBeCall } from './call-shapes.ts'
import { type CallSite, callSites } from './call-sites.ts'
import { hotConditionFunctions, hotFunctions, hotWords } from './facts/template-versions.ts'
import { declarations } from './sections.ts'
import { mapSections } from './values.ts'
import { features, type HotVersion, hotVersions, latestVersion } from './versions.ts'

export interface VersionNeed {
  readonly at: Node | Entry
  /** What is said there, as the subject of a sentence: `the function filter`. */
  readonly what: string
  readonly since: HotVersion
  /** The first version that cannot say it any more. */
  readonly until?: HotVersion
  /** What a version makes of it that cannot say it: Heat refuses the template, or passes over it. */
  readonly elsewhere: 'refused' | 'ignored'
  /** The function of which it is a form: a version without it takes all of it for data. */
  readonly of?: string
}

/** Everything that the first version cannot say, or the newest one, or one between. */
export function versionNeeds(root: Mapping): VersionNeed[] {
  return [...wordNeeds(root), ...callSites(root).flatMap((one) => callNeeds(one, root))]
}

/** The lowest version that can say all of it; undefined when none can. */
export function fittingVersion(needs: readonly VersionNeed[]): HotVersion | undefined {
  return hotVersions.find((version) => needs.every((need) => canSay(version, need)))
}

export function canSay(version: HotVersion, { since, until }: VersionNeed): boolean {
  return version >= since && (until === undefined || version < until)
}

// --- words: sections, keys, constraints, policies

type Words = Readonly<Record<string, HotVersion>>

function wordNeeds(root: Mapping): VersionNeed[] {
  const needs = root.entries.flatMap((one) => wordNeed(one, 'the section', hotWords.sections))
  mapSections(root, (section, map) => {
    for (const part of map.entries) {
      const own = mapOf(part.value)?.entries ?? []
      if (section === 'parameters') needs.push(...own.flatMap(parameterNeeds))
      if (section === 'resources') needs.push(...own.flatMap(resourceNeeds))
      if (section === 'outputs')
        needs.push(...own.flatMap((one) => wordNeed(one, 'of an output', hotWords.outputKeys, 'ignored')))
    }
    return map
  })
  return needs
}

function parameterNeeds(one: Entry): VersionNeed[] {
  if (nameOf(one) !== 'constraints') return wordNeed(one, 'of a parameter', hotWords.parameterKeys)
  const constraints = seqOf(one.value)?.items.map((item) => mapOf(item)?.entries ?? []) ?? []
  return constraints.flatMap((entries) => {
    // Of several in one entry an older version reads another.
    const kinds = entries.filter((entry) => sinceOf(hotWords.constraints, nameOf(entry) ?? '') !== undefined)
    const elsewhere = kinds.length > 1 ? 'ignored' : 'refused'
    return kinds.flatMap((entry) => wordNeed(entry, 'the constraint', hotWords.constraints, elsewhere))
  })
}

function resourceNeeds(one: Entry): VersionNeed[] {
  if (nameOf(one) !== 'deletion_policy') return wordNeed(one, 'of a resource', hotWords.resourceKeys)
  const policy = textOf(one.value)
  const since = policy === undefined ? undefined : sinceOf(hotWords.deletionPolicies, policy)
  return since === undefined ? [] : need(one.value, `the deletion policy ${policy}`, since, 'refused')
}

/** @param kind stands before the word (`the section conditions`), or behind it (`condition of an output`) */
function wordNeed(
  one: Entry,
  kind: string,
  words: Words,
  elsewhere: VersionNeed['elsewhere'] = 'refused',
): VersionNeed[] {
  const name = nameOf(one)
  const since = name === undefined ? undefined : sinceOf(words, name)
  if (since === undefined) return []
  return need(one, kind.startsWith('the') ? `${kind} ${name}` : `${name} ${kind}`, since, elsewhere)
}

function sinceOf(words: Words, name: string): HotVersion | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined
}

function need(
  at: Node | Entry,
  what: string,
  since: HotVersion,
  elsewhere: VersionNeed['elsewhere'],
): VersionNeed[] {
  return since === hotVersions[0] ? [] : [{ at, what, since, elsewhere }]
}

// --- calls

function callNeeds({ call, site, at }: CallSite, root: Mapping): VersionNeed[] {
  const { name } = call
  const inCondition = site.place === 'condition'
  const history = inCondition ? hotConditionFunctions : hotFunctions
  const classes = Object.hasOwn(history, name) ? history[name] : undefined
  const { conditions } = declarations(root)
  if (classes === undefined || !mayBeCall(call, { version: latestVersion, conditions })) return []
  const dates = Object.entries(classes) as [HotVersion, string | null][]
  const since = dates.find(([, as]) => as !== null)?.[0]
  const until = dates.find(([, as]) => as === null)?.[0]
  if (since === undefined) return []
  const what = `the function ${name}${inCondition ? ' in a condition' : ''}`
  // Too early for a function its call is data; too late it is refused (`Removed`).
  const own: VersionNeed[] =
    until === undefined
      ? need(at, what, since, 'ignored')
      : [{ at, what, since, until, elsewhere: 'refused' }]
  return [...own, ...formNeeds(name, call.argument, at)]
}

/** Forms of a function that an older class of it refuses or takes otherwise; `if` is data before 2016-10-14. */
function formNeeds(name: string, argument: Node, at: Node): VersionNeed[] {
  const items = seqOf(argument)?.items
  switch (name) {
    case 'if':
      return items?.length === 2
        ? need(at, 'if with two items', features.twoItemIf, 'refused').map((one) => ({ ...one, of: name }))
        : []
    case 'get_attr':
      return items?.length === 1
        ? need(at, 'get_attr without an attribute', features.allAttributes, 'refused')
        : []
    case 'list_join':
      return (items?.length ?? 0) > 2
        ? need(at, 'list_join of several lists', features.jsonInText, 'refused')
        : []
    case 'repeat':
      return valueOf(mapOf(argument), 'permutations') === undefined
        ? []
        : need(at, 'permutations of repeat', features.permutations, 'ignored')
    default:
      return []
  }
}
