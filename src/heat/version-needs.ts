/** The constructs of a HOT template that only some versions have, and the version to declare where none is. */

import { memoized } from '../text/document/attached.ts'
import type { Entry, Mapping, Node, Scalar } from '../text/document/node.ts'
import { itemsOf, nameOf, scalarOf, stringOf } from '../text/document/read.ts'
import type { Call } from './calls.ts'
import { callsWithin, signOf } from './calls-within.ts'
import { hotConditionFunctions, hotFunctions, hotWords } from './facts/facts.ts'
import { mayBeFunction, newerFormOf } from './functions/arguments.ts'
import { functionRow } from './functions/table.ts'
import { pathChange } from './group-types.ts'
import { entriesRead, entryRead, readValue } from './merge-keys.ts'
import { declarations } from './sections.ts'
import {
  compareVersions,
  dateIn,
  features,
  type HotVersion,
  hasFunction,
  hotVersions,
  latestVersion,
  parseTarget,
} from './versions.ts'
import { type CallSite, callSites, mapSections } from './walk.ts'

/** Everything that the first version does not have, or the newest one, or one between. */
export function versionNeeds(root: Mapping): VersionNeed[] {
  return [...wordNeeds(root), ...callSites(root).flatMap((one) => callNeeds(one, root))]
}

/** Those for which a version refuses the template: only functions that it might refuse are visited. */
export function refusedNeeds(root: Mapping, version: HotVersion): VersionNeed[] {
  const { names, sign } = refusableIn(version)
  const calls = (callsWithin(root) & sign) === 0 ? [] : callSites(root)
  const needs = calls.flatMap((one) => (names.has(one.call.name) ? callNeeds(one, root) : []))
  return [...wordNeeds(root), ...needs].filter((one) => isRefused(one, version))
}

function isRefused(need: VersionNeed, version: HotVersion): boolean {
  const isCall = need.of === undefined || hasFunction(version, need.of)
  return need.elsewhere === 'refused' && isCall && !canSay(version, need)
}

interface Refusable {
  readonly names: ReadonlySet<string>
  readonly sign: number
}

const refusables = new Map<HotVersion, Refusable>()

/** The functions that a version refuses in any form, or in some forms. */
function refusableIn(version: HotVersion): Refusable {
  const known = refusables.get(version)
  if (known !== undefined) return known
  const isRemoved = (name: string) =>
    [hotFunctions, hotConditionFunctions].some((histories) =>
      Object.values(histories[name] ?? {}).includes(null),
    )
  const hasNewForm = (name: string) =>
    functionRow(name)?.newer?.some(({ since, elsewhere }) => elsewhere === 'refused' && since > version) ===
    true
  const all = new Set([...Object.keys(hotFunctions), ...Object.keys(hotConditionFunctions)])
  const names = [...all].filter((name) => isRemoved(name) || hasNewForm(name))
  const made = { names: new Set(names), sign: signOf(names) }
  refusables.set(version, made)
  return made
}

/** The lowest version that has all of it; undefined when none does. */
function fittingVersion(needs: readonly VersionNeed[]): HotVersion | undefined {
  return hotVersions.find((version) => needs.every((need) => canSay(version, need)))
}

export function canSay(version: HotVersion, { since, until }: VersionNeed): boolean {
  return version >= since && (until === undefined || version < until)
}

// --- words: sections, keys, constraints, policies

type WordVersions = Readonly<Record<string, HotVersion>>

function wordNeeds(root: Mapping): VersionNeed[] {
  const needs = entriesRead(root).flatMap((one) => wordNeed(one, 'the section', hotWords.sections))
  mapSections(root, (section, map) => {
    for (const part of entriesRead(map)) {
      const own = entriesRead(part.value)
      if (section === 'parameters') needs.push(...own.flatMap(parameterNeeds))
      if (section === 'resources') needs.push(...own.flatMap(resourceNeeds))
      if (section === 'outputs')
        needs.push(...own.flatMap((one) => wordNeed(one, 'of an output', hotWords.outputKeys, 'other')))
    }
    return map
  })
  return needs
}

