import { catalogue, currentCode } from '../engine/catalogue.ts'
import type { FileOutcome } from '../engine/outcome.ts'
import { nearNames } from '../heat/near-names.ts'
import { Selection, type Selector, type SelectorKind, selectorKinds } from '../plan/selection.ts'
import type { Arguments, Option } from './command.ts'
import { loadPackageTransforms, loadTransforms } from './load-engine.ts'
import { didYouMean, UsageError } from './usage-error.ts'

const group = 'Which changes'

const words =
  'path:<glob> (as in .gitignore), transform:<id or family>, finding:<code>, status:<status> or proof:<verdict>. Repeatable'

/** `--only` and `--except` of the commands that take a plan. */
export const selectionOptions: readonly Option[] = [
  {
    name: 'only',
    value: '<what>',
    occurs: 'repeatedly',
    isOfOneRun: true,
    group,
    description: `Nothing but the changes that match: ${words}; of several of one kind one has to match, and of each kind`,
  },
  {
    name: 'except',
    value: '<what>',
    occurs: 'repeatedly',
    isOfOneRun: true,
    group,
    description: `All changes but those that match: ${words}. By a transform, hunks are left out in which it took part, by all else whole files`,
  },
]

/**
 * What `--only` and `--except` choose of the files of a plan.
 *
 * @throws UsageError for what nothing can match
 */
export async function selectionOf(args: Arguments, outcomes: readonly FileOutcome[]): Promise<Selection> {
  const read = (option: string) => args.values(option).map((value) => selectorOf(option, value))
  const [only, except] = [read('only'), read('except')]
  for (const selector of [...only, ...except]) await checkValue(selector, outcomes)
  return new Selection(only, except)
}

function selectorOf(option: string, text: string): Selector {
  const colon = text.indexOf(':')
  const [kind, value] = [text.slice(0, Math.max(0, colon)), text.slice(colon + 1).trim()]
  const known = selectorKinds.find((one) => one === kind)
  if (known !== undefined && value !== '')
    return { kind: known, value: known === 'finding' ? currentCode(value) : value }
  throw new UsageError(`--${option} ${text}: it has to say by what to choose`, [
    ...didYouMean(nearNames(kind, selectorKinds).map((one) => `${one}:`)),
    `for example ${selectorKinds.map((one) => `${one}:…`).join(', ')}`,
  ])
}

const values: Partial<Record<SelectorKind, readonly string[]>> = {
  status: ['changed', 'unchanged', 'skipped', 'blocked', 'failed'],
  proof: ['equal', 'corresponds', 'differs', 'unproved', 'none'],
}

/** A name with a slip in it would choose nothing, and `--except` would leave nothing out. */
async function checkValue({ kind, value }: Selector, outcomes: readonly FileOutcome[]): Promise<void> {
  const known = values[kind] ?? (await knownNames(kind, outcomes))
  if (known === undefined || known.includes(value)) return
  if (kind === 'transform' && known.some((id) => id.startsWith(`${value}/`))) return
  throw new UsageError(`${kind}:${value}: there is no such ${kind}`, didYouMean(nearNames(value, known)))
}

async function knownNames(
  kind: SelectorKind,
  outcomes: readonly FileOutcome[],
): Promise<readonly string[] | undefined> {
  if (kind === 'transform') {
    const used = outcomes.flatMap(({ transforms }) => transforms.map(({ id }) => id))
    return [
      ...new Set([...used, ...(await loadTransforms()).keys(), ...(await loadPackageTransforms()).keys()]),
    ]
  }
  if (kind !== 'finding') return undefined
  const found = outcomes.flatMap(({ findings }) => findings.map(({ code }) => code))
  // Requirements of profiles have numbers.
  return [...new Set([...found, ...Object.keys(catalogue)])]
}
