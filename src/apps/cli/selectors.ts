import { catalogue, currentCode, isFindingCode } from '../../engine/findings/catalogue.ts'
import { nearNames } from '../../heat/near-names.ts'
import { Selection, type Selector, type SelectorKind, selectorKinds } from '../../run/plan/selection.ts'
import { type Arguments, separated } from './command.ts'
import { loadAllTransforms } from './load-engine.ts'
import { askedBy, releaseOf } from './options/requirements-release.ts'
import { didYouMean, UsageError } from './usage-error.ts'

/** What stands in a plan, and may be named. */
export interface UsedNames {
  /** By id. */
  readonly transforms: ReadonlySet<string>
  readonly findings: ReadonlySet<string>
}

const nothingUsed: UsedNames = { transforms: new Set(), findings: new Set() }

/**
 * What `--only` and `--except` choose of the files of a plan, or of a run whose outcomes are still to come.
 *
 * @param values whether all of them are selectors, or names of parameters or requirements among them
 * @throws UsageError for what nothing can match
 */
export async function selectionOf(
  args: Arguments,
  names: UsedNames = nothingUsed,
  values: 'selectors' | 'names, too' = 'selectors',
): Promise<Selection> {
  const read = (option: string) =>
    args
      .values(option)
      .filter((value) => values === 'selectors' || isSelector(value))
      .map((value) => selectorOf(option, value))
  const [only, except] = [read('only'), read('except')]
  for (const selector of [...only, ...except]) await checkValue(selector, names, args.listed('transform'))
  const deployable: readonly Selector[] = args.has('deployable-only')
    ? [{ kind: 'deployable', value: 'yes' }]
    : []
  return new Selection([...only, ...deployable], except)
}

function selectorOf(option: string, text: string): Selector {
  const colon = text.indexOf(':')
  const [kind, value] = [text.slice(0, Math.max(0, colon)), text.slice(colon + 1).trim()]
  const known = selectorKinds.find((one) => one === kind)
  if (known !== undefined && value !== '')
    return { kind: known, value: known === 'finding' ? currentCode(value) : value }
  throw new UsageError(`--${option} ${text}: a selector is missing`, [
    ...didYouMean(nearNames(kind, selectorKinds).map((one) => `${one}:`)),
    `for example ${selectorKinds.map((one) => `${one}:…`).join(', ')}`,
  ])
}

const known: Partial<Record<SelectorKind, readonly string[]>> = {
  status: ['changed', 'unchanged', 'skipped', 'blocked', 'failed'],
  proof: ['equal', 'corresponds', 'differs', 'unproved', 'none'],
  deployable: ['yes', 'no'],
}

/** A name with a slip in it would choose nothing, and `--except` would leave nothing out. */
async function checkValue({ kind, value }: Selector, used: UsedNames, run: readonly string[]): Promise<void> {
  const names = known[kind] ?? (await knownNames(kind, used, run))
  if (names === undefined || names.includes(value)) return
  if (kind === 'transform' && names.some((id) => id.startsWith(`${value}/`))) return
  throw new UsageError(`${kind}:${value}: there is no such ${kind}`, didYouMean(nearNames(value, names)))
}

async function knownNames(
  kind: SelectorKind,
  used: UsedNames,
  run: readonly string[],
): Promise<readonly string[] | undefined> {
  if (kind === 'transform') {
    const own = await loadAllTransforms()
    // What a transform from a file is called is known once it is loaded.
    return run.every((name) => own.has(name)) ? [...new Set([...used.transforms, ...own.keys()])] : undefined
  }
  if (kind !== 'finding') return undefined
  const { requirementIds } = await import('../../rules/onap/requirement.ts')
  return [...new Set([...used.findings, ...Object.keys(catalogue), ...requirementIds])]
}

/** Whether a value of `--only` and `--except` is about files and changes, and not a name of what a command works on: `kind:value`. */
function isSelector(value: string): boolean {
  return /^[a-z]+:(?!:)/.test(value)
}

/** The names, or patterns of names, that an option gives beside selectors. */
export function namesIn(args: Arguments, option: 'only' | 'except'): readonly string[] {
  return args
    .values(option)
    .filter((value) => !isSelector(value))
    .flatMap(separated)
}

/** Which names `--only` and `--except` leave, by patterns in which `*` and `?` stand for characters. */
export function chosenNames(only: readonly string[], except: readonly string[]): (name: string) => boolean {
  return (name) =>
    (only.length === 0 || only.some((pattern) => matchesName(pattern, name))) &&
    !except.some((pattern) => matchesName(pattern, name))
}

/** Takes a time that is the product of the two lengths at most, whatever the pattern is. */
function matchesName(pattern: string, name: string): boolean {
  let [at, from] = [0, 0]
  let star = -1
  for (let index = 0; index < name.length; ) {
    if (pattern[at] === '*') {
      star = at
      from = index
      at += 1
    } else if (pattern[at] === '?' || pattern[at] === name[index]) {
      at += 1
      index += 1
    } else if (star >= 0) {
      from += 1
      index = from
      at = star + 1
    } else return false
  }
  while (pattern[at] === '*') at += 1
  return at === pattern.length
}

/** Which requirements `--only` and `--except` leave, by their numbers. */
interface ChosenRequirements {
  readonly isWanted: (requirement: string) => boolean
  /** Whether `--except` names it. */
  readonly isExcepted: (requirement: string) => boolean
  /** All that are named. */
  readonly named: readonly string[]
}

function chosenRequirements(args: Arguments): ChosenRequirements {
  const requirementsIn = (option: 'only' | 'except') =>
    namesIn(args, option).filter((name) => !isFindingCode(currentCode(name)))
  const [only, except] = [requirementsIn('only'), requirementsIn('except')]
  const isExcepted = (requirement: string) => except.includes(requirement)
  return {
    named: [...only, ...except],
    isExcepted,
    isWanted: (requirement) => (only.length === 0 || only.includes(requirement)) && !isExcepted(requirement),
  }
}

/**
 * The same, with numbers that there are, also behind `--lossy=`.
 *
 * @throws UsageError for a requirement that there is not
 */
export async function knownRequirements(args: Arguments): Promise<ChosenRequirements> {
  const { requirementIds } = await import('../../rules/onap/requirement.ts')
  const { sdcCodes } = await import('../../rules/sdc/codes.ts')
  const known = new Set<string>([...requirementIds, ...Object.keys(sdcCodes)])
  const chosen = chosenRequirements(args)
  const named = [...chosen.named, ...args.listed('lossy')]
  const unknown = named.find((id) => !known.has(id))
  if (unknown !== undefined)
    throw new UsageError(`${unknown}: ONAP has no such requirement`, ['for example R-90526'])
  await refuseLater([...namesIn(args, 'only'), ...args.listed('lossy')], args)
  return chosen
}

/** @throws UsageError for a requirement that the release does not have which packages are held against */
async function refuseLater(names: readonly string[], args: Arguments): Promise<void> {
  const release = releaseOf(args)
  const isAsked = await askedBy(release)
  if (isAsked === undefined) return
  const { isRequirement, requirementOf } = await import('../../rules/onap/requirement.ts')
  const later = names.find((name) => isRequirement(name) && !isAsked(name))
  if (later !== undefined)
    throw new UsageError(`${later}: ONAP ${release} has no such requirement`, [
      `it came with ${requirementOf(later)?.introduced}`,
    ])
}
