/**
 * `npm run corpus:types`: mutants of resources of every type that this Heat has, and what check says of them with that
 * Heat's release as `--cloud` and without. `-- zed 5 out.jsonl`: its release, every fifth mutant only, and a file for those
 * on which check and Heat part.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createChecker } from '../../src/engine/check.ts'
import { cloudRelease } from '../../src/heat/cloud.ts'
import { isTaken } from './refusal.ts'
import { every } from './schema-values.ts'
import { type AskedMutant, askedMutants, schemasOfHeat } from './type-mutants.ts'

type Checker = ReturnType<typeof createChecker>

const refusal = ({ answer }: AskedMutant): string => answer.refused[0] ?? answer.fails[0] ?? ''

/** The errors, and what is said of types that newer releases have lost, which is a warning. */
function errorsOf(checker: Checker, text: string): readonly string[] {
  const { status, findings } = checker.run({ path: 'stack.yaml', bytes: Buffer.from(text) })
  if (status === 'failed') throw new Error(`check fails: ${text}`)
  return findings
    .filter(({ severity, code }) => severity === 'error' || code === warned)
    .map(({ code, message }) => `${code} ${message}`)
}

const warned = 'removed-type-member'

/** Errors about what Heat accepts are about services, which are not asked here: no matter what is wrong besides. */
function errorsAboutBases(
  checker: Checker,
  asked: readonly AskedMutant[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const bases = [...new Set(asked.map(({ base }) => base))]
  return new Map(bases.map((base) => [base, new Set(errorsOf(checker, base))]))
}

interface Parted extends AskedMutant {
  readonly errors: readonly string[]
  /** Those that are not said of the template without the mutation. */
  readonly added: readonly string[]
}

/** Types that Heat does not have, which an environment may register. */
const ofEnvironments = /Resource Type \(.*\) could not be found/
const isRefused = ({ refused }: AskedMutant['answer']): boolean =>
  refused.some((one) => !ofEnvironments.test(one))

const isSilent = ({ answer, errors }: Parted): boolean => isRefused(answer) && errors.length === 0
const isFalse = ({ answer, added }: Parted): boolean =>
  isTaken(answer) && added.some((error) => !error.startsWith(warned))

function row(kind: string, all: readonly Parted[]): string {
  const refused = all.filter(({ answer }) => isRefused(answer))
  const taken = all.filter(({ answer }) => isTaken(answer))
  const counts = [all, refused, refused.filter(isSilent), taken, taken.filter(isFalse)]
  return `| ${[kind, ...counts.map(({ length }) => length)].join(' | ')} |`
}

function table(title: string, checker: Checker, asked: readonly AskedMutant[]): readonly Parted[] {
  const known = errorsAboutBases(checker, asked)
  for (const error of new Set([...known.values()].flatMap((one) => [...one])))
    process.stdout.write(`${title}: said of what Heat accepts: ${error}\n`)
  const all = asked.map((one) => {
    const errors = errorsOf(checker, one.text)
    return { ...one, errors, added: errors.filter((error) => known.get(one.base)?.has(error) !== true) }
  })
  const kinds = [...new Set(all.map(({ kind }) => kind))].sort()
  const lines = [
    `## ${title}`,
    '',
    '| mutant | asked | Heat rejects | silent | Heat accepts | an error |',
    '|---|--:|--:|--:|--:|--:|',
    ...kinds.map((kind) =>
      row(
        kind,
        all.filter((one) => one.kind === kind),
      ),
    ),
    row('all', all),
    '',
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return all.filter((one) => isSilent(one) || isFalse(one))
}

function listed(title: string, parted: readonly Parted[]): void {
  for (const one of parted) {
    const said = isSilent(one) ? `silent: ${refusal(one)}` : `false: ${one.added.join('; ')}`
    process.stdout.write(`${title}: ${one.type}, ${one.kind}: ${said}\n`)
  }
}

const [, , project = '.', name = 'zed', step = '1', file] = process.argv
const release = cloudRelease(name)
if (release === undefined) throw new Error(`no release ${name}`)
const folder = join(project, 'test/heat')
const schemas = schemasOfHeat(folder)
const { asked, baseless } = askedMutants(schemas, every(Number(step)), folder)
process.stdout.write(
  `${schemas.length} types; no resource made up that Heat accepts of: ${baseless.join(', ')}\n\n`,
)
const inCloud = table(`check --cloud ${name}`, createChecker({ cloud: { release } }), asked)
const anywhere = table('check', createChecker(), asked)
listed(`--cloud ${name}`, inCloud)
listed('no cloud', anywhere)
if (file !== undefined)
  writeFileSync(
    file,
    [...inCloud.map((one) => ({ ...one, cloud: name })), ...anywhere]
      .map((one) => `${JSON.stringify(one)}\n`)
      .join(''),
  )
