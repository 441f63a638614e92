/** Which findings of `check` count, and how much: `--only`, `--except` and `--severity`, also for some files of the configuration. */

import { catalogue, currentCode, isFindingCode } from '../../../engine/findings/catalogue.ts'
import type { Severity } from '../../../engine/findings/finding.ts'
import type { FileOutcome, LocatedFinding } from '../../../engine/outcome.ts'
import { nearNames } from '../../../heat/near-names.ts'
import { isOwnCode } from '../../../rules/own-rule.ts'
import type { Arguments, Option } from '../command.ts'
import { type Revision, setAside } from '../configuration/revision.ts'
import { fileMatcher } from '../routed-engine.ts'
import { didYouMean, UsageError } from '../usage-error.ts'

const levels = ['error', 'warning', 'info', 'off'] as const
type SettingLevel = (typeof levels)[number]

export const severityOption: Option = {
  name: 'severity',
  value: '<code>=<level>',
  occurs: 'repeatedly',
  isAssigned: true,
  group: 'What to do',
  description:
    'How much a finding counts: error, warning, info or off. What cannot be read stays an error. Repeatable, or separated by commas',
}

/** Whether `--only` or `--except` names a finding, and not only requirements. */
export function namesFindings(args: Arguments): boolean {
  return [...args.listed('only'), ...args.listed('except')]
    .map(currentCode)
    .some((code) => isFindingCode(code) || isOwnCode(code))
}

/**
 * What the settings of a command line and its configuration make of findings; undefined where there are none.
 *
 * @param cwd absolute: what paths of outcomes are relative to
 * @throws UsageError for a code or a level that there is not
 */
export async function ruleSettings(args: Arguments, cwd: string): Promise<Revision | undefined> {
  const ofAll = args.listed('severity')
  const ofSome = args.overrides
    .map((override) => ({ override, values: args.forFilesOf(override).listed('severity') }))
    .filter(({ values }) => values.length > 0)
  const hasLevels = ofAll.length > 0 || ofSome.length > 0
  const hasCodes = namesFindings(args)
  if (!hasLevels && !hasCodes) return undefined
  // Requirements are a large table, which no other check needs.
  const known = hasLevels ? await knownCodes() : new Set<string>()
  const hasOwn = args.has('rules')
  const whole = levelsOf(ofAll, known, hasOwn)
  const parts = ofSome.map(({ override, values }) => ({
    isOf: fileMatcher(override, cwd),
    levels: levelsOf(values, known, hasOwn),
  }))
  const [only, except] = hasCodes
    ? [args.listed('only'), args.listed('except')].map((all) => new Set(all.map(currentCode)))
    : []
  const levelIn = (path: string, code: string): SettingLevel | undefined =>
    parts.findLast((part) => part.isOf(path))?.levels.get(code) ?? whole.get(code)
  const levelOf = (path: string, { code }: LocatedFinding): SettingLevel | undefined => {
    const isWanted = (only === undefined || only.size === 0 || only.has(code)) && except?.has(code) !== true
    return isWanted ? levelIn(path, code) : 'off'
  }
  return { revise: (outcome) => revised(outcome, (finding) => levelOf(outcome.path, finding)), end: () => [] }
}

/** A file that could not be read has not been looked at, whatever counts. */
function revised(
  outcome: FileOutcome,
  levelOf: (finding: LocatedFinding) => SettingLevel | undefined,
): FileOutcome {
  if (outcome.status !== 'unchanged' && outcome.status !== 'skipped') return outcome
  const counted = setAside(outcome, (finding) =>
    levelOf(finding) === 'off' ? { kind: 'setting' } : undefined,
  )
  const findings = counted.findings.map((finding) => {
    const level = levelOf(finding)
    return level === undefined || level === 'off'
      ? finding
      : { ...finding, severity: level satisfies Severity }
  })
  return { ...counted, findings }
}

async function knownCodes(): Promise<ReadonlySet<string>> {
  const { requirementIds } = await import('../../../rules/onap/requirement.ts')
  return new Set([...Object.keys(catalogue), ...requirementIds])
}

function levelsOf(
  values: readonly string[],
  known: ReadonlySet<string>,
  hasOwn: boolean,
): ReadonlyMap<string, SettingLevel> {
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
      if (!known.has(code) && !(isOwnCode(code) && hasOwn))
        throw new UsageError(`--severity ${value}: there is no finding ${name}`, [
          ...didYouMean(nearNames(name, known)),
          '`hotshift rules` lists them',
        ])
      return [code, level] as const
    }),
  )
}
