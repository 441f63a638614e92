/** Which findings of `check` count, and how much: `--only`, `--except` and `--severity`, also for some files of the configuration. */
import { catalogue, currentCode } from '../engine/catalogue.ts'
import type { Severity } from '../engine/finding.ts'
import type { FileOutcome, IgnoredFinding, LocatedFinding } from '../engine/outcome.ts'
import { nearNames } from '../heat/near-names.ts'
import type { Revision } from './baseline.ts'
import type { Arguments, Option } from './command.ts'
import { fileMatcher } from './routed-engine.ts'
import { didYouMean, UsageError } from './usage-error.ts'

const levels = ['error', 'warning', 'info', 'off'] as const
type Level = (typeof levels)[number]

export const severityOption: Option = {
  name: 'severity',
  value: '<code>=<level>',
  occurs: 'repeatedly',
  group: 'What to do',
  description:
    'How much a finding counts: error, warning, info or off. What cannot be read stays an error. Repeatable, or separated by commas',
}

/** Whether a name is that of a finding, and not of a requirement. */
export function isFindingCode(name: string): boolean {
  return Object.hasOwn(catalogue, currentCode(name))
}

/** Codes that `--only` and `--except` name. */
export function namedCodes(args: Arguments): readonly string[] {
  return [...args.listed('only'), ...args.listed('except')].filter(isFindingCode)
}

/**
 * What the settings of a command line and its configuration make of findings; undefined where there are none.
 *
 * @param cwd absolute: what paths of outcomes are relative to
 * @throws UsageError for a code or a level that there is not
 */
export async function ruleSettings(args: Arguments, cwd: string): Promise<Revision | undefined> {
  const known = await knownCodes()
  const whole = levelsOf(args.listed('severity'), known)
  const parts = args.overrides.flatMap((override) => {
    const values = args.forFilesOf(override).listed('severity')
    return values.length === 0 ? [] : [{ isOf: fileMatcher(override, cwd), levels: levelsOf(values, known) }]
  })
  const hasCodes = namedCodes(args).length > 0
  const [only, except] = hasCodes
    ? [args.listed('only'), args.listed('except')].map((all) => new Set(all.map(currentCode)))
    : []
  if (whole.size === 0 && parts.length === 0 && !hasCodes) return undefined
  const levelIn = (path: string, code: string): Level | undefined =>
    parts.findLast((part) => part.isOf(path))?.levels.get(code) ?? whole.get(code)
  const levelOf = (path: string, { code }: LocatedFinding): Level | undefined => {
    const isWanted = (only === undefined || only.size === 0 || only.has(code)) && except?.has(code) !== true
    return isWanted ? levelIn(path, code) : 'off'
  }
  return { revise: (outcome) => revised(outcome, (finding) => levelOf(outcome.path, finding)), end: () => [] }
}

/** A file that could not be read has not been looked at, whatever counts. */
function revised(outcome: FileOutcome, levelOf: (finding: LocatedFinding) => Level | undefined): FileOutcome {
  if (outcome.status !== 'unchanged' && outcome.status !== 'skipped') return outcome
  const ignored: IgnoredFinding[] = []
  const findings = outcome.findings.flatMap((finding): LocatedFinding[] => {
    const level = levelOf(finding)
    if (level === undefined || level === finding.severity) return [finding]
    if (level !== 'off') return [{ ...finding, severity: level satisfies Severity }]
    ignored.push({ ...finding, ignoredBy: { kind: 'setting' } })
    return []
  })
  return {
    ...outcome,
    findings,
    ...(ignored.length === 0 ? {} : { ignored: [...(outcome.ignored ?? []), ...ignored] }),
  }
}

async function knownCodes(): Promise<ReadonlySet<string>> {
  const { requirementIds } = await import('../onap/requirement.ts')
  const { sdcCodes } = await import('../onap/sdc/checks.ts')
  return new Set([...Object.keys(catalogue), ...requirementIds, ...sdcCodes])
}

function levelsOf(values: readonly string[], known: ReadonlySet<string>): ReadonlyMap<string, Level> {
  return new Map(
    values.map((value) => {
      const at = value.lastIndexOf('=')
      const [name, word] = [value.slice(0, Math.max(0, at)), value.slice(at + 1)]
      const level = levels.find((one) => one === word)
      if (name === '' || level === undefined)
        throw new UsageError(`--severity ${value}: write a code and a level`, [
          'for example --severity unused-declaration=off',
          `the levels are ${levels.join(', ')}`,
        ])
      const code = currentCode(name)
      if (!known.has(code))
        throw new UsageError(`--severity ${value}: there is no finding ${name}`, [
          ...didYouMean(nearNames(name, known)),
          '`hotshift rules` lists them',
        ])
      return [code, level] as const
    }),
  )
}
