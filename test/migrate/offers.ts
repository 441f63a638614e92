/** What becomes of blocked templates by the command that their report ends with; each command is run. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { catalogueEntry } from '../../src/engine/findings/catalogue.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { acceptanceOf } from '../../src/show/report/acceptance.ts'
import { python } from '../heat/installed.ts'

/** How a template ends. */
interface Ending {
  readonly path: string
  readonly isConverted: boolean
  /** The codes of the command that is offered, if nothing else blocks the template. */
  readonly offered?: string
  readonly isConvertedByOffer?: boolean
  /** Whether Heat refuses what was written, and would take it by the command that is offered. */
  readonly isRefused?: boolean
  readonly isOfferedToDeploy?: boolean
  readonly isDeployableByOffer?: boolean
  /** Why it is blocked, where no command converts it. */
  readonly causes: string
}

/**
 * Runs the command that is offered for each blocked template.
 * @param again converts a template once more, with codes accepted
 */
function endingsOf(
  outcomes: readonly FileOutcome[],
  again: (path: string, accept: readonly string[]) => FileOutcome,
): readonly Ending[] {
  return outcomes.map((outcome): Ending => {
    const { path, status } = outcome
    const causes = causesOf(outcome)
    const acceptance = acceptanceOf(outcome, catalogueEntry)
    if (status !== 'blocked') {
      const isConverted = status === 'changed'
      const isRefused = outcome.undeployable !== undefined
      if (acceptance === undefined) return { path, isConverted, causes, isRefused }
      const made = again(path, acceptance.codes)
      const isDeployableByOffer = made.status === 'changed' && made.undeployable === undefined
      return { path, isConverted, causes, isRefused, isOfferedToDeploy: true, isDeployableByOffer }
    }
    if (acceptance === undefined || acceptance.left.size > 0) return { path, isConverted: false, causes }
    const made = again(path, acceptance.codes)
    const isConvertedByOffer = made.status === 'changed'
    return {
      path,
      isConverted: false,
      offered: acceptance.codes.join(','),
      isConvertedByOffer,
      causes: isConvertedByOffer ? causes : causesOf(made),
    }
  })
}

function causesOf({ status, findings }: FileOutcome): string {
  const codes = findings.flatMap(({ severity, code }) => (severity === 'error' ? [code] : []))
  return codes.length === 0 ? status : [...new Set(codes)].sort().join(',')
}

/** Those that Heat accepts, of some files in a folder. */
export function loadedByHeat(root: string, corpus: string, paths: readonly string[]): ReadonlySet<string> {
  const files = paths.map((path) => join(corpus, path))
  const { stdout } = spawnSync(
    python,
    [join(root, 'test/heat/compare.py'), '--no-types', '--check', ...files],
    {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    },
  )
  const lines = new Set(stdout.split('\n'))
  return new Set(paths.filter((_, at) => lines.has(`accepted ${files[at]}`)))
}

/** Rows for templates that Heat loads, and for all others. */
export function offersTable(
  outcomes: readonly FileOutcome[],
  again: (path: string, accept: readonly string[]) => FileOutcome,
  loaded: ReadonlySet<string>,
): readonly (readonly string[])[] {
  const endings = endingsOf(outcomes, again)
  const groups = [
    endings.filter(({ path }) => loaded.has(path)),
    endings.filter(({ path }) => !loaded.has(path)),
  ]
  const isFreed = (one: Ending) => one.isConvertedByOffer === true
  const isLeft = (one: Ending) => !one.isConverted && !isFreed(one)
  for (const one of endings) if (isLeft(one)) process.stderr.write(`left: ${one.causes} ${one.path}\n`)
  const row = (name: string, test: (ending: Ending) => boolean) => [
    name,
    ...groups.map((group) => `${group.filter(test).length || '-'}`),
  ]
  const offers = distinct(endings.flatMap((one) => (isFreed(one) ? [one.offered ?? ''] : [])))
  const causes = distinct(endings.flatMap((one) => (isLeft(one) ? [one.causes] : [])))
  const share = (group: readonly Ending[]) =>
    group.length === 0
      ? '-'
      : `${((100 * group.filter((one) => !isLeft(one)).length) / group.length).toFixed(1)} %`
  return [
    ['', 'Heat loads it', 'Heat rejects it'],
    row('templates', () => true),
    row('converted', ({ isConverted }) => isConverted),
    row('converted, and Heat rejects properties or values of it', ({ isRefused }) => isRefused === true),
    row('the same, and a command is offered', (one) => one.isOfferedToDeploy === true),
    row('the same, and Heat takes it by that command', (one) => one.isDeployableByOffer === true),
    row('blocked, and a command is offered', ({ offered }) => offered !== undefined),
    row('blocked, and the command that is offered converts it', isFreed),
    ['converted, or by the command that is offered', ...groups.map(share)],
    ...offers.map((codes) =>
      row(`converted by --accept ${codes}`, (one) => isFreed(one) && one.offered === codes),
    ),
    ...causes.map((codes) => row(`left: ${codes}`, (one) => isLeft(one) && one.causes === codes)),
  ]
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort()
}
