/** Template versions of HOT: their dates and releases, and the functions and features that each has. */
import {
  type FunctionHistory,
  type HotRelease,
  type HotVersion,
  hotConditionFunctions,
  hotFunctions,
  hotReleases,
  hotVersions,
  hotWords,
  openStackReleases,
  versionReleases,
} from './facts/facts.ts'
import { nearNames } from './near-names.ts'

export { type HotRelease, type HotVersion, hotVersions }

export const oldestVersion: HotVersion = hotVersions[0] as HotVersion
/** The last that the facts list: a new version is one entry of them. */
export const latestVersion: HotVersion = hotVersions.at(-1) as HotVersion

/** The version that is written by default: recent, and known to every Heat that is maintained. */
export const usualVersion: HotVersion = '2018-08-31'

/** The target that `--to` requests. */
export type Target =
  | { readonly kind: 'hot'; readonly version: HotVersion; readonly release?: HotRelease }
  | { readonly kind: 'auto' }
  | { readonly kind: 'oldest' }
  | { readonly kind: 'cfn-yaml' }
  | { readonly kind: 'unknown'; readonly near: readonly string[] }

/**
 * Reads the value of `--to`: a date, a release of OpenStack, which means the newest version that its Heat has,
 * `latest`, `auto`, `oldest` or `cfn-yaml`; case does not count. `release` is set when the name is one that a template
 * may use. Never throws: anything else is `unknown`, with the closest valid names.
 */
export function parseTarget(text: string): Target {
  const name = text.trim().toLowerCase()
  if (name === 'auto' || name === 'oldest' || name === 'cfn-yaml') return { kind: name }
  if (name === 'latest') return { kind: 'hot', version: latestVersion }
  if (isHotVersion(name)) return { kind: 'hot', version: name }
  if (isRelease(name)) return { kind: 'hot', version: hotReleases[name], release: name }
  const version = Object.hasOwn(openStackReleases, name) ? openStackReleases[name] : undefined
  if (version) return { kind: 'hot', version }
  return {
    kind: 'unknown',
    // Who only asks whether it is one needs no others.
    get near() {
      return nearTargets(name)
    },
  }
}

/** What `--to` and `--assume-version` take everywhere: versions, releases that have one, and `latest`. */
export const targetNames: readonly string[] = [
  ...hotVersions,
  ...Object.keys(openStackReleases).filter((name) => openStackReleases[name] !== null),
  'latest',
]

/** For a date the versions before and after it, for the start of one all that begin so, else similar names. */
function nearTargets(name: string): readonly string[] {
  const date = dateIn(name)
  if (date !== undefined && isHotVersion(date)) return [date]
  if (/^\d{4}-\d\d-\d\d$/.test(name)) {
    const before = hotVersions.findLast((version) => version < name)
    const after = hotVersions.find((version) => version > name)
    return [before, after].filter((version) => version !== undefined)
  }
  if (/^\d{4}/.test(name)) return hotVersions.filter((version) => version.startsWith(name))
  if (openStackReleases[name] === null) return ['havana']
  return nearNames(name, [...Object.keys(openStackReleases), 'latest', 'auto', 'oldest', 'cfn-yaml'])
}

/** `20180831`, `2018-8-31` and `2018-08-31T00:00:00Z` as `2018-08-31`. */
export function dateIn(text: string): string | undefined {
  const found = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?!\d)/.exec(text)
  if (found === null) return undefined
  const [, year = '', , month = '', day = ''] = found
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
}

/** What a name of `--to` means that no template may use: `stein has 2018-08-31`; undefined for all others. */
export function releaseNote(name: string): string | undefined {
  const release = name.trim().toLowerCase()
  const target = parseTarget(release)
  const isOther = Object.hasOwn(openStackReleases, release) && !isRelease(release)
  return isOther && target.kind === 'hot'
    ? `${release} has heat_template_version ${target.version}`
    : undefined
}

/**
 * The version that a template's `heat_template_version` means: one of the dates, or one of the release names as Heat
 * spells them. Undefined where Heat refuses the template (`InvalidTemplateVersion`).
 */
export function versionOf(text: string): HotVersion | undefined {
  if (isHotVersion(text)) return text
  return isRelease(text) ? hotReleases[text] : undefined
}

function isHotVersion(text: string): text is HotVersion {
  return (hotVersions as readonly string[]).includes(text)
}

/** Whether a string is a release name that a template may use, as Heat spells it. */
export function isRelease(text: string): text is HotRelease {
  return Object.hasOwn(hotReleases, text)
}

/** The name of the release that a template may use for a version; undefined where there is none. */
export function releaseOf(version: HotVersion): HotRelease | undefined {
  return (Object.keys(hotReleases) as HotRelease[]).find((name) => hotReleases[name] === version)
}