function parameterNeeds(one: Entry): VersionNeed[] {
  if (nameOf(one) !== 'constraints') return wordNeed(one, 'of a parameter', hotWords.parameterKeys)
  const constraints = itemsOf(one.value).map((item) => entriesRead(item))
  return constraints.flatMap((entries) => {
    // Of several in one entry an older version reads another.
    const kinds = entries.filter((entry) => sinceOf(hotWords.constraints, nameOf(entry) ?? '') !== undefined)
    const elsewhere = kinds.length > 1 ? 'other' : 'refused'
    return kinds.flatMap((entry) => wordNeed(entry, 'the constraint', hotWords.constraints, elsewhere))
  })
}

function resourceNeeds(one: Entry): VersionNeed[] {
  if (nameOf(one) !== 'deletion_policy') return wordNeed(one, 'of a resource', hotWords.resourceKeys)
  const policy = stringOf(one.value)
  const since = policy === undefined ? undefined : sinceOf(hotWords.deletionPolicies, policy)
  return since === undefined ? [] : need(one.value, `the deletion policy ${policy}`, since, 'refused')
}

/** @param kind precedes the word (`the section conditions`), or follows it (`condition of an output`) */
function wordNeed(
  one: Entry,
  kind: string,
  words: WordVersions,
  elsewhere: VersionNeed['elsewhere'] = 'refused',
): VersionNeed[] {
  const name = nameOf(one)
  const since = name === undefined ? undefined : sinceOf(words, name)
  if (since === undefined) return []
  return need(one, kind.startsWith('the') ? `${kind} ${name}` : `${name} ${kind}`, since, elsewhere)
}

function sinceOf(words: WordVersions, name: string): HotVersion | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined
}

// --- functions

function callNeeds({ call, site, at }: CallSite, root: Mapping): VersionNeed[] {
  const { name } = call
  const inCondition = site.role === 'condition'
  const history = inCondition ? hotConditionFunctions : hotFunctions
  const classes = Object.hasOwn(history, name) ? history[name] : undefined
  const { conditions } = declarations(root)
  if (classes === undefined || !mayBeFunction(call, { version: latestVersion, conditions })) return []
  const { since, until } = lifetimeOf(classes)
  if (since === undefined) return []
  const what = `the function ${name}${inCondition ? ' in a condition' : ''}`
  // Too early for a function it is data; too late it is refused (`Removed`).
  const own: VersionNeed[] =
    until === undefined ? need(at, what, since, 'other') : [{ at, what, since, until, elsewhere: 'refused' }]
  return [...own, ...formNeeds(call, at, root)]
}

interface Lifetime {
  readonly since: HotVersion | undefined
  readonly until: HotVersion | undefined
}

/** By the classes of a function, as the facts have them: they are looked up at every occurrence of it. */
const lifetimeOf = memoized((classes: Readonly<Record<string, string | null>>): Lifetime => {
  const dates = Object.entries(classes) as [HotVersion, string | null][]
  return {
    since: dates.find(([, as]) => as !== null)?.[0],
    until: dates.find(([, as]) => as === null)?.[0],
  }
})

/** Forms of a function that an older class of it refuses or reads otherwise. */
function formNeeds({ name, argument }: Call, at: Node, root: Mapping): VersionNeed[] {
  const form = newerFormOf(name, argument)
  if (form !== undefined)
    return need(at, form.what, form.since, form.elsewhere).map((one) => ({ ...one, of: name }))
  return name === 'get_attr' ? pathNeeds(argument, at, root) : []
}

