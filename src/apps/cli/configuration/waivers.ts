/**
 * Waivers: requirements of a profile that somebody has agreed not to ask for, of some files and for a time. They stand in
 * the configuration, each with its reason and its last day.
 */
import type { FileOutcome, LocatedFinding } from '../../../engine/outcome.ts'
import { quantity } from '../../../show/report/counts.ts'
import type { Waiver } from '../command.ts'
import { fileMatcher } from '../routed-engine.ts'
import { UsageError } from '../usage-error.ts'
import { type Revision, setAside } from './revision.ts'
import { pairsOf, type Setting, strings, unknownKey } from './setting.ts'

/**
 * The waivers of a configuration.
 *
 * @param root absolute: that of the configuration
 * @throws UsageError for what is no list of them, and for one that lacks what makes it one
 */
export function waiversOf(setting: Setting | undefined, root: string): readonly Waiver[] {
  if (setting === undefined) return []
  if (setting.kind !== 'list') throw new UsageError(`${setting.where}: waivers is a list`)
  return setting.items.map((item) => waiverOf(item, root))
}

const keys = ['requirement', 'files', 'reason', 'expires'] as const

function waiverOf(item: Setting, root: string): Waiver {
  const given = new Map<string, readonly string[]>()
  for (const { key, value, where } of pairsOf(item, item.where)) {
    if (!keys.some((one) => one === key)) throw unknownKey(key, where, keys)
    given.set(key, strings(value))
  }
  const one = (key: (typeof keys)[number]) => {
    const [value = '', ...more] = given.get(key) ?? []
    if (value.trim() === '' || more.length > 0)
      throw new UsageError(`${item.where}: a waiver needs one ${key}`, [
        'for example {requirement: R-76057, files: nested_*.yaml, reason: agreed by mail, expires: 2027-01-31}',
      ])
    return value.trim()
  }
  const waiver = { requirement: one('requirement'), reason: one('reason'), expires: one('expires') }
  if (!isDay(waiver.expires))
    throw new UsageError(`${item.where}: expires is a day, as in 2027-01-31, and not ${waiver.expires}`)
  const files = given.get('files')
  return { ...waiver, ...(files === undefined ? {} : { files }), root, where: item.where }
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/**
 * Whether a waiver that is in force names a requirement in a file: what `remediate` then leaves alone.
 *
 * @param base absolute: what the paths of files are relative to
 */
export function waivedTest(
  waivers: readonly Waiver[],
  base: string,
  today: string,
): (requirement: string, path: string) => boolean {
  const inForce = waivers
    .filter(({ expires }) => today <= expires)
    .map(({ requirement, ...files }) => ({ requirement, isFor: matcherOf(files, base) }))
  return (requirement, path) => inForce.some((one) => one.requirement === requirement && one.isFor(path))
}

function matcherOf({ files, root }: Pick<Waiver, 'files' | 'root'>, cwd: string): (path: string) => boolean {
  return files === undefined ? () => true : fileMatcher({ files, root }, cwd)
}

/**
 * Waivers at work. Those for nothing and those that have ended are named in the end.
 *
 * @param today as waivers write days
 * @throws UsageError for a requirement that there is not
 */
export async function useWaivers(given: readonly Waiver[], cwd: string, today: string): Promise<Revision> {
  const { requirementIds } = await import('../../../rules/onap/requirement.ts')
  const known: ReadonlySet<string> = new Set(requirementIds)
  const waivers = given.map((one) => {
    if (!known.has(one.requirement))
      throw new UsageError(`${one.where}: ${one.requirement}: ONAP has no such requirement`)
    return { ...one, isFor: matcherOf(one, cwd), isUsed: false }
  })
  return {
    revise: (outcome) => {
      const over = new Map<LocatedFinding, Waiver>()
      const counted = setAside(outcome, (finding) => {
        const own = waivers.filter((one) => one.requirement === finding.code && one.isFor(outcome.path))
        for (const one of own) one.isUsed = true
        if (finding.requirement?.isRepaired === true) return undefined
        const inForce = own.find(({ expires }) => today <= expires)
        if (inForce !== undefined)
          return { kind: 'waiver', reason: `${inForce.reason} (until ${inForce.expires})` }
        if (own[0] !== undefined) over.set(finding, own[0])
        return undefined
      })
      if (counted === outcome && over.size === 0) return outcome
      const findings = counted.findings.map((finding) => {
        const waiver = over.get(finding)
        return waiver === undefined ? finding : afterwards(finding, waiver)
      })
      return standing({ ...counted, findings, ignored: counted.ignored ?? [] })
    },
    end: () => {
      const unused = waivers.filter(({ isUsed }) => !isUsed)
      const over = waivers.filter(({ isUsed, expires }) => isUsed && expires < today)
      return [
        ...(over.length === 0 ? [] : [`${quantity(over.length, 'waiver')} ended: ${named(over)}`]),
        ...(unused.length === 0
          ? []
          : [`${quantity(unused.length, 'waiver')} without findings: ${named(unused)}`]),
      ]
    },
  }
}

/** A file that nothing but what is waived has blocked is not blocked. */
function standing(outcome: FileOutcome): FileOutcome {
  if (outcome.status !== 'blocked' || outcome.findings.some(({ severity }) => severity === 'error'))
    return outcome
  const { reason: _reason, ...rest } = outcome
  return { ...rest, status: 'unchanged' }
}

function named(waivers: readonly Waiver[]): string {
  return waivers.map(({ requirement, where }) => `${requirement} (${where})`).join(', ')
}

/** A finding whose waiver is over. */
function afterwards(finding: LocatedFinding, { reason, expires }: Waiver): LocatedFinding {
  const said = `The waiver (${reason}) ended on ${expires}.`
  return { ...finding, help: finding.help === undefined ? said : `${said} ${finding.help}` }
}