/** Negative when `a` is older than `b`, 0 when they are the same. */
export function compareVersions(a: HotVersion, b: HotVersion): number {
  return hotVersions.indexOf(a) - hotVersions.indexOf(b)
}

/** The names that are functions in a version, outside of conditions. */
export function functionsOf(version: HotVersion): ReadonlySet<string> {
  return functionSets(version).anywhere
}

/** The names that may be called inside a condition; empty before 2016-10-14. */
export function conditionFunctionsOf(version: HotVersion): ReadonlySet<string> {
  return functionSets(version).conditions
}

/** Names that were functions in an older version; Heat refuses them from then on (`Removed`). */
export function removedFunctionsOf(version: HotVersion): ReadonlySet<string> {
  return functionSets(version).removed
}

export function hasFunction(version: HotVersion, name: string): boolean {
  return (setsByVersion.get(version) ?? madeSets(version)).anywhere.has(name)
}

/** Every version in which the name is a function, oldest first; empty for a name that never was one. */
export function versionsWith(name: string): readonly HotVersion[] {
  return Object.hasOwn(hotFunctions, name) ? hotVersions.filter((version) => hasFunction(version, name)) : []
}

/**
 * The class of Heat that implements a function in a version, such as `hot.functions.JoinMultiple`. Two versions with
 * the same class give the same result for the same argument. Undefined where the name is no function.
 */
export function functionClass(version: HotVersion, name: string): string | undefined {
  return classAt(hotFunctions, name, version) ?? undefined
}

interface FunctionSets {
  readonly anywhere: ReadonlySet<string>
  readonly conditions: ReadonlySet<string>
  readonly removed: ReadonlySet<string>
}

const setsByVersion = new Map<HotVersion, FunctionSets>()

function functionSets(version: HotVersion): FunctionSets {
  return setsByVersion.get(version) ?? madeSets(version)
}

function madeSets(version: HotVersion): FunctionSets {
  const names = (history: FunctionHistory, test: (as: string | null | undefined) => boolean) =>
    new Set(Object.keys(history).filter((name) => test(classAt(history, name, version))))
  const made: FunctionSets = {
    anywhere: names(hotFunctions, (as) => typeof as === 'string'),
    conditions: names(hotConditionFunctions, (as) => typeof as === 'string'),
    removed: names(hotFunctions, (as) => as === null),
  }
  setsByVersion.set(version, made)
  return made
}

/** The class at a version: the latest change up to it; null once removed, undefined before it existed. */
function classAt(history: FunctionHistory, name: string, version: HotVersion): string | null | undefined {
  const changes = Object.hasOwn(history, name) ? history[name] : undefined
  let found: string | null | undefined
  for (const [since, as] of Object.entries(changes ?? {})) if (since <= version) found = as
  return found
}

/** The features of a version beside its functions, with the first version that has each. */
export const features = {
  /** The section `conditions`, `condition` in resources and outputs, and `if`. */
  conditions: hotWords.sections.conditions,
  /** `delete`, `retain`, `snapshot` beside their capitalised forms. */
  lowerCaseDeletionPolicy: hotWords.deletionPolicies.retain,
  externalId: hotWords.resourceKeys.external_id,
  moduloConstraint: hotWords.constraints.modulo,
  parameterTags: hotWords.parameterKeys.tags,
  /** `str_replace` and `list_join` turn maps and lists into JSON (`ReplaceJson`, `JoinMultiple`). */
  jsonInText: '2015-10-15',
  /** `{get_attr: [resource]}` gives a map of all attributes (`GetAttAllAttributes`). */
  allAttributes: '2015-10-15',
  /** `get_attr` hands a path to the resource (`GetAtt`; before, `GetAttThenSelect` walks it itself). */
  attributePaths: '2014-10-16',
  /** `repeat` reads the key `permutations` (`RepeatWithNestedLoop`; before, it is ignored). */
  permutations: '2017-09-01',
  /** `{if: [condition, value]}` leaves the entry out (`IfNullable`). */
  twoItemIf: '2021-04-16',
} as const satisfies Record<string, HotVersion>

export type Feature = keyof typeof features

export function hasFeature(version: HotVersion, feature: Feature): boolean {
  return compareVersions(version, features[feature]) >= 0
}

/** Whether every Heat that takes a template version is of some release or a newer one. */
export function impliesRelease(version: HotVersion, release: string): boolean {
  return compareReleases(versionReleases[version], release) >= 0
}

/** Negative when `a` came before `b`. */
export function compareReleases(a: string, b: string): number {
  const [left, right] = [ordinals(a), ordinals(b)]
  const at = left.findIndex((number, index) => number !== (right[index] ?? 0))
  return at === -1 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
}

/** Years come before numbers: 2015.1 is the release before 5.0.0. */
function ordinals(release: string): readonly number[] {
  const [major = 0, minor = 0, patch = 0] = release.split('.').map(Number)
  return major > 2000 ? [major - 2100, minor, patch] : [major, minor, patch]
}