/** A path into a group, which selects something else from `attributePaths` on. */
function pathNeeds(argument: Node, at: Node, root: Mapping): VersionNeed[] {
  const path = itemsOf(argument)
  const [resource, attribute] = path.map((item) => stringOf(item))
  if (path.length < 3 || resource === undefined) return []
  const type = stringOf(readValue(declarations(root).resources.get(resource), 'type'))
  return pathChange(type, attribute) === 'same'
    ? []
    : need(at, `this path into ${type}`, features.attributePaths, 'other')
}

/** A construct of a HOT template that only some versions have. */
export interface VersionNeed {
  readonly at: Node | Entry
  /** The construct, as the subject of a sentence: `the function filter`. */
  readonly what: string
  readonly since: HotVersion
  /** The first version that no longer has it. */
  readonly until?: HotVersion
  /** What happens in a version that does not have it: Heat refuses the template, or does something else. */
  readonly elsewhere: 'refused' | 'other'
  /** The function of which it is a form: a version without it reads all of it as data. */
  readonly of?: string
}

/** A need that the first version does not meet; none where it does. */
function need(
  at: Node | Entry,
  what: string,
  since: HotVersion,
  elsewhere: VersionNeed['elsewhere'],
): VersionNeed[] {
  return since === hotVersions[0] ? [] : [{ at, what, since, elsewhere }]
}

export interface VersionProposal {
  /**
   * What is wrong, and the version that was probably meant or the lowest that has all that is used, or why none has.
   */
  readonly message: string
  readonly version: HotVersion | undefined
  /** The location of the version, or where it should be. */
  readonly at: Entry | Mapping
}

export function proposeVersion(root: Mapping): VersionProposal {
  const declared = entryRead(root, 'heat_template_version')
  const needs = versionNeeds(root)
  const meant = intended(scalarOf(declared?.value))
  const guess = meant !== undefined && needs.every((need) => canSay(meant.version, need)) ? meant : undefined
  const version = guess?.version ?? fittingVersion(needs)
  const advice =
    version === undefined
      ? `no version supports the whole template: ${conflict(needs)}`
      : guess === undefined
        ? `the lowest version that supports the whole template is ${version}${reason(needs, version)}`
        : `${guess.why} ${version}, which supports the whole template`
  return { message: `${problemWith(declared)}; ${advice}`, version, at: declared ?? root }
}

interface IntendedVersion {
  readonly version: HotVersion
  /** The start of a sentence that ends in the version. */
  readonly why: string
}

/** What the author may have meant: a version in other letters, or the last one at the time that is written. */
function intended(scalar: Scalar | undefined): IntendedVersion | undefined {
  const text = String(scalar?.value ?? '').trim()
  const date = dateIn(text)
  const target = parseTarget(date ?? text)
  if (target.kind === 'hot' && !/^latest$/i.test(text))
    return { version: target.version, why: 'it reads like' }
  const before = date === undefined ? undefined : hotVersions.findLast((version) => version < date)
  return before === undefined ? undefined : { version: before, why: 'the last one before it is' }
}

function problemWith(declared: Entry | undefined): string {
  if (declared === undefined) return 'no heat_template_version is declared'
  const scalar = scalarOf(declared.value)
  if (scalar === undefined) return 'a list or mapping is not a heat_template_version'
  if (scalar.type === 'null') return 'the heat_template_version is empty'
  return `"${scalar.value}" is not a heat_template_version`
}

/** The construct that requires the version. */
function reason(needs: readonly VersionNeed[], version: HotVersion): string {
  const [first] = needs.filter((need) => need.since === version)
  return first === undefined ? '' : ` (${first.what})`
}

function conflict(needs: readonly VersionNeed[]): string {
  const byAge = [...needs].sort((a, b) => compareVersions(a.since, b.since))
  const late = byAge.at(-1)
  const early = needs.find(({ until }) => until !== undefined && late !== undefined && late.since >= until)
  if (late === undefined || early === undefined) return 'see the findings of hotshift check'
  return `${late.what} needs ${late.since}, and ${early.what} is removed from ${early.until} on`
}
